/**
 * `npm run bench [-- --out FILE] [--quick]`: our HTTP API, through sign-in and access rules, against the baseline of
 * `raw-server.ts` on the same tables, by turns in one run; import against a bare COPY. Prints ratios, because
 * machines differ.
 */
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { copyBare, importPeople } from './imports.ts'
import { compare, type Result } from './load.ts'
import { atAMillion } from './million.ts'
import { person, random } from './people.ts'
import { call, createPeople, createWorld, memory, resetPeak, startBaseline, type World } from './world.ts'

const { values: options } = parseArgs({
  options: { out: { type: 'string' }, quick: { type: 'boolean', default: false } },
})

let counter = 0
function scored<Request extends object>(request: Request): Request {
  counter += 1
  return { ...request, body: JSON.stringify({ values: { score: counter } }) }
}

const world = await createWorld()
try {
  const results: Result[] = []
  const note = (result: Result): void => {
    results.push(result)
    print(result)
  }
  const people = await createPeople(world, 'People')
  note(await measureImport(world, people, 100_000))
  await compareReadsAndWrites(world, people, note)
  if (!options.quick) for (const result of await atAMillion(world, people)) note(result)
  const used = memory(world.server.pid as number)
  if (used)
    console.log(
      `server memory: ${used.now} MB after the run, ${used.peak} MB at most since the last phase began`,
    )
  if (options.out) fs.writeFileSync(options.out, JSON.stringify({ results, memory: used }, null, 2))
} finally {
  await world.stop()
}

function print({ name, ratio, reqPerSec, p50, p99, baseline }: Result): void {
  const line = `${name.padEnd(44)} ratio ${ratio.toFixed(2).padStart(6)}`
  console.log(
    `${line}   ${reqPerSec.toFixed(1).padStart(9)}/s p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms` +
      `   baseline ${baseline.reqPerSec.toFixed(1)}/s p50 ${baseline.p50.toFixed(1)} p99 ${baseline.p99.toFixed(1)} ms`,
  )
}

/** Rows a second of an import with history, search and catalogue, against COPY of the same lines into a bare table. */
async function measureImport(
  world: World,
  people: { id: number; tableName: string },
  count: number,
): Promise<Result> {
  const copies: number[] = []
  for (let round = 0; round < 3; round++) copies.push(await copyBare(world, count))
  const copy = copies.sort((a, b) => a - b)[1] as number
  resetPeak(world.server.pid as number)
  const seconds = await importPeople(world, people.id, count)
  return {
    name: `import of ${count.toLocaleString('en')} rows`,
    ratio: copy / seconds,
    reqPerSec: count / seconds,
    p50: seconds * 1000,
    p99: seconds * 1000,
    baseline: { reqPerSec: count / copy, p50: copy * 1000, p99: copy * 1000 },
  }
}

async function compareReadsAndWrites(
  world: World,
  people: { id: number; tableName: string },
  note: (result: Result) => void,
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
  // What people filter and sort by gets its index in the background; both servers use the same ones.
  await call(world, 'POST', `${records.slice(4)}/query`, filtered)
  await call(world, 'POST', `${records.slice(4)}/query`, sorted)
  await settled(world, people.tableName)
  const baseline = await startBaseline(world, people.tableName, people.id)
  const ids = await sampleIds(world, people.id)
  const next = random(7)
  const bodies = Array.from({ length: 500 }, (_, n) => ({ values: person(next, 2_000_000 + n) }))
  try {
    note(
      await compare(
        'first page of 50',
        { url: world.url, requests: [post(`${records}/query`, { limit: 50 })] },
        { url: baseline.url, requests: [{ path: '/page' }] },
      ),
    )
    note(
      await compare(
        'filtered and sorted',
        { url: world.url, requests: [post(`${records}/query`, filtered)] },
        { url: baseline.url, requests: [{ path: '/filtered' }] },
      ),
    )
    note(
      await compare(
        'offset jump to 90,000 of 100,000',
        { url: world.url, requests: [post(`${records}/query`, { ...sorted, offset: 90_000 })] },
        { url: baseline.url, requests: [{ path: '/offset/90000' }] },
      ),
    )
    note(
      await compare(
        'one record',
        {
          url: world.url,
          requests: ids.map((id) => ({ path: `/api/teams/${world.teamId}/dataRecords/${id}`, headers })),
        },
        { url: baseline.url, requests: ids.map((id) => ({ path: `/record/${id}` })) },
      ),
    )
    note(
      await compare(
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
      ),
    )
    note(
      await compare(
        'update of one field',
        {
          url: world.url,
          requests: ids.map((id, n) => ({
            method: 'PUT' as const,
            path: `/api/teams/${world.teamId}/dataRecords/${id}`,
            headers,
            body: `{"values":{"score":${n % 997}}}`,
            // Each request writes a value of its own, or it would change nothing.
            setupRequest: scored,
          })),
        },
        {
          url: baseline.url,
          requests: ids.map((id) => ({
            method: 'PUT' as const,
            path: `/record/${id}`,
            headers: json,
            setupRequest: scored,
          })),
        },
      ),
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

/** Waits for background indexes, then lets PostgreSQL know the tables, as autovacuum would in its time. */
async function settled(world: World, tableName: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  for (let calm = 0; calm < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { rows } = await client.query(
      "select count(*)::int as busy from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend'",
    )
    calm = rows[0].busy === 0 ? calm + 1 : 0
  }
  await client.query(`vacuum analyze team_${world.teamId}."${tableName}"`)
  await client.query(`vacuum analyze team_${world.teamId}.data_record`)
  await client.end()
}
