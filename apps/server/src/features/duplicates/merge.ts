/** Merging: one record gets the values, links, memberships and files of others, which go to the trash. */

import type { MergeBody } from '@muster/contract/duplicates/duplicates.schema'
import { AppError, type FieldError } from '@muster/contract/errors'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { byOf, membershipSql, rowsToSql, runMove, trashSql } from '../../engine/public.sql.ts'
import {
  type CollectionAccess,
  checkMayAssign,
  type Deps,
  type FieldModel,
  homeContext,
  insertOperation,
  lockRecords,
  type NamedGrant,
  notUnique,
  type PoolContext,
  plainChildren,
  type Scope,
  scopeOf,
  setRecordCount,
  systemFor,
  type TeamModel,
  update,
  type WriteContext,
} from '../../engine/public.ts'
import { ident, one, rawSql, rows, run, sql, type Transaction, transaction } from '../../platform/db.ts'

import { copyBookmarks, type Merged } from '../bookmarks/public.ts'
import { markMerged } from './groups.repo.ts'
import {
  fieldsPointingTo,
  losers,
  mergedFields,
  redirected,
  shareFiles,
  storeSurvivors,
  survivorMemberships,
  survivorValues,
} from './merge.sql.ts'

/** A merge in the tree of its records. */
export interface MergeWork extends WriteContext {
  operationId: number
}

export async function createMemberTable(client: Transaction): Promise<void> {
  await run(
    client,
    rawSql(`create temporary table merge_member (survivor_id bigint not null, record_id bigint primary key)
      on commit drop`),
  )
}

/**
 * Merges the records in `merge_member`, which must be locked, living and visible to the caller.
 *
 * @throws AppError access_denied when the caller may not delete, change or move one of them
 */
export async function mergeMembers(
  work: MergeWork,
  choices: Readonly<Record<string, number>> = {},
): Promise<void> {
  const { executor, model, caller, access, operationId } = work
  const scope = scopeOf(work)
  const operation = { id: operationId }
  const by = byOf(caller)
  // Done first, so that a unique value is free when the survivor gets it.
  const trashed = await runMove(
    executor,
    trashSql(scope, {
      source: losers,
      deletes: true,
      by,
      operation,
      may: rowsToSql(access.deletable, scope),
      isStrict: true,
    }),
  )
  if (trashed.denied.length > 0) throw new AppError('access_denied')
  await run(executor, storeSurvivors(model.schema, operationId))
  const joined = await runMove(
    executor,
    membershipSql(scope, {
      source: survivorMemberships(scope),
      by,
      operation,
      may: rowsToSql(access.updatable, scope),
      isStrict: true,
    }),
  )
  if (joined.denied.length > 0) throw new AppError('access_denied')
  if (joined.count > 0) {
    checkMayAssign(
      access,
      caller,
      plainChildren(model, access.home).map(({ id }) => id),
    )
  }
  await updateSurvivors(work, scope, choices)
  await redirectLinks(work)
  await run(executor, shareFiles(model.schema))
  const merged = await rows<Merged>(
    executor,
    rawSql(`select record_id as "recordId", survivor_id as "survivorId" from merge_member
      where record_id <> survivor_id`),
  )
  await copyBookmarks(executor, model.teamId, merged)
}

async function updateSurvivors(
  work: MergeWork,
  scope: Scope,
  choices: Readonly<Record<string, number>>,
): Promise<void> {
  const fields = mergedFields(scope)
  if (fields.length === 0) return
  const result = await update(work, {
    source: survivorValues(scope, fields, choices),
    fields,
    operation: { id: work.operationId },
    isStrict: true,
    // They are existing values of the same field.
    trustsReferences: true,
  })
  if (result.problems.denied) throw new AppError('access_denied')
}

/** The grants needed to redirect a link to another record of a collection. */
function linkGrants(field: FieldModel, targetId: number): NamedGrant[] {
  return [
    { permission: 'read_data_field_data', dataFieldId: field.id },
    { permission: 'update_data_field_data', dataFieldId: field.id },
    { permission: 'read_data_field_data', dataCollectionId: targetId },
  ]
}

/**
 * Redirects links from merged records to their survivors. This does not change what the values mean, so the
 * caller's rights to change them are not checked: a link left behind would be lost.
 */
async function redirectLinks({ executor, model, caller, access, operationId }: MergeWork): Promise<void> {
  for (const field of fieldsPointingTo(model, access.home.id)) {
    const system = systemFor(caller.teamUserId, linkGrants(field, access.home.id))
    const owner = homeContext({ model, caller: system, executor }, field.dataCollectionId)
    await update(owner, {
      source: redirected(scopeOf(owner), field),
      fields: [field],
      operation: { id: operationId },
      isStrict: false,
      trustsReferences: true,
    })
  }
}

export interface MergeResult {
  operation: OperationRef
  changed: ChangedHome[]
}

