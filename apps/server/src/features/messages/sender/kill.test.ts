/**
 * Processes that send, and the database under them, are killed or stopped in the middle: nobody gets two mails, and who
 * may have got none is named.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aSender, aSendingMessage, ledgerOf, statusOf } from '../../../../test/a-sending.ts'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { aMailSink, type MailSink } from '../../../../test/mail-sink.ts'
import { type BuiltProgram, buildTestProgram } from '../../../../test/muster-process.ts'
import { type TestDatabase, testDatabase } from '../../../../test/template-db.ts'
import { type TestDeps, testDeps } from '../../../../test/test-deps.ts'
import { createPool, one, run, sql } from '../../../platform/db.ts'
import { readPidFile } from '../../../platform/embedded-postgres/running-server.ts'
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/start.ts'
import { migrateMuster } from '../../../platform/migrate.ts'

const connections = 5
const kills = 20
const databaseKills = 3

/** A team whose messages go to a sink. */
interface Place {
  url: string
  deps: TestDeps
  team: TestTeam
  sink: MailSink
}

let place: Place
let program: BuiltProgram
const workers = new Set<ChildProcess>()

beforeAll(async () => {
  place = await aPlace(await testDatabase())
  program = await buildTestProgram('send-worker')
})
afterAll(async () => {
  await Promise.all([...workers].map(kill))
  await leave(place)
  program?.remove()
})

async function aPlace(db: TestDatabase): Promise<Place> {
  const deps = await testDeps({ db })
  return { url: db.url, deps, team: await aTeam(deps), sink: await aMailSink({ answerMs: 10 }) }
}

async function leave({ deps, sink }: Place): Promise<void> {
  await sink.close()
  await deps.close()
}

async function startWorker({ url }: Place): Promise<ChildProcess> {
  const child = fork(program.main, [url, String(connections)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
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
async function ownerOf({ deps }: Place, senderId: number): Promise<string | undefined> {
  const lane = await one<{ owner: string }>(
    deps.pool,
    sql`select owner from muster.message_sender_lane where sender_id = ${senderId} and expires_at > now()`,
  )
  return lane?.owner
}

async function expectMails({ sink }: Place, least: number): Promise<void> {
  await vi.waitFor(() => expect(sink.mails.length).toBeGreaterThanOrEqual(least), {
    timeout: 60_000,
    interval: 2,
  })
}

/** How often each address got a mail. */
function countMails({ sink }: Place): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { to } of sink.mails) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}

/** From now on the rest goes at once. */
async function hurry({ deps }: Place, senderId: number): Promise<void> {
  await run(
    deps.pool,
    sql`update muster.message_sender set rate_per_second = 2000, version = version + 1 where id = ${senderId}`,
  )
}

/** Until nothing waits or is on its way. */
async function expectEnd({ deps }: Place, messageId: number): Promise<void> {
  await vi.waitFor(
    async () => expect(await statusOf(deps.pool, messageId)).toMatchObject({ status: 'SENT' }),
    { timeout: 120_000, interval: 100 },
  )
}

/** Nobody twice, and everybody but those in doubt. @returns the number in doubt */
async function expectEffectivelyOnce(at: Place, messageId: number): Promise<number> {
  const counts = countMails(at)
  const ledger = await ledgerOf(at.deps.pool, at.team.schema, messageId)
  expect(ledger.filter(({ address }) => (counts.get(address) ?? 0) > 1)).toEqual([])
  const missing = ledger.filter(({ address, state }) => !counts.has(address) && state !== 'in_doubt')
  expect(missing).toEqual([])
  const states = new Set(ledger.map(({ state }) => state))
  states.delete('in_doubt')
  expect([...states]).toEqual(['accepted'])
  return ledger.filter(({ state }) => state === 'in_doubt').length
}

test(`${kills} kills with -9 while a message is sent: nobody gets two mails, those in doubt are named`, async () => {
  const { deps, team, sink } = place
  // Slow, so that the message lasts until the last kill, with mails in bursts that a kill meets.
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 25 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 4000 })
  let owner = await startWorker(place)
  for (let round = 0; round < kills; round++) {
    const next = await startWorker(place)
    await expectMails(place, sink.mails.length + 1)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
    await kill(owner)
    owner = next
  }
  const sentBefore = sink.mails.length
  await hurry(place, senderId)
  await expectEnd(place, messageId)
  const inDoubt = await expectEffectivelyOnce(place, messageId)
  expect(inDoubt).toBeLessThanOrEqual(connections * kills)
  process.stdout.write(`${kills} kills, ${sentBefore} of 4000 sent meanwhile, ${inDoubt} in doubt\n`)
  await kill(owner)
}, 240_000)

test('a process that is stopped beyond its lease and goes on later hands nothing over twice', async () => {
  const { deps, team, sink } = place
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 100 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 600 })
  const before = sink.mails.length
  const frozen = await startWorker(place)
  await expectMails(place, before + 21)
  const first = await ownerOf(place, senderId)
  frozen.kill('SIGSTOP')
  const other = await startWorker(place)
  await vi.waitFor(async () => expect([undefined, first]).not.toContain(await ownerOf(place, senderId)), {
    timeout: 60_000,
  })
  await expectMails(place, sink.mails.length + 51)
  frozen.kill('SIGCONT')
  await expectEnd(place, messageId)
  const inDoubt = await expectEffectivelyOnce(place, messageId)
  expect(inDoubt).toBeLessThanOrEqual(connections)
  await Promise.all([kill(frozen), kill(other)])
}, 240_000)

test(`${databaseKills} kills of PostgreSQL with -9 while two processes send: nobody twice, nobody skipped`, async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-send-'))
  const server = await startEmbeddedPostgres({ home })
  const serverPid = () => readPidFile(path.join(home, 'data'))?.pid
  const pool = createPool(server.url, { max: 1 })
  await migrateMuster(pool)
  await pool.end()
  const own = await aPlace({ url: server.url, drop: async () => {} })
  const { deps, team, sink } = own
  const senderId = await aSender(deps.pool, { teamId: team.teamId, port: sink.port, ratePerSecond: 25 })
  const messageId = await aSendingMessage(deps.pool, { ...team, senderId, count: 1500 })
  const processes = [await startWorker(own), await startWorker(own)]
  for (let round = 0; round < databaseKills; round++) {
    await expectMails(own, sink.mails.length + 20)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
    const killed = serverPid() as number
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(
      async () => {
        expect([undefined, killed]).not.toContain(serverPid())
        await run(deps.pool, sql`select 1`)
      },
      { timeout: 60_000, interval: 50 },
    )
  }
  const sentBefore = sink.mails.length
  await vi.waitFor(() => hurry(own, senderId), { timeout: 60_000 })
  await expectEnd(own, messageId)
  const inDoubt = await expectEffectivelyOnce(own, messageId)
  expect(inDoubt).toBeLessThanOrEqual(connections * databaseKills)
  process.stdout.write(
    `${databaseKills} kills of PostgreSQL, ${sentBefore} of 1500 sent meanwhile, ${inDoubt} in doubt\n`,
  )
  await Promise.all(processes.map(kill))
  await leave(own)
  await server.stop()
  fs.rmSync(home, { recursive: true, force: true })
}, 240_000)
