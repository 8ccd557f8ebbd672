/** `currentUser` compared with links to records that represent users of the team, such as a task's assignee. */
import { type Condition, type Filter, variableName } from './ast.ts'
import { type FilterField, subjectOf } from './subjects.ts'

export interface UsersContext {
  fieldsOf: (dataCollectionId: number) => readonly FilterField[] | undefined
  /** The column that holds the user a record represents; undefined if the collection has none. */
  userColumnOf?: (dataCollectionId: number) => string | undefined
}

const isCurrentUser = (value: unknown): boolean => variableName(value) === 'currentUser'

/**
 * Rewrites such conditions to compare the user of the linked record, so that callers need not know which record
 * represents whom. Expects a checked filter.
 */
export function withOwnRecords(
  filter: Filter,
  fields: readonly FilterField[],
  context: UsersContext,
): Filter {
  const rewrite = (part: Filter) => withOwnRecords(part, fields, context)
  if ('and' in filter) return { and: filter.and.map(rewrite) }
  if ('or' in filter) return { or: filter.or.map(rewrite) }
  if ('not' in filter) return { not: rewrite(filter.not) }
  const target = subjectOf(filter.field, fields)?.target ?? null
  if (target === null) return filter
  if (filter.where) {
    return { ...filter, where: withOwnRecords(filter.where, context.fieldsOf(target) ?? [], context) }
  }
  const column = context.userColumnOf?.(target)
  return column === undefined ? filter : compareUser(filter, column)
}

/** @param column of the linked records that holds the user */
function compareUser(condition: Condition, column: string): Filter {
  const { field, op, value } = condition
  const values = [value].flat()
  if (!values.some(isCurrentUser)) return condition
  const me: Condition = { field: column, op: 'is', value: { variable: 'currentUser' } }
  const isNegative = op === 'isNot' || op === 'noneOf'
  const own: Condition = { field, op: isNegative ? 'none' : 'some', where: me }
  const others = values.filter((one) => !isCurrentUser(one))
  if (others.length === 0) return own
  const rest: Condition = { ...condition, value: others }
  return op === 'anyOf' ? { or: [rest, own] } : { and: [rest, own] }
}
