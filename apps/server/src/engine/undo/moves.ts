/** The undo steps for records that were created, deleted or restored. */

import { ident, type Sql, sql } from '../../platform/db.ts'
import { type Caller, isOwnOperation } from '../access/caller.ts'
import { scopeOf } from '../access/scope.ts'
import type { WriteContext } from '../access/tree-context.ts'
import { all, always, any, rowsToSql } from '../query/filter-to-sql.ts'
import { runMove } from '../write/move.ts'
import { byOf } from '../write/mutate.sql.ts'
import { trashSql } from '../write/trash.sql.ts'
import {
  eventsOf,
  isLarge,
  isLatestOperation,
  type Undo,
  type UndoActions,
  type UndoStep,
  undoContext,
} from './undo.ts'

/** Moves created and restored records to the trash. Runs first, so that their unique values become free. */
export const trashCreated: UndoStep = (undo) => moving(undo, ['created', 'restored'], true)

/** Restores deleted records. Runs last, when their unique values are free again. */
export const restoreTrashed: UndoStep = (undo) => moving(undo, ['deleted'], false)

function moving(undo: Undo, wanted: readonly MoveType[], deletes: boolean): UndoActions {
  return {
    async ofHome(events) {
      const types = wanted.filter((type) => events.types.includes(type))
      const context = types.length > 0 ? undoContext(undo, events.home) : null
      if (!context) return events
      for (const type of types) await moveBack(undo, context, type, { deletes })
      return { ...events, types: events.types.filter((type) => !types.some((one) => one === type)) }
    },
  }
}

export type MoveType = 'created' | 'restored' | 'deleted'

/**
 * Reverts the operation's events of one type by moving their records into the trash or out of it. Callers may
 * do so if they may delete the records. In their own operations they may also do so with records that nobody
 * else has changed since, so that they can undo the creation of records that they may not delete.
 *
 * @param only a condition over `l`, the operation's rows of the log
 */
export async function moveBack(
  undo: Undo,
  context: WriteContext,
  type: MoveType,
  { deletes, only = always }: { deletes: boolean; only?: Sql },
): Promise<void> {
  const { model, operation, caller } = undo
  const scope = scopeOf(context)
  const log = ident(model.schema, 'log_event')
  // Checked once for all records: after the latest operation nobody else can have changed any of them.
  const isLatest = await isLatestOperation(undo)
  const untouched = isLatest
    ? always
    : sql`not exists (
    select from ${log} x join ${ident(model.schema, 'operation')} o on o.id = x.operation_id
    where x.record_id = r.id and x.operation_id > ${operation.id}
      and ${isOthers(caller)})`
  // Records that were moved again later stay where they are.
  const unmoved = isLatest
    ? always
    : sql`not exists (
        select from ${log} x join ${ident(model.schema, 'operation')} o on o.id = x.operation_id
        where x.record_id = l.record_id and x.operation_id > ${operation.id}
          and x.type in ('deleted', 'restored') and o.kind <> 'undo' and o.undone_by is null)`
  const may = any([
    rowsToSql(scope.access.deletable, scope),
    ...(isOwnOperation(caller, operation)
      ? [all([rowsToSql(scope.access.updatable, scope), untouched])]
      : []),
  ])
  const done = await runMove(
    context.executor,
    trashSql(scope, {
      source: sql`select l.record_id as id ${eventsOf(undo, [type])} and ${unmoved} and ${only}`,
      deletes,
      by: byOf(caller),
      operation: { id: undo.id },
      may,
      isStrict: false,
      // Many created records lose their search text, as nobody needs to find them in the trash.
      dropsSearchText: deletes && type === 'created' && isLarge(undo),
      isFirst: type === 'created',
      keepsRedirects: true,
    }),
  )
  if (done.denied.length > 0) undo.denied = true
}

/** Whether the operation `o` is not the caller's own: see `isOwnOperation`. */
function isOthers(caller: Caller): Sql {
  if (caller.kind === 'team_user') return sql`o.team_user_id is distinct from ${caller.teamUserId}`
  const { teamUserId, actor } = byOf(caller)
  return sql`(o.team_user_id is distinct from ${teamUserId}::bigint or o.actor is distinct from ${actor}::jsonb)`
}
