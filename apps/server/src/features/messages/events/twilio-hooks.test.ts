/** Twilio reports what becomes of SMS, and passes on what people answer. */
import { messageHooksApi, type Sender } from '@muster/contract/messages/senders.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { ident, rows, sql } from '../../../platform/db.ts'
import { addressHash } from '../audience/address.ts'
import { messagesTasks } from '../messages.jobs.ts'
import {
  aRecipient,
  aSenderOf,
  messageSid,
  outcomesOf,
  type Recipient,
  reportsOf,
  suppressionOf,
  twilioCall,
} from './events.test-support.ts'
import { messageHooksRoutes } from './hooks.routes.ts'
import { optOutOf } from './opt-out-words.ts'
import { twilioSignature } from './twilio-signature.ts'

const publicUrl = 'https://muster.example'
let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let sender: Sender
let key: string

beforeAll(async () => {
  deps = await testDeps({ config: { publicUrl } })
  app = await testApp(deps, (bindTo) => bindTo(messageHooksApi, messageHooksRoutes(deps)))
  team = await aTeam(deps)
  sender = await aTwilioSender(team.teamId, 'token')
  key = keyOf(sender)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const aTwilioSender = (teamId: number, secret: string) =>
  aSenderOf(deps, teamId, { transport: 'twilio', fromAddress: '+14155550100', secret })
const keyOf = ({ hookUrl }: Sender) => hookUrl!.split('/').at(-1)!

const statusPath = (recipient: Pick<Recipient, 'id'>, its = key) =>
  `/api/hooks/twilio/${its}?recipient=${recipient.id}`

async function report(
  recipient: Pick<Recipient, 'id'>,
  fields: { MessageSid: string; MessageStatus: string; ErrorCode?: string },
): Promise<number> {
  const answer = await app.inject(twilioCall('token', publicUrl, statusPath(recipient), fields))
  return answer.statusCode
}

const recipientOf = (options: Parameters<typeof aRecipient>[3] = {}) =>
  aRecipient(deps, team, sender, options)
const reports = (recipient: Recipient) => reportsOf(deps, team.schema, recipient.id)

test('the signature is the one of Twilio’s documentation', () => {
  // https://www.twilio.com/docs/usage/security#test-the-validity-of-your-webhook-signature
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  })
  const url = 'https://example.com/myapp.php?foo=1&bar=2'
  expect(twilioSignature('12345', url, form)).toBe('L/OH5YylLD5NRKLltdqwSvS0BnU=')
})

