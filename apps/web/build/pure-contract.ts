/**
 * Leaves out what nothing uses of the contract. Its modules hold schemas beside the constants and functions that the app
 * needs. A bundler keeps every call, and every access to a property, at the top of a module, for it may do more than make
 * a value; in the contract none does, so each constant is marked as pure.
 */
import type { Plugin } from 'vite'

export function pureContract(): Plugin {
  return {
    name: 'muster:pure-contract',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      handler(code) {
        let marked = ''
        let end = 0
        for (const statement of this.parse(code).body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) {
            if (!init || init.type === 'Literal' || init.type.endsWith('FunctionExpression')) continue
            // The annotation counts for one call: a schema is made by a chain of them, or of parts of another.
            marked += `${code.slice(end, init.start)}/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
            end = init.end
          }
        }
        return { code: marked + code.slice(end), map: { mappings: '' } }
      },
    },
  }
}
