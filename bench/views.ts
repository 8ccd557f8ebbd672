/** What views ask of large collections, each against the SQL written by hand: see raw-views.ts. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { compare, p50, type Result, times } from './load.ts'
import { type Seen, seenByViews } from './views-world.ts'
import { call, freePort, type World } from './world.ts'

export const fourConditionsName = 'four conditions'
export const mapName = 'map'
export const calendarName = 'calendar'

const four = {
  filter: {
    and: [
      { field: 'city', op: 'is', value: 'Springfield' },
      { field: 'region', op: 'is', value: 'North' },
      { field: 'is_member', op: 'is', value: true },
      { field: 'score', op: 'gte', value: 100 },
    ],
  },
  sort: [{ field: 'last_name', direction: 'asc' }],
}

/** A page of a filtered and sorted view, before the view has its index and after. */
export async function measureFourConditions(world: World, count: number): Promise<Result> {
  const seen = await seenByViews(world, count)
  const { id } = seen
  const query = () => call(seen.world, 'POST', `${pathOf(seen)}/query`, { ...four, limit: 50 })
  // Few looks: a filter that is asked for more often gets an index of its own.
  const before = p50(await times(2, query))
  const body = { dataCollectionId: id, type: 'table', internalName: 'Four', ...four }
  await call(seen.world, 'POST', `/teams/${seen.world.teamId}/dataViews`, {
    ...body,
    recordNameDataFieldId: seen.fieldIds.name,
  })
  const waited = await indexesReady(seen)
  const after = p50(await times(30, query))
  console.log(
    `${fourConditionsName}: ${count.toLocaleString('en')} records; one request ${before.toFixed(1)} ms before the index ` +
      `job, ${after.toFixed(1)} ms after (${Math.round(waited)} s later)`,
  )
  const base = await startRaw(seen)
  const hand = p50(await times(30, () => fetch(`${base.url}/four`).then((answer) => answer.text())))
  console.log(`${fourConditionsName}: ratio before the index job ${(hand / before).toFixed(2)}`)
  const result = await compare(
    fourConditionsName,
    posting(seen, 'query', { ...four, limit: 50 }),
    getting(base.url, '/four'),
  )
  await base.stop()
  return result
}

/** Answers of some megabytes: sixteen at once would not come to an end in the time of a shot. */
const few = { connections: 2, seconds: 5 }

/** Every place of the collection, in one answer. */
export async function measureMap(world: World, count: number): Promise<Result> {
  const seen = await seenByViews(world, count)
  const body = { location: 'address' }
  const { ids } = await call<{ ids: number[] }>(seen.world, 'POST', `${pathOf(seen)}/map`, body)
  const base = await startRaw(seen)
  const result = await compare(mapName, posting(seen, 'map', body), getting(base.url, '/places'), few)
  await base.stop()
  return { ...result, name: `${mapName} of ${ids.length.toLocaleString('en')} points` }
}

/** Every event of a month, in one answer. */
export async function measureCalendar(world: World, count: number): Promise<Result> {
  const seen = await seenByViews(world, count)
  const body = { start: 'day', from: '2024-05-01', to: '2024-06-01' }
  const { events } = await call<{ events: object[] }>(seen.world, 'POST', `${pathOf(seen)}/calendar`, body)
  const base = await startRaw(seen)
  const result = await compare(
    calendarName,
    posting(seen, 'calendar', body),
    getting(base.url, '/month'),
    few,
  )
  await base.stop()
  return { ...result, name: `${calendarName} month of ${events.length.toLocaleString('en')} events` }
}

const pathOf = ({ world, id }: Seen): string => `/teams/${world.teamId}/dataCollections/${id}/dataRecords`

const getting = (url: string, path: string) => ({ url, requests: [{ method: 'GET' as const, path }] })

function posting(seen: Seen, what: string, body: object) {
  const { url, cookie } = seen.world
  return {
    url,
    requests: [
      {
        method: 'POST' as const,
        path: `/api${pathOf(seen)}/${what}`,
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    ],
  }
}

/** Seconds until the view has what it asked for. */
async function indexesReady(seen: Seen): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { items } = await call<{ items: { kind: string; status: string }[] }>(
      seen.world,
      'GET',
      `/teams/${seen.world.teamId}/dataViewIndexes`,
    )
    const seconds = (performance.now() - began) / 1000
    if (items.some(({ kind, status }) => kind === 'several' && status === 'ready')) return seconds
    if (seconds > 300) throw new Error('The index job does not come to its end')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function startRaw({ world, tableName }: Seen) {
  const port = await freePort()
  const child = fork(
    path.join(import.meta.dirname, 'raw-views.ts'),
    [world.databaseUrl, String(port), `team_${world.teamId}`, tableName],
    { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  await new Promise((resolve) => child.once('message', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { url: `http://127.0.0.1:${port}`, stop }
}
