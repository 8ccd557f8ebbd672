/** Single text messages that are no part of an outgoing message, such as codes: they go by the team's provider at once. */
import { senderSettingsSchema } from '@muster/contract/messages/senders.api'
import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import { type Executor, one, sql, type Transaction } from '../../platform/db.ts'
import { defineTask } from '../../platform/jobs.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { addressHash } from './audience/address.ts'
import { suppressionOf } from './consent/suppressions.repo.ts'
import { findSendingSender } from './sender/open-messages.repo.ts'
import { Refused, type Transport, Unknown } from './transports/transport.ts'
import { transportOf } from './transports/transport-of.ts'

/** The team's provider of text messages; undefined if there is none that works. */
export async function smsSenderOf(executor: Executor, teamId: number): Promise<number | undefined> {
  const row = await one<{ id: number }>(
    executor,
    sql`select id from muster.message_sender
        where team_id = ${teamId} and delivery_method = 'SMS' and transport <> 'outbox' and deleted_at is null
          and state <> 'paused'
        order by is_default desc, id limit 1`,
  )
  return row?.id
}

/** @param client it is sent if and only if this transaction commits */
export async function queueSms(
  jobs: Deps['jobs'],
  sms: { teamId: number; senderId: number; to: string; text: string },
  client: Transaction,
): Promise<void> {
  await jobs.add('send_sms', sms, { client })
}

type SmsDeps = Pick<Deps, 'config' | 'pool' | 'log'>

/** @param connect another one in tests */
export function smsTasks({ config, pool, log }: SmsDeps, connect = transportOf) {
  return {
    send_sms: defineTask({
      schema: z.object({ teamId: z.number(), senderId: z.number(), to: z.string(), text: z.string() }),
      maxAttempts: 3,
      async run({ teamId, senderId, to, text }) {
        const sender = await findSendingSender(pool, senderId)
        const hash = addressHash(config, teamId, to)
        const suppressed = await suppressionOf(pool, { schema: teamSchema(teamId) }, 'SMS', hash)
        // Nobody writes to a person who sent STOP.
        if (!sender || sender.teamId !== teamId || suppressed === 'stop' || suppressed === 'complaint') return
        const transport = await connect(config, {
          ...sender,
          settings: senderSettingsSchema.parse(sender.settings),
        })
        await handOver(transport, { to, text }, (error) =>
          log.warn({ err: error, senderId }, 'a text message was not sent'),
        )
      },
    }),
  }
}

/** Tries again only what certainly was not sent. */
async function handOver(
  transport: Transport,
  { to, text }: { to: string; text: string },
  refused: (error: unknown) => void,
): Promise<void> {
  try {
    await transport.handOver({ kind: 'SMS', to, text, recipientId: null })
  } catch (error) {
    if (!(error instanceof Refused) && !(error instanceof Unknown)) throw error
    refused(error)
  } finally {
    await transport.close()
  }
}