describe('a status', () => {
  test('is noted, counted, and settles a doubt', async () => {
    const recipient = await recipientOf({ state: 'in_doubt' })
    expect(await report(recipient, { MessageSid: messageSid(), MessageStatus: 'delivered' })).toBe(204)
    expect(await reports(recipient)).toEqual({ state: 'accepted', last: 'delivered', all: ['delivered'] })
    await deps.runJobs(messagesTasks(deps))
    expect(await outcomesOf(deps, recipient.messageId)).toMatchObject({ delivered: 1 })
  })

  test('counts once when it is reported again', async () => {
    const recipient = await recipientOf()
    const fields = { MessageSid: messageSid(), MessageStatus: 'delivered' }
    for (const _ of [1, 2, 3]) expect(await report(recipient, fields)).toBe(204)
    expect((await reports(recipient)).all).toEqual(['delivered'])
  })

  test('that comes late does not undo a later one', async () => {
    const recipient = await recipientOf()
    const sid = messageSid()
    for (const MessageStatus of ['queued', 'delivered', 'sent', 'sending', 'read', 'delivered'])
      await report(recipient, { MessageSid: sid, MessageStatus })
    const { last, all } = await reports(recipient)
    expect(last).toBe('read')
    expect(all).toEqual(['queued', 'delivered', 'sent', 'sending', 'read'])
  })

  test('that is unknown, or about nobody, changes nothing', async () => {
    const recipient = await recipientOf()
    expect(await report(recipient, { MessageSid: messageSid(), MessageStatus: 'dancing' })).toBe(204)
    expect(await report({ id: 987_654 }, { MessageSid: messageSid(), MessageStatus: 'sent' })).toBe(204)
    expect((await reports(recipient)).all).toEqual([])
  })

  test.each([
    [
      'without a signature',
      (call: Call) => ({ ...call, headers: { ...call.headers, 'x-twilio-signature': '' } }),
    ],
    ['for another recipient', (call: Call) => ({ ...call, url: call.url.replace(/\d+$/, '1') })],
    ['with other content', (call: Call) => ({ ...call, payload: `${call.payload}&ErrorCode=30005` })],
  ])('%s is refused', async (_what, forge) => {
    const recipient = await recipientOf()
    const fields = { MessageSid: messageSid(), MessageStatus: 'delivered' }
    const call = twilioCall('token', publicUrl, statusPath(recipient), fields)
    expect((await app.inject(forge(call))).statusCode).toBe(403)
    expect((await reports(recipient)).all).toEqual([])
  })
  type Call = ReturnType<typeof twilioCall>

  test('signed with another token, of another account or with another key is refused', async () => {
    const recipient = await recipientOf()
    const fields = { MessageSid: messageSid(), MessageStatus: 'delivered' }
    const wrong = twilioCall('another', publicUrl, statusPath(recipient), fields)
    expect((await app.inject(wrong)).statusCode).toBe(403)
    const account = { ...fields, AccountSid: `AC${'2'.repeat(32)}` }
    const foreign = twilioCall('token', publicUrl, statusPath(recipient), account)
    expect((await app.inject(foreign)).statusCode).toBe(403)
    const unknown = twilioCall('token', publicUrl, statusPath(recipient, 'x'.repeat(32)), fields)
    expect((await app.inject(unknown)).statusCode).toBe(404)
    expect((await reports(recipient)).all).toEqual([])
  })

  test('of another team never reaches this one', async () => {
    const other = await aTeam(deps)
    const theirs = await aTwilioSender(other.teamId, 'their token')
    const recipient = await recipientOf()
    const fields = { MessageSid: messageSid(), MessageStatus: 'delivered' }
    const call = twilioCall('their token', publicUrl, statusPath(recipient, keyOf(theirs)), fields)
    expect((await app.inject(call)).statusCode).toBe(204)
    expect((await reports(recipient)).all).toEqual([])
  })

  test('of a number that does not exist suppresses it', async () => {
    const recipient = await recipientOf()
    const fields = { MessageSid: messageSid(), MessageStatus: 'undelivered', ErrorCode: '30005' }
    await report(recipient, fields)
    expect(await suppressionOf(deps, team, recipient.address)).toEqual({ reason: 'bounce', days: null })
  })

  test('of a phone that is off suppresses it for a month at the fifth time', async () => {
    const recipient = await recipientOf()
    const fail = () =>
      report(recipient, { MessageSid: messageSid(), MessageStatus: 'undelivered', ErrorCode: '30003' })
    for (const _ of [1, 2, 3, 4]) await fail()
    expect(await suppressionOf(deps, team, recipient.address)).toBeUndefined()
    await fail()
    expect(await suppressionOf(deps, team, recipient.address)).toEqual({ reason: 'bounce', days: 30 })
    await report(recipient, { MessageSid: messageSid(), MessageStatus: 'undelivered', ErrorCode: '30006' })
    expect(await suppressionOf(deps, team, recipient.address)).toEqual({ reason: 'bounce', days: null })
  })
})

