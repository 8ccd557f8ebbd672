/**
 * Records as visitors get them: files at URLs that need no session, only the names of linked records, and the
 * colours and icons of choices.
 */

import { isObject } from '@muster/contract/fields/parsed'
import type { FileObject } from '@muster/contract/files/files.api'
import type { Language } from '@muster/contract/paging'
import { collectionKey, type DataRecord, type QueryResult } from '@muster/contract/records/records.schema'
import type { PublicViewModel } from './public-view.ts'

type Linked = QueryResult['linked']
export type PublicRecords = Pick<QueryResult, 'items' | 'linked'>

/** Parses the JSON texts that a page query returns. */
export function publicRecords(
  publicView: PublicViewModel,
  itemsJson: string,
  linkedJson: string,
  language: Language,
): PublicRecords {
  const items = JSON.parse(itemsJson) as DataRecord[]
  const linked = JSON.parse(linkedJson) as Linked
  const files = publicView.shown
    .filter(({ type, settings }) => type.refersTo?.(settings).to === 'file')
    .map(({ columnName }) => columnName)
  return {
    items: items.map((record) => ({
      ...record,
      // Hides how often a record was changed.
      version: 1,
      avatar: publicFileUrl(publicView, record.avatar),
      values: withFiles(publicView, record.values, files),
    })),
    linked: {
      ...publicLinked(publicView, linked, language),
      ...collectionNames(publicView, items, language),
    },
  }
}

/** Linked records as visitors get them: their names and, of choices, colour and icon. */
export function publicLinked(publicView: PublicViewModel, linked: Linked, language: Language): Linked {
  return Object.fromEntries(
    Object.entries(linked).map(([id, one]) => [
      id,
      {
        name: one.names?.[language] || one.name,
        avatar: null,
        dataCollectionId: one.dataCollectionId,
        ...choiceStyle(publicView, one),
      },
    ]),
  )
}

/**
 * The colours of choices are public on calendars and maps too; in other records, a colour is an ordinary
 * value.
 */
function choiceStyle(
  { model }: PublicViewModel,
  { dataCollectionId, color, icon }: Linked[string],
): Partial<Linked[string]> {
  if (!model.collections.get(dataCollectionId)?.isUsedAsCustomList) return {}
  return { ...(color ? { color } : {}), ...(icon ? { icon } : {}) }
}

/** Names of collections that are values of these records: visitors cannot load the team's collections. */
function collectionNames(
  { model, shown }: PublicViewModel,
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
  publicView: PublicViewModel,
  values: DataRecord['values'],
  columns: readonly string[],
): DataRecord['values'] {
  const publicFiles = columns.flatMap((column) => {
    const value = values[column]
    if (Array.isArray(value)) return [[column, value.map((file) => publicFile(publicView, file))]]
    return isObject(value) ? [[column, publicFile(publicView, value)]] : []
  })
  return { ...values, ...Object.fromEntries(publicFiles) }
}

function publicFile(publicView: PublicViewModel, value: unknown): unknown {
  const file = value as FileObject
  return {
    ...file,
    url: publicFileUrl(publicView, file.url),
    thumbnail: publicFileUrl(publicView, file.thumbnail),
  }
}

/** The URL at which visitors of the view reach a file of the team. Other URLs are returned unchanged. */
export function publicFileUrl<Url extends string | null>({ model, view }: PublicViewModel, url: Url): Url {
  const teamFiles = `/api/teams/${model.teamId}/files/`
  if (!url?.startsWith(teamFiles)) return url
  return `${filesBase(model.teamId, view.publicKey)}${url.slice(teamFiles.length)}` as Url
}

export function filesBase(teamId: number, publicKey: string): string {
  return `/api/public/teams/${teamId}/dataViews/${publicKey}/files/`
}
