/** Undoes changes of records step by step; each step is statements over all records. */

import { AppError } from '@muster/contract/errors'
import type { OperationRef, UndoResult } from '@muster/contract/operations/operations.schema'
import { ident, rawSql, rows, run, sql, transaction } from '../../platform/db.ts'
import type { Caller } from '../access/caller.ts'
import { eventsIn } from '../write/mutate.sql.ts'
import { insertOperation, setRecordCount } from '../write/operation.sql.ts'
import { scheduleIndexing } from '../write/schedule-indexing.ts'
import { lockRecords } from '../write/update.ts'
import { checkMayUndo, markUndone, readOperation } from './operation-row.ts'
import { fieldsChangedTypeSince } from './retyped-fields.ts'
import { eventsOf, homesOf, isLarge, maxSkipped, type Undo, type UndoDeps, type UndoStep } from './undo.ts'

/** For more changed records, clients are notified without ids. */
const maxNotified = 300

/** @throws AppError access_denied if nothing may be undone; also as `checkMayUndo` */
export async function undoRecords(
  deps: UndoDeps,
  steps: readonly UndoStep[],
  teamId: number,
  caller: Caller,
  operationId: number,
): Promise<UndoResult> {
  const model = await deps.models.get(teamId)
  const { result, changed, defersSearch } = await transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = '10min'`)
    const operation = await readOperation(client, model, operationId, 'for update')
    checkMayUndo(operation, caller)
    const context = { executor: client, model, caller }
    const undo: Undo = {
      ...context,
      operation,
      id: await insertOperation(context, 'undo', operationId),
      retyped: await fieldsChangedTypeSince(client, model, operationId),
      denied: false,
    }
    await lockRecords(client, model, sql`select l.record_id ${eventsOf(undo)}`)
    await runSteps(undo, steps)
    const changed = await changedRecords(undo)
    const restored = changed.reduce((sum, { count }) => sum + count, 0)
    const { skipped, skippedCount } = await skippedValues(undo)
    if (restored === 0 && undo.denied) throw new AppError('access_denied')
    await setRecordCount(client, model, undo.id, restored)
    await markUndone(client, model, operation, undo.id)
    const ref: OperationRef = { id: undo.id, kind: 'undo', recordCount: restored }
    const result: UndoResult = { operation: ref, restored, skipped, skippedCount }
    deps.keepAnswer?.(JSON.stringify(result))
    return { result, changed, defersSearch: isLarge(undo) }
  })
  for (const { home, count, ids } of changed) {
    deps.live.recordsChanged(model.teamId, home, count > maxNotified ? 'all' : ids)
    if (defersSearch) await scheduleIndexing(deps, model.teamId, home)
  }
  return result
}

async function runSteps(undo: Undo, steps: readonly UndoStep[]): Promise<void> {
  const actions = []
  for (const step of steps) actions.push(await step(undo))
  for (let events of await homesOf(undo.executor, undo.model, undo.operation.id)) {
    for (const { ofHome } of actions) if (ofHome) events = await ofHome(events)
  }
  for (const { afterRecords } of actions) await afterRecords?.()
}

interface Changed {
  home: number
  count: number
  ids: number[]
}

async function changedRecords({ executor, model, id }: Undo): Promise<Changed[]> {
  return rows<Changed>(
    executor,
    sql`select r.data_collection_id as home, count(*) as count,
          (array_agg(r.id))[1:${rawSql(String(maxNotified))}] as ids
        from ${ident(model.schema, 'log_event')} l
          join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
        where l.operation_id = ${id} group by 1`,
  )
}

/** Changes that the undo did not revert: a record's move (field null) or a value. */
async function skippedValues({
  executor,
  model,
  operation,
  id,
}: Undo): Promise<Pick<UndoResult, 'skipped' | 'skippedCount'>> {
  const log = ident(model.schema, 'log_event')
  const found = await rows<{ recordId: number; field: string | null; count: number }>(
    executor,
    sql`with event as materialized (
          select l.record_id, l.type, l.before, l.after, n.record_id is not null and n.type <> 'updated' as is_moved_back,
            coalesce(n.after, '{}') as taken_back
          from ${eventsIn(model.schema)} l left join ${log} n on n.operation_id = ${id} and n.record_id = l.record_id
          where l.operation_id = ${operation.id})
        select s.record_id as "recordId", s.field, count(*) over () as count
        from (
          select record_id, null::text as field from event where type <> 'updated' and not is_moved_back
          union all
          select e.record_id, k.key from event e cross join lateral jsonb_object_keys(e.before) k (key)
          where (e.type = 'updated' or e.is_moved_back) and not e.taken_back ? k.key
            and e.before -> k.key is distinct from e.after -> k.key) s
        order by 1, 2 ${rawSql(`limit ${maxSkipped}`)}`,
  )
  return {
    skipped: found.map(({ recordId, field }) => ({ recordId, field })),
    skippedCount: found[0]?.count ?? 0,
  }
}
