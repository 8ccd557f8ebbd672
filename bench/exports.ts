/** Export of a collection to CSV through the API, against COPY of the same rows from the table to a file. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Export } from '@muster/contract/exports/exports.api'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { importPeople } from './imports.ts'
import type { Result } from './load.ts'
import { fields } from './people.ts'
import { call, createPeople, memory, resetPeak, type World } from './world.ts'

const count = 250_000
const rounds = 3

export async function measureExport(world: World): Promise<Result> {
  const people = await createPeople(world, 'Exported')
  await importPeople(world, people.id, count)
  const [ours, theirs]: [number[], number[]] = [[], []]
  resetPeak(world.server.pid as number)
  for (let round = 0; round < rounds; round++) {
    theirs.push(await copyPeople(world, people.tableName))
    ours.push(await exportPeople(world, people.id))
  }
  console.log(`export: server memory ${memory(world.server.pid as number)?.peak} MB at most`)
  const median = (all: number[]): number => all.sort((a, b) => a - b)[1] as number
  const [seconds, copy] = [median(ours), median(theirs)]
  return {
    name: `export of ${count.toLocaleString('en')} rows`,
    ratio: copy / seconds,
    reqPerSec: count / seconds,
    p50: seconds * 1000,
    p99: (ours.at(-1) as number) * 1000,
    baseline: { reqPerSec: count / copy, p50: copy * 1000, p99: (theirs.at(-1) as number) * 1000 },
  }
}

/** Seconds until the file can be downloaded. */
async function exportPeople(world: World, dataCollectionId: number): Promise<number> {
  const startedAt = performance.now()
  const base = `/teams/${world.teamId}/exports`
  const { id } = await call<Export>(world, 'POST', base, { dataCollectionId, format: 'csv' })
  for (;;) {
    const { status, total, errorCode } = await call<Export>(world, 'GET', `${base}/${id}`)
    if (status === 'done') {
      if (total !== count) throw new Error(`${total} of ${count} rows went out`)
      return (performance.now() - startedAt) / 1000
    }
    if (status === 'failed') throw new Error(`export failed: ${errorCode}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function copyPeople({ databaseUrl, teamId }: World, tableName: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const file = path.join(os.tmpdir(), `muster-bench-${process.pid}.csv`)
  const startedAt = performance.now()
  const columns = ['name', ...fields.map(({ columnName }) => columnName)].join()
  await pipeline(
    client.query(
      copyTo(`copy (select ${columns} from team_${teamId}."${tableName}" where deleted_at is null order by record_id)
        to stdout with (format csv, header)`),
    ),
    fs.createWriteStream(file),
  )
  const seconds = (performance.now() - startedAt) / 1000
  fs.rmSync(file)
  await client.end()
  return seconds
}
