/** Parsers of pasted text per field; names of list items and linked records are looked up first. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { TextContext } from '@muster/contract/fields/definition'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { nameColumn } from '@muster/contract/lists/items'
import { languages } from '@muster/contract/paging'
import { fold } from '@muster/contract/text'
import { api, call } from '../../../lib/api.ts'
import { inSlices } from '../../../lib/slices.ts'
import { type FieldContext, typedField } from '../../fields/public.ts'
import type { PasteColumn } from './paste.ts'

const chunk = 100

/** Ids by folded label, of one collection. */
type Known = Map<string, number>

/** Labels that are in no list yet, and the list they would be created in. */
export interface NewItems {
  list: DataCollection
  /** As written in the text, each once. */
  labels: string[]
}

export interface Readers {
  /** One per column, null for those that cannot be written. */
  read: PasteColumn['read'][]
  /** Labels that could be created, so that their cells count as valid. */
  missing: NewItems[]
  /** Adds items that were created meanwhile. */
  learn(listId: number, items: readonly { label: string; id: number }[]): void
}

export async function readersOf(
  teamId: number,
  fields: readonly (DataField | null)[],
  texts: readonly (readonly string[])[],
  context: FieldContext,
): Promise<Readers> {
  const columns = await Promise.all(
    fields.map((field, at) => field && columnOf(teamId, field, () => textsOf(texts, at), context)),
  )
  const lists = new Map<number, { known: Known[]; labels: Map<string, string> }>()
  for (const column of columns) {
    if (!column?.listId) continue
    const list: { known: Known[]; labels: Map<string, string> } = lists.get(column.listId) ?? {
      known: [],
      labels: new Map<string, string>(),
    }
    lists.set(column.listId, list)
    list.known.push(column.known)
    for (const label of column.unknown) if (!list.labels.has(fold(label))) list.labels.set(fold(label), label)
  }
  return {
    read: columns.map((column) => column?.read ?? null),
    missing: [...lists].flatMap(([id, { labels }]) => {
      const list = context.collections.find((one) => one.id === id)
      return list?.IsUsedAsCustomList && list.canCreate && labels.size > 0
        ? [{ list, labels: [...labels.values()] }]
        : []
    }),
    learn(listId, items) {
      for (const known of lists.get(listId)?.known ?? []) {
        for (const { label, id } of items) known.set(fold(label), id)
      }
    },
  }
}

interface ReadColumn {
  read: NonNullable<PasteColumn['read']>
  known: Known
  /** The collection that labels are looked up in. */
  listId: number | null
  unknown: string[]
}

async function columnOf(
  teamId: number,
  field: DataField,
  textsOf: () => Promise<string[]>,
  context: FieldContext,
): Promise<ReadColumn> {
  const type = fieldType(field.dataType)
  const { settings } = typedField(field)
  const reference = type.refersTo?.(settings)
  const known: Known = new Map(
    reference?.to === 'collection' ? context.collections.flatMap(namesOfCollection) : [],
  )
  const isNamed = reference?.to === 'record' || reference?.to === 'collection'
  const text: TextContext = isNamed
    ? { ...context.text, idOf: (label) => known.get(fold(label.trim())) }
    : context.text
  const unknown: string[] = []
  if (reference?.to === 'record') {
    const distinct = await textsOf()
    await lookUp(
      teamId,
      known,
      wordsOf(distinct, type.labelsIn, text),
      reference.collectionId,
      context.collections,
    )
    const named = distinct.flatMap((one) => type.labelsIn?.(one, text) ?? [])
    const isId = /^#\d+$/
    unknown.push(...new Set(named.filter((label) => !known.has(fold(label)) && !isId.test(label))))
  }
  return {
    known,
    listId: reference?.to === 'record' ? reference.collectionId : null,
    unknown,
    read: (one) => {
      const parsed = type.fromText(one, settings, text)
      return parsed.ok ? { ok: true, value: parsed.value } : { ok: false, code: parsed.code }
    },
  }
}

/** The distinct texts of a column. */
async function textsOf(texts: readonly (readonly string[])[], at: number): Promise<string[]> {
  const distinct = new Set<string>()
  await inSlices(
    (function* () {
      for (const row of texts) yield distinct.add(row[at] ?? '')
    })(),
  )
  return [...distinct]
}

type Named = Pick<
  DataCollection,
  'id' | 'name' | 'pluralName' | 'nameTranslations' | 'pluralNameTranslations'
>

const namesOfCollection = ({ id, name, pluralName, nameTranslations, pluralNameTranslations }: Named) =>
  [name, pluralName, ...Object.values(nameTranslations), ...Object.values(pluralNameTranslations)].map(
    (one): [string, number] => [fold(one), id],
  )

/** Labels as a whole and in parts: a comma may separate two names, or be part of one. */
function wordsOf(
  texts: readonly string[],
  labelsIn: ((text: string, context: TextContext) => readonly string[]) | undefined,
  context: TextContext,
): string[] {
  const labels = new Set(texts.flatMap((text) => [text.trim(), ...(labelsIn?.(text, context) ?? [])]))
  labels.delete('')
  return [...labels]
}

/** Stores the ids of records by their names; of list items in any language, as cells show them in the reader's. */
async function lookUp(
  teamId: number,
  known: Known,
  labels: readonly string[],
  dataCollectionId: number | null,
  collections: FieldContext['collections'],
): Promise<void> {
  const note = (name: unknown, id: number) => {
    if (typeof name === 'string' && name !== '' && !known.has(fold(name))) known.set(fold(name), id)
  }
  const listed = collections.find(({ id }) => id === dataCollectionId)
  const columns = languages
    .map(nameColumn)
    .filter(
      (column) => listed?.IsUsedAsCustomList && listed.DataFields.some((one) => one.columnName === column),
    )
  for (let at = 0; at < labels.length; at += chunk) {
    const some = labels.slice(at, at + chunk)
    if (dataCollectionId === null) {
      for (const q of some) {
        const { items } = await call(api.search.all, { params: { teamId }, query: { q } })
        for (const { id, name } of items) note(name, id)
      }
      continue
    }
    const isOne = (field: string) => ({ field, op: 'anyOf' as const, value: some })
    const { items } = await call(api.records.query, {
      params: { teamId, dataCollectionId },
      body: { filter: { or: ['@name', ...columns].map(isOne) }, fields: columns, limit: 1000 },
    })
    // An item's name in the reader's language wins over another item's name in another language.
    for (const { id, name } of items) note(name, id)
    for (const { id, values } of items) for (const column of columns) note(values[column], id)
  }
}
