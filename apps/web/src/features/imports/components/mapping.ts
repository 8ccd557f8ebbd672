/** The targets of a file's columns. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import } from '@muster/contract/imports/imports.api'

/** Where a new field's values come from. */
type NewSettings = Readonly<Record<string, unknown>>

/** An existing field, a new one of a type (perhaps with a new list), or nothing. */
export type Target =
  | { to: 'field'; columnName: string }
  | { to: 'new'; dataType: DataType; settings?: NewSettings; isNewList?: boolean }
  | { to: 'nowhere' }

type Column = Import['columns'][number]

/** Types that a column of texts can become. */
export const newTypes = [
  'plain_text',
  'number',
  'decimal',
  'percentage',
  'rating',
  'boolean',
  'date',
  'date_time',
  'email_address',
  'phone_number',
  'url',
  'code',
  'formatted_text',
  'single_selection_from_list',
  'multi_selection_from_list',
  'single_data_record',
  'multi_data_record',
] as const satisfies readonly DataType[]

/** The setting of a type that says what its cells name: items of a list, or records of a collection. */
const sources: Partial<Record<DataType, { key: string; isList: boolean }>> = {
  single_selection_from_list: { key: 'listId', isList: true },
  multi_selection_from_list: { key: 'listId', isList: true },
  single_data_record: { key: 'dataCollectionId', isList: false },
  multi_data_record: { key: 'dataCollectionId', isList: false },
}

export const sourceOf = (dataType: DataType) => sources[dataType]

/** Which collection a new field's cells name records of; null until one is chosen. */
export function sourceIdOf(target: Target): number | null {
  if (target.to !== 'new') return null
  const id = target.settings?.[sourceOf(target.dataType)?.key ?? '']
  return typeof id === 'number' ? id : null
}

/** A new field whose cells name records of this collection. */
export function withSource(target: NewTarget, id: number | 'new' | null): NewTarget {
  const { to, dataType } = target
  const source = sourceOf(dataType)
  if (!source || id === null) return { to, dataType }
  return id === 'new' ? { to, dataType, isNewList: true } : { to, dataType, settings: { [source.key]: id } }
}

export type NewTarget = Extract<Target, { to: 'new' }>

/** Collections, or lists, that a new field of a type may name records of. */
export function sourcesFor(
  dataType: DataType,
  collections: readonly DataCollection[],
): readonly DataCollection[] {
  const isList = sourceOf(dataType)?.isList === true
  return collections.filter((one) => one.IsUsedAsCustomList === isList)
}

/** A new field for a column: uses a list or collection of that name, else creates a list. */
export function newTarget(
  dataType: DataType,
  header: string,
  collections: readonly DataCollection[],
): NewTarget {
  const target: NewTarget = { to: 'new', dataType }
  const source = sourceOf(dataType)
  if (!source) return target
  const named = sourcesFor(dataType, collections).find(({ name, pluralName }) =>
    [name, pluralName].some((one) => plain(one) === plain(header)),
  )
  return withSource(target, named?.id ?? (source.isList ? 'new' : null))
}

/** Whether a new field has a target for the names in its cells, if it needs one. */
export const isWhole = (target: Target): boolean =>
  target.to !== 'new' ||
  !sourceOf(target.dataType) ||
  target.isNewList === true ||
  sourceIdOf(target) !== null

/** Fields whose values have no text form for a file. */
const unreadable: readonly DataType[] = ['single_file', 'single_image', 'multi_file', 'multi_image', 'video']

export function importableFields(fields: readonly DataField[]): DataField[] {
  return fields.filter(({ canUpdate, dataType }) => canUpdate && !unreadable.includes(dataType))
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Columns are matched to fields by name or title; the rest become new fields if the user may create them. */
export function initialTargets(
  columns: readonly Column[],
  fields: readonly DataField[],
  mayDesign: boolean,
): Target[] {
  const free = new Map<string, DataField>()
  for (const field of importableFields(fields)) {
    const names = [field.title, ...Object.values(field.titleTranslations), field.columnName]
    for (const name of names) if (name && !free.has(plain(name))) free.set(plain(name), field)
  }
  const taken = new Set<number>()
  return columns.map((column): Target => {
    const field = column.header ? free.get(plain(column.header)) : undefined
    if (field && !taken.has(field.id)) {
      taken.add(field.id)
      return { to: 'field', columnName: field.columnName }
    }
    if (!mayDesign || column.filled === 0) return { to: 'nowhere' }
    return { to: 'new', dataType: newTypeFor(column.guessedType) }
  })
}

/** A guess that needs settings first (a list, a currency) is text until someone chooses them. */
function newTypeFor(guess: DataType): DataType {
  const isReady = (newTypes as readonly DataType[]).includes(guess) && !sourceOf(guess)
  return isReady ? guess : 'plain_text'
}

/** Fields that two columns are mapped to; each takes one. */
export function doubleTargets(targets: readonly Target[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const double = new Set<string>()
  for (const target of targets) {
    if (target.to !== 'field') continue
    if (seen.has(target.columnName)) double.add(target.columnName)
    seen.add(target.columnName)
  }
  return double
}
