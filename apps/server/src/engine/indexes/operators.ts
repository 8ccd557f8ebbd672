/** Which conditions an index can answer: the one place that pages, smart collections and views decide it by. */
import type { Condition, Filter } from '@muster/contract/filters/ast'
import type { Operator } from '@muster/contract/filters/operators'

/** Found by a trigram index. */
export const withinText: ReadonlySet<Operator> = new Set<Operator>(['contains', 'startsWith', 'endsWith'])

/** Found by an index in the order of the values. */
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

/** Found by an index on the value itself. */
export const oneValue: ReadonlySet<Operator> = new Set<Operator>(['is', 'anyOf', 'on'])

/** Conditions of a tree on the records themselves, not on those they link to. */
export function conditionsOf(filter: Filter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsOf)
  if ('or' in filter) return filter.or.flatMap(conditionsOf)
  return 'not' in filter ? [] : [filter]
}

/** Conditions that every record found meets. */
export function everyCondition(filter: Filter | null): Condition[] {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(everyCondition)
  return 'or' in filter || 'not' in filter ? [] : [filter]
}
