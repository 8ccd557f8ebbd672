/**
 * What a caller may read in every record. Smart collections and public views evaluate all data, so their
 * author must be able to read the fields they depend on; otherwise their members and pages would disclose
 * these values.
 */
import { AppError } from '@muster/contract/errors'
import type { Condition, Filter } from '@muster/contract/filters/ast'
import { conditionsIn } from '@muster/contract/filters/explain'
import type { Rows } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { accessOf } from '../access/design.ts'
import { targetOf } from '../access/scope.ts'
import type { TreeAccess } from '../access/tree-context.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { isSystemColumn, systemRows } from './system-fields.ts'

/** The records for which the result of a condition may be shown to the caller. */
export function disclosableRows(
  { model, caller, access }: TreeAccess,
  { field, where, value }: Condition,
): Rows {
  if (field === '@collections') {
    const isSeen = [value].flat().every((id) => accessOf(model, caller, Number(id)) !== null)
    return isSeen ? 'all' : 'none'
  }
  if (isSystemColumn(field)) return systemRows(field, access)
  const own = access.fields.get(field)
  if (!own) return 'none'
  if (!where) return own.read
  const target = targetOf(own.field)
  return target !== null && readsAllOf(model, caller, target, where) ? own.read : 'none'
}

/**
 * Whether the caller may read every record of a collection, and in all of them the fields that a filter uses.
 */
export function readsAllOf(
  model: TeamModel,
  caller: Caller,
  dataCollectionId: number,
  filter: Filter,
): boolean {
  const access = accessOf(model, caller, dataCollectionId)
  if (access?.visible !== 'all') return false
  const tree = { model, caller, access }
  return conditionsIn(filter).every((condition) => disclosableRows(tree, condition) === 'all')
}

/** Whether the caller may read a field in every record. */
export function readsEverywhere(model: TeamModel, caller: Caller, field: FieldModel): boolean {
  const access = accessOf(model, caller, field.dataCollectionId)
  return access?.fields.get(field.columnName)?.read === 'all'
}

/** @throws AppError validation_failed at `path` if the caller may not read the field in every record */
export function checkReadsEverywhere(
  model: TeamModel,
  caller: Caller,
  field: FieldModel,
  path: string,
): void {
  if (readsEverywhere(model, caller, field)) return
  throw new AppError('validation_failed', { errors: [{ path, code: 'not_readable' }] })
}
