/**
 * Our HTTP API against a server for a plain table (`plain-server.ts`), with the same rows, 16 callers, by turns. Sign-in,
 * rights, history and JSON are on our side only. `ratio` is our requests per second divided by the plain server's.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { plainColumns, runImport } from './imports.ts'
import { compare, type Result, type Target } from './load.ts'
import { csv, fields, person, random } from './people.ts'
import {
  call,
  createPeople,
  freePort,
  stopProcess,
  type World,
  waitForIndexes,
  waitForSearchIndex,
} from './world.ts'

const count = 100_000
const choiceColumn = 'choice'

/** Of the results. */
const names = [
  'first page',
  'total',
  'filter and sort',
  'one record',
  'count by text',
  'count by choice',
  'create',
  'update',
  'import',
].map((name) => `plain ${name}`)

/** A query of records. */
export const filtered = {
  limit: 50,
  filter: {
    and: [
      { field: 'last_name', op: 'startsWith', value: 'm' },
      { field: 'status', op: 'is', value: 'active' },
    ],
  },
  sort: [{ field: 'last_name', direction: 'asc' }],
}
/** A question about groups. */
export const counts = (field: string) => ({ groupBy: [{ field }], measures: [{ fn: 'count' }] })
/** A query of records with an exact total, another one for each value. */
export const above = (field: string, value: number) => ({
  limit: 50,
  count: 'exact',
  filter: { field, op: 'gt', value },
})

export async function measurePlain(
  world: World,
  isSelected: (name: string) => boolean,
  report: (result: Result) => void,
): Promise<void> {
  if (!names.some(isSelected)) return
  const ours = await createOurs(world, 'Plain people')
  const lines = () => withChoices(csv(count))
  await importOurs(world, ours.id, lines)
  const plain = await startPlain(world, lines)
  const records = `/teams/${world.teamId}/dataCollections/${ours.id}/dataRecords`
  const headers = { cookie: world.cookie, 'content-type': 'application/json' }
  const post = (to: string, body: unknown) => ({
    method: 'POST' as const,
    path: `/api${records}${to}`,
    headers,
    body: JSON.stringify(body),
  })
  const own = (requests: Target['requests']): Target => ({ url: world.url, requests })
  const other = (requests: Target['requests']): Target => ({ url: plain.url, requests })
  const measure = async (name: string, one: Target, two: Target): Promise<void> => {
    if (isSelected(`plain ${name}`)) report(await compare(`plain ${name}`, one, two))
  }
  try {
    await measure('first page', own([post('/query', { limit: 50 })]), other([{ path: '/page' }]))
    // What is asked for repeatedly gets indexes.
    for (let repetition = 0; repetition < 3; repetition++) {
      await call(world, 'POST', `${records}/query`, filtered)
      await call(world, 'POST', `${records}/query`, above('score', -repetition))
      for (const field of ['status', choiceColumn])
        await call(world, 'POST', `${records}/aggregate`, counts(field))
    }
    await waitForIndexes(world, ours.tableName)
    // Each asks for another total, so that none is kept from the one before.
    const bounds = Array.from({ length: 2000 }, (_, n) => -1 - n)
    await measure(
      'total',
      own(bounds.map((bound) => post('/query', above('score', bound)))),
      other(bounds.map((bound) => ({ path: `/total/${bound}` }))),
    )
    await measure('filter and sort', own([post('/query', filtered)]), other([{ path: '/filtered/m/active' }]))
    const { items } = await call<{ items: { id: number }[] }>(world, 'POST', `${records}/query`, {
      limit: 1000,
      offset: 50_000,
      fields: [],
    })
    const ids = items.map(({ id }) => id)
    const recordPath = (id: number) => `/api/teams/${world.teamId}/dataRecords/${id}`
    await measure(
      'one record',
      own(ids.map((id) => ({ path: recordPath(id), headers }))),
      other(ids.map((_, n) => ({ path: `/record/${50_000 + n}` }))),
    )
    const byOf = (field: string) => own([post('/aggregate', counts(field))])
    await measure('count by text', byOf('status'), other([{ path: '/countByText' }]))
    await measure('count by choice', byOf(choiceColumn), other([{ path: '/countByChoice' }]))
    const json = { 'content-type': 'application/json' }
    const next = random(7)
    const bodies = Array.from({ length: 500 }, (_, n) => ({ values: person(next, 3_000_000 + n) }))
    await measure(
      'create',
      own(bodies.map((body) => post('', body))),
      other(
        bodies.map((body) => ({
          method: 'POST' as const,
          path: '/create',
          headers: json,
          body: JSON.stringify(body),
        })),
      ),
    )
    let score = 0
    const change = (to: string, more: Record<string, string>) => ({
      method: 'PUT' as const,
      path: to,
      headers: more,
      // Each request writes another value, so that it changes the record.
      setupRequest: <Request extends object>(request: Request) => ({
        ...request,
        body: JSON.stringify({ values: { score: ++score } }),
      }),
    })
    await measure(
      'update',
      own(ids.map((id) => change(recordPath(id), headers))),
      other(ids.map((_, n) => change(`/record/${50_000 + n}`, json))),
    )
    if (isSelected('plain import')) report(await compareImports(world, plain.url, lines))
  } finally {
    await plain.stop()
  }
}