interface ChangedHome {
  home: number
  count: number
  ids: number[]
}

const maxNotifiedIds = 300

/** The records that the operation changed and their number, by collection. */
export async function changedBy(
  client: Transaction,
  model: TeamModel,
  operationId: number,
): Promise<ChangedHome[]> {
  return rows<ChangedHome>(
    client,
    sql`select r.data_collection_id as home, count(*) as count,
          (array_agg(r.id))[1:${rawSql(String(maxNotifiedIds))}] as ids
        from ${ident(model.schema, 'log_event')} l join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
        where l.operation_id = ${operationId} group by 1`,
  )
}

/** Completes the operation with its record count. */
export async function finishMerge(
  client: Transaction,
  model: TeamModel,
  operationId: number,
): Promise<MergeResult> {
  const changed = await changedBy(client, model, operationId)
  const recordCount = changed.reduce((sum, { count }) => sum + count, 0)
  await setRecordCount(client, model, operationId, recordCount)
  return { operation: { id: operationId, kind: 'merge_records', recordCount }, changed }
}

export function notifyMerged(deps: Pick<Deps, 'live'>, model: TeamModel, { changed }: MergeResult): void {
  for (const { home, count, ids } of changed) {
    deps.live.recordsChanged(model.teamId, home, count > maxNotifiedIds ? 'all' : ids)
  }
}

/**
 * Merges records that a user has compared.
 *
 * @param context of the records' tree
 * @throws AppError not_found, access_denied, version_conflict `{recordIds}`, validation_failed
 */
export async function mergeRecords(
  deps: Pick<Deps, 'live'>,
  context: PoolContext,
  { survivorId, records, choices }: MergeBody,
): Promise<OperationRef> {
  const { model, access } = context
  const ids = records.map(({ id }) => id)
  checkChoices(access, ids, choices)
  const merged = await transaction(context.executor, async (client) => {
    const inside = { ...context, executor: client }
    await lockRecords(client, model, ids)
    await checkRecords(client, scopeOf(context), records)
    await createMemberTable(client)
    await run(client, sql`insert into merge_member select ${survivorId}::bigint, unnest(${ids}::bigint[])`)
    const operationId = await insertOperation(inside, 'merge_records')
    await mergeMembers({ ...inside, operationId }, choices)
    await markMerged(client, model.schema, operationId)
    return finishMerge(client, model, operationId)
  }).catch((error: unknown) => {
    throw notUnique(error, model, 'choices')
  })
  notifyMerged(deps, model, merged)
  return merged.operation
}

function checkChoices(
  access: CollectionAccess,
  ids: readonly number[],
  choices: Readonly<Record<string, number>>,
): void {
  const errors = Object.entries(choices).flatMap(([column, id]): FieldError[] => {
    const path = `choices.${column}`
    const field = access.fields.get(column)
    if (!field) return [{ path, code: 'unknown_field' }]
    if (field.update === 'none') return [{ path, code: 'read_only' }]
    return ids.includes(id) ? [] : [{ path, code: 'unknown_record' }]
  })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** Checks that all records exist, are visible and unchanged since the caller read them. */
async function checkRecords(client: Transaction, scope: Scope, records: MergeBody['records']): Promise<void> {
  const t = ident(scope.alias)
  const found = await rows<{ id: number; version: number }>(
    client,
    sql`select r.id, r.version from ${ident(scope.schema, 'data_record')} r
          join ${ident(scope.schema, scope.access.home.tableName)} ${t} on ${t}.record_id = r.id
        where r.id = any(${records.map(({ id }) => id)}::bigint[]) and r.deleted_at is null
          and ${rowsToSql(scope.access.visible, scope)}`,
  )
  if (found.length < records.length) throw new AppError('not_found')
  const seen = new Map(records.map(({ id, version }) => [id, version]))
  const changed = found.filter(({ id, version }) => seen.get(id) !== version).map(({ id }) => id)
  if (changed.length > 0) throw new AppError('version_conflict', { params: { recordIds: changed } })
}

/** The living record that a record was finally merged into; null when it was not merged. */
export async function survivorOf(
  pool: Deps['pool'],
  model: TeamModel,
  recordId: number,
): Promise<number | null> {
  const merged = ident(model.schema, 'merged_record')
  const catalogue = ident(model.schema, 'data_record')
  const row = await one<{ id: number }>(
    pool,
    sql`with recursive chain (id, depth) as (
          select ${recordId}::bigint, 0
          union all
          select m.survivor_id, c.depth + 1 from chain c join ${merged} m on m.record_id = c.id
          where c.depth < 50
            and not exists (select from ${catalogue} r where r.id = c.id and r.deleted_at is null))
        select c.id from chain c join ${catalogue} r on r.id = c.id and r.deleted_at is null
        where c.depth > 0 order by c.depth desc limit 1`,
  )
  return row?.id ?? null
}
