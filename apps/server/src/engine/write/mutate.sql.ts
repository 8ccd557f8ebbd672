/**
 * The history of a change: every statement that changes records also writes their operation and one event per
 * record, in its last two CTEs, `op` and `log`.
 */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { empty, ident, literal, type Sql, sql } from '../../platform/db.ts'
import { actorText, type Caller } from '../access/caller.ts'

/** The operation of a change: an existing one, or a new one of this kind. */
export type OperationOf = { id: unknown } | { kind: OperationRef['kind'] }

/** The author of a change, as parameters or their slots. */
export interface By {
  /** Id of the team user, or null. */
  teamUserId: unknown
  /** `actorText` of the caller. */
  actor: unknown
}

export function byOf(caller: Caller): { teamUserId: number | null; actor: string | null } {
  return { teamUserId: caller.teamUserId || null, actor: actorText(caller) }
}

/**
 * The CTE `op` with the operation's `id`; without rows, and without a new operation, if `changed` has no
 * rows.
 *
 * @param changed relation with a row per changed record
 */
export function operationPart(schema: string, operation: OperationOf, by: By, changed: Sql): Sql {
  return 'id' in operation
    ? sql`op as (select ${operation.id}::bigint as id where exists (select from ${changed}))`
    : sql`op as (
        insert into ${ident(schema, 'operation')} (kind, team_user_id, actor, record_count)
        select ${literal(operation.kind)}, ${by.teamUserId}::bigint, ${by.actor}::jsonb, count(*) from ${changed} having count(*) > 0 returning id)`
}

export interface Events {
  /** Relation, with the alias `g`, with `record_id` and the columns used in the other members. */
  from: Sql
  type: 'created' | 'updated' | 'deleted' | 'restored'
  /** The record's version after the change; 1 unless given. */
  version?: Sql
  before?: Sql
  after?: Sql
  /** The operation has no events of these records yet. */
  isFirst?: boolean
}

/** The CTE `log`, which writes an event per record of `from` for the operation of `op`. */
export function eventsPart(schema: string, events: Events): Sql {
  return sql`log as (${insertEvents(schema, events, sql`op`)})`
}

/** The author of an item's change, as keys of its JSON; see `authorColumns`. */
export interface Author {
  by?: number
  actor?: string
}

export function authorOf(caller: Caller): Author {
  const { teamUserId, actor } = byOf(caller)
  return { ...(teamUserId !== null && { by: teamUserId }), ...(actor !== null && { actor }) }
}

/** The columns `@by` and `@actor` of an item's JSON with an `Author`. */
export function authorColumns(item: Sql): Sql {
  return sql`(${item} ->> 'by')::bigint as "@by", (${item} ->> 'actor')::jsonb as "@actor"`
}

/**
 * The CTEs `op`, `made` and `log` of records that are changed at the same time, each with a new operation of its own:
 * `made` has the columns of `changed` and `@operation`. Which record gets which of an author's operations makes no
 * difference.
 *
 * @param changed relation with `authorColumns`
 */
export function apartParts(schema: string, kind: unknown, changed: Sql, events: Omit<Events, 'from'>): Sql[] {
  return [
    sql`op as (
      insert into ${ident(schema, 'operation')} (kind, team_user_id, actor, record_count)
      select ${kind}::text, c."@by", c."@actor", 1 from ${changed} c returning id, team_user_id, actor)`,
    sql`made as materialized (
      select c.*, o.id as "@operation"
      from (select c.*, row_number() over (partition by c."@by", c."@actor") as "@place" from ${changed} c) c
        join (select *, row_number() over (partition by team_user_id, actor) as place from op) o
          on o.place = c."@place" and o.team_user_id is not distinct from c."@by"
            and o.actor is not distinct from c."@actor")`,
    sql`log as (${insertEvents(schema, { from: sql`made`, ...events }, sql`lateral (select g."@operation" as id) op`)})`,
  ]
}

/**
 * The relation of all events. Those of the records that a large import has created are no rows of the log: their operation
 * has ranges of ids instead, and each of their records that has not been purged counts as an event.
 */
export function eventsIn(schema: string): Sql {
  return sql`(
    select operation_id, record_id, type, version, before, after, txid from ${ident(schema, 'log_event')}
    union all
    select c.operation_id, r.id, 'created', 1, null::jsonb, null::jsonb, c.txid
    from ${ident(schema, 'log_created')} c
      join ${ident(schema, 'data_record')} r on r.id between c.first_id and c.last_id)`
}

/**
 * Logs the creation of many records as ranges of ids: an event for each would be a fifth of an import. The operation must
 * not change these records further.
 *
 * @param ranges relation with `first_id` and `last_id`, between which no record may have an id, ever, unless the operation
 *   creates it
 */
export function insertCreatedRanges(schema: string, operationId: number, ranges: Sql): Sql {
  return sql`insert into ${ident(schema, 'log_created')} (operation_id, first_id, last_id)
      select ${operationId}::bigint, g.first_id, g.last_id from ${ranges} g`
}

/** Relation of the ranges, `first_id` to `last_id`, of the ids of a relation with the column `id`. */
export function rangesOf(ids: Sql): Sql {
  return sql`(select min(g.id) as first_id, max(g.id) as last_id
      from (select i.id, i.id - row_number() over (order by i.id) as gap from ${ids} i) g group by g.gap)`
}

/** Inserts an event per record of `from`. @param operation relation with one row, the operation's `id` */
export function insertEvents(schema: string, events: Events, operation: Sql): Sql {
  const { from, type, version = sql`1`, before = sql`null::jsonb`, after = sql`null::jsonb` } = events
  // As the column's default, the number of the transaction would be asked for at each row.
  return sql`insert into ${ident(schema, 'log_event')} as l (operation_id, record_id, type, version, before, after, txid)
      select op.id, g.record_id, ${literal(type)}, ${version}, ${before}, ${after}, (select txid_current())
      from ${from} g, ${operation}
      ${events.isFirst ? empty : mergeEvents}`
}

/**
 * If an operation changes a record several times, merges the changes into one event. Its type is the net
 * move, and `updated` means none, as for a record that was deleted and restored. Its values are those before
 * the first and after the last change. `created` stores no values. It counts as written by the later transaction, so that
 * readers of new events find it again.
 */
const mergeEvents = sql`on conflict (operation_id, record_id) do update set version = excluded.version, txid = excluded.txid,
  type = case when l.type = 'created' or excluded.type = 'updated' then l.type
    when l.type = 'updated' then excluded.type else 'updated' end,
  before = case when l.type = 'created' then l.before else coalesce(excluded.before || l.before, l.before, excluded.before) end,
  after = case when l.type = 'created' then l.after else coalesce(l.after || excluded.after, l.after, excluded.after) end`
