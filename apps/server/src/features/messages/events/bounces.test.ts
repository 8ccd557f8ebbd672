/** Mails that come back, and complaints, posted as they arrived. */
import { messageHooksApi, type Sender } from '@muster/contract/messages/senders.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { recipientTokens } from '../recipient-token.ts'
import { readBounceMail } from './bounce-mail.ts'
import { aRecipient, aSenderOf, type Recipient, reportsOf, suppressionOf } from './events.test-support.ts'
import { messageHooksRoutes } from './hooks.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let sender: Sender

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => bindTo(messageHooksApi, messageHooksRoutes(deps)))
  team = await aTeam(deps)
  sender = await aSenderOf(deps, team.teamId, {
    transport: 'smtp',
    fromAddress: 'news@bank.example',
    settings: smtp,
  })
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const smtp = {
  host: '127.0.0.1',
  port: 25,
  isSecure: false,
  user: '',
  region: '',
  configurationSet: '',
  accountSid: '',
  messagingServiceSid: '',
}

async function post(raw: string, to = sender): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: to.hookUrl!,
    payload: Buffer.from(raw),
    headers: { 'content-type': 'message/rfc822' },
  })
  return answer.statusCode
}

const recipientOf = (options: Parameters<typeof aRecipient>[3] = {}) =>
  aRecipient(deps, team, sender, options)
const reports = (recipient: Recipient) => reportsOf(deps, team.schema, recipient.id)
const tokensOf = ({ id: recipientId }: Recipient, { teamId } = team) =>
  recipientTokens(deps.config.secret, { teamId, recipientId })
const bounceAddress = (recipient: Recipient) => `b.${tokensOf(recipient).bounce}@bounces.bank.example`

const crlf = (text: string) => text.replace(/\r?\n/g, '\r\n')
let reportNumber = 0

interface Report {
  to: string
  action?: string
  status?: string
  messageId?: string
  id?: string
}

const dsn = ({
  to,
  action = 'failed',
  status = '5.1.1',
  messageId,
  id = `report-${++reportNumber}`,
}: Report) =>
  crlf(`Return-Path: <>
To: <${to}>
From: Mail Delivery System <MAILER-DAEMON@mx.people.example>
Subject: Undelivered Mail Returned to Sender
Message-ID: <${id}@mx.people.example>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you.

--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.people.example

Final-Recipient: rfc822; somebody@people.example
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} said
 the server

--=_b
Content-Type: text/rfc822-headers

From: news@bank.example
Message-ID: ${messageId ?? '<unknown@bank.example>'}
Subject: News

--=_b--
`)

const arf = (kind: string, { to = 'abuse@bank.example', messageId = '<x@y>', mailFrom = '' }) =>
  crlf(`To: ${to}
From: <feedback@mailbox.example>
Subject: FW: News
Message-ID: <arf-${++reportNumber}@mailbox.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.

--b
Content-Type: message/feedback-report

Feedback-Type: ${kind}
User-Agent: Mailbox/1.0
Version: 1
Original-Mail-From: <${mailFrom}>

--b
Content-Type: message/rfc822

From: news@bank.example
Message-ID: ${messageId}
Subject: News

Hello
--b--
`)

