/** `currentUser` against links to records that stand for users of the team, as a task's assignee does. */
import { type Condition, type Filter, variableName } from './ast.ts'
import { type FilterField, subjectOf } from './subjects.ts'

export interface UsersContext {
  fieldsOf: (dataCollectionId: number) => readonly FilterField[] | undefined
  /** The column in which the records of a collection name the users they stand for; undefined where they are none. */
  userColumnOf?: (dataCollectionId: number) => string | undefined
}

const isMe = (value: unknown): boolean => variableName(value) === 'currentUser'

/**
 * Asks of such links for the user whom the linked record names, so that nobody need know which record is whose. For
 * filters that are checked already.
 */
export function withOwnRecords(
  filter: Filter,
  fields: readonly FilterField[],
  context: UsersContext,
): Filter {
  const each = (part: Filter) => withOwnRecords(part, fields, context)
  if ('and' in filter) return { and: filter.and.map(each) }
  if ('or' in filter) return { or: filter.or.map(each) }
  if ('not' in filter) return { not: each(filter.not) }
  const target = subjectOf(filter.field, fields)?.target ?? null
  if (target === null) return filter
  if (filter.where) {
    return { ...filter, where: withOwnRecords(filter.where, context.fieldsOf(target) ?? [], context) }
  }
  const column = context.userColumnOf?.(target)
  return column === undefined ? filter : asked(filter, column)
}

/** @param column of the linked records */
function asked(condition: Condition, column: string): Filter {
  const { field, op, value } = condition
  const values = [value].flat()
  if (!values.some(isMe)) return condition
  const me: Condition = { field: column, op: 'is', value: { variable: 'currentUser' } }
  const isNegative = op === 'isNot' || op === 'noneOf'
  const own: Condition = { field, op: isNegative ? 'none' : 'some', where: me }
  const others = values.filter((one) => !isMe(one))
  if (others.length === 0) return own
  const rest: Condition = { ...condition, value: others }
  return op === 'anyOf' ? { or: [rest, own] } : { and: [rest, own] }
}
