/** Validates an import's choices against the model and the caller's permissions, before any row is read. */

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

interface ChoiceContext {
  model: TeamModel
  caller: Caller
  access: CollectionAccess
  columnCount: number
}

/** @throws AppError validation_failed with the path of the first invalid choice */
export function checkChoices(context: ChoiceContext, choices: ImportChoices): void {
  const seenColumns = new Set<string>()
  const seenIndexes = new Set<number>()
  for (const [n, mapping] of choices.columns.entries()) {
    const path = `columns.${n}`
    if (mapping.index >= context.columnCount) throw bad(`${path}.index`, 'unknown_field')
    if (seenIndexes.has(mapping.index)) throw bad(`${path}.index`, 'not_unique')
    seenIndexes.add(mapping.index)
    if (!('columnName' in mapping)) continue
    const field = context.access.fields.get(mapping.columnName)
    if (!field) throw bad(`${path}.columnName`, 'unknown_field')
    if (field.update !== 'all') throw bad(`${path}.columnName`, 'read_only')
    if (seenColumns.has(mapping.columnName)) throw bad(`${path}.columnName`, 'not_unique')
    seenColumns.add(mapping.columnName)
    checkOptions(context, field.field, mapping, path)
  }
  if (choices.mode === 'create') return
  if (choices.matchBy.length === 0) throw bad('matchBy', 'required')
  for (const [n, columnName] of choices.matchBy.entries()) {
    const field = context.access.fields.get(columnName)
    const isUsable =
      field && field.read === 'all' && isMatchable(field.field.dataType) && seenColumns.has(columnName)
    if (!isUsable) throw bad(`matchBy.${n}`, 'unknown_field')
  }
}

/**
 * Linked records are found by an existing field, and created only if their name is the only required field.
 */
function checkOptions(
  { model, caller }: ChoiceContext,
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
  const hasOtherRequired = linked.home.fields.some(
    (other) =>
      other !== nameField &&
      other.isRequired &&
      (other.defaultValue === null || other.defaultValue === undefined) &&
      !other.type.isAutomatic?.(other.settings),
  )
  if (hasOtherRequired) throw bad(`${path}.unknown`, 'required')
}

function bad(path: string, code: FieldErrorCode): AppError {
  return new AppError('validation_failed', { errors: [{ path, code }] })
}
