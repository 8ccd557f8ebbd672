/** Validates a filter for a collection: fields, operators, operands, nesting. */
import { type FieldErrorCode, fieldErrorCodes } from '../errors.ts'
import { isObject } from '../fields/parsed.ts'
import { type Condition, type Filter, maxFilterConditions, maxFilterDepth, variableName } from './ast.ts'
import { operandSchema } from './operands.ts'
import { operators } from './operators.ts'
import { type FilterField, type Subject, subjectOf } from './subjects.ts'

export interface CheckContext {
  /** The fields of a linked collection that the caller may read; undefined if there is no such collection. */
  fieldsOf?: (dataCollectionId: number) => readonly FilterField[] | undefined
  /** The column that holds the user a record represents; links to such a collection accept `currentUser`. */
  userColumnOf?: (dataCollectionId: number) => string | undefined
  /** Variables that are allowed besides `today`, `now` and `currentUser`; 'any' allows all. */
  variables?: readonly string[] | 'any'
}

export interface FilterError {
  /** Dotted path into the filter: `and.0.value`; empty for the filter itself. */
  path: string
  code: FieldErrorCode
}

export type CheckedFilter = { ok: true; filter: Filter } | { ok: false; errors: FilterError[] }

/**
 * Checks a filter and returns it with normalised operands: `memberOf` always has a list, a phone number no spaces. Both
 * evaluators can run a checked filter. Check again after resolving variables other than the built-in ones, because
 * their values are only known then.
 */
export function checkFilter(
  filter: Filter,
  fields: readonly FilterField[],
  context: CheckContext = {},
): CheckedFilter {
  const check = new Check(context)
  const checked = check.node(filter, fields, [], 1)
  return check.errors.length > 0 ? { ok: false, errors: check.errors } : { ok: true, filter: checked }
}

type Path = readonly (string | number)[]

class Check {
  readonly errors: FilterError[] = []
  private readonly context: CheckContext
  private conditions = 0

  constructor(context: CheckContext) {
    this.context = context
  }

  node(filter: Filter, fields: readonly FilterField[], path: Path, depth: number): Filter {
    if (depth > maxFilterDepth) return this.refuse(filter, path, 'too_many')
    if ('and' in filter) return { and: this.list(filter.and, fields, [...path, 'and'], depth) }
    if ('or' in filter) return { or: this.list(filter.or, fields, [...path, 'or'], depth) }
    if ('not' in filter) return { not: this.node(filter.not, fields, [...path, 'not'], depth + 1) }
    this.conditions++
    // One error is enough for a filter that is too long.
    if (this.conditions > maxFilterConditions)
      return this.conditions === maxFilterConditions + 1 ? this.refuse(filter, [], 'too_many') : filter
    return this.condition(filter, fields, path, depth)
  }

  private list(
    parts: readonly Filter[],
    fields: readonly FilterField[],
    path: Path,
    depth: number,
  ): Filter[] {
    return parts.map((part, i) => this.node(part, fields, [...path, i], depth + 1))
  }

  private condition(condition: Condition, fields: readonly FilterField[], path: Path, depth: number): Filter {
    const { field, op } = condition
    const subject = subjectOf(field, fields)
    if (!subject) return this.refuse(condition, [...path, 'field'], 'unknown_field')
    if (!subject.operators.includes(op)) return this.refuse(condition, [...path, 'op'], 'invalid')
    if (operators[op] === 'where') return this.nested(condition, subject, path, depth)
    if (condition.where !== undefined) return this.refuse(condition, [...path, 'where'], 'invalid')
    if (operators[op] === 'nothing') {
      if (condition.value !== undefined && condition.value !== null)
        return this.refuse(condition, [...path, 'value'], 'invalid')
      return { field, op }
    }
    return this.operand(condition, subject, [...path, 'value'])
  }

  private nested(condition: Condition, subject: Subject, path: Path, depth: number): Filter {
    const { field, op, where, value } = condition
    if (value !== undefined && value !== null) return this.refuse(condition, [...path, 'value'], 'invalid')
    if (where === undefined) return this.refuse(condition, [...path, 'where'], 'required')
    const fields = subject.target === null ? undefined : this.context.fieldsOf?.(subject.target)
    if (!fields) return this.refuse(condition, [...path, 'field'], 'unknown_collection')
    return { field, op, where: this.node(where, fields, [...path, 'where'], depth + 1) }
  }

  private operand(condition: Condition, subject: Subject, path: Path): Filter {
    const { field, op, value } = condition
    if (value === undefined || value === null || value === '') return this.refuse(condition, path, 'required')
    for (const [name, at] of variablesIn(value))
      if (!this.isKnown(name, subject)) return this.refuse(condition, [...path, ...at], 'invalid')
    const parsed = operandSchema(operators[op], subject.literal(op)).safeParse(value)
    if (!parsed.success) return this.refuse(condition, path, codeOf(parsed.error.issues))
    if (isReversed(parsed.data, op)) return this.refuse(condition, path, 'range_reversed')
    if (hasTwoCurrencies(parsed.data)) return this.refuse(condition, path, 'wrong_currency')
    return { field, op, value: parsed.data }
  }

  private isKnown(name: string, subject: Subject): boolean {
    if (name === 'today' || name === 'now') return subject.type?.family === 'date'
    if (name === 'currentUser') return subject.kind === 'user' || this.isOfUsers(subject)
    const { variables = [] } = this.context
    return variables === 'any' || variables.includes(name)
  }

  private isOfUsers({ target }: Subject): boolean {
    return target !== null && this.context.userColumnOf?.(target) !== undefined
  }

  private refuse(filter: Filter, path: Path, code: FieldErrorCode): Filter {
    this.errors.push({ path: path.join('.'), code })
    return filter
  }
}

/** Names and paths of the variables in an operand: the operand itself, or its items. */
function variablesIn(value: unknown): [name: string, at: Path][] {
  const items: [unknown, Path][] = Array.isArray(value) ? value.map((item, i) => [item, [i]]) : [[value, []]]
  return items.flatMap(([item, at]) => {
    const name = variableName(item)
    return name === undefined ? [] : [[name, at] as [string, Path]]
  })
}

function isReversed(value: unknown, op: string): boolean {
  if (op !== 'between' || !Array.isArray(value)) return false
  const [from, to] = value.map((bound) => (isObject(bound) && 'amount' in bound ? bound.amount : bound))
  return typeof from === typeof to && (typeof from === 'number' || typeof from === 'string') && from > to
}

/** A pair of amounts in two currencies is not a range. */
function hasTwoCurrencies(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const named = value.flatMap((bound) => (isObject(bound) && 'currency' in bound ? [bound.currency] : []))
  return new Set(named).size > 1
}

interface Issue {
  code?: string | undefined
  message: string
  errors?: Issue[][]
}

/** The first error code in an issue, including nested unions. */
function codeOf(issues: readonly Issue[]): FieldErrorCode {
  for (const issue of issues) {
    if ((fieldErrorCodes as readonly string[]).includes(issue.message)) return issue.message as FieldErrorCode
    for (const branch of issue.errors ?? []) {
      const code = codeOf(branch)
      if (code !== 'wrong_type') return code
    }
  }
  return 'wrong_type'
}
