/** What a person chose for an import, held against the model and the person's rights before any row is read. */

import { AppError, type FieldErrorCode } from '@muster/contract/errors'
import type { ImportChoices } from '@muster/contract/imports/imports.api'
import { isMatchable } from '@muster/contract/imports/matching'
import {
  accessTo,
  type Caller,
  type CollectionAccess,
  type FieldModel,
  type TeamModel,
} from '../../engine/public.ts'
import { nameFieldOf } from './links.ts'

interface Against {
  model: TeamModel
  caller: Caller
  access: CollectionAccess
  columnCount: number
}

/** @throws AppError validation_failed with the path of the first bad choice */
export function checkChoices(against: Against, choices: ImportChoices): void {
  const seenColumns = new Set<string>()
  const seenIndexes = new Set<number>()
  for (const [n, mapping] of choices.columns.entries()) {
    const path = `columns.${n}`
    if (mapping.index >= against.columnCount) throw bad(`${path}.index`, 'unknown_field')
    if (seenIndexes.has(mapping.index)) throw bad(`${path}.index`, 'not_unique')
    seenIndexes.add(mapping.index)
    if (!('columnName' in mapping)) continue
    const field = against.access.fields.get(mapping.columnName)
    if (!field) throw bad(`${path}.columnName`, 'unknown_field')
    if (field.update !== 'all') throw bad(`${path}.columnName`, 'read_only')
    if (seenColumns.has(mapping.columnName)) throw bad(`${path}.columnName`, 'not_unique')
    seenColumns.add(mapping.columnName)
    checkOptions(against, field.field, mapping, path)
  }
  if (choices.mode === 'create') return
  if (choices.matchBy.length === 0) throw bad('matchBy', 'required')
  for (const [n, columnName] of choices.matchBy.entries()) {
    const field = against.access.fields.get(columnName)
    const isUsable =
      field && field.read === 'all' && isMatchable(field.field.dataType) && seenColumns.has(columnName)
    if (!isUsable) throw bad(`matchBy.${n}`, 'unknown_field')
  }
}

/** How cells name linked records: by a field there is, and made only where a name is all that is asked. */
function checkOptions(
  { model, caller }: Against,
  field: FieldModel,
  { linkBy, unknown }: ImportChoices['columns'][number],
  path: string,
): void {
  if (linkBy === undefined && unknown !== 'create') return
  const reference = field.type.refersTo?.(field.settings)
  const target = reference?.to === 'record' ? reference.collectionId : null
  if (target === null) throw bad(`${path}.${linkBy === undefined ? 'unknown' : 'linkBy'}`, 'invalid')
  const linked = accessTo(model, caller, target)
  if (linkBy !== undefined) {
    const by = linked.fields.get(linkBy)
    if (!by || !isMatchable(by.field.dataType)) throw bad(`${path}.linkBy`, 'unknown_field')
  }
  if (unknown !== 'create') return
  const nameField = nameFieldOf(linked)
  if (!nameField) throw bad(`${path}.unknown`, 'read_only')
  if (linkBy !== undefined && linkBy !== nameField.columnName) throw bad(`${path}.unknown`, 'invalid')
  const isAskedMore = linked.home.fields.some(
    (other) =>
      other !== nameField &&
      other.isRequired &&
      (other.defaultValue === null || other.defaultValue === undefined) &&
      !other.type.isAutomatic?.(other.settings),
  )
  if (isAskedMore) throw bad(`${path}.unknown`, 'required')
}

function bad(path: string, code: FieldErrorCode): AppError {
  return new AppError('validation_failed', { errors: [{ path, code }] })
}
