/** Names in place of ids and column names, as the audit log keeps them: ids say nothing once something is gone. */
import type { Filter, Sort } from '@muster/contract/filters/ast'
import type { CollectionModel, TeamModel } from './model.ts'

export function collectionName(model: TeamModel, id: number | null): string | null {
  return id === null ? null : (model.collections.get(id)?.name ?? null)
}

export function fieldTitle(model: TeamModel, id: number | null): string | null {
  return id === null ? null : (model.fields.get(id)?.title ?? null)
}

const refersToField = /^(.*)[dD]ataFieldId$/
const refersToCollection = /^(dataCollectionId|listId)$/

/** Settings at any depth: `groupDataFieldId: 7` becomes `groupField: 'Status'`, `dataCollectionId` `collection`. */
export function withNames(model: TeamModel, settings: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => {
      const [, start] = refersToField.exec(key) ?? []
      const isId = typeof value === 'number' || value === null
      if (isId && start !== undefined) {
        return [start ? `${start}Field` : 'field', fieldTitle(model, value)]
      }
      if (isId && refersToCollection.test(key)) {
        return [key === 'listId' ? 'list' : 'collection', collectionName(model, value)]
      }
      return [key, valueWithNames(model, value)]
    }),
  )
}

function valueWithNames(model: TeamModel, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => valueWithNames(model, one))
  return typeof value === 'object' && value !== null ? withNames(model, value) : value
}

/** A filter whose conditions have the titles of their fields; system fields keep their names (`@name`). */
export function filterWithNames(
  model: TeamModel,
  filter: Filter | null,
  collection: CollectionModel | undefined,
): unknown {
  if (filter === null || !collection) return filter
  const inner = (part: Filter) => filterWithNames(model, part, collection)
  if ('and' in filter) return { and: filter.and.map(inner) }
  if ('or' in filter) return { or: filter.or.map(inner) }
  if ('not' in filter) return { not: inner(filter.not) }
  const field = collection.fieldsByColumn.get(filter.field)
  const reference = filter.where && field?.type.refersTo?.(field.settings)
  const target = reference?.to === 'record' ? model.collections.get(reference.collectionId ?? 0) : undefined
  return {
    ...filter,
    field: field?.title ?? filter.field,
    ...(filter.where && { where: filterWithNames(model, filter.where, target) }),
  }
}

export function sortWithNames(sort: Sort, collection: CollectionModel | undefined): Sort {
  return sort.map(({ field, direction }) => ({
    field: collection?.fieldsByColumn.get(field)?.title ?? field,
    direction,
  }))
}
