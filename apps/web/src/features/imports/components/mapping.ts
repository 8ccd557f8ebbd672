/** Where the columns of a file go. */

import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import } from '@muster/contract/imports/imports.api'

/** A field there is, a new one of a type, or nowhere. */
export type Target =
  | { to: 'field'; columnName: string }
  | { to: 'new'; dataType: DataType }
  | { to: 'nowhere' }

type Column = Import['columns'][number]

/** Types that a column of texts can become without further settings. */
export const newTypes = [
  'plain_text',
  'number',
  'decimal',
  'percentage',
  'boolean',
  'date',
  'date_time',
  'email_address',
  'phone_number',
  'url',
  'code',
  'formatted_text',
] as const satisfies readonly DataType[]

/** Fields whose values have no text form that a file could hold. */
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

/** Columns find the field of their name or title; the rest becomes new fields where one may make them. */
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

/** A guess that needs settings first (a list, a currency) is a text until somebody says more. */
function newTypeFor(guess: DataType): DataType {
  return (newTypes as readonly DataType[]).includes(guess) ? guess : 'plain_text'
}

/** Fields that two columns go to; each takes one. */
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
