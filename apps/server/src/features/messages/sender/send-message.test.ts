/** Messages from draft to sent, by the API, real jobs, the real sender and the outbox; mails are read by another library. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { api } from '@muster/contract/api'
import { measureSms } from '@muster/contract/messages/sms'
import Fastify, { type FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aWorld, type TestWorld } from '../../../../test/a-world.ts'
import { type Client, clientOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { createRecord } from '../../../engine/public.ts'
import { ident, one, rows, run, sql } from '../../../platform/db.ts'
import { createJobs, migrateJobs } from '../../../platform/jobs.ts'
import { createOutbox } from '../../../platform/mail/outbox.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { installOneClick } from '../consent/one-click.ts'
import { PreferencesService } from '../consent/preferences.service.ts'
import { block } from '../content/content.test-support.ts'
import { messagesTasks } from '../messages.jobs.ts'
import { messagesRoutes } from '../messages.routes.ts'
import { readRecipientToken, recipientTokens } from '../recipient-token.ts'
import { installTracking } from '../tracking/tracking.ts'
import { MessageComposer } from './message-composer.ts'
import { findSendingSender } from './open-messages.repo.ts'
import { startSending } from './start.ts'

const { messages } = api
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-message-'))
let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let stop: () => Promise<unknown>

beforeAll(async () => {
  const test = await testDeps({ config: { dataDir } })
  await migrateJobs(test.pool)
  const { pool, log } = test
  const jobs = createJobs({ pool, log, metrics: { observeJob() {} }, tasks: () => messagesTasks(deps) })
  deps = { ...test, jobs: jobs as unknown as TestDeps['jobs'] }
  world = await aWorld(deps)
  app = await testApp(deps, (bindTo) => {
    bindTo(messages, messagesRoutes(deps))
    bindTo(api.records, recordsRoutes(deps))
  })
  admin = clientOf(app).as(world.team.admin)
  await run(pool, sql`update muster.data_collection set represents_people = true where id = ${world.people}`)
  await deps.models.changed(world.team.teamId)
  await jobs.start()
  const sending = startSending(deps, new MessageComposer(deps))
  stop = () => Promise.all([jobs.stop(), sending.stop()])
})
afterAll(async () => {
  await stop()
  await app.close()
  await deps.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const params = () => ({ teamId: world.team.teamId })
const at = (outgoingMessageId: number) => ({ params: { ...params(), outgoingMessageId } })

const content = {
  subjectLine: 'News for {{ field.name }}',
  preheader: 'Bread',
  design: {
    settings: {},
    blocks: [
      block('text', {
        html: '<p>Dear {{ field.name }}, your score is {{ field.score }}, says {{ system.team_name }}.</p>',
      }),
      block('button', { label: 'Read', url: 'https://news.example/a?b=1&c={{ field.email }}' }),
      block('text', { html: '<p><a href="{{ system.unsubscribe_url }}">Leave</a></p>' }),
    ],
  },
}

/** A sender of the team that keeps mails in the outbox. */
async function aSender(more: { bounceDomain?: string } = {}): Promise<number> {
  const row = await one<{ id: number }>(
    deps.pool,
    sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_name, from_address, reply_to,
          rate_per_second, bounce_domain)
        values (${world.team.teamId}, gen_random_uuid()::text, 'EMAIL', 'outbox', 'Été & co', 'news@bank.example',
          'desk@bank.example', 200, ${more.bounceDomain ?? ''}) returning id`,
  )
  return row!.id
}

async function addPerson(name: string, email: string): Promise<number> {
  const context = await world.context(world.team.admin.teamUser)
  const text = await createRecord(deps, context, { values: { name, email } })
  return (JSON.parse(text) as { record: { id: number } }).record.id
}

/** @returns the id of a message that has been sent */
async function send(dataRecordIds: number[], details: object = {}): Promise<number> {
  const { id } = await admin.ok(messages.create, {
    params: params(),
    body: {
      internalName: 'News',
      deliveryMethodId: 'EMAIL',
      contentTypeId: 'PARTICIPATION',
      contentLanguageId: 'en',
      senderId: await aSender(),
    },
  })
  await admin.ok(messages.saveContent, {
    params: { ...at(id).params, languageId: 'en' },
    body: content as never,
  })
  const include = [{ kind: 'records' as const, dataCollectionId: world.people, dataRecordIds }]
  const audience = { include, exclude: [], addressFieldIds: [], languageFieldIds: [] }
  await admin.ok(messages.update, {
    ...at(id),
    body: { audience, tracksOpens: false, tracksClicks: false, ...details },
  })
  await admin.ok(messages.send, { ...at(id), body: {} })
  await untilSent(id)
  return id
}

const untilSent = (id: number) =>
  vi.waitFor(async () => expect((await admin.ok(messages.get, at(id))).status).toBe('SENT'), {
    timeout: 60_000,
  })

/** The mails of a message, by the address. */
async function mailsOf(messageId: number): Promise<Record<string, Email>> {
  const ledger = await rows<{ address: string; providerId: string | null }>(
    deps.pool,
    sql`select address, provider_id as "providerId" from ${ident(world.team.schema, 'message_recipient')}
        where message_id = ${messageId}`,
  )
  const outbox = createOutbox(path.join(dataDir, 'outbox'))
  const { entries } = await outbox.list()
  const mails = await Promise.all(
    entries.map(async ({ id, to }) => [to[0]!, await PostalMime.parse((await outbox.raw(id))!)] as const),
  )
  const ids = ledger.map(({ providerId }) => providerId)
  return Object.fromEntries(mails.filter(([, { messageId: own }]) => ids.includes(own ?? '')))
}

const header = ({ headers }: Email, key: string) => headers.find((one) => one.key === key)?.value
const recipientsOf = async (id: number) =>
  (await admin.ok(messages.recipients, { ...at(id), query: {} })).items

test('a message is sent to each person in their own words, and one click leaves', async () => {
  const ids = [
    await addPerson('Ana', 'ana@people.example'),
    await addPerson('Bo <b>"bold"</b> & = é', 'bo@people.example'),
  ]
  const first = await send(ids)
  const mails = await mailsOf(first)
  expect(Object.keys(mails).sort()).toEqual(['ana@people.example', 'bo@people.example'])
  const [ana, bo] = [mails['ana@people.example']!, mails['bo@people.example']!]
  expect(ana).toMatchObject({
    subject: 'News for Ana',
    from: { name: 'Été & co', address: 'news@bank.example' },
    to: [{ address: 'ana@people.example' }],
    replyTo: [{ address: 'desk@bank.example' }],
  })
  expect(ana.messageId).toMatch(/^<[0-9a-z-]+@bank\.example>$/)
  expect(header(ana, 'content-language')).toBe('en')
  expect(ana.text).toMatch(/Dear Ana, your score is 7, says /)
  expect(ana.html).toContain('Dear Ana, your score is 7, says ')
  expect(ana.html).toContain('href="https://news.example/a?b=1&amp;c=ana%40people.example"')
  expect(ana.html).not.toMatch(/\/t\/[co]\//)
  expect(bo.subject).toBe('News for Bo <b>"bold"</b> & = é')
  expect(bo.html).toContain('Dear Bo &lt;b&gt;&quot;bold&quot;&lt;/b&gt; &amp; = é, ')
  expect(bo.text).toContain('Dear Bo <b>"bold"</b> & = é, ')

  const page = /^<(.*)>$/.exec(header(ana, 'list-unsubscribe')!)![1]!
  expect(header(ana, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(ana.html).toContain(`href="${page}"`)
  expect(header(bo, 'list-unsubscribe')).not.toContain(page)
  await oneClick(page)
  expect(
    (await recipientsOf(first)).map(({ address, lastNotification }) => [address, lastNotification]),
  ).toEqual([
    ['ana@people.example', 'unsubscribed'],
    ['bo@people.example', 'send'],
  ])

  const { items } = await admin.ok(api.records.logEvents, { params: { ...params(), dataRecordId: ids[0]! } })
  expect(items.map(({ type }) => type)).toEqual(['sent_outgoing_message', 'created'])
  const { items: received } = await admin.ok(messages.ofRecord, {
    params: { ...params(), dataRecordId: ids[0]! },
  })
  expect(received).toMatchObject([{ outgoingMessageId: first, internalName: 'News', state: 'accepted' }])

  const second = await send(ids)
  expect(Object.keys(await mailsOf(second))).toEqual(['bo@people.example'])
  expect((await recipientsOf(second)).map(({ address, state, reason }) => [address, state, reason])).toEqual([
    ['ana@people.example', 'excluded', 'unsubscribed'],
    ['bo@people.example', 'accepted', null],
  ])
})

test('those in doubt who are sent to again have a second event, and nobody else', async () => {
  const ids = [await addPerson('Flo', 'flo@people.example'), await addPerson('Gus', 'gus@people.example')]
  const id = await send(ids)
  const before = await admin.ok(messages.get, at(id))
  const recipients = ident(world.team.schema, 'message_recipient')
  await run(
    deps.pool,
    sql`update ${recipients} set state = 'in_doubt' where message_id = ${id} and record_id = ${ids[0]!}`,
  )
  await admin.ok(messages.resolveDoubts, { ...at(id), body: { as: 'again' } })
  await untilSent(id)
  const events = await Promise.all(
    ids.map(async (dataRecordId) => {
      const { items } = await admin.ok(api.records.logEvents, { params: { ...params(), dataRecordId } })
      return items.filter(({ type }) => type === 'sent_outgoing_message').length
    }),
  )
  expect(events).toEqual([2, 1])
  // A reader of the earlier version sees that it has changed: once by the person, once by its end.
  expect((await admin.ok(messages.get, at(id))).version).toBe(before.version + 2)
  const { items } = await admin.ok(messages.history, at(id))
  expect(items.map(({ event }) => event).slice(0, 3)).toEqual(['finish', 'resume', 'finish'])
})

/** What a mail program does. */
async function oneClick(page: string): Promise<void> {
  const pages = Fastify()
  const proofs = { verify: async (proof: string) => proof, spend: async () => {} }
  installOneClick(pages, new PreferencesService(deps, proofs))
  const { statusCode } = await pages.inject({
    method: 'POST',
    url: new URL(page).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  await pages.close()
  expect(statusCode).toBe(204)
}

test('what is read of a recipient is the mail as it was sent, with the values and the names of that time', async () => {
  const recordId = await addPerson('Cy', 'cy@people.example')
  const id = await send([recordId], { tracksOpens: true, tracksClicks: true })
  const mail = (await mailsOf(id))['cy@people.example']!
  await run(deps.pool, sql`update muster.team set name = 'Renamed' where id = ${world.team.teamId}`)
  await deps.models.changed(world.team.teamId)
  await run(deps.pool, sql`update muster.outgoing_message_content set design = '{"settings":{},"blocks":[]}'`)
  const [recipient] = await recipientsOf(id)
  const read = await admin.ok(messages.recipientContent, {
    params: { ...at(id).params, recipientId: recipient!.id },
  })
  expect(read).toMatchObject({ subjectLine: mail.subject, to: 'cy@people.example' })
  // What only the recipient has: their page, and the addresses that count.
  const own = (text: string) =>
    text
      .replace(/<img src="[^"]*\/t\/o\/[^>]*>/, '')
      .replace(/http:\/\/localhost:3000\/u\/[\w-]+/g, 'http://localhost:3000/')
      .replace(
        /http:\/\/localhost:3000\/t\/c\/[\w-]+\/0/g,
        'https://news.example/a?b=1&c=cy%40people.example',
      )
  const html = own(mail.html!).replaceAll('?b=1&c=', '?b=1&amp;c=')
  expect(mail.html).toContain('/t/o/')
  expect(mail.html).toContain('/t/c/')
  expect(html.trim()).toBe(read.html.trim())
  expect(own(mail.text!).trim()).toBe(read.text.trim())
  const server = Fastify()
  installTracking(server, deps)
  const [url] = /\/t\/c\/[\w-]+\/0/.exec(mail.html!)!
  const { headers } = await server.inject({ url, headers: { 'user-agent': browser } })
  await server.close()
  expect(headers.location).toBe('https://news.example/a?b=1&c=cy%40people.example')
  const { items } = await admin.ok(messages.notifications, {
    params: { ...at(id).params, recipientId: recipient!.id },
  })
  expect(items).toMatchObject([{ type: 'click', url: 'https://news.example/a?b=1&c={{ field.email }}' }])
})

describe('the composer', () => {
  const row = { messageId: 0, recordId: null, language: 'en' as const, priority: 10, tries: 0 }
  const composed = async (address: string, isTransactional: boolean) => {
    const messageId = await send([await addPerson('Di', `d${Math.random()}@people.example`)])
    const [recipient] = await recipientsOf(messageId)
    const { teamId } = world.team
    const sender = (await findSendingSender(deps.pool, await aSender({ bounceDomain: 'bounce.example' })))!
    const message = {
      id: messageId,
      isFilled: false,
      isTransactional,
      subjectId: null,
      tracksOpens: true,
      tracksClicks: false,
    }
    const composer = new MessageComposer(deps)
    const one = { ...row, id: recipient!.id, messageId, address, values: { name: 'Di' } }
    const outgoing = await composer.compose(one, message, sender)
    if (outgoing.kind !== 'EMAIL') throw new Error('not a mail')
    return { ...outgoing, teamId, recipientId: recipient!.id, read: await PostalMime.parse(outgoing.raw) }
  }

  test('lets bounces come back to the recipient, and answers to what people do have no list', async () => {
    const mail = await composed('di@bücher.example', true)
    const token = /^b\.(.*)@bounce\.example$/.exec(mail.envelope.from)![1]!
    const { teamId, recipientId } = mail
    expect(readRecipientToken(deps.config.secret, 'bounce', token)).toEqual({ teamId, recipientId })
    expect(mail.envelope.to).toEqual(['di@xn--bcher-kva.example'])
    expect(header(mail.read, 'list-unsubscribe')).toBeUndefined()
    expect(mail.read.html).toContain('href="https://news.example/')
    expect(mail.read.html).toMatch(/<img src="http:\/\/localhost:3000\/t\/o\/[\w-]+" alt=""/)
  })

  test('has no mail for what is no address', async () => {
    await expect(composed('di@people.example, eve@people.example', false)).rejects.toMatchObject({
      name: 'Refused',
      message: 'address_invalid',
      isAboutAddress: true,
    })
  })
})

test('a text message is kept, with the page where its reader leaves', async () => {
  const row = await one<{ id: number }>(
    deps.pool,
    sql`insert into muster.message_sender (team_id, name, delivery_method, transport, from_address, rate_per_second)
        values (${world.team.teamId}, 'SMS', 'SMS', 'outbox', '+15550100', 200) returning id`,
  )
  const { id } = await admin.ok(messages.create, {
    params: params(),
    body: {
      internalName: 'Text',
      deliveryMethodId: 'SMS',
      contentTypeId: 'PARTICIPATION',
      contentLanguageId: 'fr',
      senderId: row!.id,
    },
  })
  await admin.ok(messages.saveContent, {
    params: { ...at(id).params, languageId: 'fr' },
    body: { textOnlyVersion: 'Bonjour {{ field.name }} : {{ system.unsubscribe_url }}' },
  })
  const context = await world.context(world.team.admin.teamUser)
  await createRecord(deps, context, { values: { name: 'Zoé', phone: '+33612345678' } })
  const audience = { include: [{ kind: 'collection' as const, dataCollectionId: world.people }] }
  await admin.ok(messages.update, { ...at(id), body: { audience } as never })
  const { segments } = await admin.ok(messages.preflight, at(id))
  await admin.ok(messages.send, { ...at(id), body: {} })
  await untilSent(id)
  const { entries } = await createOutbox(path.join(dataDir, 'outbox')).list()
  const [text] = await Promise.all(
    entries
      .filter(({ to }) => to[0] === '+33612345678@sms.invalid')
      .map(async (entry) => (await createOutbox(path.join(dataDir, 'outbox')).read(entry.id))!.text),
  )
  expect(text).toMatch(/^Bonjour Zoé : http:\/\/localhost:3000\/u\/r[\w-]+\s*$/)
  expect(segments).toBe(measureSms(text!.trim()).segments)
})

test('forged tokens of recipients are not read', () => {
  const { secret } = deps.config
  const recipient = { teamId: 7, recipientId: 1234 }
  const { tracking, bounce } = recipientTokens(secret, recipient)
  expect(readRecipientToken(secret, 'tracking', tracking)).toEqual(recipient)
  expect(readRecipientToken(secret, 'tracking', bounce)).toBeUndefined()
  expect(readRecipientToken(`${secret}x`, 'tracking', tracking)).toBeUndefined()
  for (let n = 0; n < tracking.length; n++) {
    for (const letter of '0az-') {
      const forged = tracking.slice(0, n) + letter + tracking.slice(n + 1)
      if (forged !== tracking) expect(readRecipientToken(secret, 'tracking', forged)).toBeUndefined()
    }
  }
})
