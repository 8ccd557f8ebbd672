/** Messages for tests, in any status. */
import type { Audience } from '@muster/contract/messages/audience'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { MessageStatus } from '@muster/contract/messages/messages.machine'
import type { TestDeps } from '../../../test/test-deps.ts'
import { one, run, sql } from '../../platform/db.ts'

/** Counts, since the digits of a random number may look like hidden data to a test that searches for it. */
let made = 0

export interface StoredMessage {
  teamId: number
  ownedBy: number
  method?: DeliveryMethod
  status?: MessageStatus
  senderId?: number | null
  isPaused?: boolean
  name?: string
  include?: Audience['include']
}

export async function aSender(
  { pool }: Pick<TestDeps, 'pool'>,
  teamId: number,
  method: DeliveryMethod = 'EMAIL',
) {
  const { id } = (await one<{ id: number }>(
    pool,
    sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_address)
        values (${teamId}, ${`Sender ${++made}`}, ${method}, 'outbox', 'team@example.org') returning id`,
  ))!
  return id
}

/** A message with a content that can be sent. */
export async function aMessage({ pool }: Pick<TestDeps, 'pool'>, message: StoredMessage): Promise<number> {
  const {
    teamId,
    ownedBy,
    method = 'EMAIL',
    status = 'DRAFT',
    senderId = null,
    name = 'News',
    include = [],
  } = message
  const audience: Audience = { include, exclude: [], addressFieldIds: [], languageFieldIds: [] }
  const before = status === 'ARCHIVED' || status === 'SCHEDULED' ? 'DRAFT' : null
  const { id } = (await one<{ id: number }>(
    pool,
    sql`insert into muster.outgoing_message (team_id, internal_name, delivery_method, content_type, content_language,
          sender_id, owned_by, created_by, status, status_before, audience, paused_at, frozen_at)
        values (${teamId}, ${name}, ${method}, 'PARTICIPATION', 'en', ${senderId}, ${ownedBy}, ${ownedBy}, ${status},
          ${before}, ${JSON.stringify(audience)}, ${message.isPaused ? new Date() : null},
          ${['SENDING', 'SENT', 'ERROR_SENDING'].includes(status) ? new Date() : null}) returning id`,
  ))!
  const design = {
    settings: {},
    blocks: [
      {
        id: 'a',
        type: 'text',
        settings: { html: '<p>Hello <a href="{{ system.unsubscribe_url }}">Stop</a></p>' },
      },
    ],
  }
  await run(
    pool,
    sql`insert into muster.outgoing_message_content (outgoing_message_id, language, subject_line, design, text_only)
        values (${id}, 'en', 'Hello', ${JSON.stringify(design)}, 'Hello {{ field.email }}')`,
  )
  return id
}

/** A published template of a mail that greets by a merge field. */
export async function aTemplate(
  { pool }: Pick<TestDeps, 'pool'>,
  teamId: number,
  html = '<p>Hello {{ field.name }}</p>',
): Promise<number> {
  const { id } = (await one<{ id: number }>(
    pool,
    sql`insert into muster.message_template (team_id, internal_name, delivery_method, used_for, status, was_published,
          content_language)
        values (${teamId}, ${`Template ${++made}`}, 'EMAIL', 'transactional_only', 'PUBLISHED', true, 'en')
        returning id`,
  ))!
  const design = { settings: {}, blocks: [{ id: 'a', type: 'text', settings: { html } }] }
  await run(
    pool,
    sql`insert into muster.message_template_content (message_template_id, language, subject_line, design)
        values (${id}, 'en', 'Thank you', ${JSON.stringify(design)})`,
  )
  return id
}
