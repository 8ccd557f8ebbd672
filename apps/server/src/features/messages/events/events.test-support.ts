/** A ledger and signed callbacks for tests of what providers report. */
import crypto from 'node:crypto'
import { type NotificationType, notificationTypes } from '@muster/contract/messages/notifications'
import type { CreateSender, Sender } from '@muster/contract/messages/senders.api'
import type { TestDeps } from '../../../../test/test-deps.ts'
import { ident, one, rows, sql } from '../../../platform/db.ts'
import { addressHash } from '../audience/address.ts'
import { createSender } from '../senders/senders.service.ts'
import { twilioSignature } from './twilio-signature.ts'

export const accountSid = `AC${'1'.repeat(32)}`

let names = 0
let recipients = 0

export const aSenderOf = (
  deps: TestDeps,
  teamId: number,
  details: Pick<CreateSender, 'transport' | 'fromAddress'> & Partial<CreateSender>,
): Promise<Sender> =>
  createSender(deps, teamId, {
    name: `Sender ${++names}`,
    deliveryMethodId: details.transport === 'twilio' ? 'SMS' : 'EMAIL',
    fromName: '',
    replyTo: '',
    ratePerSecond: 10,
    dailyLimit: null,
    bounceDomain: '',
    isDefault: false,
    settings: {
      host: '',
      port: 587,
      isSecure: false,
      user: 'user',
      region: 'eu-west-1',
      configurationSet: '',
      accountSid,
      messagingServiceSid: '',
    },
    ...details,
  } as CreateSender)

export interface Recipient {
  id: number
  messageId: number
  address: string
}

/** Somebody to whom a message was handed over. */
export async function aRecipient(
  { pool, config }: TestDeps,
  { teamId, schema }: { teamId: number; schema: string },
  sender: Sender,
  options: { address?: string; state?: string; language?: string; providerId?: string | null } = {},
): Promise<Recipient> {
  const isSms = sender.deliveryMethodId === 'SMS'
  const own = String(2_000_000 + ++recipients)
  const address = options.address ?? (isSms ? `+1415${own}` : `${own}@people.example`)
  const message = await one<{ id: number }>(
    pool,
    sql`insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type, content_language,
          sender_id, status, frozen_at)
        values (${teamId}, 'News', ${sender.deliveryMethodId}, 'MARKETING', 'en', ${sender.id}, 'SENT', now()) returning id`,
  )
  const row = await one<{ id: number }>(
    pool,
    sql`insert into ${ident(schema, 'message_recipient')}
          (message_id, address, address_hash, language, state, handed_at, provider_id)
        values (${message!.id}, ${address}, ${addressHash(config, teamId, address)}, ${options.language ?? 'en'},
          ${options.state ?? 'accepted'}, now(), ${options.providerId ?? null}) returning id`,
  )
  return { id: row!.id, messageId: message!.id, address }
}

/** What the ledger says about somebody: their state, the last report, and all reports in order. */
export async function reportsOf({ pool }: TestDeps, schema: string, recipientId: number) {
  const row = await one<{ state: string; last: number | null }>(
    pool,
    sql`select state, last_type as last from ${ident(schema, 'message_recipient')} where id = ${recipientId}`,
  )
  const noted = await rows<{ type: number }>(
    pool,
    sql`select type from ${ident(schema, 'message_notification')} where recipient_id = ${recipientId} order by id`,
  )
  const name = (type: number): NotificationType => notificationTypes[type]!
  return {
    state: row!.state,
    last: row!.last === null ? null : name(row!.last),
    all: noted.map(({ type }) => name(type)),
  }
}

export function suppressionOf(
  { pool, config }: TestDeps,
  { teamId, schema }: { teamId: number; schema: string },
  address: string,
): Promise<{ reason: string; days: number | null } | undefined> {
  return one(
    pool,
    sql`select reason, round(extract(epoch from until - now()) / 86400)::int as days
        from ${ident(schema, 'message_suppression')} where address_hash = ${addressHash(config, teamId, address)}`,
  )
}

export async function outcomesOf({ pool }: TestDeps, messageId: number): Promise<Record<string, number>> {
  const row = await one<{ outcomes: Record<string, number> }>(
    pool,
    sql`select counts -> 'outcomes' as outcomes from muster.outgoing_message where id = ${messageId}`,
  )
  return row!.outcomes
}

/** A form as Twilio sends it. */
export function twilioCall(
  authToken: string,
  publicUrl: string,
  path: string,
  fields: Record<string, string>,
) {
  const form = new URLSearchParams({ AccountSid: accountSid, ...fields })
  return {
    method: 'POST' as const,
    url: path,
    payload: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(authToken, publicUrl + path, form),
    },
  }
}

export const messageSid = (): string => `SM${crypto.randomBytes(16).toString('hex')}`
