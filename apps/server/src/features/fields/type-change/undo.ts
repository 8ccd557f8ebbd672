/** Undoes a type change: restores the old columns, and converts later edits into them. */

import { AppError } from '@muster/contract/errors'
import { fieldType } from '@muster/contract/fields/types/index'
import {
  addFixedIndexes,
  addUniqueIndex,
  checkFiltersHold,
  dropIndexes,
  findDuplicates,
  linkTableName,
  refreshCatalogue,
  type TypeChangeDetails,
  typeChangeDetailsSchema,
  updateFieldRow,
} from '../../../engine/public.design.ts'
import { eventsIn, homeTable, isLinks } from '../../../engine/public.sql.ts'
import { type FieldModel, loadModel, type TeamModel } from '../../../engine/public.ts'
import {
  ident,
  join,
  literal,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
} from '../../../platform/db.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { countFilled, stage, takeStaged, writtenColumns } from './stage.ts'
import { setAside, takeBack } from './swap.ts'
import { lockValues } from './type-change.service.ts'

export interface UndoneTypeChange {
  /** Number of records that have their old value again. */
  restored: number
  /** Records changed since, whose current value the old type rejects; it is kept for a redo. */
  skipped: { recordId: number; field: string }[]
  /** For the undoing operation's own `details`, so that it can be undone as well. */
  details: TypeChangeDetails
}

/**
 * Runs in the caller's transaction, within `changeModel`, and changes the model and the tables.
 *
 * @param operation its row, with `details` as written by this feature
 * @param jobs if given, a large collection's names and search documents are refreshed in a job
 * @throws AppError undo_expired when the old values were purged, the field is gone, or has yet another type
 */
export async function undoFieldTypeChange(
  client: Transaction,
  model: TeamModel,
  operation: { id: number; details: unknown },
  jobs?: Pick<Jobs, 'add'>,
): Promise<UndoneTypeChange> {
  const details = typeChangeDetailsSchema.parse(operation.details)
  const field = model.fields.get(details.dataFieldId)
  if (!field || field.deletedAt || !details.kept) throw new AppError('undo_expired')
  if (await hasLaterChange(client, model, operation.id, field.id)) throw new AppError('undo_expired')
  const type = fieldType(details.before.dataType)
  const before: FieldModel = { ...field, ...details.before, type, isUnique: false }

  await lockValues(client, model, field)
  const changed = await changedSince(client, model, operation.id, field)
  const staged = await stage(client, model, field, before, sql`t.record_id = any(${changed}::bigint[])`)
  await dropIndexes(client, model.schema, field)
  const kept = await setAside(client, model, field, `undone_${operation.id}`)
  await takeBack(client, model, before, details.kept)
  await clearValues(client, model, before, changed)
  await takeStaged(client, model, before)
  await addFixedIndexes(client, model, before)
  const isUnique = details.before.isUnique && (await findDuplicates(client, model, before)).length === 0
  if (isUnique) await addUniqueIndex(client, model, before)
  await updateFieldRow(client, field, { ...details.before, isUnique })
  await clearKept(client, model, operation.id)
  const after = await loadModel(client, model.teamId)
  checkFiltersHold(model, after)
  await refreshCatalogue(client, after, field.dataCollectionId, jobs)
  const { columnName } = field
  return {
    restored: (await countFilled(client, model, before)) - staged.converted,
    skipped: staged.lostIds.map((recordId) => ({ recordId, field: columnName })),
    details: {
      ...details,
      before: details.after,
      after: { ...details.before, isUnique },
      kept,
      lost: staged.lost,
    },
  }
}

/** Whether there is a later type change of the field that is not undone. */
async function hasLaterChange(
  client: Transaction,
  model: TeamModel,
  operationId: number,
  fieldId: number,
): Promise<boolean> {
  const row = await one(
    client,
    sql`select 1 from ${ident(model.schema, 'operation')}
        where id > ${operationId} and undone_by is null and details -> 'dataFieldId' = to_jsonb(${fieldId}::bigint)`,
  )
  return row !== undefined
}

/** Records created, or changed in this field, after the operation. */
async function changedSince(
  client: Transaction,
  model: TeamModel,
  operationId: number,
  { columnName }: FieldModel,
): Promise<number[]> {
  const key = literal(columnName)
  const found = await rows<{ id: number }>(
    client,
    sql`select distinct record_id as id from ${eventsIn(model.schema)} l
        where operation_id > ${operationId} and (type = 'created' or before ? ${key} or after ? ${key})`,
  )
  return found.map(({ id }) => id)
}

async function clearValues(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  recordIds: readonly number[],
): Promise<void> {
  if (recordIds.length === 0) return
  const ids = sql`any(${recordIds}::bigint[])`
  if (isLinks(field)) {
    await run(client, sql`delete from ${ident(model.schema, linkTableName(field))} where from_id = ${ids}`)
    return
  }
  const empty: Sql[] = writtenColumns(field).map((name) => sql`${ident(name)} = null`)
  await run(client, sql`update ${homeTable(model, field)} set ${join(empty)} where record_id = ${ids}`)
}

/** Records that the kept columns are the field's own again. */
async function clearKept(client: Transaction, model: TeamModel, operationId: number): Promise<void> {
  await run(
    client,
    sql`update ${ident(model.schema, 'operation')} set details = details || '{"kept": null}' where id = ${operationId}`,
  )
}
