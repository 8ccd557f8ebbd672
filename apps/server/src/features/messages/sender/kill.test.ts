/** Processes that send are killed or stopped in the middle: nobody gets two mails, and who may have got none is named. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aSender, aSendingMessage, ledgerOf, statusOf } from '../../../../test/a-sending.ts'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { aMailSink, type MailSink } from '../../../../test/mail-sink.ts'
import { type TestDatabase, testDatabase } from '../../../../test/template-db.ts'
import { type TestDeps, testDeps } from '../../../../test/test-deps.ts'
import { one, run, sql } from '../../../platform/db.ts'

const connections = 5
const kills = 20

let db: TestDatabase
let deps: TestDeps
let team: TestTeam
let sink: MailSink
const workers = new Set<ChildProcess>()

beforeAll(async () => {
  db = await testDatabase()
  deps = await testDeps({ db })
  team = await aTeam(deps)
  sink = await aMailSink({ answerMs: 10 })
})
afterAll(async () => {
  await Promise.all([...workers].map(kill))
  await sink.close()
  await deps.close()
})

async function startWorker(): Promise<ChildProcess> {
  const child = fork(
    path.resolve(import.meta.dirname, '../../../../test/send-worker.ts'),
    [db.url, String(connections)],
    { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  workers.add(child)
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  workers.delete(child)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Who has the lane: another name each time that it is taken. */
async function ownerOf(senderId: number): Promise<string | undefined> {
  const lane = await one<{ owner: string }>(
    deps.pool,
    sql`select owner from muster.message_sender_lane where sender_id = ${senderId} and expires_at > now()`,
  )
  return lane?.owner
}

/** How often each address got a mail. */
function countMails(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { to } of sink.mails) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}

/** Until nothing waits or is on its way. */
async function expectEnd(messageId: number): Promise<void> {
  await vi.waitFor(
    async () => expect(await statusOf(deps.pool, messageId)).toMatchObject({ status: 'SENT' }),
    { timeout: 120_000, interval: 100 },
  )
}

/** Nobody twice, and everybody but those in doubt. @returns the number in doubt */
async function expectEffectivelyOnce(messageId: number): Promise<number> {
  const counts = countMails()
  const ledger = await ledgerOf(deps.pool, team.schema, messageId)
  expect(ledger.filter(({ address }) => (counts.get(address) ?? 0) > 1)).toEqual([])
  const missing = ledger.filter(({ address, state }) => !counts.has(address) && state !== 'in_doubt')
  expect(missing).toEqual([])
  const states = new Set(ledger.map(({ state }) => state))
  states.delete('in_doubt')
  expect([...states]).toEqual(['accepted'])
  return ledger.filter(({ state }) => state === 'in_doubt').length
}

test(`${kills} kills with -9 while a message is sent: nobody gets two mails, those in doubt are named`, async () => {
  // Slow, so that the message lasts until the last kill, with mails in bursts that a kill meets.
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 25 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 4000 })
  let owner = await startWorker()
  for (let round = 0; round < kills; round++) {
    const next = await startWorker()
    const before = sink.mails.length
    await vi.waitFor(() => expect(sink.mails.length).toBeGreaterThan(before), {
      timeout: 60_000,
      interval: 2,
    })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
    await kill(owner)
    owner = next
  }
  const sentBefore = sink.mails.length
  await run(
    deps.pool,
    sql`update muster.message_sender set rate_per_second = 2000, version = version + 1 where id = ${senderId}`,
  )
  await expectEnd(messageId)
  const inDoubt = await expectEffectivelyOnce(messageId)
  expect(inDoubt).toBeLessThanOrEqual(connections * kills)
  process.stdout.write(`${kills} kills, ${sentBefore} of 4000 sent meanwhile, ${inDoubt} in doubt\n`)
  await kill(owner)
}, 240_000)

test('a process that is stopped beyond its lease and goes on later hands nothing over twice', async () => {
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 100 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 600 })
  const before = sink.mails.length
  const frozen = await startWorker()
  await vi.waitFor(() => expect(sink.mails.length).toBeGreaterThan(before + 20), { timeout: 60_000 })
  const first = await ownerOf(senderId)
  frozen.kill('SIGSTOP')
  const other = await startWorker()
  await vi.waitFor(async () => expect([undefined, first]).not.toContain(await ownerOf(senderId)), {
    timeout: 60_000,
  })
  const taken = sink.mails.length
  await vi.waitFor(() => expect(sink.mails.length).toBeGreaterThan(taken + 50), { timeout: 60_000 })
  frozen.kill('SIGCONT')
  await expectEnd(messageId)
  const inDoubt = await expectEffectivelyOnce(messageId)
  expect(inDoubt).toBeLessThanOrEqual(connections)
  await Promise.all([kill(frozen), kill(other)])
}, 240_000)
