/** Which conditions an index can answer. Pages, smart collections and views all use these rules. */
import type { Condition, Filter } from '@muster/contract/filters/ast'
import type { Operator } from '@muster/contract/filters/operators'

/** Operators that a trigram index answers. */
export const withinText: ReadonlySet<Operator> = new Set<Operator>(['contains', 'startsWith', 'endsWith'])

/** Operators that an index in the order of the values answers. */
export const ranges: ReadonlySet<Operator> = new Set<Operator>([
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'on',
  'before',
  'after',
  'withinLast',
  'withinNext',
  'thisPeriod',
])

/** Operators that an index on the value itself answers. */
export const oneValue: ReadonlySet<Operator> = new Set<Operator>(['is', 'anyOf', 'on'])

/** A filter's conditions on the records themselves, not those on linked records or inside `not`. */
export function conditionsOf(filter: Filter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsOf)
  if ('or' in filter) return filter.or.flatMap(conditionsOf)
  return 'not' in filter ? [] : [filter]
}

/** Conditions that every matching record meets. */
export function everyCondition(filter: Filter | null): Condition[] {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(everyCondition)
  return 'or' in filter || 'not' in filter ? [] : [filter]
}
