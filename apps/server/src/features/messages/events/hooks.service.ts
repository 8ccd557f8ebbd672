/** Callbacks of providers: each checks that it comes from where it says, and notes what it says. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import { decrypt } from '../../../platform/encryption.ts'
import type { HookBody } from '../../../platform/http/hook-body.ts'
import { readRecipientToken } from '../recipient-token.ts'
import { readBounceMail } from './bounce-mail.ts'
import { recipientByProviderId } from './events.repo.ts'
import { type HookSender, keepTopic, senderOfHook } from './hook-sender.ts'
import { inboundSms, takeInboundSms } from './inbound-sms.ts'
import { type EventDeps, noteEvents } from './note-event.ts'
import { sesEvent } from './ses-events.ts'
import { isTopicIn, type Sns, type SnsMessage, snsMessageSchema } from './sns.ts'
import { twilioEvent } from './twilio-events.ts'
import { isSignedByTwilio } from './twilio-signature.ts'

/** How a request reached us. */
interface Called {
  /** Path and query as requested. */
  path: string
  /** Of Twilio. */
  signature: string
  body: HookBody
}

/** The sender and the form of a request that Twilio signed for it. @throws AppError not_found, access_denied */
async function signedForm(
  { pool, config }: EventDeps,
  key: string,
  { path, signature, body }: Called,
): Promise<{ sender: HookSender; form: URLSearchParams; query: URLSearchParams }> {
  const sender = await senderOfHook(pool, key, 'twilio')
  const form = body.form()
  const token = sender.secret === null ? '' : await decrypt(config, sender.secret)
  // The address that Twilio was given; a proxy may have changed the one that arrived.
  const url = config.publicUrl + path
  if (!isSignedByTwilio(signature, token, url, form)) throw new AppError('access_denied')
  if (form.get('AccountSid') !== sender.settings.accountSid) throw new AppError('access_denied')
  return { sender, form, query: new URL(url).searchParams }
}

/** @throws AppError not_found, access_denied, unsupported_file */
export async function noteTwilioStatus(deps: EventDeps, key: string, called: Called): Promise<void> {
  const { sender, form, query } = await signedForm(deps, key, called)
  const recipientId = Number(query.get('recipient'))
  if (!Number.isSafeInteger(recipientId) || recipientId <= 0) return
  const event = twilioEvent(form, recipientId)
  if (event) await noteEvents(deps, sender, [event])
}

/** @returns TwiML @throws AppError not_found, access_denied, unsupported_file */
export async function answerTwilioSms(deps: EventDeps, key: string, called: Called): Promise<string> {
  const { sender, form } = await signedForm(deps, key, called)
  const sms = inboundSms(form)
  if (!sms) throw new AppError('validation_failed')
  return takeInboundSms(deps, sender, sms)
}

/** @throws AppError not_found, access_denied, bad_json, validation_failed */
export async function noteSns(deps: EventDeps, sns: Sns, key: string, body: HookBody): Promise<void> {
  const sender = await senderOfHook(deps.pool, key, 'ses')
  const read = snsMessageSchema.safeParse(body.json())
  if (!read.success) throw new AppError('validation_failed')
  const message = read.data
  const { region } = sender.settings
  const isOurs = isTopicIn(message.TopicArn, region) && mayBeTopic(sender, message)
  if (!isOurs || !(await sns.isGenuine(message, region))) throw new AppError('access_denied')
  if (message.Type === 'SubscriptionConfirmation') await confirmTopic(deps, sns, sender, message)
  if (message.Type === 'Notification') await noteSesEvent(deps, sender, message)
}

/** Once a topic is confirmed, no other counts. */
function mayBeTopic({ topicArn, awaitsTopic }: HookSender, { Type, TopicArn }: SnsMessage): boolean {
  if (topicArn !== null) return topicArn === TopicArn
  return awaitsTopic && Type === 'SubscriptionConfirmation'
}

async function confirmTopic(
  { pool, log }: EventDeps,
  sns: Sns,
  sender: HookSender,
  message: SnsMessage,
): Promise<void> {
  if (!(await keepTopic(pool, sender.id, message.TopicArn))) throw new AppError('access_denied')
  await sns.confirm(message, sender.settings.region).catch((error: unknown) => {
    // SNS asks again.
    log.warn({ err: error, senderId: sender.id }, 'a subscription to Amazon SNS could not be confirmed')
    throw new AppError('not_ready')
  })
}

async function noteSesEvent(
  deps: EventDeps,
  sender: HookSender,
  { Message, MessageId }: SnsMessage,
): Promise<void> {
  const event = sesEvent(parsed(Message))
  if (!event) return
  const { mailId, token, ...noted } = event
  const recipientId = await recipientOf(deps, sender, [token ?? ''], mailId)
  if (recipientId === undefined) return
  await noteEvents(deps, sender, [
    { ...noted, recipientId, providerId: mailId, providerEvent: `sns ${MessageId}` },
  ])
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** By a token that we gave the mail, or by the id under which it was taken. Of the sender's team only. */
async function recipientOf(
  { pool, models, config }: EventDeps,
  { teamId }: HookSender,
  messageTokens: readonly string[],
  providerId: string,
): Promise<number | undefined> {
  for (const token of messageTokens) {
    const named = readRecipientToken(config.secret, 'message', token)
    if (named?.teamId === teamId) return named.recipientId
  }
  const { schema } = await models.get(teamId)
  return recipientByProviderId(pool, schema, providerId)
}

/** @throws AppError not_found */
export async function noteBounceMail(deps: EventDeps, key: string, raw: Buffer): Promise<void> {
  const sender = await senderOfHook(deps.pool, key, 'smtp')
  const mail = await readBounceMail(raw)
  if (!mail) return
  const recipientId = await bouncedRecipient(deps, sender, mail)
  if (recipientId === undefined) {
    deps.log.info({ senderId: sender.id }, 'a report about a mail names no recipient that we know')
    return
  }
  const { type, harm, detail } = mail
  const reportId = mail.reportId || crypto.createHash('sha256').update(raw).digest('hex')
  const providerEvent = `mail ${recipientId} ${reportId.slice(0, 500)}`
  const event = { recipientId, type, harm, detail, providerEvent, at: null, providerId: null }
  await noteEvents(deps, sender, [{ ...event, isMachine: false }])
}

/** By the address that the report was sent to, or by the mail that it returns: both are signed. */
async function bouncedRecipient(
  deps: EventDeps,
  sender: HookSender,
  { addresses, messageIds }: { addresses: readonly string[]; messageIds: readonly string[] },
): Promise<number | undefined> {
  for (const token of addresses.flatMap(bounceTokensIn)) {
    const named = readRecipientToken(deps.config.secret, 'bounce', token.toLowerCase())
    if (named?.teamId === sender.teamId) return named.recipientId
  }
  for (const messageId of messageIds) {
    const local = messageId.slice(0, messageId.lastIndexOf('@'))
    const found = await recipientOf(deps, sender, [local], `<${messageId}>`)
    if (found !== undefined) return found
  }
  return undefined
}

/** The tokens of all bounce addresses in a text, such as the header of a mail. */
const bounceTokensIn = (text: string): string[] =>
  [...text.matchAll(/(?<![\w.-])b\.([0-9a-z]+-[0-9a-z]+-[0-9a-f]{16})@/gi)].map(([, token]) => token!)
