/** Undo's part for records that were made, deleted or restored. */

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

/** What was made or brought back goes first, so that what is unique is free again. */
export const trashCreated: UndoStep = (undo) => moving(undo, ['created', 'restored'], true)

/** Deleted records are restored last: by then their unique values are free again. */
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
 * Trash and back, of what the operation did of one type. Who may delete may do it; and who did the operation himself, with records that nobody else has
 * touched since: a member who may delete nothing can still take back what he just made.
 *
 * @param only a condition over `l`, the log's row of the operation
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
  // Computed once for all records: whether anybody else has changed any of them since.
  const isLatest = await isLatestOperation(undo)
  const untouched = isLatest
    ? always
    : sql`not exists (
    select from ${log} x join ${ident(model.schema, 'operation')} o on o.id = x.operation_id
    where x.record_id = r.id and x.operation_id > ${operation.id}
      and ${isOthers(caller)})`
  // A record that was moved again since stays where it is.
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
      // What many records were made with is not looked for in the trash.
      dropsWords: deletes && type === 'created' && isLarge(undo),
      isFirst: type === 'created',
      keepsSurvivors: true,
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
