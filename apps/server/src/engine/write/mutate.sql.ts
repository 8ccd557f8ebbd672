/**
 * What every statement that changes records writes beside them: the operation that the change belongs to and one event
 * per record. The statement has CTEs of its own for what it changes; the last two are these, `op` and `log`.
 */
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { empty, ident, literal, type Sql, sql } from '../../platform/db.ts'
import { actorText, type Caller } from '../access/caller.ts'

/** The operation a change is part of: one that exists, or a new one of this kind. */
export type OperationOf = { id: unknown } | { kind: OperationRef['kind'] }

/** Who acts, as parameters or slots for them. */
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
 * The CTE `op` with the operation's `id`; without rows, and without a new operation, if `changed` has no rows.
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
  /** Relation, as `g`, with `record_id` and the columns that the other members name. */
  from: Sql
  type: 'created' | 'updated' | 'deleted' | 'restored'
  /** The record's version after the change; 1 unless given. */
  version?: Sql
  before?: Sql
  after?: Sql
  /** The operation has no event of any of these records yet. */
  isFirst?: boolean
}

/** The CTE `log`, which writes an event per record of `from` for the operation of `op`. */
export function eventsPart(schema: string, events: Events): Sql {
  return sql`log as (${insertEvents(schema, events, sql`op`)})`
}

/** The statement that writes an event per record of `from`. @param operation relation with one row, the operation's `id` */
export function insertEvents(schema: string, events: Events, operation: Sql): Sql {
  const { from, type, version = sql`1`, before = sql`null::jsonb`, after = sql`null::jsonb` } = events
  return sql`insert into ${ident(schema, 'log_event')} as l (operation_id, record_id, type, version, before, after)
      select op.id, g.record_id, ${literal(type)}, ${version}, ${before}, ${after} from ${from} g, ${operation}
      ${events.isFirst ? empty : mergeEvents}`
}

/**
 * A record that one operation touches several times has one event. It holds the net move (`updated` is none: a record
 * that was deleted and restored again is where it was) and, whatever the move, the values before the first and after
 * the last change. `created` keeps no values.
 */
const mergeEvents = sql`on conflict (operation_id, record_id) do update set version = excluded.version,
  type = case when l.type = 'created' or excluded.type = 'updated' then l.type
    when l.type = 'updated' then excluded.type else 'updated' end,
  before = case when l.type = 'created' then l.before else coalesce(excluded.before || l.before, l.before, excluded.before) end,
  after = case when l.type = 'created' then l.after else coalesce(l.after || excluded.after, l.after, excluded.after) end`
