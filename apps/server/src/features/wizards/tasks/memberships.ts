/** Adds records to plain collections and removes them. */
import { AppError } from '@muster/contract/errors'
import {
  type AddSettings,
  addToCollection as addType,
  type RemoveSettings,
  removeFromCollection as removeType,
} from '@muster/contract/wizards/tasks/memberships'
import {
  byOf,
  membershipSource,
  membershipSql,
  rowsToSql,
  runMove,
  trashSql,
} from '../../../engine/public.sql.ts'
import {
  homeOf,
  lockRecords,
  scopeOf,
  treeContext,
  type WriteContext,
  withAncestors,
} from '../../../engine/public.ts'
import { sql } from '../../../platform/db.ts'
import { hasRoom } from '../runs/capacity.ts'
import type { Performed, TaskHandler, Turn } from './definition.ts'

export const addToCollection: TaskHandler<AddSettings> = {
  async perform(turn) {
    const { run, task, settings, variables } = turn
    const ids = idsOf(turn)
    const { dataCollectionId, capacity } = settings
    if (dataCollectionId === null || ids.length === 0) return { count: 0 }
    if (capacity && !(await hasRoom(run, task, capacity, dataCollectionId, ids.length, variables)))
      return { count: 0 }
    const collection = run.model.collections.get(dataCollectionId)
    const home = collection && homeOf(run.model, collection)
    if (!home) throw new AppError('not_found')
    const add = withAncestors(run.model, home, [dataCollectionId], () => 'dataCollectionId')
    return move(turn, home.id, ids, { add, remove: [] }, addType.needs(settings, run.env, variables))
  },
}

export const removeFromCollection: TaskHandler<RemoveSettings> = {
  async perform(turn) {
    const { run, settings, variables } = turn
    const ids = idsOf(turn)
    const { dataCollectionId } = settings
    if (dataCollectionId === null || ids.length === 0) return { count: 0 }
    const collection = run.model.collections.get(dataCollectionId)
    const home = collection && homeOf(run.model, collection)
    if (!home) throw new AppError('not_found')
    const needs = removeType.needs(settings, run.env, variables)
    if (home.id === dataCollectionId) return trash(turn, home.id, ids, needs)
    return move(turn, home.id, ids, { add: [], remove: [dataCollectionId] }, needs)
  },
}

type Needs = ReturnType<typeof addType.needs>

function idsOf({ run, settings, frames }: Turn<RemoveSettings>): number[] {
  const { recordsValue } = settings
  return recordsValue === null ? [] : [...new Set(frames.flatMap((item) => run.idsOf(recordsValue, item)))]
}

function contextOf({ run }: Turn<unknown>, home: number, needs: Needs): WriteContext {
  const { model, client: executor } = run
  return treeContext({ model, caller: run.callerFor(needs), executor }, home)
}

async function move(
  turn: Turn<unknown>,
  home: number,
  ids: readonly number[],
  change: { add: readonly number[]; remove: readonly number[] },
  needs: Needs,
): Promise<Performed> {
  const { run } = turn
  const context = contextOf(turn, home, needs)
  const { model, caller, access } = context
  const scope = scopeOf(context)
  await lockRecords(run.client, model, ids)
  const done = await runMove(
    run.client,
    membershipSql(scope, {
      source: membershipSource(sql`select unnest(${ids}::bigint[]) as id`, change.add, change.remove),
      by: byOf(caller),
      operation: { id: await run.operation() },
      may: rowsToSql(access.updatable, scope),
      isStrict: true,
    }),
  )
  if (done.denied.length > 0) throw new AppError('access_denied')
  run.changedHomes.add(home)
  return { count: done.count }
}

async function trash(
  turn: Turn<unknown>,
  home: number,
  ids: readonly number[],
  needs: Needs,
): Promise<Performed> {
  const { run } = turn
  const context = contextOf(turn, home, needs)
  const scope = scopeOf(context)
  const done = await runMove(
    run.client,
    trashSql(scope, {
      source: sql`select unnest(${ids}::bigint[]) as id`,
      deletes: true,
      by: byOf(context.caller),
      operation: { id: await run.operation() },
      may: rowsToSql(context.access.deletable, scope),
      isStrict: true,
    }),
  )
  if (done.denied.length > 0) throw new AppError('access_denied')
  run.changedHomes.add(home)
  return { count: done.count }
}
