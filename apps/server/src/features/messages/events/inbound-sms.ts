/** SMS that people send: they leave, come back or ask for help by a word, in any of the product's languages. */

import { notificationTypes } from '@muster/contract/messages/notifications'
import { languages } from '@muster/contract/paging'
import type { TeamModel } from '../../../engine/public.ts'
import { type Transaction, transaction } from '../../../platform/db.ts'
import { escapeHtml } from '../../../platform/http/html.ts'
import { addressHash, isAddress, normalAddress } from '../audience/address.ts'
import { logConsent } from '../consent/subjects.repo.ts'
import { notifyRecipient, releaseAddress, suppressAddresses } from '../consent/suppressions.repo.ts'
import { smsText } from '../sms-texts.ts'
import { keepInbound, lastRecipient } from './events.repo.ts'
import type { HookSender } from './hook-sender.ts'
import { countLater, type EventDeps } from './note-event.ts'
import { type OptOut, optOutOf } from './opt-out-words.ts'

interface InboundSms {
  from: string
  body: string
  /** What Twilio has understood and answered itself. */
  handledByTwilio: OptOut | undefined
  providerEvent: string
}

/** @returns undefined for a form without what an SMS has */
export function inboundSms(form: URLSearchParams): InboundSms | undefined {
  const sid = form.get('MessageSid') ?? ''
  const from = normalAddress('SMS', form.get('From') ?? '')
  if (sid === '' || !isAddress('SMS', from)) return undefined
  const type = form.get('OptOutType')?.toLowerCase()
  const handledByTwilio = type === 'stop' || type === 'start' || type === 'help' ? type : undefined
  return { from, body: form.get('Body') ?? '', handledByTwilio, providerEvent: `twilio ${sid}` }
}

/** @returns TwiML: an answer, or nothing to answer */
export async function takeInboundSms(
  { pool, models, config, jobs }: EventDeps,
  sender: HookSender,
  sms: InboundSms,
): Promise<string> {
  const { teamId } = sender
  const model = await models.get(teamId)
  const act = sms.handledByTwilio ?? optOutOf(sms.body)
  const hash = addressHash(config, teamId, sms.from)
  const recipient = await lastRecipient(pool, model.schema, hash)
  const isNew = await transaction(pool, async (client) => {
    const kept = await keepInbound(client, model.schema, {
      senderId: sender.id,
      fromHash: hash,
      body: sms.body,
      handledAs: act ?? 'message',
      providerEvent: sms.providerEvent,
    })
    if (!kept || act === undefined || act === 'help') return kept
    const person = { addressHash: hash, address: sms.from }
    const hasChanged =
      act === 'stop' ? await leave(client, model, person) : await comeBack(client, model, person.addressHash)
    if (!hasChanged || !recipient) return kept
    // It counts for the last SMS that the person got.
    const type = notificationTypes.indexOf(act === 'stop' ? 'unsubscribed' : 'subscribed')
    await notifyRecipient(client, model, { ...recipient, type })
    await countLater(jobs, client, teamId, recipient.messageId)
    return kept
  })
  // A repeated request is not answered again, and Twilio's own answer is enough.
  if (!isNew || act === undefined || sms.handledByTwilio) return twiml(null)
  const spoken = languages.find((language) => language === recipient?.language)
  return twiml(smsText(act, spoken ?? model.defaultDataLanguage, { team: model.name }))
}

async function leave(
  client: Transaction,
  model: TeamModel,
  person: { addressHash: Buffer; address: string },
): Promise<boolean> {
  const count = await suppressAddresses(client, model, 'SMS', [person], 'stop')
  if (count > 0) await log(client, model, person.addressHash, 'unsubscribed')
  return count > 0
}

/** From a STOP, and from having unsubscribed on the page; who complained or was suppressed by the team stays out. */
async function comeBack(client: Transaction, model: TeamModel, hash: Buffer): Promise<boolean> {
  const stopped = await releaseAddress(client, model, 'SMS', hash, 'stop')
  const left = await releaseAddress(client, model, 'SMS', hash, 'unsubscribed')
  if (stopped + left > 0) await log(client, model, hash, 'subscribed')
  return stopped + left > 0
}

const log = (client: Transaction, model: TeamModel, hash: Buffer, what: string): Promise<void> =>
  logConsent(client, model, { method: 'SMS', addressHash: hash, what, source: 'sms', network: '' })

function twiml(text: string | null): string {
  const message = text === null ? '' : `<Message>${escapeHtml(text)}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
}
