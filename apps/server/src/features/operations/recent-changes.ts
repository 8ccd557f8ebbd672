/** Records of a team by their last change: a walk back through the log, in which each record shows once. */

import { AppError } from '@muster/contract/errors'
import type { LogEvent, RecentChange } from '@muster/contract/operations/operations.schema'
import { avatarSql, nameSql, rowsToSql, tables } from '../../engine/public.sql.ts'
import { type Deps, homeContext, type Scope, scopeOf, type TeamModel } from '../../engine/public.ts'
import { ident, join, rows, type Sql, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { actorsOf } from './actors.ts'

interface Asked {
  limit: number
  type?: LogEvent['type'] | undefined
  cursor?: string | undefined
}

interface Place {
  operationId: number
  recordId: number
}

interface ChangeRow extends Omit<RecentChange, 'by'> {
  operationId: number
  teamUserId: number | null
}

/** Rules hide some changes, and later ones of the same record hide others; so many are read at once, and in all. */
const readAtOnce = 1000
const readInAll = 20_000

/** @throws AppError cursor_invalid */
export async function recentChanges(
  deps: Pick<Deps, 'pool' | 'models'>,
  teamUser: TeamUser,
  { limit, type, cursor }: Asked,
): Promise<{ items: RecentChange[]; nextCursor: string | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const scopes = seenHomes(model, teamUser)
  const found: ChangeRow[] = []
  let place = cursor === undefined ? null : placeOf(cursor)
  let isMore = scopes.size > 0
  for (let read = 0; isMore && found.length < limit && read < readInAll; ) {
    const size = read === 0 ? Math.min(limit * 3, readAtOnce) : readAtOnce
    const events = await eventsBehind(deps, model, place, size)
    isMore = events.length === size
    read += events.length
    place = events.at(-1) ?? place
    found.push(...(await changesAmong(deps, scopes, events, type)))
  }
  const shown = found.slice(0, limit)
  // What was found beyond the limit is read again by the next page.
  const end = found.length > limit ? shown.at(-1) : place
  const isEnd = !isMore && found.length <= limit
  const actorOf = await actorsOf(
    deps.pool,
    teamUser.teamId,
    shown.map(({ teamUserId }) => teamUserId),
  )
  return {
    items: shown.map(({ teamUserId, operationId: _operationId, ...change }) => ({
      ...change,
      by: actorOf(teamUserId),
    })),
    nextCursor: isEnd || !end ? null : `${end.operationId}.${end.recordId}`,
  }
}

function placeOf(cursor: string): Place {
  const [operationId, recordId] = cursor.split('.').map(Number)
  if (!/^\d{1,15}\.\d{1,15}$/.test(cursor) || operationId === undefined || recordId === undefined) {
    throw new AppError('cursor_invalid')
  }
  return { operationId, recordId }
}

function seenHomes(model: TeamModel, teamUser: TeamUser): Map<number, Scope> {
  const scopes = new Map<number, Scope>()
  for (const collection of model.collections.values()) {
    if (collection.parentId !== null || collection.deletedAt) continue
    // What the product keeps in step by itself, and choices that nobody looks for, are nobody's news.
    const isOwn = collection.isInternalConfiguration || collection.isUsedAsCustomList
    if (isOwn && !collection.isGloballySearchable) continue
    try {
      scopes.set(collection.id, scopeOf(homeContext({ model, caller: teamUser }, collection.id)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A collection of which nothing may be read.
    }
  }
  return scopes
}

/** Events in the order of the log, each with the collection its record lives in; null when it is purged. */
function eventsBehind(
  { pool }: Pick<Deps, 'pool'>,
  model: TeamModel,
  place: Place | null,
  size: number,
): Promise<(Place & { home: number | null })[]> {
  const behind = place
    ? sql`where (l.operation_id, l.record_id) < (${place.operationId}::bigint, ${place.recordId}::bigint)`
    : sql``
  return rows(
    pool,
    sql`select e.operation_id as "operationId", e.record_id as "recordId", r.data_collection_id as home
        from (select l.operation_id, l.record_id from ${ident(model.schema, 'log_event')} l ${behind}
          order by l.operation_id desc, l.record_id desc limit ${size}) e
        left join ${ident(model.schema, 'data_record')} r on r.id = e.record_id
        order by e.operation_id desc, e.record_id desc`,
  )
}

async function changesAmong(
  { pool }: Pick<Deps, 'pool'>,
  scopes: ReadonlyMap<number, Scope>,
  events: readonly (Place & { home: number | null })[],
  type: LogEvent['type'] | undefined,
): Promise<ChangeRow[]> {
  const parts = [...scopes].flatMap(([home, scope]) => {
    const own = events.filter((event) => event.home === home)
    return own.length > 0 ? [changesOf(scope, own, type)] : []
  })
  if (parts.length === 0) return []
  return rows<ChangeRow>(
    pool,
    sql`select * from (${join(parts, ' union all ')}) c order by "operationId" desc, "recordId" desc`,
  )
}

/** Those of the events that are the last one of their record that the caller may know of. */
function changesOf(scope: Scope, events: readonly Place[], type: LogEvent['type'] | undefined): Sql {
  const columns = [...scope.access.fields.keys(), '@collections']
  const log = ident(scope.schema, 'log_event')
  const isKnown = (alias: string) =>
    sql`(${ident(alias, 'type')} <> 'updated' or ${ident(alias, 'after')} ?| ${columns}::text[])`
  return sql`select e.operation_id as "operationId", r.id as "recordId", ${nameSql(scope)} as name,
      ${avatarSql(scope)} as avatar, r.data_collection_id as "dataCollectionId", l.type, o.kind, o.at,
      case when ${rowsToSql(scope.access.metadata, scope)} then o.team_user_id end as "teamUserId"
    from unnest(${events.map(({ operationId }) => operationId)}::bigint[],
        ${events.map(({ recordId }) => recordId)}::bigint[]) e (operation_id, record_id)
      join ${log} l on l.operation_id = e.operation_id and l.record_id = e.record_id
      join ${ident(scope.schema, 'operation')} o on o.id = e.operation_id
      join ${tables(scope)} on r.id = e.record_id
    where ${isKnown('l')} and ${rowsToSql(scope.access.visible, scope)}
      ${type ? sql`and l.type = ${type}` : sql``}
      and not exists (select from ${log} n
        where n.record_id = e.record_id and n.operation_id > e.operation_id and ${isKnown('n')})`
}
