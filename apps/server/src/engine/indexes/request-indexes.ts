/** Requests the indexes that a query needs for its order and its conditions. */
import type { AggregateBody, QueryBody } from '@muster/contract/records/records.schema'
import type { CollectionAccess } from '../access/access.ts'
import type { TreeAccess } from '../access/tree-context.ts'
import type { Deps } from '../deps.ts'
import type { FieldModel } from '../model/model.ts'
import { hasEquals, requestIndex } from './indexes.ts'
import { conditionsOf, everyCondition, oneValue, ranges, withinText } from './operators.ts'
import { answeredByViews } from './wanted.ts'

type RequestDeps = Pick<Deps, 'jobs' | 'log'>

/** Requests indexes for the fields that a page is sorted, searched and filtered by. */
export function requestPageIndexes(
  deps: RequestDeps,
  { model, access }: TreeAccess,
  { sort, filter }: Pick<QueryBody, 'sort' | 'filter'>,
): void {
  const fieldOf = (name: string | undefined): FieldModel | undefined =>
    name === undefined ? undefined : access.fields.get(name)?.field
  const sortField = sort.length === 1 ? fieldOf(sort[0]?.field) : undefined
  if (sortField) requestIndex(deps, model, { field: sortField, kind: 'sort' })
  if (!filter) return
  for (const { field: name, op } of conditionsOf(filter)) {
    const field = fieldOf(name)
    if (field && withinText.has(op)) requestIndex(deps, model, { field, kind: 'contains' })
  }
  const together = everyCondition(filter)
  const named = new Set(together.flatMap(({ field }) => fieldOf(field)?.id ?? []))
  const answered = answeredByViews(model, named, sortField)
  // Few records have the same text, so an index of the range would only slow writes.
  const isOneText = together.some(({ field, op }) => op === 'is' && fieldOf(field)?.type.family === 'text')
  for (const { field: name, op } of together) {
    const field = fieldOf(name)
    const isOne = oneValue.has(op)
    const isIndexed = isOne || (ranges.has(op) && !isOneText)
    if (!field || !isIndexed || !hasEquals(field) || answered.has(field.id)) continue
    // Within a range the order of another field does not hold; exact totals come from the index alone.
    requestIndex(deps, model, { field, kind: 'equal', sortField: isOne ? sortField : undefined })
  }
}

/** Requests the index from which the records of each value of a field can be counted without reading the records. */
export function requestGroupIndex(
  deps: RequestDeps,
  { model, access }: TreeAccess,
  { groupBy, measures, filter, search }: AggregateBody,
): void {
  const [group, ...others] = groupBy
  const isCount = measures.every(({ fn }) => fn === 'count')
  if (!group || group.period || others.length > 0 || !isCount || filter || search) return
  const field = access.fields.get(group.field)?.field
  if (!field) return
  // An index by which texts are found has them folded, and one by which choices are sorted cannot be.
  const kind = field.type.storage === 'id' ? 'equal' : 'sort'
  if (kind === 'sort' || hasEquals(field)) requestIndex(deps, model, { field, kind })
}

/** Requests indexes for a smart collection's filter: its members are counted whenever a side bar is shown. */
export function requestMemberIndexes(
  deps: RequestDeps,
  { model, access: { collection, home } }: TreeAccess,
): void {
  const filter = collection.isSmartCollection ? collection.membershipDataFilter : null
  if (!filter) return
  for (const { field: name, op } of conditionsOf(filter)) {
    const field = home.fieldsByColumn.get(name)
    if (!field) continue
    if (withinText.has(op)) requestIndex(deps, model, { field, kind: 'contains' })
    if (oneValue.has(op) && hasEquals(field)) requestIndex(deps, model, { field, kind: 'equal' })
    if (ranges.has(op)) requestIndex(deps, model, { field, kind: 'sort' })
  }
}

/** Whether the filter requires one value of a field that can have an `equal` index. */
export function isFoundByValue(
  { fields }: CollectionAccess,
  filter: NonNullable<QueryBody['filter']>,
): boolean {
  return everyCondition(filter).some(({ field: name, op }) => {
    const field = fields.get(name)?.field
    return op === 'is' && field !== undefined && hasEquals(field)
  })
}