describe('an answer', () => {
  const answer = (from: string, fields: Record<string, string>) =>
    app.inject(
      twilioCall('token', publicUrl, `/api/hooks/twilioInbound/${key}`, {
        MessageSid: messageSid(),
        From: from,
        ...fields,
      }),
    )
  const log = async (address: string) => {
    const hash = addressHash(deps.config, team.teamId, address)
    const found = await rows<{ what: string; source: string }>(
      deps.pool,
      sql`select what, source from ${ident(team.schema, 'message_consent_event')} where address_hash = ${hash} order by id`,
    )
    return found.map(({ what, source }) => `${what} by ${source}`)
  }

  test('STOP in French suppresses, START releases; both are answered in the language of the last SMS', async () => {
    const recipient = await recipientOf({ language: 'fr' })
    const stopped = await answer(recipient.address, { Body: ' Arrêt ! ' })
    expect(stopped.headers['content-type']).toContain('text/xml')
    expect(stopped.body).toMatch(
      /^<\?xml.*<Response><Message>.*Vous ne recevrez plus.*<\/Message><\/Response>$/,
    )
    expect(await suppressionOf(deps, team, recipient.address)).toMatchObject({ reason: 'stop' })
    expect((await reports(recipient)).all).toEqual(['unsubscribed'])
    expect((await answer(recipient.address, { Body: 'reprendre' })).body).toContain('à nouveau')
    expect(await suppressionOf(deps, team, recipient.address)).toBeUndefined()
    expect(await log(recipient.address)).toEqual(['unsubscribed by sms', 'subscribed by sms'])
    await deps.runJobs(messagesTasks(deps))
    expect(await outcomesOf(deps, recipient.messageId)).toMatchObject({ unsubscribed: 1 })
  })

  test('is taken once', async () => {
    const recipient = await recipientOf()
    const fields = { Body: 'STOP', MessageSid: messageSid() }
    expect((await answer(recipient.address, fields)).body).toContain('<Message>')
    expect((await answer(recipient.address, fields)).body).toContain('<Response></Response>')
    expect(await log(recipient.address)).toHaveLength(1)
  })

  test('that Twilio has answered itself is only noted', async () => {
    const recipient = await recipientOf()
    const { body } = await answer(recipient.address, { Body: 'Please end this', OptOutType: 'STOP' })
    expect(body).toContain('<Response></Response>')
    expect(await suppressionOf(deps, team, recipient.address)).toMatchObject({ reason: 'stop' })
  })

  test('from somebody who was never written to counts, too; anything else is kept', async () => {
    await answer('+34600111222', { Body: 'BAJA' })
    expect(await suppressionOf(deps, team, '+34600111222')).toMatchObject({ reason: 'stop' })
    const { body } = await answer('+34600111333', { Body: 'Thank you <3' })
    expect(body).toContain('<Response></Response>')
    expect((await answer('+34600111333', { Body: 'Help' })).body).toContain('STOP')
    const hash = addressHash(deps.config, team.teamId, '+34600111333')
    const kept = await rows(
      deps.pool,
      sql`select body, handled_as as as from ${ident(team.schema, 'message_inbound')} where from_hash = ${hash} order by id`,
    )
    expect(kept).toEqual([
      { body: 'Thank you <3', as: 'message' },
      { body: 'Help', as: 'help' },
    ])
  })

  test('START does not release somebody whom the team suppressed', async () => {
    const recipient = await recipientOf()
    await report(recipient, { MessageSid: messageSid(), MessageStatus: 'failed', ErrorCode: '30005' })
    await answer(recipient.address, { Body: 'START' })
    expect(await suppressionOf(deps, team, recipient.address)).toMatchObject({ reason: 'bounce' })
  })

  test('that is forged is refused', async () => {
    const call = twilioCall('another', publicUrl, `/api/hooks/twilioInbound/${key}`, {
      MessageSid: messageSid(),
      From: '+34600111444',
      Body: 'STOP',
    })
    expect((await app.inject(call)).statusCode).toBe(403)
    expect(await suppressionOf(deps, team, '+34600111444')).toBeUndefined()
  })
})

test.each([
  ['Stop.', 'stop'],
  ['ARRÊT', 'stop'],
  ['désabonner', 'stop'],
  ['¡Alto!', 'stop'],
  ['UNSTOP', 'start'],
  ['alta', 'start'],
  ['Ayuda?', 'help'],
  ['do not stop', undefined],
  ['yes', undefined],
  ['', undefined],
])('%j is %s', (body, act) => {
  expect(optOutOf(body)).toBe(act)
})
