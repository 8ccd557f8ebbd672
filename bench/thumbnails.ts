/**
 * The latency of another client's requests, and the lag of the server's event loop, while 200 photos are
 * uploaded and thumbnails are created. A request is sent every 15 ms, even if the previous one has not been
 * answered, so that a blocked server delays all the requests sent meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { p50, p99, type Result } from './load.ts'
import type { UploadMessage } from './photos.ts'
import { call, type World } from './world.ts'

export const thumbnailsName = 'thumbnails of 200 photos, another client p99'

const count = 200
const everyMs = 15
/** As long as the work takes about, so that both 99th percentiles are of as many requests. */
const idleMs = 60_000

export async function measureThumbnails(world: World, people: { id: number }): Promise<Result> {
  const { url, cookie, teamId } = world
  const uploader = fork(
    path.join(import.meta.dirname, 'photos.ts'),
    [url, cookie, String(teamId), String(count)],
    {
      execArgv: ['--import', 'tsx'],
    },
  )
  const { megabytes } = await nextMessage(uploader)
  // The picture process has started, so that its start is not measured.
  await waitForThumbnails(world)

  await maxLoopLag(world)
  const idle = latenciesOf(await measureRequests(world, people.id, sleep(idleMs)))
  const idleLag = await maxLoopLag(world)
  const startedAt = performance.now()
  const work = async () => {
    uploader.send('start')
    await nextMessage(uploader)
    const uploaded = performance.now() - startedAt
    await waitForThumbnails(world)
    return uploaded
  }
  const working = work()
  const requests = await measureRequests(world, people.id, working)
  const busy = latenciesOf(requests)
  const seconds = (performance.now() - startedAt) / 1000
  const busyLag = await maxLoopLag(world)
  const uploaded = (await working) / 1000
  const [uploading, drawing] = [true, false].map((isUpload) =>
    latenciesOf(requests.filter((request) => request.startedAt - startedAt < uploaded * 1000 === isUpload)),
  ) as [number[], number[]]
  console.log(
    `${count} photos of 12 megapixels, ${megabytes.toFixed(0)} MB: uploaded in ${uploaded.toFixed(0)} s, all ` +
      `thumbnails there after ${seconds.toFixed(0)} s; ${busy.length} requests under way took ` +
      `${p50(busy).toFixed(1)} ms (p50), ${p99(busy).toFixed(1)} ms (p99), ${Math.max(...busy).toFixed(1)} ms at ` +
      `most; ${idle.length} without took ${p50(idle).toFixed(1)}, ${p99(idle).toFixed(1)}, ` +
      `${Math.max(...idle).toFixed(1)} ms; longest block of the event loop ${busyLag.toFixed(1)} ms ` +
      `(without ${idleLag.toFixed(1)} ms); while uploading p99 ${p99(uploading).toFixed(1)} ms, at most ` +
      `${Math.max(...uploading).toFixed(1)} ms; while drawing p99 ${p99(drawing).toFixed(1)} ms, at most ` +
      `${Math.max(...drawing).toFixed(1)} ms`,
  )
  return {
    name: thumbnailsName,
    ratio: p99(idle) / p99(busy),
    reqPerSec: count / seconds,
    p50: p50(busy),
    p99: p99(busy),
    baseline: { reqPerSec: idle.length / (idleMs / 1000), p50: p50(idle), p99: p99(idle) },
  }
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

/** Waits until no job for thumbnails is left. */
async function waitForThumbnails({ databaseUrl }: World): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (;;) {
    const { rows } = await client.query(
      "select count(*)::int as left from muster_jobs.jobs where task_identifier = 'make_thumbnails'",
    )
    if (rows[0].left === 0) break
    await sleep(250)
  }
  await client.end()
}

/** In milliseconds. */
interface MeasuredRequest {
  startedAt: number
  latency: number
}

/** The latencies, sorted. */
const latenciesOf = (requests: readonly MeasuredRequest[]): number[] =>
  requests.map(({ latency }) => latency).sort((a, b) => a - b)

/** Sends requests until the work ends, and measures each of them. */
async function measureRequests(
  world: World,
  dataCollectionId: number,
  work: Promise<unknown>,
): Promise<MeasuredRequest[]> {
  const path = `/teams/${world.teamId}/dataCollections/${dataCollectionId}/dataRecords/query`
  const measured: MeasuredRequest[] = []
  const open = new Set<Promise<void>>()
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedAt = performance.now()
    const request = call(world, 'POST', path, { limit: 50 }).then(() => {
      measured.push({ startedAt, latency: performance.now() - startedAt })
    })
    open.add(request)
    void request.finally(() => open.delete(request))
    await sleep(everyMs)
  }
  await work
  await Promise.all(open)
  return measured
}

/** The maximum lag of the server's event loop since the previous call, in milliseconds. */
async function maxLoopLag({ url }: World): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}
