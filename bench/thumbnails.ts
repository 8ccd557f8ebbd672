/**
 * 200 photos uploaded and made small while somebody else works: how much longer his requests take than without, and
 * for how long the server's event loop was held up. A request is begun every 15 ms, whether or not the last one has
 * been answered, so that one that blocks shows in all that wait behind it.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { p50, p99, type Result } from './load.ts'
import type { Told } from './photos.ts'
import { call, type World } from './world.ts'

export const thumbnailsName = 'thumbnails of 200 photos, another client p99'

const count = 200
const everyMs = 15
const calmMs = 15_000

export async function measureThumbnails(world: World, people: { id: number }): Promise<Result> {
  const { url, cookie, teamId } = world
  const photographer = fork(
    path.join(import.meta.dirname, 'photos.ts'),
    [url, cookie, String(teamId), String(count)],
    {
      execArgv: ['--import', 'tsx'],
    },
  )
  const { megabytes } = await toldBy(photographer)
  // The process that draws is there, and what is measured is drawing.
  await drawn(world)

  await loopDelays(world)
  const calm = tookOf(await watch(world, people.id, sleep(calmMs)))
  const calmLoop = await loopDelays(world)
  const began = performance.now()
  const work = async () => {
    photographer.send('start')
    await toldBy(photographer)
    const uploaded = performance.now() - began
    await drawn(world)
    return uploaded
  }
  const doing = work()
  const seen = await watch(world, people.id, doing)
  const busy = tookOf(seen)
  const seconds = (performance.now() - began) / 1000
  const busyLoop = await loopDelays(world)
  const uploaded = (await doing) / 1000
  const [uploading, drawing] = [true, false].map((isFirst) =>
    tookOf(seen.filter(({ at }) => at - began < uploaded * 1000 === isFirst)),
  ) as [number[], number[]]
  console.log(
    `${count} photos of 12 megapixels, ${megabytes.toFixed(0)} MB: uploaded in ${uploaded.toFixed(0)} s, all ` +
      `thumbnails there after ${seconds.toFixed(0)} s; ${busy.length} requests under way took ` +
      `${p50(busy).toFixed(1)} ms (p50), ${p99(busy).toFixed(1)} ms (p99), ${Math.max(...busy).toFixed(1)} ms at ` +
      `most; ${calm.length} without took ${p50(calm).toFixed(1)}, ${p99(calm).toFixed(1)}, ` +
      `${Math.max(...calm).toFixed(1)} ms; longest block of the event loop ${busyLoop.toFixed(1)} ms ` +
      `(without ${calmLoop.toFixed(1)} ms); while uploading p99 ${p99(uploading).toFixed(1)} ms, at most ` +
      `${Math.max(...uploading).toFixed(1)} ms; while drawing p99 ${p99(drawing).toFixed(1)} ms, at most ` +
      `${Math.max(...drawing).toFixed(1)} ms`,
  )
  return {
    name: thumbnailsName,
    ratio: p99(calm) / p99(busy),
    reqPerSec: count / seconds,
    p50: p50(busy),
    p99: p99(busy),
    baseline: { reqPerSec: calm.length / (calmMs / 1000), p50: p50(calm), p99: p99(calm) },
  }
}

async function toldBy(photographer: ChildProcess): Promise<Told> {
  const [told] = await Promise.race([
    once(photographer, 'message'),
    once(photographer, 'exit').then(([code]) => {
      throw new Error(`The photographer ended with ${code}`)
    }),
  ])
  return told as Told
}

/** Until no job is left that makes them. */
async function drawn({ databaseUrl }: World): Promise<void> {
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

interface Seen {
  /** When it was begun, and how long it took; milliseconds. */
  at: number
  took: number
}

/** The shortest first. */
const tookOf = (seen: readonly Seen[]): number[] => seen.map(({ took }) => took).sort((a, b) => a - b)

/** Every request that was begun while something went on. */
async function watch(world: World, dataCollectionId: number, work: Promise<unknown>): Promise<Seen[]> {
  const path = `/teams/${world.teamId}/dataCollections/${dataCollectionId}/dataRecords/query`
  const seen: Seen[] = []
  const open = new Set<Promise<void>>()
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const began = performance.now()
    const asked = call(world, 'POST', path, { limit: 50 }).then(() => {
      seen.push({ at: began, took: performance.now() - began })
    })
    open.add(asked)
    void asked.finally(() => open.delete(asked))
    await sleep(everyMs)
  }
  await work
  await Promise.all(open)
  return seen
}

/** The longest time, in milliseconds, that the server's event loop was held up since this was last asked. */
async function loopDelays({ url }: World): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}
