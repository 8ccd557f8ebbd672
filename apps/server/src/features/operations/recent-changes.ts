/** Records of a team by their last change: reads the log backwards, and returns each record once. */

import { AppError } from '@muster/contract/errors'
import type { LogEvent, RecentChange } from '@muster/contract/operations/operations.schema'
import { always, avatarSql, eventsIn, nameSql, rowsToSql, tables } from '../../engine/public.sql.ts'
import { type Deps, homeContext, type Scope, scopeOf, type TeamModel } from '../../engine/public.ts'
import { ident, join, rawSql, rows, type Sql, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { actorsOf } from './actors.ts'

interface ChangesQuery {
  limit: number
  type?: LogEvent['type'] | undefined
  cursor?: string | undefined
}

interface Position {
  operationId: number
  recordId: number
}

interface ChangeRow extends Omit<RecentChange, 'by'> {
  operationId: number
  teamUserId: number | null
}

/**
 * Many events may be read per page, because permissions and later changes of the same record exclude some.
 */
const batchSize = 1000
const maxEvents = 20_000

/** @throws AppError cursor_invalid */
export async function recentChanges(
  deps: Pick<Deps, 'pool' | 'models'>,
  teamUser: TeamUser,
  { limit, type, cursor }: ChangesQuery,
): Promise<{ items: RecentChange[]; nextCursor: string | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const scopes = visibleHomes(model, teamUser)
  const found: ChangeRow[] = []
  let position = cursor === undefined ? null : positionOf(cursor)
  let isMore = scopes.size > 0
  for (let read = 0; isMore && found.length < limit && read < maxEvents; ) {
    const size = read === 0 ? Math.min(limit * 3, batchSize) : batchSize
    const events = await eventsBefore(deps, model, position, size)
    isMore = events.length === size
    read += events.length
    position = events.at(-1) ?? position
    found.push(...(await visibleChanges(deps, scopes, events, type)))
  }
  const shown = found.slice(0, limit)
  // The next page reads changes beyond the limit again.
  const end = found.length > limit ? shown.at(-1) : position
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

function positionOf(cursor: string): Position {
  const [operationId, recordId] = cursor.split('.').map(Number)
  if (!/^\d{1,15}\.\d{1,15}$/.test(cursor) || operationId === undefined || recordId === undefined) {
    throw new AppError('cursor_invalid')
  }
  return { operationId, recordId }
}

function visibleHomes(model: TeamModel, teamUser: TeamUser): Map<number, Scope> {
  const scopes = new Map<number, Scope>()
  for (const collection of model.collections.values()) {
    if (collection.parentId !== null || collection.deletedAt) continue
    // Excludes collections that the product maintains, and list items, unless they are searchable.
    const isOwn = collection.isInternalConfiguration || collection.isUsedAsCustomList
    if (isOwn && !collection.isGloballySearchable) continue
    try {
      scopes.set(collection.id, scopeOf(homeContext({ model, caller: teamUser }, collection.id)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The caller may not read the collection.
    }
  }
  return scopes
}

/** Events from newest to oldest, each with its record's home collection; null for purged records. */
function eventsBefore(
  { pool }: Pick<Deps, 'pool'>,
  model: TeamModel,
  position: Position | null,
  size: number,
): Promise<(Position & { home: number | null })[]> {
  const before = (operation: Sql, record: Sql) =>
    position
      ? sql`(${operation}, ${record}) < (${position.operationId}::bigint, ${position.recordId}::bigint)`
      : always
  const newest = sql`order by operation_id desc, record_id desc limit ${size}`
  // Of each range the last ones, so that none is read as a whole.
  return rows(
    pool,
    sql`select e.operation_id as "operationId", e.record_id as "recordId", r.data_collection_id as home
        from (
          (select l.operation_id, l.record_id from ${ident(model.schema, 'log_event')} l
            where ${before(rawSql('l.operation_id'), rawSql('l.record_id'))} ${newest})
          union all
          (select c.operation_id, i.record_id from ${ident(model.schema, 'log_created')} c
            cross join lateral (
              select d.id as record_id from ${ident(model.schema, 'data_record')} d
              where d.id between c.first_id and c.last_id and ${before(rawSql('c.operation_id'), rawSql('d.id'))}
              order by d.id desc limit ${size}) i
            where ${before(rawSql('c.operation_id'), rawSql('c.first_id'))} ${newest})
          ${newest}) e
        left join ${ident(model.schema, 'data_record')} r on r.id = e.record_id
        order by e.operation_id desc, e.record_id desc`,
  )
}

async function visibleChanges(
  { pool }: Pick<Deps, 'pool'>,
  scopes: ReadonlyMap<number, Scope>,
  events: readonly (Position & { home: number | null })[],
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

/** Selects the events that are the last of their record visible to the caller. */
function changesOf(scope: Scope, events: readonly Position[], type: LogEvent['type'] | undefined): Sql {
  const columns = [...scope.access.fields.keys(), '@collections']
  const log = ident(scope.schema, 'log_event')
  const isKnown = (alias: string) =>
    sql`(${ident(alias, 'type')} <> 'updated' or ${ident(alias, 'after')} ?| ${columns}::text[])`
  return sql`select e.operation_id as "operationId", r.id as "recordId", ${nameSql(scope)} as name,
      ${avatarSql(scope)} as avatar, r.data_collection_id as "dataCollectionId", l.type, o.kind, o.at,
      case when ${rowsToSql(scope.access.metadata, scope)} then o.team_user_id end as "teamUserId"
    from unnest(${events.map(({ operationId }) => operationId)}::bigint[],
        ${events.map(({ recordId }) => recordId)}::bigint[]) e (operation_id, record_id)
      cross join lateral (
        select l.type, l.after from ${eventsIn(scope.schema)} l
        where l.operation_id = e.operation_id and l.record_id = e.record_id) l
      join ${ident(scope.schema, 'operation')} o on o.id = e.operation_id
      join ${tables(scope)} on r.id = e.record_id
    where ${isKnown('l')} and ${rowsToSql(scope.access.visible, scope)}
      ${type ? sql`and l.type = ${type}` : sql``}
      and not exists (select from ${log} n
        where n.record_id = e.record_id and n.operation_id > e.operation_id and ${isKnown('n')})`
}