/** The choices of a new list are created as they come. */
const choicesOf = ({ index, header }: { index: number; header: string }) => ({
  index,
  columnName: header,
  ...(header === choiceColumn && { unknown: 'create' }),
})

/** @param name of the people and of their choices, not used yet */
async function createOurs(world: World, name: string): Promise<{ id: number; tableName: string }> {
  const base = `/teams/${world.teamId}/dataCollections`
  const list = await call<{ id: number }>(world, 'POST', base, {
    name: `Choice of ${name}`,
    pluralName: `Choices of ${name}`,
    IsUsedAsCustomList: true,
  })
  const ours = await createPeople(world, name)
  await call(world, 'POST', `${base}/${ours.id}/dataFields`, {
    title: 'Choice',
    columnName: choiceColumn,
    dataType: 'single_selection_from_list',
    settings: { listId: list.id },
  })
  return ours
}

/** The people with a last column that repeats their status, as a choice. */
function* withChoices(chunks: Iterable<string>): Generator<string> {
  const place = fields.findIndex(({ columnName }) => columnName === 'status')
  let isFirst = true
  for (const chunk of chunks) {
    yield chunk
      .trimEnd()
      .split('\n')
      .map((line, n) => `${line},${isFirst && n === 0 ? choiceColumn : line.split(',')[place]}\n`)
      .join('')
    isFirst = false
  }
}

const buffers = function* (lines: Iterable<string>): Generator<Buffer> {
  for (const line of lines) yield Buffer.from(line)
}

async function startPlain(world: World, lines: () => Iterable<string>) {
  const url = await fillPlain(world, lines)
  const port = await freePort()
  const child = fork(path.join(import.meta.dirname, 'plain-server.ts'), [url, String(port)], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProcess(child) }
}

/** @returns the connection string of a database with the plain table */
async function fillPlain({ databaseUrl }: World, lines: () => Iterable<string>): Promise<string> {
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  await admin.query('drop database if exists bench_plain with (force)')
  await admin.query('create database bench_plain')
  await admin.end()
  const url = new URL(databaseUrl)
  url.pathname = '/bench_plain'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create table imported (${plainColumns}, ${choiceColumn} text)`)
  const columns = `${fields.map(({ columnName }) => columnName)}, ${choiceColumn}`
  await pipeline(
    Readable.from(buffers(lines())),
    client.query(copyFrom(`copy imported (${columns}) from stdin with (format csv, header)`)),
  )
  for (const statement of [
    `create table choice (id bigint generated always as identity primary key, name text not null)`,
    `insert into choice (name) select distinct ${choiceColumn} from imported order by 1`,
    `create table person (id bigint generated always as identity primary key, ${plainColumns}, status_id bigint references choice)`,
    `insert into person (${fields.map(({ columnName }) => columnName)}, status_id)
     select ${fields.map(({ columnName }) => `i.${columnName}`)}, c.id from imported i join choice c on c.name = i.${choiceColumn}`,
    `create index on person (lower(last_name) text_pattern_ops)`,
    `create index on person (lower(status), last_name, id)`,
    `create index on person (status)`,
    `create index on person (status_id)`,
    `create index on person (score)`,
    `vacuum analyze`,
  ])
    await client.query(statement)
  await client.end()
  return url.href
}

/** @returns the seconds without the upload; the search index follows, and is waited for */
async function importOurs(world: World, id: number, lines: () => Iterable<string>): Promise<number> {
  const { seconds } = await runImport(world, id, lines(), {}, () => {}, choicesOf)
  await waitForSearchIndex(world)
  return seconds
}

/** Imports into new collections, and COPY through HTTP into a table without anything, by turns. */
async function compareImports(world: World, url: string, lines: () => Iterable<string>): Promise<Result> {
  const chunks = [...buffers(lines())]
  const columns = `${fields.map(({ columnName }) => columnName)},${choiceColumn}`
  const own: number[] = []
  const copies: number[] = []
  for (let round = 0; round < 3; round++) {
    const { id } = await createOurs(world, `Imported people ${round}`)
    own.push(await importOurs(world, id, lines))
    const startedAt = performance.now()
    const response = await fetch(`${url}/import?names=${columns}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: Readable.toWeb(Readable.from(chunks)) as unknown as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    const { created } = (await response.json()) as { created: number }
    if (created !== count) throw new Error(`${created} of ${count} rows came in`)
    copies.push((performance.now() - startedAt) / 1000)
  }
  const [seconds, copy] = [own, copies].map((times) => times.sort((a, b) => a - b)[1]) as [number, number]
  return {
    name: 'plain import',
    ratio: copy / seconds,
    reqPerSec: count / seconds,
    p50: seconds * 1000,
    p99: seconds * 1000,
    baseline: { reqPerSec: count / copy, p50: copy * 1000, p99: copy * 1000 },
  }
}
