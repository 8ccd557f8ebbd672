/** First page, filter, offset, one record, create, update: against the baseline on the same tables. */
import pg from 'pg'
import { compare, type Result, type Target } from './load.ts'
import { person, random } from './people.ts'
import { call, startBaseline, type World, waitForIndexes } from './world.ts'

let counter = 0
function withNextScore<Request extends object>(request: Request): Request {
  counter += 1
  return { ...request, body: JSON.stringify({ values: { score: counter } }) }
}

export async function compareReadsAndWrites(
  world: World,
  people: { id: number; tableName: string },
  isSelected: (name: string) => boolean,
  report: (result: Result) => void,
): Promise<void> {
  const records = `/api/teams/${world.teamId}/dataCollections/${people.id}/dataRecords`
  const headers = { cookie: world.cookie, 'content-type': 'application/json' }
  const post = (path: string, body: unknown) => ({
    method: 'POST' as const,
    path,
    headers,
    body: JSON.stringify(body),
  })
  const json = { 'content-type': 'application/json' }
  const filtered = {
    filter: {
      and: [
        { field: 'city', op: 'is', value: 'Springfield' },
        { field: 'score', op: 'gt', value: 500 },
      ],
    },
    sort: [{ field: 'last_name', direction: 'asc' }],
    limit: 50,
  }
  const sorted = { sort: [{ field: 'last_name', direction: 'asc' }], limit: 50 }
  await indexBaseline(world, people.tableName)
  // Repeated filters and sorts get indexes in the background.
  for (let repetition = 0; repetition < 3; repetition++) {
    await call(world, 'POST', `${records.slice(4)}/query`, filtered)
    await call(world, 'POST', `${records.slice(4)}/query`, sorted)
  }
  await waitForIndexes(world, people.tableName)
  const baseline = await startBaseline(world, people.tableName, people.id)
  const ids = await sampleIds(world, people.id)
  const next = random(7)
  const bodies = Array.from({ length: 500 }, (_, n) => ({ values: person(next, 2_000_000 + n) }))
  const measure = async (name: string, ours: Target, theirs: Target): Promise<void> => {
    if (isSelected(name)) report(await compare(name, ours, theirs))
  }
  try {
    await measure(
      'first page of 50',
      { url: world.url, requests: [post(`${records}/query`, { limit: 50 })] },
      { url: baseline.url, requests: [{ path: '/page' }] },
    )
    await measure(
      'filtered and sorted',
      { url: world.url, requests: [post(`${records}/query`, filtered)] },
      { url: baseline.url, requests: [{ path: '/filtered' }] },
    )
    await measure(
      'offset jump to 90,000 of 100,000',
      { url: world.url, requests: [post(`${records}/query`, { ...sorted, offset: 90_000 })] },
      { url: baseline.url, requests: [{ path: '/offset/90000' }] },
    )
    await measure(
      'one record',
      {
        url: world.url,
        requests: ids.map((id) => ({ path: `/api/teams/${world.teamId}/dataRecords/${id}`, headers })),
      },
      { url: baseline.url, requests: ids.map((id) => ({ path: `/record/${id}` })) },
    )
    await measure(
      'create',
      { url: world.url, requests: bodies.map((body) => post(records, body)) },
      {
        url: baseline.url,
        requests: bodies.map((body) => ({
          method: 'POST' as const,
          path: '/create',
          headers: json,
          body: JSON.stringify(body),
        })),
      },
    )
    await measure(
      'update of one field',
      {
        url: world.url,
        requests: ids.map((id, n) => ({
          method: 'PUT' as const,
          path: `/api/teams/${world.teamId}/dataRecords/${id}`,
          headers,
          body: `{"values":{"score":${n % 997}}}`,
          // Each request writes a different value, so that it changes the record.
          setupRequest: withNextScore,
        })),
      },
      {
        url: baseline.url,
        requests: ids.map((id) => ({
          method: 'PUT' as const,
          path: `/record/${id}`,
          headers: json,
          setupRequest: withNextScore,
        })),
      },
    )
  } finally {
    await baseline.stop()
  }
}

async function sampleIds(world: World, dataCollectionId: number): Promise<number[]> {
  const next = random(3)
  const ids: number[] = []
  for (let n = 0; n < 40; n++) {
    const page = await call<{ items: { id: number }[] }>(
      world,
      'POST',
      `/teams/${world.teamId}/dataCollections/${dataCollectionId}/dataRecords/query`,
      { limit: 50, offset: Math.floor(next() * 99_900), fields: [] },
    )
    ids.push(...page.items.map(({ id }) => id))
  }
  return ids.sort(() => next() - 0.5)
}

/**
 * Creates the index that the baseline's author would add for its filter; the one for its sort exists already.
 */
async function indexBaseline({ databaseUrl, teamId }: World, tableName: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `create index on team_${teamId}."${tableName}" (lower(city), (last_name collate "und-x-icu"), record_id)
     where deleted_at is null`,
  )
  await client.end()
}
