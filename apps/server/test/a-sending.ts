/** Messages in the middle of being sent, for tests of the sender: their ledgers and a sender that reaches a test's sink. */

import type { Composer } from '../src/features/messages/sender/composer.ts'
import { SendLoop, type SendLoopOptions } from '../src/features/messages/sender/loop.ts'
import { smtpTransport } from '../src/features/messages/transports/smtp.ts'
import { type Executor, ident, one, rows, run, sql } from '../src/platform/db.ts'
import { composeMail } from '../src/platform/mail/compose.ts'

export interface SenderOptions {
  teamId: number
  port: number
  ratePerSecond?: number
  dailyLimit?: number
}

export async function aSender(
  executor: Executor,
  { teamId, port, ratePerSecond = 500, dailyLimit }: SenderOptions,
): Promise<number> {
  const row = await one<{ id: number }>(
    executor,
    sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_name, from_address, settings,
          rate_per_second, daily_limit)
        values (${teamId}, 'Sink ' || gen_random_uuid(), 'EMAIL', 'smtp', 'Food bank', 'news@bank.example',
          ${JSON.stringify({ host: '127.0.0.1', port })}::jsonb, ${ratePerSecond}, ${dailyLimit ?? null})
        returning id`,
  )
  return row!.id
}

interface MessageOptions {
  teamId: number
  schema: string
  senderId: number
  /** Recipients, `1@people.example` and so on. */
  count: number
  priority?: number
  isTransactional?: boolean
}

/** A started message whose recipients wait. @returns its id */
export async function aSendingMessage(executor: Executor, options: MessageOptions): Promise<number> {
  const { teamId, senderId, isTransactional = false } = options
  const row = await one<{ id: number }>(
    executor,
    sql`insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type, content_language,
          sender_id, status, started_at, frozen_at)
        values (${teamId}, 'Newsletter', 'EMAIL', ${isTransactional ? 'TRANSACTIONAL' : 'MARKETING'}, 'en', ${senderId},
          'SENDING', now(), now())
        returning id`,
  )
  await addRecipients(executor, row!.id, options)
  return row!.id
}

export async function addRecipients(
  executor: Executor,
  messageId: number,
  { schema, count, priority = 10 }: Pick<MessageOptions, 'schema' | 'count' | 'priority'>,
): Promise<void> {
  await run(
    executor,
    sql`insert into ${ident(schema, 'message_recipient')} (message_id, address, address_hash, language, priority, state)
        select ${messageId}::bigint, ${messageId}::bigint || '.' || n || '@people.example',
          sha256(convert_to(${messageId}::bigint || '.' || n, 'UTF8')), 'en', ${priority}::int, 'waiting'
        from generate_series(1, ${count}::int) n`,
  )
}

interface LedgerRow {
  id: number
  address: string
  state: string
  reason: string | null
  detail: string | null
  tries: number
  retryAt: string | null
}

export function ledgerOf(executor: Executor, schema: string, messageId: number): Promise<LedgerRow[]> {
  return rows(
    executor,
    sql`select id, address, state, reason, detail, tries, retry_at as "retryAt"
        from ${ident(schema, 'message_recipient')} where message_id = ${messageId} order by id`,
  )
}

export async function statusOf(
  executor: Executor,
  messageId: number,
): Promise<{ status: string; pauseReason: string | null; counts: { states: Record<string, number> } }> {
  const row = await one<{ status: string; pauseReason: string | null; counts: { states: object } }>(
    executor,
    sql`select status, pause_reason as "pauseReason", counts from muster.outgoing_message where id = ${messageId}`,
  )
  return row as Awaited<ReturnType<typeof statusOf>>
}

/** A small mail with parts in text and HTML. */
export const testComposer: Composer = {
  async compose({ id, address }, _message, { fromName, fromAddress }) {
    const mail = {
      to: address,
      subject: 'News of the food bank',
      html: '<p>We have <b>bread</b>.</p>',
      text: 'We have bread.',
      messageId: `<r${id}@bank.example>`,
    }
    return { kind: 'EMAIL', ...(await composeMail(mail, { name: fromName, address: fromAddress })) }
  },
}

/** Intervals that tests need not wait for. @param deps and what differs */
export function aSendLoop({
  connections = 5,
  silenceMs,
  ...options
}: Pick<SendLoopOptions, 'deps'> &
  Partial<SendLoopOptions> & { connections?: number; silenceMs?: number }): SendLoop {
  return new SendLoop({
    composer: testComposer,
    pollMs: 50,
    coolDownMs: 50,
    times: { leaseMs: 1000, renewMs: 250, safeMs: 600 },
    transportOf: async ({ settings: { host, port } }) =>
      smtpTransport({
        host,
        port,
        isSecure: false,
        user: '',
        password: '',
        isPrivateAllowed: true,
        maxConnections: connections,
        ...(silenceMs && { silenceMs }),
      }),
    ...options,
  })
}
