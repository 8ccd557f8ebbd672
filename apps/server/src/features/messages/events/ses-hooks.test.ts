/** Amazon SNS passes on what Amazon SES reports of mails: only genuine messages of the sender's own topic count. */
import crypto from 'node:crypto'
import { messageHooksApi, type Sender } from '@muster/contract/messages/senders.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { one, run, sql } from '../../../platform/db.ts'
import { messagesTasks } from '../messages.jobs.ts'
import { recipientTokens } from '../recipient-token.ts'
import {
  aRecipient,
  aSenderOf,
  outcomesOf,
  type Recipient,
  reportsOf,
  suppressionOf,
} from './events.test-support.ts'
import { messageHooksRoutes } from './hooks.routes.ts'
import { recipientTag } from './ses-events.ts'
import { Sns, type SnsMessage, signedText } from './sns.ts'

const amazon = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 })
const forger = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 })
const host = 'https://sns.eu-west-1.amazonaws.com'
const topic = 'arn:aws:sns:eu-west-1:123456789012:mails'

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let sender: Sender
/** What was read at Amazon. */
const fetched: string[] = []

beforeAll(async () => {
  deps = await testDeps()
  const sns = new Sns(async (url) => {
    fetched.push(url)
    return amazon.publicKey.export({ type: 'spki', format: 'pem' }) as string
  })
  app = await testApp(deps, (bindTo) => bindTo(messageHooksApi, messageHooksRoutes(deps, sns)))
  team = await aTeam(deps)
  sender = await aSesSender(topic)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

/** @param confirmed null: it waits for one */
async function aSesSender(confirmed: string | null): Promise<Sender> {
  const created = await aSenderOf(deps, team.teamId, { transport: 'ses', fromAddress: 'news@bank.example' })
  if (confirmed) {
    await run(
      deps.pool,
      sql`update muster.message_sender set topic_arn = ${confirmed} where id = ${created.id}`,
    )
  }
  return created
}

type Changes = Partial<SnsMessage> & { key?: crypto.KeyObject }

/** A message of SNS, signed after the changes. */
function sns({ key = amazon.privateKey, ...changes }: Changes): SnsMessage {
  const message: SnsMessage = {
    Type: 'Notification',
    MessageId: crypto.randomUUID(),
    TopicArn: topic,
    Message: '{}',
    Timestamp: '2026-11-25T10:00:00.000Z',
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: `${host}/SimpleNotificationService-1.pem`,
    ...changes,
  }
  const hash = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = crypto.sign(hash, Buffer.from(signedText(message)), key).toString('base64')
  return { ...message, Signature: changes.Signature ?? signature }
}

async function post(message: object, to = sender): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: to.hookUrl!,
    payload: JSON.stringify(message),
    // As SNS sends it.
    headers: { 'content-type': 'text/plain; charset=UTF-8' },
  })
  return answer.statusCode
}

const recipientOf = (options: Parameters<typeof aRecipient>[3] = {}) =>
  aRecipient(deps, team, sender, options)
const reports = (recipient: Recipient) => reportsOf(deps, team.schema, recipient.id)

/** What SES publishes of a mail that was tagged with its recipient. */
function sesOf(recipient: Recipient, eventType: string, part: object = {}, messageId = 'ses-1'): string {
  const { message } = recipientTokens(deps.config.secret, { teamId: team.teamId, recipientId: recipient.id })
  const tags = { [recipientTag]: [message], 'ses:operation': ['SendEmail'] }
  return JSON.stringify({
    eventType,
    mail: { messageId, timestamp: '2026-11-25T10:00:00.000Z', tags },
    ...part,
  })
}

