/** Moves records into the trash and back, and into collections and out of them. */

import { AppError } from '@muster/contract/errors'
import { type Executor, inOneCommit, queryText, type Sql, sql, transaction } from '../../platform/db.ts'
import { scopeOf } from '../access/scope.ts'
import type { PoolContext, TreeContext } from '../access/tree-context.ts'
import { recordDetail } from '../query/detail.ts'
import { rowsToSql } from '../query/filter-to-sql.ts'
import { notUnique, refText, type WriteDeps } from './create.ts'
import { membershipSource, membershipSql } from './membership.sql.ts'
import { checkMayAssign, plainChildren, withAncestors } from './membership-rules.ts'
import { byOf } from './mutate.sql.ts'
import { trashSql } from './trash.sql.ts'
import { checkUnused } from './unused.ts'
import { lockRecords } from './update.ts'

export interface Moved {
  operationId: number | null
  count: number
  /** Ids of moved records; incomplete for more than 300. */
  ids: number[]
  /** Records that the caller may see but not move. */
  denied: number[]
  /** Number of records that could be moved if permitted. */
  found: number
}

export async function runMove(executor: Executor, statement: Sql): Promise<Moved> {
  const [row] = await queryText(executor, statement, false)
  return {
    operationId: row?.[0] ? Number(row[0]) : null,
    count: Number(row?.[1] ?? 0),
    ids: JSON.parse(row?.[2] ?? '[]') as number[],
    denied: JSON.parse(row?.[3] ?? '[]') as number[],
    found: Number(row?.[4] ?? 0),
  }
}

/** @returns JSON of `{operation}`, or null if there is no such record that the caller may see */
export async function removeRecord(
  deps: WriteDeps,
  context: PoolContext,
  id: number,
): Promise<string | null> {
  return moveOne(
    deps,
    context,
    id,
    true,
    async (_inside, operationId) => `{"operation":${refText(operationId, 'delete_records', 1)}}`,
  )
}

/** @returns JSON of the contract's writeResultSchema, or null if there is no such record in the trash */
export async function restoreRecord(
  deps: WriteDeps,
  context: PoolContext,
  id: number,
): Promise<string | null> {
  return moveOne(deps, context, id, false, async (inside, operationId) => {
    const detail = await recordDetail(inside, id)
    return detail && `{"record":${detail},"operation":${refText(operationId, 'restore_records', 1)}}`
  })
}

/** @param answer makes the answer, in the transaction of the move if there is one */
async function moveOne(
  deps: WriteDeps,
  context: PoolContext,
  id: number,
  deletes: boolean,
  answer: (context: TreeContext, operationId: number | null) => Promise<string | null>,
): Promise<string | null> {
  const { model, caller, access, executor } = context
  const scope = scopeOf(context)
  if (deletes) await checkUnused(executor, scope, sql`select ${id}::bigint as id`)
  const statement = trashSql(scope, {
    source: sql`select ${id}::bigint as id`,
    deletes,
    by: byOf(caller),
    operation: { kind: deletes ? 'delete_records' : 'restore_records' },
    may: rowsToSql(access.deletable, scope),
    isStrict: true,
  })
  const { isFound, text } = await inOneCommit(executor, async (inside) => {
    const moved = await runMove(inside, statement)
    if (moved.found === 0) return { isFound: false, text: null }
    if (moved.denied.length > 0) throw new AppError('access_denied')
    const text = await answer({ ...context, executor: inside }, moved.operationId)
    if (text) deps.keepAnswer?.(text)
    return { isFound: true, text }
  }).catch((error: unknown) => {
    throw notUnique(error, model, 'values')
  })
  if (isFound) deps.live.recordsChanged(model.teamId, access.home.id, [id])
  return text
}

/**
 * Makes a record a member of exactly these plain collections of its tree and their ancestors.
 *
 * @returns JSON of the contract's writeResultSchema, or null if there is no such record that the caller may
 * see
 * @throws AppError validation_failed (paths `dataCollectionIds.<n>`), access_denied
 */
export async function setCollections(
  deps: WriteDeps,
  context: PoolContext,
  id: number,
  dataCollectionIds: readonly number[],
): Promise<string | null> {
  const { model, caller, access } = context
  const wanted = withAncestors(model, access.home, dataCollectionIds, (index) => `dataCollectionIds.${index}`)
  const children = plainChildren(model, access.home).map((child) => child.id)
  const unwanted = children.filter((child) => !wanted.includes(child))
  const scope = scopeOf(context)
  const { count, text } = await transaction(context.executor, async (client) => {
    await lockRecords(client, model, [id])
    const done = await runMove(
      client,
      membershipSql(scope, {
        source: membershipSource(sql`select ${id}::bigint as id`, wanted, unwanted),
        by: byOf(caller),
        operation: { kind: 'change_membership' },
        may: rowsToSql(access.updatable, scope),
        isStrict: true,
      }),
    )
    if (done.denied.length > 0) throw new AppError('access_denied')
    // Permissions are only needed for actual changes.
    if (done.count > 0) checkMayAssign(access, caller, children)
    const detail = done.found === 0 ? null : await recordDetail({ ...context, executor: client }, id)
    const text =
      detail && `{"record":${detail},"operation":${refText(done.operationId, 'change_membership', 1)}}`
    if (text) deps.keepAnswer?.(text)
    return { count: done.count, text }
  })
  if (count > 0) deps.live.recordsChanged(model.teamId, access.home.id, [id])
  return text
}
