/**
 * The latency of another client's requests while 200 photos are uploaded and thumbnails are created, for our server and
 * for one that draws them in its own process. A request is sent every 15 ms, even if the previous one has not been
 * answered, so that a blocked server delays all the requests sent meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { p50, p99, type Result } from './load.ts'
import type { UploadMessage } from './photos.ts'
import { call, startBaseline, type World } from './world.ts'

export const thumbnailsName = 'thumbnails of 200 photos, another client p99'

const count = 200
const everyMs = 15
const idleMs = 15_000

/** A server that takes photos. */
interface Site {
  name: string
  url: string
  /** Reads fifty records. */
  request(): Promise<unknown>
  /** How many photos have no thumbnails yet. */
  photosLeft(): Promise<number>
}

interface Measured {
  /** Milliseconds of each request, sorted. */
  latencies: number[]
  /** Until all thumbnails were there. */
  seconds: number
}

export async function measureThumbnails(
  world: World,
  people: { id: number; tableName: string },
): Promise<Result> {
  const baseline = await startBaseline(world, people.tableName, people.id)
  const plain = await measure(world, {
    name: 'in its own process',
    url: baseline.url,
    request: () => readJson(`${baseline.url}/page`),
    photosLeft: async () => (await readJson<{ count: number }>(`${baseline.url}/photos-left`)).count,
  })
  await baseline.stop()
  const records = `/teams/${world.teamId}/dataCollections/${people.id}/dataRecords/query`
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await maxLoopLag(world)
  const own = await measure(world, {
    name: 'ours',
    url: world.url,
    request: () => call(world, 'POST', records, { limit: 50 }),
    photosLeft: async () => {
      const { rows } = await client.query(
        "select count(*)::int as left from muster_jobs.jobs where task_identifier = 'make_thumbnails'",
      )
      return rows[0].left
    },
  })
  await client.end()
  console.log(`longest block of our event loop ${(await maxLoopLag(world)).toFixed(1)} ms`)
  const figures = ({ latencies, seconds }: Measured) => ({
    reqPerSec: count / seconds,
    p50: p50(latencies),
    p99: p99(latencies),
  })
  return {
    name: thumbnailsName,
    ratio: p99(plain.latencies) / p99(own.latencies),
    ...figures(own),
    baseline: figures(plain),
  }
}

async function readJson<Answer>(url: string): Promise<Answer> {
  return (await (await fetch(url)).json()) as Answer
}

async function measure({ cookie, teamId }: World, site: Site): Promise<Measured> {
  const uploader = fork(
    path.join(import.meta.dirname, 'photos.ts'),
    [site.url, cookie, String(teamId), String(count)],
    { execArgv: ['--import', 'tsx'] },
  )
  const { megabytes } = await nextMessage(uploader)
  // The picture process has started, so that its start is not measured.
  await waitForThumbnails(site)
  const idle = await measureRequests(site, sleep(idleMs))
  const startedAt = performance.now()
  const work = async () => {
    uploader.send('start')
    await nextMessage(uploader)
    await waitForThumbnails(site)
  }
  const busy = await measureRequests(site, work())
  const seconds = (performance.now() - startedAt) / 1000
  const described = (all: number[]) =>
    `${all.length} took ${p50(all).toFixed(1)} ms (p50), ${p99(all).toFixed(1)} ms (p99), ` +
    `${all.at(-1)?.toFixed(1)} ms at most`
  console.log(
    `${count} photos of 12 megapixels, ${megabytes.toFixed(0)} MB, thumbnails made ${site.name}: all there after ` +
      `${seconds.toFixed(0)} s; of requests under way ${described(busy)}; without photos ${described(idle)}`,
  )
  return { latencies: busy, seconds }
}

async function nextMessage(uploader: ChildProcess): Promise<UploadMessage> {
  const [message] = await Promise.race([
    once(uploader, 'message'),
    once(uploader, 'exit').then(([code]) => {
      throw new Error(`The uploading process ended with ${code}`)
    }),
  ])
  return message as UploadMessage
}

async function waitForThumbnails(site: Site): Promise<void> {
  while ((await site.photosLeft()) > 0) await sleep(250)
}

/** Sends requests until the work ends. @returns the milliseconds that each took, sorted */
async function measureRequests(site: Site, work: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const open = new Set<Promise<void>>()
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedAt = performance.now()
    const request = site.request().then(() => {
      latencies.push(performance.now() - startedAt)
    })
    open.add(request)
    void request.finally(() => open.delete(request))
    await sleep(everyMs)
  }
  await work
  await Promise.all(open)
  return latencies.sort((a, b) => a - b)
}

/** The maximum lag of the server's event loop since the previous call, in milliseconds. */
async function maxLoopLag({ url }: World): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}
