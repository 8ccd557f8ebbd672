/** Import through the API, and COPY of the same lines into a table without history, search or catalogue. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Import } from '@muster/contract/imports/imports.api'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Result } from './load.ts'
import { csv, fields } from './people.ts'
import { call, createPeople, type World, waitForSearchIndex } from './world.ts'

/** The fourteen fields as columns of a plain table. */
export const plainColumns = `last_name text, first_name text, email text, city text, region text, status text, website text,
  notes text, birthday date, joined_at timestamptz, score bigint, balance numeric, visits bigint, is_member boolean`

/** Seconds of a COPY into a table of typed columns with a primary key, as the baseline. */
export async function copyBare(world: World, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  // Generated in advance, so that only COPY is measured.
  const lines = [...encoded(csv(count))]
  await client.query(
    `drop table if exists bare; create table bare (record_id bigint generated always as identity primary key, ${plainColumns})`,
  )
  const startedAt = performance.now()
  const names = fields.map(({ columnName }) => columnName).join()
  await pipeline(
    Readable.from(lines),
    client.query(copyFrom(`copy bare (${names}) from stdin with (format csv, header)`)),
  )
  const seconds = (performance.now() - startedAt) / 1000
  await client.query('drop table bare')
  await client.end()
  return seconds
}

/** Seconds from the start of the import until its last row can be read, without the upload. */
export async function importPeople(
  world: World,
  dataCollectionId: number,
  count: number,
  onPoll: () => void = () => {},
): Promise<number> {
  const { seconds, state } = await runImport(world, dataCollectionId, csv(count), {}, onPoll)
  if (state.created !== count) throw new Error(`${state.created} of ${count} rows came in`)
  return seconds
}

export const updatingImportName = 'import, updating'

/**
 * The same file again, with another score in every row, matched by email. `ratio` is the time of its import as new rows
 * divided by that; the target is at least a third.
 */
export async function measureUpdatingImport(world: World, count: number): Promise<Result> {
  const { id } = await createPeople(world, 'Updated people')
  const creating = await importPeople(world, id, count)
  await waitForSearchIndex(world)
  const choices = { mode: 'update', matchBy: ['email'] }
  const { seconds, state } = await runImport(world, id, withOtherScores(csv(count)), choices)
  if (state.updated !== count) throw new Error(`${state.updated} of ${count} rows were updated`)
  return {
    name: updatingImportName,
    ratio: creating / seconds,
    reqPerSec: count / seconds,
    p50: seconds * 1000,
    p99: seconds * 1000,
    baseline: { reqPerSec: count / creating, p50: creating * 1000, p99: creating * 1000 },
  }
}

function* withOtherScores(chunks: Iterable<string>): Generator<string> {
  const place = fields.findIndex(({ columnName }) => columnName === 'score')
  for (const chunk of chunks) {
    const lines = chunk.split('\n').map((line) => {
      const cells = line.split(',')
      if (cells.length === fields.length && /^\d+$/.test(cells[place] as string))
        cells[place] = String(Number(cells[place]) + 1)
      return cells.join()
    })
    yield lines.join('\n')
  }
}

export async function runImport(
  world: World,
  dataCollectionId: number,
  lines: Iterable<string>,
  choices: object,
  onPoll: () => void = () => {},
  mapped: (column: Import['columns'][number]) => object = ({ index, header }) => ({
    index,
    columnName: header,
  }),
): Promise<{ seconds: number; state: Import }> {
  const body = Readable.toWeb(Readable.from(encoded(lines))) as unknown as ReadableStream
  const uploaded = await call<Import>(
    world,
    'POST',
    `/teams/${world.teamId}/imports?dataCollectionId=${dataCollectionId}&fileName=people.csv`,
    body,
  )
  const columns = uploaded.columns.map(mapped)
  const startedAt = performance.now()
  await call(world, 'POST', `/teams/${world.teamId}/imports/${uploaded.id}/run`, { columns, ...choices })
  for (;;) {
    const state = await call<Import>(world, 'GET', `/teams/${world.teamId}/imports/${uploaded.id}`)
    onPoll()
    if (state.status === 'done') return { seconds: (performance.now() - startedAt) / 1000, state }
    if (state.status === 'failed') throw new Error(`import failed: ${JSON.stringify(state.error)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function* encoded(lines: Iterable<string>): Generator<Uint8Array> {
  for (const line of lines) yield Buffer.from(line)
}
