/** What changed lately in a team, and what one did oneself. */
import { AppError } from '@muster/contract/errors'
import type { OperationRef, OperationRun, RecentChange } from '@muster/contract/operations/operations.schema'
import { fixed, ident, join, one, rows, sql } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { TeamModel } from '../../platform/model/model.ts'
import { homeAccess } from '../records/access.ts'
import { rowsToSql, tables } from '../records/query/filter-to-sql.ts'
import { type Scope, scopeOf } from '../records/query/scope.ts'
import { avatarSql } from '../records/query/select.ts'
import { nameSql } from '../records/query/sort.ts'
import { endRun } from '../records/write/bulk-run.ts'
import { type Actor, actorsOf } from './actors.ts'

type ReadDeps = Pick<Deps, 'pool' | 'models'>

export interface OwnOperation extends OperationRef {
  at: string
  by: Actor
  isUndone: boolean
  run: OperationRun | null
}

/** `{state, seen, total}` of an act in the background, else null. */
const runSql = sql`case when details ? 'run' then (details -> 'run') - 'lastId' end`

export async function ownOperations(
  deps: ReadDeps,
  teamUser: TeamUser,
  limit: number,
): Promise<OwnOperation[]> {
  const model = await deps.models.get(teamUser.teamId)
  const found = await rows<Omit<OwnOperation, 'by'>>(
    deps.pool,
    sql`select id, kind, record_count as "recordCount", at, undone_by is not null as "isUndone",
          ${runSql} as run
        from ${ident(model.schema, 'operation')} where team_user_id = ${teamUser.teamUserId}
        order by id desc limit ${limit}`,
  )
  const actorOf = await actorsOf(deps.pool, teamUser.teamId, [teamUser.teamUserId])
  return found.map((operation) => ({ ...operation, by: actorOf(teamUser.teamUserId) }))
}

/** @throws AppError not_found for what is not the caller's own */
export async function ownOperation(
  deps: ReadDeps,
  teamUser: TeamUser,
  operationId: number,
): Promise<{ operation: OperationRef; run: OperationRun | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const found = await one<OperationRef & { run: OperationRun | null }>(
    deps.pool,
    sql`select id, kind, record_count as "recordCount", ${runSql} as run
        from ${ident(model.schema, 'operation')}
        where id = ${operationId} and team_user_id = ${teamUser.teamUserId}`,
  )
  if (!found) throw new AppError('not_found')
  const { run, ...operation } = found
  return { operation, run }
}

/** @throws AppError not_found for what is not the caller's own */
export async function cancelOperation(
  deps: ReadDeps & Pick<Deps, 'jobs' | 'live'>,
  teamUser: TeamUser,
  operationId: number,
): Promise<{ operation: OperationRef; run: OperationRun | null }> {
  await ownOperation(deps, teamUser, operationId)
  await endRun({ deps, model: await deps.models.get(teamUser.teamId) }, operationId, 'cancelled')
  return ownOperation(deps, teamUser, operationId)
}

/** Rules may hide some of the newest records; so many more are looked at. */
const lookedAt = 10

interface ChangeRow extends Omit<RecentChange, 'by'> {
  teamUserId: number | null
}

/** Records whose latest change the caller may know of, newest first. */
export async function recentChanges(
  deps: ReadDeps,
  teamUser: TeamUser,
  limit: number,
): Promise<RecentChange[]> {
  const model = await deps.models.get(teamUser.teamId)
  const scopes = seenHomes(model, teamUser)
  if (scopes.size === 0) return []
  const newest = await rows<{ id: number; home: number }>(
    deps.pool,
    sql`select id, data_collection_id as home from ${ident(model.schema, 'data_record')}
        where data_collection_id = any(${[...scopes.keys()]}::bigint[])
        order by updated_at desc, id desc limit ${limit * lookedAt}`,
  )
  const homes = [...new Set(newest.map(({ home }) => home))]
  if (homes.length === 0) return []
  const parts = homes.map((home) => {
    const ids = newest.filter((record) => record.home === home).map(({ id }) => id)
    return changesOf(scopes.get(home) as Scope, ids)
  })
  const found = await rows<ChangeRow>(
    deps.pool,
    sql`select * from (${join(parts, ' union all ')}) c order by at desc, "recordId" desc limit ${limit}`,
  )
  const actorOf = await actorsOf(
    deps.pool,
    teamUser.teamId,
    found.map(({ teamUserId }) => teamUserId),
  )
  return found.map(({ teamUserId, ...change }) => ({ ...change, by: actorOf(teamUserId) }))
}

function seenHomes(model: TeamModel, teamUser: TeamUser): Map<number, Scope> {
  const scopes = new Map<number, Scope>()
  for (const collection of model.collections.values()) {
    if (collection.parentId !== null || collection.deletedAt) continue
    try {
      scopes.set(collection.id, scopeOf(model, teamUser, homeAccess(model, teamUser, collection.id)))
    } catch {
      // A collection of which nothing may be read.
    }
  }
  return scopes
}

/** The latest event of each record that is about something the caller may read. */
function changesOf(scope: Scope, ids: readonly number[]) {
  const columns = [...scope.access.fields.keys(), '@collections']
  const metadata = rowsToSql(scope.access.metadata, scope)
  return sql`select r.id as "recordId", ${nameSql(scope)} as name, ${avatarSql(scope)} as avatar,
      r.data_collection_id as "dataCollectionId", e.type, e.at,
      case when ${metadata} then e.team_user_id end as "teamUserId"
    from ${tables(scope)} cross join lateral (
      select l.type, o.at, o.team_user_id
      from ${ident(scope.schema, 'log_event')} l join ${ident(scope.schema, 'operation')} o on o.id = l.operation_id
      where l.record_id = r.id and (l.type <> 'updated' or l.after ?| ${columns}::text[])
      order by l.operation_id desc ${fixed('limit 1')}) e
    where r.id = any(${ids}::bigint[]) and ${rowsToSql(scope.access.visible, scope)}`
}
