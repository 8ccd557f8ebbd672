/** The one writer of what providers report: notes it on the ledger and draws the consequences for the address. */
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { Deps } from '../../../engine/public.ts'
import { type Transaction, transaction } from '../../../platform/db.ts'
import { teamSchema } from '../../../platform/migrate.ts'
import { logConsent } from '../consent/subjects.repo.ts'
import { suppressAddresses } from '../consent/suppressions.repo.ts'
import {
  addSoftFailure,
  lockRecipient,
  type NotedEvent,
  type NotedRecipient,
  noteOne,
} from './events.repo.ts'

export interface ProviderEvent extends NotedEvent {
  /** What it says about the address. `soft`: it may work again later. */
  harm: 'none' | 'soft' | 'hard' | 'complaint' | 'stop'
}

/** Failures that may pass, within a week or so, after which the address rests. */
const softLimit = 5
const restDays = 30
/** Counting takes a while: so many milliseconds' events are counted together. */
const countAfterMs = 2000

export type EventDeps = Pick<Deps, 'config' | 'pool' | 'models' | 'jobs' | 'log'>

/** What was reported of mails or SMS of a team; what was noted before changes nothing. */
export async function noteEvents(
  { pool, jobs }: Pick<Deps, 'pool' | 'jobs'>,
  { teamId, deliveryMethod }: { teamId: number; deliveryMethod: DeliveryMethod },
  events: readonly ProviderEvent[],
): Promise<void> {
  if (events.length === 0) return
  const schema = teamSchema(teamId)
  await transaction(pool, async (client) => {
    const messageIds = new Set<number>()
    // In one order, so that two requests never wait for each other.
    for (const event of [...events].sort((a, b) => a.recipientId - b.recipientId)) {
      if (!(await lockRecipient(client, schema, event.recipientId))) continue
      const recipient = await noteOne(client, schema, event)
      if (!recipient) continue
      messageIds.add(recipient.messageId)
      await blame(client, { schema, channel: deliveryMethod }, event, recipient)
    }
    for (const messageId of messageIds) await countLater(jobs, client, teamId, messageId)
  })
}

/** Counts the message soon, once for all that is reported until then. */
export async function countLater(
  jobs: Deps['jobs'],
  client: Transaction,
  teamId: number,
  messageId: number,
): Promise<void> {
  const options = { runAt: new Date(Date.now() + countAfterMs), keepsRunAt: true, client }
  await jobs.add(
    'count_message',
    { teamId, messageId },
    { ...options, jobKey: `count_message ${teamId} ${messageId}` },
  )
}

async function blame(
  client: Transaction,
  { schema, channel }: { schema: string; channel: DeliveryMethod },
  { harm, recipientId }: ProviderEvent,
  { addressHash, address }: NotedRecipient,
): Promise<void> {
  if (harm === 'none' || addressHash === null) return
  const people = [{ addressHash, address, recipientId }]
  if (harm === 'soft') {
    // Rounded: five on one day are a little less than five.
    const soft = Math.round(await addSoftFailure(client, schema, channel, addressHash))
    if (soft >= softLimit) await suppressAddresses(client, { schema }, channel, people, 'bounce', restDays)
    return
  }
  const reason = harm === 'hard' ? 'bounce' : harm
  const added = await suppressAddresses(client, { schema }, channel, people, reason)
  if (added === 0 || harm === 'hard') return
  const event = { method: channel, addressHash, what: 'unsubscribed', network: '' }
  await logConsent(client, { schema }, { ...event, source: harm === 'stop' ? 'sms' : 'complaint' })
}
