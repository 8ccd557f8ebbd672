/** Lists of messages: one page in one statement, of those that the caller may see. */
import { AppError } from '@muster/contract/errors'
import { messageLists } from '@muster/contract/messages/messages.machine'
import type { ListMessages } from '@muster/contract/messages/messages.schema'
import { z } from 'zod'
import { all, always } from '../../engine/public.sql.ts'
import { type Executor, one, rawSql, rows, type Sql, sql } from '../../platform/db.ts'
import { type MessageRow, messageColumns } from './messages.repo.ts'

/** Never null, so that a row comparison finds the next page. */
const keys: Record<ListMessages['sort'], { expression: Sql; type: 'text' | 'timestamptz' }> = {
  createdAt: { expression: sql`m.created_at`, type: 'timestamptz' },
  internalName: { expression: sql`lower(m.internal_name)`, type: 'text' },
  ownedBy: {
    expression: sql`coalesce((select lower(trim(o.first_name || ' ' || o.last_name)) from muster.team_user o
      where o.id = m.owned_by), '')`,
    type: 'text',
  },
  status: { expression: sql`m.status`, type: 'text' },
  type: { expression: sql`(m.content_type || ' ' || m.delivery_method)`, type: 'text' },
  scheduledAt: { expression: sql`coalesce(m.scheduled_at, '-infinity')`, type: 'timestamptz' },
  sentAt: { expression: sql`coalesce(m.sent_at, m.started_at, '-infinity')`, type: 'timestamptz' },
}

const cursorSchema = z.tuple([z.string(), z.string(), z.string(), z.int()])

export async function listMessageRows(
  executor: Executor,
  teamId: number,
  query: ListMessages,
  viewable: Sql,
): Promise<{ items: MessageRow[]; total: number; nextCursor: string | null }> {
  const { sort, direction, limit } = query
  const { expression, type } = keys[sort]
  const where = all([
    sql`m.team_id = ${teamId} and m.deleted_at is null`,
    sql`m.status = any(${messageLists[query.list]}::text[])`,
    viewable,
    query.search
      ? sql`lower(m.internal_name || ' ' || m.internal_description) like ${like(query.search)}`
      : always,
  ])
  const way = rawSql(direction)
  const position = query.cursor === undefined ? null : positionOf(query.cursor, query)
  const after = position
    ? sql`(${expression}, m.id) ${rawSql(direction === 'asc' ? '>' : '<')}
        (${position.key}::${rawSql(type)}, ${position.id}::bigint)`
    : always
  const found = await rows<MessageRow & { position: string }>(
    executor,
    sql`select ${messageColumns}, (${expression})::text as position from muster.outgoing_message m
        where ${all([where, after])} order by ${expression} ${way}, m.id ${way} limit ${limit + 1}`,
  )
  const counted = await one<{ total: number }>(
    executor,
    sql`select count(*) as total from muster.outgoing_message m where ${where}`,
  )
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(({ position: _position, ...row }) => row),
    total: counted!.total,
    nextCursor: last
      ? Buffer.from(JSON.stringify([sort, direction, last.position, last.id])).toString('base64url')
      : null,
  }
}

const like = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** @throws AppError cursor_invalid, also for a cursor of another order */
function positionOf(cursor: string, { sort, direction }: ListMessages): { key: string; id: number } {
  try {
    const [ownSort, way, key, id] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    if (ownSort === sort && way === direction) return { key, id }
  } catch {
    // Not one of ours.
  }
  throw new AppError('cursor_invalid')
}
