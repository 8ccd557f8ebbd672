/** Messages that are sent to a mail server in memory: pace, order, pauses, limits and the end. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  addRecipients,
  aSender,
  aSendingMessage,
  aSendLoop,
  ledgerOf,
  statusOf,
  testComposer,
} from '../../../../test/a-sending.ts'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { aMailSink, type MailSink, mostInASecond } from '../../../../test/mail-sink.ts'
import { type TestDeps, testDeps } from '../../../../test/test-deps.ts'
import { ident, one, rows, run, sql } from '../../../platform/db.ts'
import { Refused } from '../transports/transport.ts'
import type { SendLoop } from './loop.ts'

let deps: TestDeps
let team: TestTeam
let sink: MailSink
let loop: SendLoop

beforeAll(async () => {
  deps = await testDeps({ connections: 8 })
  team = await aTeam(deps)
  sink = await aMailSink()
})
afterEach(() => loop?.stop())
afterAll(async () => {
  await sink.close()
  await deps.close()
})

function start(options: Partial<Parameters<typeof aSendLoop>[0]> = {}): void {
  loop = aSendLoop({ deps, ...options })
  loop.start()
}

const mailsOf = (messageId: number) => sink.mails.filter(({ to }) => to.startsWith(`${messageId}.`))

async function expectSent(messageId: number): Promise<void> {
  await vi.waitFor(async () => expect((await statusOf(deps.pool, messageId)).status).toBe('SENT'), {
    timeout: 90_000,
    interval: 50,
  })
}

test.each([
  [14, 84],
  [200, 1200],
])('never more than %i mails in any sliding second', async (ratePerSecond, count) => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count })
  start({ connections: 10 })
  await expectSent(messageId)
  const mails = mailsOf(messageId)
  expect(mails).toHaveLength(count)
  expect(mostInASecond(mails)).toBeLessThanOrEqual(ratePerSecond)
  const seconds = (mails.at(-1)!.at - mails[0]!.at) / 1000
  const used = (count - ratePerSecond) / seconds / ratePerSecond
  process.stdout.write(`limit ${ratePerSecond}: ${(used * 100).toFixed(1)} % used\n`)
})

test('a message ends with counts, an event in its history, and nothing left', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 30 })
  start()
  await expectSent(messageId)
  expect((await statusOf(deps.pool, messageId)).counts).toEqual({ states: { accepted: 30 }, outcomes: {} })
  const events = await rows(
    deps.pool,
    sql`select event, from_status, to_status from muster.outgoing_message_event where outgoing_message_id = ${messageId}`,
  )
  expect(events).toEqual([{ event: 'finish', from_status: 'SENDING', to_status: 'SENT' }])
})

test('a code does not wait behind a newsletter', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 10 })
  const newsletter = await aSendingMessage(deps.pool, { ...team, senderId, count: 200 })
  start()
  await vi.waitFor(() => expect(mailsOf(newsletter).length).toBeGreaterThan(5), { timeout: 60_000 })
  const code = await aSendingMessage(deps.pool, {
    ...team,
    senderId,
    count: 1,
    priority: 1,
    isTransactional: true,
  })
  await deps.live.changed(team.teamId, { kind: 'messages' })
  await expectSent(code)
  expect(mailsOf(newsletter).length).toBeLessThan(100)
  await run(deps.pool, sql`update muster.outgoing_message set paused_at = now() where id = ${newsletter}`)
})

test('a paused message hands nothing more over, and goes on where it stopped', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 50 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 150 })
  start()
  await vi.waitFor(() => expect(mailsOf(messageId).length).toBeGreaterThan(10), { timeout: 60_000 })
  await run(deps.pool, sql`update muster.outgoing_message set paused_at = now() where id = ${messageId}`)
  await deps.live.changed(team.teamId, { kind: 'messages' })
  const states = await vi.waitFor(
    async () => {
      const found = (await ledgerOf(deps.pool, team.schema, messageId)).map(({ state }) => state)
      expect(found).not.toContain('claimed')
      expect(found).not.toContain('handing')
      return found
    },
    { timeout: 60_000 },
  )
  expect(states.filter((state) => state === 'accepted')).toHaveLength(mailsOf(messageId).length)
  expect(states).toContain('waiting')
  await run(deps.pool, sql`update muster.outgoing_message set paused_at = null where id = ${messageId}`)
  await deps.live.changed(team.teamId, { kind: 'messages' })
  await expectSent(messageId)
  expect(mailsOf(messageId)).toHaveLength(150)
})

test('who was suppressed, unsubscribed, erased or deleted after the ledger was made gets nothing', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 7 })
  const table = (name: string) => ident(team.schema, name)
  const suppress = (n: number, reason: string) =>
    run(
      deps.pool,
      sql`insert into ${table('message_suppression')} (channel, address_hash, reason)
          select 'EMAIL', address_hash, ${reason} from ${table('message_recipient')}
          where message_id = ${messageId} and address like ${`%.${n}@%`}`,
    )
  await suppress(1, 'bounce')
  await suppress(2, 'complaint')
  await suppress(3, 'manual')
  await suppress(4, 'unsubscribed')
  await run(
    deps.pool,
    sql`update ${table('message_recipient')} set address = case when address like '%.5@%' then null else address end,
          record_id = case when address like '%.6@%' then 987654 end where message_id = ${messageId}`,
  )
  start()
  await expectSent(messageId)
  const ledger = await ledgerOf(deps.pool, team.schema, messageId)
  expect(ledger.map(({ state, reason }) => [state, reason])).toEqual([
    ['excluded', 'bounced'],
    ['excluded', 'complained'],
    ['excluded', 'suppressed'],
    ['excluded', 'unsubscribed'],
    ['excluded', 'no_address'],
    ['cancelled', null],
    ['accepted', null],
  ])
  expect(mailsOf(messageId)).toHaveLength(1)
})

test('a mail that cannot be made fails alone', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 5 })
  start({
    composer: {
      async compose(row, message, sender) {
        if (row.address.includes('.3@')) throw new Refused('There is no text')
        return testComposer.compose(row, message, sender)
      },
    },
  })
  await expectSent(messageId)
  const ledger = await ledgerOf(deps.pool, team.schema, messageId)
  expect(ledger.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'failed', 'accepted', 'accepted'])
  expect(ledger[2]).toMatchObject({ detail: 'There is no text' })
})

test('a daily limit is not exceeded, and the rest waits', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, dailyLimit: 25 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 40 })
  start()
  await vi.waitFor(() => expect(mailsOf(messageId)).toHaveLength(25), { timeout: 60_000 })
  await loop.stop()
  const ledger = await ledgerOf(deps.pool, team.schema, messageId)
  expect(ledger.filter(({ state }) => state === 'waiting')).toHaveLength(15)
  expect(mailsOf(messageId)).toHaveLength(25)
})

test('too many bounces pause a message', async () => {
  const bounces = await aMailSink({
    onRcptTo: ({ address }, _session, done) =>
      done(
        /[05]@/.test(address) ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : null,
      ),
  })
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: bounces.port, ratePerSecond: 100 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 2000 })
  // What ended long ago does not keep an address from being suppressed.
  await run(
    deps.pool,
    sql`insert into ${ident(team.schema, 'message_suppression')} (channel, address_hash, reason, until)
        select 'EMAIL', address_hash, 'bounce', now() - interval '1 day'
        from ${ident(team.schema, 'message_recipient')} where message_id = ${messageId}`,
  )
  start()
  await vi.waitFor(
    async () => expect(await statusOf(deps.pool, messageId)).toMatchObject({ pauseReason: 'bounces' }),
    { timeout: 90_000 },
  )
  const suppressed = await one<{ count: number }>(
    deps.pool,
    sql`select count(*) from ${ident(team.schema, 'message_suppression')} where address like ${`${messageId}.%`}
          and until is null`,
  )
  expect(suppressed!.count).toBeGreaterThan(10)
  await loop.stop()
  await bounces.close()
})

test('rows that are added to an automatic message go out, and it never ends', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 1 })
  await run(
    deps.pool,
    sql`update muster.outgoing_message set is_automatic = true, frozen_at = null where id = ${messageId}`,
  )
  start()
  await vi.waitFor(() => expect(mailsOf(messageId)).toHaveLength(1), { timeout: 60_000 })
  await run(
    deps.pool,
    sql`update ${ident(team.schema, 'message_recipient')} set cause = gen_random_uuid() where message_id = ${messageId}`,
  )
  await addRecipients(deps.pool, messageId, { schema: team.schema, count: 1 })
  await deps.live.changed(team.teamId, { kind: 'messages' })
  await vi.waitFor(() => expect(mailsOf(messageId)).toHaveLength(2), { timeout: 60_000 })
  expect((await statusOf(deps.pool, messageId)).status).toBe('SENDING')
})