describe('a non-delivery report', () => {
  test('to the address of the recipient suppresses an unknown mailbox, once', async () => {
    const recipient = await recipientOf({ state: 'in_doubt' })
    const raw = dsn({ to: bounceAddress(recipient), id: 'same' })
    for (const _ of [1, 2]) expect(await post(raw)).toBe(204)
    expect(await reports(recipient)).toEqual({ state: 'accepted', last: 'bounce', all: ['bounce'] })
    expect(await suppressionOf(deps, team, recipient.address)).toEqual({ reason: 'bounce', days: null })
  })

  test('is found by the Message-ID that it returns: ours, or one that the server was given', async () => {
    const own = await recipientOf()
    await post(dsn({ to: 'news@bank.example', messageId: `<${tokensOf(own).message}@bank.example>` }))
    expect((await reports(own)).all).toEqual(['bounce'])
    const known = await recipientOf({ providerId: '<older@bank.example>' })
    await post(dsn({ to: 'news@bank.example', messageId: '<older@bank.example>' }))
    expect((await reports(known)).all).toEqual(['bounce'])
  })

  test('survives a mail server that writes addresses in capitals', async () => {
    const recipient = await recipientOf()
    await post(dsn({ to: bounceAddress(recipient).toUpperCase() }))
    expect((await reports(recipient)).all).toEqual(['bounce'])
  })

  test.each(['5.2.2', '5.7.1', '5.4.4', '4.4.7', '5.3.4'])('with %s may pass', async (status) => {
    const recipient = await recipientOf()
    for (const _ of [1, 2, 3, 4]) await post(dsn({ to: bounceAddress(recipient), status }))
    expect(await suppressionOf(deps, team, recipient.address)).toBeUndefined()
    await post(dsn({ to: bounceAddress(recipient), status }))
    expect(await suppressionOf(deps, team, recipient.address)).toEqual({ reason: 'bounce', days: 30 })
  })

  test('of a delay says nothing yet; of a delivery it does', async () => {
    const recipient = await recipientOf()
    await post(dsn({ to: bounceAddress(recipient), action: 'delayed', status: '4.4.1' }))
    expect((await reports(recipient)).all).toEqual([])
    await post(dsn({ to: bounceAddress(recipient), action: 'delivered', status: '2.0.0' }))
    expect((await reports(recipient)).all).toEqual(['delivered'])
  })

  test('with a forged or foreign token changes nothing', async () => {
    const recipient = await recipientOf()
    const { bounce, message, tracking } = tokensOf(recipient)
    for (const token of [bounce.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')), message, tracking]) {
      expect(await post(dsn({ to: `b.${token}@bounces.bank.example` }))).toBe(204)
    }
    expect((await reports(recipient)).all).toEqual([])
    const other = await aTeam(deps)
    const theirs = await aSenderOf(deps, other.teamId, {
      transport: 'smtp',
      fromAddress: 'a@b.example',
      settings: smtp,
    })
    expect(await post(dsn({ to: bounceAddress(recipient) }), theirs)).toBe(204)
    expect((await reports(recipient)).all).toEqual([])
    const key = `/api/hooks/bounces/${'x'.repeat(32)}`
    expect(await post(dsn({ to: bounceAddress(recipient) }), { ...sender, hookUrl: key })).toBe(404)
  })

  test('of a server that writes no report counts as one that may pass', async () => {
    const recipient = await recipientOf()
    const plain = (headers: string) =>
      crlf(`To: ${bounceAddress(recipient)}
Subject: failure notice
Message-ID: <plain-${++reportNumber}@old.example>
${headers}

Sorry, no mailbox here by that name.
`)
    await post(plain('From: Somebody <ana@people.example>\nReturn-Path: <ana@people.example>'))
    await post(plain('From: MAILER-DAEMON@old.example\nReturn-Path: <>\nAuto-Submitted: auto-replied'))
    expect((await reports(recipient)).all).toEqual([])
    await post(plain('From: MAILER-DAEMON@old.example\nReturn-Path: <>'))
    expect((await reports(recipient)).all).toEqual(['bounce'])
  })
})

describe('a complaint', () => {
  test('is found by the Message-ID or the address that it names, and suppresses at once', async () => {
    const [byId, byAddress] = [await recipientOf(), await recipientOf()]
    await post(arf('abuse', { messageId: `<${tokensOf(byId).message}@bank.example>` }))
    await post(arf('abuse', { mailFrom: bounceAddress(byAddress) }))
    for (const recipient of [byId, byAddress]) {
      expect((await reports(recipient)).all).toEqual(['complaint'])
      expect(await suppressionOf(deps, team, recipient.address)).toMatchObject({ reason: 'complaint' })
    }
  })

  test.each(['not-spam', 'auth-failure'])('of the kind %s is none', async (kind) => {
    const recipient = await recipientOf()
    await post(arf(kind, { messageId: `<${tokensOf(recipient).message}@bank.example>` }))
    expect((await reports(recipient)).all).toEqual([])
  })
})

test.each([
  ['nothing', ''],
  ['no mail', '\u0000\u0001\u0002'],
  [
    'an open report',
    'Content-Type: multipart/report; boundary="b"\r\n\r\n--b\r\nContent-Type: message/delivery-status',
  ],
  ['many parts', `Content-Type: multipart/mixed; boundary="b"\r\n\r\n${'--b\r\n\r\n'.repeat(5000)}`],
])('%s is no report', async (_what, raw) => {
  expect(await readBounceMail(Buffer.from(raw))).toBeUndefined()
  expect(await post(raw)).toBe(204)
})
