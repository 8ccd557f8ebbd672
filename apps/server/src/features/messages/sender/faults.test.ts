/** Mail servers that fail at every command: the ledger says what happened, and nobody is skipped. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { aSender, aSendingMessage, aSendLoop, ledgerOf, statusOf } from '../../../../test/a-sending.ts'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { aFaultyServer, type Fault, type FaultAt } from '../../../../test/faulty-mail-server.ts'
import type { MailSink } from '../../../../test/mail-sink.ts'
import { type TestDeps, testDeps } from '../../../../test/test-deps.ts'
import { ident, run, sql } from '../../../platform/db.ts'
import { freePort } from '../../../platform/embedded-postgres/host.ts'
import type { SendLoop } from './loop.ts'

let deps: TestDeps
let team: TestTeam
let loop: SendLoop | undefined
let server: MailSink | undefined

beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
})
afterEach(async () => {
  await loop?.stop()
  await server?.close()
  loop = undefined
  server = undefined
})
afterAll(() => deps.close())

const count = 12
const times = 3

async function startSending(fault: Fault): Promise<number> {
  server = await aFaultyServer(fault)
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: server.port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count })
  loop = aSendLoop({ deps, connections: 2, silenceMs: 500 })
  loop.start()
  return messageId
}

/** The rows of the ledger by state, once nothing is due or on its way. */
async function settled(messageId: number) {
  return vi.waitFor(
    async () => {
      const ledger = await ledgerOf(deps.pool, team.schema, messageId)
      const isOpen = ({ state, retryAt }: (typeof ledger)[number]) =>
        ['claimed', 'handing'].includes(state) || (state === 'waiting' && retryAt === null)
      expect(ledger.filter(isOpen)).toEqual([])
      return ledger
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** Nobody got two mails, and those who got one are those of whom the ledger says so. */
async function expectTruth(messageId: number) {
  const ledger = await ledgerOf(deps.pool, team.schema, messageId)
  const accepted = ledger.filter(({ state }) => state === 'accepted').map(({ address }) => address)
  expect(server!.mails.map(({ to }) => to).sort()).toEqual(accepted.sort())
  return ledger
}

/** Waiting rows are due now. */
async function hasten(messageId: number): Promise<void> {
  await run(
    deps.pool,
    sql`update ${ident(team.schema, 'message_recipient')} set retry_at = now()
        where message_id = ${messageId} and state = 'waiting'`,
  )
  loop!.wake(team.teamId)
}

async function expectSent(messageId: number): Promise<void> {
  await vi.waitFor(async () => expect((await statusOf(deps.pool, messageId)).status).toBe('SENT'), {
    timeout: 30_000,
  })
}

const perMail: FaultAt[] = ['MAIL', 'RCPT', 'DATA', 'END']
const temporary = ['450 4.2.1 Later', '452 4.3.1 No space', '451 4.7.1 Greylisted']

test.each(perMail.flatMap((at) => temporary.map((does) => [at, does] as const)))(
  'at %s "%s": those mails wait, and go out later',
  async (at, does) => {
    const messageId = await startSending({ at, does, times })
    await settled(messageId)
    const ledger = await expectTruth(messageId)
    const waiting = ledger.filter(({ state }) => state === 'waiting')
    expect(waiting).toHaveLength(times)
    for (const row of waiting) expect(row).toMatchObject({ tries: 1, detail: does })
    await hasten(messageId)
    await expectSent(messageId)
    const later = await expectTruth(messageId)
    expect(later.map(({ state }) => state)).toEqual(Array(count).fill('accepted'))
    expect(later.filter(({ tries }) => tries === 2)).toHaveLength(times)
  },
)

test.each(perMail.map((at) => [at] as const))('at %s "550": those mails have failed', async (at) => {
  const does = '550 5.7.1 Not wanted'
  const messageId = await startSending({ at, does, times })
  await expectSent(messageId)
  const ledger = await expectTruth(messageId)
  const failed = ledger.filter(({ state }) => state === 'failed')
  expect(failed).toHaveLength(times)
  for (const row of failed) expect(row).toMatchObject({ tries: 1, detail: does })
  expect(ledger.filter(({ state }) => state === 'accepted')).toHaveLength(count - times)
})

test.each(
  ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'].flatMap((at) => [
    [at as FaultAt, '421 4.3.2 Closing'] as const,
    ...(at === 'END' ? [] : [[at as FaultAt, 'close'] as const, [at as FaultAt, 'hang'] as const]),
  ]),
)('at %s "%s": the sender waits a moment, and everybody gets the mail', async (at, does) => {
  const messageId = await startSending({ at, does, times })
  await expectSent(messageId)
  const ledger = await expectTruth(messageId)
  expect(ledger.map(({ state, tries }) => ({ state, tries }))).toEqual(
    Array(count).fill({ state: 'accepted', tries: 1 }),
  )
})

test.each(['close', 'hang'])('after the mail "%s": those are in doubt, and not sent again', async (does) => {
  const messageId = await startSending({ at: 'END', does, times })
  await expectSent(messageId)
  const ledger = await expectTruth(messageId)
  expect(ledger.filter(({ state }) => state === 'in_doubt')).toHaveLength(times)
  expect(ledger.filter(({ state }) => state === 'accepted')).toHaveLength(count - times)
})

test('without a server nothing is lost: once there is one, everybody gets the mail', async () => {
  const port = await freePort()
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count })
  loop = aSendLoop({ deps, connections: 2 })
  loop.start()
  await vi.waitFor(
    async () => {
      const ledger = await ledgerOf(deps.pool, team.schema, messageId)
      expect(ledger.some(({ detail }) => detail?.includes('ECONNREFUSED'))).toBe(true)
    },
    { timeout: 30_000 },
  )
  server = await aFaultyServer({ at: 'END', does: '', times: 0 }, port)
  await expectSent(messageId)
  expect((await expectTruth(messageId)).map(({ state }) => state)).toEqual(Array(count).fill('accepted'))
})

test('a server that refuses everything pauses the message after twenty in a row', async () => {
  server = await aFaultyServer({ at: 'MAIL', does: '550 5.7.1 You are blocked', times: 1000 })
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: server.port })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 60 })
  loop = aSendLoop({ deps, connections: 2 })
  loop.start()
  await vi.waitFor(
    async () =>
      expect(await statusOf(deps.pool, messageId)).toMatchObject({
        status: 'SENDING',
        pauseReason: 'errors',
      }),
    { timeout: 30_000 },
  )
  const ledger = await settledExcept(messageId)
  const failed = ledger.filter(({ state }) => state === 'failed')
  expect(failed.length).toBeGreaterThanOrEqual(20)
  expect(failed.length).toBeLessThan(25)
  expect(ledger.filter(({ state }) => state === 'waiting')).toHaveLength(60 - failed.length)
})

/** Once nothing is claimed or on its way. */
async function settledExcept(messageId: number) {
  return vi.waitFor(
    async () => {
      const ledger = await ledgerOf(deps.pool, team.schema, messageId)
      expect(ledger.filter(({ state }) => ['claimed', 'handing'].includes(state))).toEqual([])
      return ledger
    },
    { timeout: 30_000 },
  )
}
