/**
 * Records as visitors get them: their files at addresses that need no session, of what they link to only the names, and
 * of a choice how it is drawn.
 */

import { isObject } from '@muster/contract/fields/parsed'
import type { FileObject } from '@muster/contract/files/files.api'
import type { Language } from '@muster/contract/paging'
import { collectionKey, type DataRecord, type QueryResult } from '@muster/contract/records/records.schema'
import type { Outside } from './definition.ts'

type Linked = QueryResult['linked']
export type RecordsOutside = Pick<QueryResult, 'items' | 'linked'>

/** From the JSON texts that a page's statement writes. */
export function recordsOutside(
  outside: Outside,
  itemsJson: string,
  linkedJson: string,
  language: Language,
): RecordsOutside {
  const items = JSON.parse(itemsJson) as DataRecord[]
  const linked = JSON.parse(linkedJson) as Linked
  const files = outside.shown
    .filter(({ type, settings }) => type.refersTo?.(settings).to === 'file')
    .map(({ columnName }) => columnName)
  return {
    items: items.map((record) => ({
      ...record,
      // How often a record was changed is nobody's business outside.
      version: 1,
      avatar: addressOutside(outside, record.avatar),
      values: withFiles(outside, record.values, files),
    })),
    linked: {
      ...Object.fromEntries(
        Object.entries(linked).map(([id, one]) => [
          id,
          {
            name: one.names?.[language] || one.name,
            avatar: null,
            dataCollectionId: one.dataCollectionId,
            ...drawnAs(outside, one),
          },
        ]),
      ),
      ...collectionNames(outside, items, language),
    },
  }
}

/** Calendars and maps have the colours of choices too; of other records a colour is a value like any other. */
function drawnAs(
  { model }: Outside,
  { dataCollectionId, color, icon }: Linked[string],
): Partial<Linked[string]> {
  if (!model.collections.get(dataCollectionId)?.isUsedAsCustomList) return {}
  return { ...(color ? { color } : {}), ...(icon ? { icon } : {}) }
}

/** Of collections that are values of these records: outside the app nobody knows the team's. */
function collectionNames(
  { model, shown }: Outside,
  items: readonly DataRecord[],
  language: Language,
): Linked {
  const columns = shown
    .filter(({ type, settings }) => type.refersTo?.(settings).to === 'collection')
    .map(({ columnName }) => columnName)
  const ids = new Set(items.flatMap(({ values }) => columns.flatMap((column) => values[column] ?? [])))
  return Object.fromEntries(
    [...ids].flatMap((id): [string, Linked[string]][] => {
      const collection = model.collections.get(Number(id))
      if (!collection || collection.deletedAt) return []
      const name = collection.pluralNameTranslations[language] || collection.pluralName || collection.name
      return [[collectionKey(collection.id), { name, avatar: null, dataCollectionId: collection.id }]]
    }),
  )
}

function withFiles(
  outside: Outside,
  values: DataRecord['values'],
  columns: readonly string[],
): DataRecord['values'] {
  const moved = columns.flatMap((column) => {
    const value = values[column]
    if (Array.isArray(value)) return [[column, value.map((file) => fileOutside(outside, file))]]
    return isObject(value) ? [[column, fileOutside(outside, value)]] : []
  })
  return { ...values, ...Object.fromEntries(moved) }
}

function fileOutside(outside: Outside, value: unknown): unknown {
  const file = value as FileObject
  return {
    ...file,
    url: addressOutside(outside, file.url),
    thumbnail: addressOutside(outside, file.thumbnail),
  }
}

/** The address of a file of the team, at which visitors of the view reach it. Other addresses stay. */
export function addressOutside<Address extends string | null>(
  { model, view }: Outside,
  address: Address,
): Address {
  const inside = `/api/teams/${model.teamId}/files/`
  if (!address?.startsWith(inside)) return address
  return `${filesBase(model.teamId, view.id)}${address.slice(inside.length)}` as Address
}

export function filesBase(teamId: number, viewId: number): string {
  return `/api/public/teams/${teamId}/dataViews/${viewId}/files/`
}
