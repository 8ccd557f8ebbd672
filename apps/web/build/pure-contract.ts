/**
 * Leaves out what nothing uses of the contract. Its modules hold schemas beside the constants and functions that the app
 * needs. A bundler keeps every call, and every access to a property, at the top of a module, for it may do more than make
 * a value; in the contract none does, so each constant is marked as pure.
 *
 * The schemas of a type of field or of wizard task are made when they are first read: a page needs those of the types that
 * it shows, and few need more than the one of its settings. All of them together take a phone some 30 ms.
 */
import { type ESTree, type Plugin, Visitor } from 'vite'

export function pureContract(): Plugin {
  return {
    name: 'muster:pure-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      handler(code, id) {
        const program = this.parse(code)
        const edits = [
          ...pureConstants(program),
          ...(/\/(fields\/types|wizards\/tasks)\//.test(id) ? lateSchemas(program) : []),
        ]
        return { code: edited(code, edits), map: { mappings: '' } }
      },
    },
  }
}

/** Replaces what is between two positions. */
interface Edit {
  start: number
  end: number
  text: string
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

function edited(code: string, edits: readonly Edit[]): string {
  let [result, end] = ['', 0]
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += code.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return result + code.slice(end)
}

function pureConstants({ body }: ESTree.Program): Edit[] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') return []
    return declared.declarations.flatMap(({ init }) => {
      if (!init || init.type === 'Literal' || init.type.endsWith('FunctionExpression')) return []
      // The annotation counts for one call: a schema is made by a chain of them, or of parts of another.
      return [insert(init.start, '/* @__PURE__ */ (() => ('), insert(init.end, '))()')]
    })
  })
}

/** Names of what `FieldType` and `WizardTask` have for forms and documentation. */
const late = new Set(['settings', 'value', 'operands'])

/** Makes a getter of `settings: z.object(…)`, which becomes a plain property when it is first read. */
function lateSchemas(program: ESTree.Program): Edit[] {
  const edits: Edit[] = []
  let isInSchema = 0
  const isSchema = ({ callee }: ESTree.CallExpression) => rootOf(callee) === 'z'
  new Visitor({
    CallExpression(call) {
      if (isSchema(call)) isInSchema++
    },
    'CallExpression:exit'(call) {
      if (isSchema(call)) isInSchema--
    },
    Property({ key, value, kind, computed, start }) {
      if (isInSchema > 0 || kind !== 'init' || computed || key.type !== 'Identifier') return
      if (!late.has(key.name) || (value.type !== 'CallExpression' && value.type !== 'MemberExpression'))
        return
      const keep = `Object.defineProperty(this, '${key.name}', { value: made, enumerable: true })`
      edits.push(
        { start, end: value.start, text: `get ${key.name}() { const made = ` },
        insert(value.end, `; ${keep}; return made }`),
      )
    },
  }).visit(program)
  return edits
}

/** @returns `z` for `z.object({}).default`, `undefined` where it begins with no name */
function rootOf(expression: ESTree.Expression | ESTree.Super): string | undefined {
  if (expression.type === 'Identifier') return expression.name
  if (expression.type === 'MemberExpression') return rootOf(expression.object)
  if (expression.type === 'CallExpression') return rootOf(expression.callee)
  return
}
