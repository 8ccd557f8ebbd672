/** Requests of views on large collections, against hand-written SQL: see raw-views.ts. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { compare, p50, type Result, times } from './load.ts'
import { type ViewsDataset, viewsDataset } from './views-world.ts'
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

/** A page of a filtered and sorted view, before and after the creation of the view's index. */
export async function measureFourConditions(world: World, count: number): Promise<Result> {
  const dataset = await viewsDataset(world, count)
  const { id } = dataset
  const query = () => call(dataset.world, 'POST', `${pathOf(dataset)}/query`, { ...four, limit: 50 })
  // Only two requests, because a filter that is used more often gets an index.
  const before = p50(await times(2, query))
  const body = { dataCollectionId: id, type: 'table', internalName: 'Four', ...four }
  await call(dataset.world, 'POST', `/teams/${dataset.world.teamId}/dataViews`, {
    ...body,
    recordNameDataFieldId: dataset.fieldIds.name,
  })
  const waited = await waitForIndex(dataset)
  const after = p50(await times(30, query))
  console.log(
    `${fourConditionsName}: ${count.toLocaleString('en')} records; one request ${before.toFixed(1)} ms before the index ` +
      `job, ${after.toFixed(1)} ms after (${Math.round(waited)} s later)`,
  )
  const base = await startRaw(dataset)
  const hand = p50(await times(30, () => fetch(`${base.url}/four`).then((answer) => answer.text())))
  console.log(`${fourConditionsName}: ratio before the index job ${(hand / before).toFixed(2)}`)
  const result = await compare(
    fourConditionsName,
    posting(dataset, 'query', { ...four, limit: 50 }),
    getting(base.url, '/four'),
  )
  await base.stop()
  return result
}

/** For responses of some megabytes: sixteen at a time would not finish within a round. */
const lowLoad = { connections: 2, seconds: 5 }

/** All locations of the collection in one response. */
export async function measureMap(world: World, count: number): Promise<Result> {
  const dataset = await viewsDataset(world, count)
  const body = { location: 'address' }
  const { ids } = await call<{ ids: number[] }>(dataset.world, 'POST', `${pathOf(dataset)}/map`, body)
  const base = await startRaw(dataset)
  const result = await compare(mapName, posting(dataset, 'map', body), getting(base.url, '/places'), lowLoad)
  await base.stop()
  return { ...result, name: `${mapName} of ${ids.length.toLocaleString('en')} points` }
}

/** All events of a month in one response. */
export async function measureCalendar(world: World, count: number): Promise<Result> {
  const dataset = await viewsDataset(world, count)
  const body = { start: 'day', from: '2024-05-01', to: '2024-06-01' }
  const { events } = await call<{ events: object[] }>(
    dataset.world,
    'POST',
    `${pathOf(dataset)}/calendar`,
    body,
  )
  const base = await startRaw(dataset)
  const result = await compare(
    calendarName,
    posting(dataset, 'calendar', body),
    getting(base.url, '/month'),
    lowLoad,
  )
  await base.stop()
  return { ...result, name: `${calendarName} month of ${events.length.toLocaleString('en')} events` }
}

const pathOf = ({ world, id }: ViewsDataset): string =>
  `/teams/${world.teamId}/dataCollections/${id}/dataRecords`

const getting = (url: string, path: string) => ({ url, requests: [{ method: 'GET' as const, path }] })

function posting(dataset: ViewsDataset, action: string, body: object) {
  const { url, cookie } = dataset.world
  return {
    url,
    requests: [
      {
        method: 'POST' as const,
        path: `/api${pathOf(dataset)}/${action}`,
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
    ],
  }
}

/** Seconds until the view's index is ready. */
async function waitForIndex(dataset: ViewsDataset): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { items } = await call<{ items: { kind: string; status: string }[] }>(
      dataset.world,
      'GET',
      `/teams/${dataset.world.teamId}/dataViewIndexes`,
    )
    const seconds = (performance.now() - startedAt) / 1000
    if (items.some(({ kind, status }) => kind === 'several' && status === 'ready')) return seconds
    if (seconds > 300) throw new Error('The index job does not finish')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function startRaw({ world, tableName }: ViewsDataset) {
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