const bounce = (bounceType: string) => ({
  bounce: {
    bounceType,
    bounceSubType: 'General',
    timestamp: '2026-11-25T10:00:02.000Z',
    bouncedRecipients: [{ emailAddress: 'x@people.example', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
  },
})

describe('an event', () => {
  test.each(['1', '2'] as const)(
    'with signature version %s is noted, and settles a doubt',
    async (version) => {
      const recipient = await recipientOf({ state: 'in_doubt' })
      const message = sns({
        SignatureVersion: version,
        Subject: 'Amazon SES Email Event Notification',
        Message: sesOf(recipient, 'Delivery', { delivery: { timestamp: '2026-11-25T10:00:01.000Z' } }),
      })
      expect(await post(message)).toBe(204)
      expect(await reports(recipient)).toEqual({ state: 'accepted', last: 'delivery', all: ['delivery'] })
      await deps.runJobs(messagesTasks(deps))
      expect(await outcomesOf(deps, recipient.messageId)).toMatchObject({ delivered: 1 })
    },
  )

  test('is found by the id that SES gave the mail, and counts once', async () => {
    const recipient = await recipientOf({ providerId: 'ses-known' })
    const mail = { messageId: 'ses-known', timestamp: '2026-11-25T10:00:00.000Z' }
    const message = sns({ Message: JSON.stringify({ notificationType: 'Delivery', mail, delivery: {} }) })
    for (const _ of [1, 2]) expect(await post(message)).toBe(204)
    expect((await reports(recipient)).all).toEqual(['delivery'])
  })

  test('that comes late does not undo a later one', async () => {
    const recipient = await recipientOf()
    for (const [type, part] of [
      ['Click', { click: { timestamp: '2026-11-25T10:05:00.000Z', link: 'https://bank.example' } }],
      ['Open', { open: { timestamp: '2026-11-25T10:04:00.000Z' } }],
      ['Delivery', { delivery: { timestamp: '2026-11-25T10:00:01.000Z' } }],
      ['Send', {}],
    ] as const)
      await post(sns({ Message: sesOf(recipient, type, part) }))
    expect(await reports(recipient)).toMatchObject({
      last: 'click',
      all: ['click', 'open', 'delivery', 'send'],
    })
  })

  test('of a bounce for good suppresses the address, of one that may pass only at the fifth time', async () => {
    const [hard, soft] = [await recipientOf(), await recipientOf()]
    await post(sns({ Message: sesOf(hard, 'Bounce', bounce('Permanent')) }))
    expect(await suppressionOf(deps, team, hard.address)).toEqual({ reason: 'bounce', days: null })
    for (const _ of [1, 2, 3, 4]) await post(sns({ Message: sesOf(soft, 'Bounce', bounce('Transient')) }))
    expect(await suppressionOf(deps, team, soft.address)).toBeUndefined()
    await post(sns({ Message: sesOf(soft, 'Bounce', bounce('Transient')) }))
    expect(await suppressionOf(deps, team, soft.address)).toEqual({ reason: 'bounce', days: 30 })
  })

  test('of a complaint suppresses the address at once, unless the mail was no spam', async () => {
    const [angry, kind] = [await recipientOf(), await recipientOf()]
    await post(sns({ Message: sesOf(angry, 'Complaint', { complaint: { complaintFeedbackType: 'abuse' } }) }))
    await post(
      sns({ Message: sesOf(kind, 'Complaint', { complaint: { complaintFeedbackType: 'not-spam' } }) }),
    )
    expect(await suppressionOf(deps, team, angry.address)).toMatchObject({ reason: 'complaint' })
    expect(await suppressionOf(deps, team, kind.address)).toBeUndefined()
  })

  test('about a recipient of another team, or one that was not tagged by us, changes nothing', async () => {
    const other = await aTeam(deps)
    const theirs = await aRecipient(deps, other, sender)
    const { message: token } = recipientTokens(deps.config.secret, {
      teamId: other.teamId,
      recipientId: theirs.id,
    })
    const recipient = await recipientOf()
    for (const tag of [token, String(recipient.id), token.replace(/.$/, 'g')]) {
      const mail = { messageId: 'unknown', tags: { [recipientTag]: [tag] } }
      expect(
        await post(sns({ Message: JSON.stringify({ eventType: 'Delivery', mail, delivery: {} }) })),
      ).toBe(204)
    }
    expect((await reportsOf(deps, other.schema, theirs.id)).all).toEqual([])
    expect((await reports(recipient)).all).toEqual([])
  })

  test.each<[string, Changes]>([
    ['signed by somebody else', { key: forger.privateKey }],
    ['of a foreign topic', { TopicArn: 'arn:aws:sns:eu-west-1:999999999999:mails' }],
    ['of another region', { TopicArn: 'arn:aws:sns:us-east-1:123456789012:mails' }],
    [
      'with a certificate of a foreign host',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/a.pem' },
    ],
    ['with a certificate of another service', { SigningCertURL: 'https://s3.eu-west-1.amazonaws.com/a.pem' }],
    ['with a certificate of another region', { SigningCertURL: 'https://sns.us-east-1.amazonaws.com/a.pem' }],
    ['with a certificate over HTTP', { SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/a.pem' }],
    ['with a certificate at another port', { SigningCertURL: `${host}:8443/a.pem` }],
    [
      'with a user in the address',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com@evil.example/a.pem' },
    ],
  ])('%s is refused', async (_what, changes) => {
    const recipient = await recipientOf()
    const before = fetched.length
    const delivery = { delivery: { timestamp: '2026-11-25T10:00:01.000Z' } }
    expect(await post(sns({ Message: sesOf(recipient, 'Delivery', delivery), ...changes }))).toBe(403)
    expect((await reports(recipient)).all).toEqual([])
    expect(fetched.slice(before).filter((url) => !url.startsWith(`${host}/`))).toEqual([])
  })

  test('that was changed after it was signed is refused', async () => {
    const recipient = await recipientOf()
    const message = sns({ Message: sesOf(recipient, 'Open', { open: {} }) })
    expect(await post({ ...message, Message: sesOf(recipient, 'Delivery', { delivery: {} }) })).toBe(403)
    expect(await post({ ...message, SignatureVersion: '1' })).toBe(403)
    expect(await post({ Type: 'Notification' })).toBe(400)
    expect((await reports(recipient)).all).toEqual([])
  })
})

describe('a subscription', () => {
  const url = (arn: string) =>
    `${host}/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(arn)}&Token=abc`
  const confirmation = (arn = topic, changes: Changes = {}) =>
    sns({
      Type: 'SubscriptionConfirmation',
      TopicArn: arn,
      Token: 'abc',
      SubscribeURL: url(arn),
      Message: 'You have chosen to subscribe',
      ...changes,
    })
  const topicOf = async ({ id }: Sender) =>
    (await one<{ arn: string | null }>(
      deps.pool,
      sql`select topic_arn as arn from muster.message_sender where id = ${id}`,
    ))!.arn

  test('is confirmed while a new sender waits for one, and then for this topic only', async () => {
    const waiting = await aSesSender(null)
    fetched.length = 0
    expect(await post(confirmation(), waiting)).toBe(204)
    expect(fetched).toContain(url(topic))
    expect(await topicOf(waiting)).toBe(topic)
    fetched.length = 0
    const other = 'arn:aws:sns:eu-west-1:999999999999:other'
    expect(await post(confirmation(other), waiting)).toBe(403)
    expect(fetched).toEqual([])
    expect(await topicOf(waiting)).toBe(topic)
    expect(await post(confirmation(), waiting)).toBe(204)
  })

  test('is not confirmed when nobody waits for it', async () => {
    const waiting = await aSesSender(null)
    await run(
      deps.pool,
      sql`update muster.message_sender set awaits_topic_until = now() - interval '1 second' where id = ${waiting.id}`,
    )
    fetched.length = 0
    expect(await post(confirmation(), waiting)).toBe(403)
    expect(fetched).toEqual([])
    expect(await topicOf(waiting)).toBeNull()
  })

  test.each<[string, Changes, number]>([
    ['that is forged', { key: forger.privateKey }, 403],
    [
      'with an address of another host',
      { SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription' },
      503,
    ],
    ['with an address of another topic', { SubscribeURL: url('arn:aws:sns:eu-west-1:999999999999:x') }, 503],
  ])('%s is not confirmed', async (_what, changes, status) => {
    const waiting = await aSesSender(null)
    fetched.length = 0
    expect(await post(confirmation(topic, changes), waiting)).toBe(status)
    expect(fetched.filter((one) => !one.endsWith('.pem'))).toEqual([])
  })

  test('gets no events before', async () => {
    const waiting = await aSesSender(null)
    const recipient = await recipientOf()
    expect(await post(sns({ Message: sesOf(recipient, 'Open', { open: {} }) }), waiting)).toBe(403)
    expect((await reports(recipient)).all).toEqual([])
  })
})
