/** Moves a message from one status to another: the only statement that changes a status. */
import { AppError } from '@muster/contract/errors'
import {
  type MessageEvent,
  type MessageStatus,
  messageTransitions,
} from '@muster/contract/messages/messages.machine'
import { type Executor, empty, one, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

export interface Move {
  teamId: number
  messageId: number
  event: MessageEvent
  /** The team user who causes it; null: the product itself. */
  by: number | null
  /** Refused if the message has another one. */
  version?: number | undefined
  /** A word for the history. */
  detail?: string | null
  /** Further columns to set, such as `sql`paused_at = now()``. */
  set?: Sql
  /** A further condition, on columns of `m`. */
  guard?: Sql
}

/**
 * Applies an event if the machine allows it, and adds it to the message's history.
 *
 * @returns the new status. @throws AppError message_status, version_conflict, not_found
 */
export async function moveMessage(client: Transaction, move: Move): Promise<MessageStatus> {
  const moved = await tryMove(client, move)
  if (moved) return moved
  const { teamId, messageId, event, version } = move
  const now = await one<{ status: MessageStatus; version: number }>(
    client,
    sql`select status, version from muster.outgoing_message
        where team_id = ${teamId} and id = ${messageId} and deleted_at is null`,
  )
  if (!now) throw new AppError('not_found')
  const isAllowed = messageTransitions[event].from.includes(now.status)
  if (isAllowed && version !== undefined && now.version !== version) throw new AppError('version_conflict')
  throw new AppError('message_status', { params: { status: now.status } })
}

/** As `moveMessage`, but without an error: null if the message is in no status for the event. */
export async function tryMove(client: Transaction, move: Move): Promise<MessageStatus | null> {
  const { teamId, messageId, event, by, version, detail = null, set, guard } = move
  const { from, to } = messageTransitions[event]
  const next =
    to === 'before'
      ? sql`coalesce(m.status_before, 'DRAFT')`
      : sql`${to === 'same' || to === null ? null : to}`
  const row = await one<{ old: MessageStatus; status: MessageStatus }>(
    client,
    sql`with old as (
          select id, status from muster.outgoing_message m
          where m.team_id = ${teamId} and m.id = ${messageId} and m.deleted_at is null
            and m.status = any(${from}::text[]) and (${version ?? null}::int is null or m.version = ${version ?? null})
            and ${guard ?? sql`true`}
          for no key update)
        update muster.outgoing_message m set status = coalesce(${next}, m.status), version = m.version + 1,
          status_before = ${remembered.includes(event) ? sql`m.status` : to === 'same' ? sql`m.status_before` : sql`null`}
          ${to === null ? sql`, deleted_at = now()` : empty}${set ? sql`, ${set}` : empty}
        from old where m.id = old.id returning old.status as old, m.status`,
  )
  if (!row) return null
  // Typing would fill the history: an edit is an entry where it takes an approval back.
  if (event !== 'edit' || row.old !== row.status)
    await addHistory(client, {
      messageId,
      event,
      by,
      from: row.old,
      to: to === null ? null : row.status,
      detail,
    })
  return row.status
}

/** Events after which the message may come back to the status that it had. */
const remembered: readonly MessageEvent[] = ['schedule', 'archive']

/** Takes an approval back. */
export const withoutApproval = sql`approved_by = null, approved_at = null, approved_hash = null, approved_count = null,
  submitted_by = null`

interface HistoryEntry {
  messageId: number
  event: MessageEvent
  by: number | null
  from: MessageStatus | null
  to: MessageStatus | null
  detail: string | null
}

/** The message's row is locked, so that numbers follow each other. */
async function addHistory(client: Transaction, entry: HistoryEntry): Promise<void> {
  const { messageId, event, by, from, to, detail } = entry
  await run(
    client,
    sql`insert into muster.outgoing_message_event (outgoing_message_id, n, by_team_user, event, from_status, to_status,
          detail)
        select ${messageId}::bigint, coalesce(max(n), 0) + 1, ${by}::bigint, ${event}::text, ${from}::text, ${to}::text,
          ${detail}::text
        from muster.outgoing_message_event where outgoing_message_id = ${messageId}`,
  )
}

/** Newest first. */
export function historyOf(executor: Executor, messageId: number) {
  return rows<{
    at: string
    by: { teamUserId: number; name: string } | null
    event: MessageEvent
    from: MessageStatus | null
    to: MessageStatus | null
    detail: string | null
  }>(
    executor,
    sql`select e.at, case when tu.id is not null then json_build_object('teamUserId', tu.id,
            'name', trim(tu.first_name || ' ' || tu.last_name)) end as by,
          e.event, e.from_status as "from", e.to_status as "to", e.detail
        from muster.outgoing_message_event e left join muster.team_user tu on tu.id = e.by_team_user
        where e.outgoing_message_id = ${messageId} order by e.n desc`,
  )
}
