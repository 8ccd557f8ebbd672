/** The targets of a file's columns. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import } from '@muster/contract/imports/imports.api'
import { fold } from '@muster/contract/text'

/** Where a new field's values come from. */
type NewSettings = Readonly<Record<string, unknown>>

/**
 * An existing field, a new one of a type, or nothing. A new one has the column's title where it has none of its own, and
 * may need a new list of some name.
 */
export type Target =
  | { to: 'field'; columnName: string }
  | { to: 'new'; dataType: DataType; title?: string; settings?: NewSettings; newList?: string }
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
export function withSource(target: NewTarget, id: number | null): NewTarget {
  const { settings: _settings, newList: _list, ...rest } = target
  const source = sourceOf(target.dataType)
  return source && id !== null ? { ...rest, settings: { [source.key]: id } } : rest
}

/** A new field whose cells become the items of a new list. */
export function withNewList(target: NewTarget, name: string): NewTarget {
  return { ...withSource(target, null), newList: name }
}

/** Whether a collection or list has a name already. */
export const isTaken = (name: string, collections: readonly DataCollection[]): boolean =>
  collections.some((one) => [one.name, one.pluralName].some((other) => fold(other) === fold(name)))

/** A name for a list that nothing has yet: the column's, else with that of the collection, else with a number. */
export function freeName(
  header: string,
  collectionName: string,
  collections: readonly DataCollection[],
): string {
  const names = [header, `${collectionName} ${header}`]
  for (let n = 2; n < 100; n++) names.push(`${header} ${n}`)
  return names.find((name) => !isTaken(name, collections)) ?? header
}

/** Whether a new field chooses from a list. */
export const isOfList = (target: Target): boolean =>
  target.to === 'new' && sourceOf(target.dataType)?.isList === true && target.newList === undefined

export type NewTarget = Extract<Target, { to: 'new' }>

/** Collections, or lists, that a new field of a type may name records of. */
export function sourcesFor(
  dataType: DataType,
  collections: readonly DataCollection[],
): readonly DataCollection[] {
  const isList = sourceOf(dataType)?.isList === true
  return collections.filter((one) => one.IsUsedAsCustomList === isList)
}

/**
 * A new field for a column: records of a collection of that name, or a list of its own. An existing list is never chosen
 * by its name alone: rows with other items would be refused.
 */
export function newTarget(
  dataType: DataType,
  { header, guessedType, guessedSettings }: Pick<Column, 'header' | 'guessedType' | 'guessedSettings'>,
  collectionName: string,
  collections: readonly DataCollection[],
): NewTarget {
  const target: NewTarget = { to: 'new', dataType }
  const source = sourceOf(dataType)
  if (!source)
    return dataType === guessedType && guessedSettings ? { ...target, settings: guessedSettings } : target
  if (source.isList) return withNewList(target, freeName(header, collectionName, collections))
  const named = sourcesFor(dataType, collections).find(({ name, pluralName }) =>
    [name, pluralName].some((one) => plain(one) === plain(header)),
  )
  return withSource(target, named?.id ?? null)
}

/** Whether a new field has a target for the names in its cells, if it needs one. */
export const isWhole = (target: Target): boolean =>
  target.to !== 'new' ||
  !sourceOf(target.dataType) ||
  Boolean(target.newList?.trim()) ||
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
    const dataType = newTypeFor(column.guessedType)
    const { guessedSettings } = column
    const isGuessed = dataType === column.guessedType && guessedSettings
    return { to: 'new', dataType, ...(isGuessed && { settings: guessedSettings }) }
  })
}

/**
 * Records without a name cannot be told apart: where no column goes to the field that names them, the first column of
 * texts does.
 *
 * @returns the targets, and the column that was chosen; null where one has the name already
 */
export function withName(
  targets: readonly Target[],
  columns: readonly Column[],
  nameField: DataField | undefined,
): { targets: Target[]; named: number | null } {
  const same = { targets: [...targets], named: null }
  if (!nameField || !importableFields([nameField]).length || nameField.dataType !== 'plain_text') return same
  const { columnName } = nameField
  if (targets.some((target) => target.to === 'field' && target.columnName === columnName)) return same
  const at = targets.findIndex(
    (target, n) =>
      (target.to === 'new' || target.to === 'nowhere') &&
      columns[n]?.filled !== 0 &&
      ['plain_text', 'single_selection_from_list'].includes(columns[n]?.guessedType ?? ''),
  )
  const named = columns[at]
  if (!named) return same
  return { targets: targets.map((target, n) => (n === at ? { to: 'field', columnName } : target)), named: at }
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
