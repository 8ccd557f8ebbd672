/**
 * How much of a sender's limit is used, and that no sliding second at the mail server has more: two processes send, and
 * the one that holds the lane is stopped in the middle, as by a deployment. `ratio` is the used share of the limit from a
 * second after both run, since starting from TypeScript takes much of a small machine, to the last mail; the target is at
 * least 0.97.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createPool } from '@muster/server/src/platform/db.ts'
import { aSender, aSendingMessage } from '@muster/server/test/a-sending.ts'
import { aMailSink, mostInASecond } from '@muster/server/test/mail-sink.ts'
import type { Result } from './load.ts'
import { createSendDatabase } from './send.ts'
import type { World } from './world.ts'

export const ratesName = 'sending rate'

const connections = 10
/** So long that what a handover costs, a second, is small. */
const seconds = 60

export async function measureRate(world: World, limit: number): Promise<Result> {
  const { url, teamId } = await createSendDatabase(world)
  const pool = createPool(url, { max: 2, name: 'bench rates' })
  const sink = await aMailSink()
  const count = limit * seconds
  const senderId = await aSender(pool, { teamId, port: sink.port, ratePerSecond: limit })
  await aSendingMessage(pool, { teamId, schema: `team_${teamId}`, senderId, count })
  const first = await startWorker(url)
  await arrival(() => sink.mails.length > 0)
  const second = await startWorker(url)
  const atStart = sink.mails.length
  await arrival(() => sink.mails.length >= atStart + limit)
  const before = sink.mails.length
  await arrival(() => sink.mails.length >= count / 2)
  await stop(first)
  await arrival(() => sink.mails.length >= count)
  await stop(second)
  await sink.close()
  await pool.end()
  const most = mostInASecond(sink.mails)
  if (most > limit) throw new Error(`${most} mails in a second, at a limit of ${limit}`)
  const times = sink.mails.map(({ at }) => at).sort((a, b) => a - b)
  const rate = (count - before) / (((times.at(-1) as number) - (times[before - 1] as number)) / 1000)
  return {
    name: `${ratesName}, limit of ${limit}/s, a handover`,
    ratio: rate / limit,
    reqPerSec: rate,
    p50: 1000 / rate,
    p99: 1000 / rate,
    baseline: { reqPerSec: limit, p50: 1000 / limit, p99: 1000 / limit },
  }
}

async function startWorker(url: string): Promise<ChildProcess> {
  const file = path.resolve(import.meta.dirname, '../apps/server/test/send-worker.ts')
  const child = fork(file, [url, String(connections)], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return child
}

/** Lets it record what is on its way. */
async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.send('stop')
  await exited
}

async function arrival(hasCome: () => boolean): Promise<void> {
  while (!hasCome()) await new Promise((resolve) => setTimeout(resolve, 5))
}
