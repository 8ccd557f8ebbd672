/** A paste of 5,000 rows of six columns, as the grid sends it, against one UPDATE of a plain table. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Result } from './load.ts'
import { random } from './people.ts'
import { call, type World } from './world.ts'

export const pasteName = 'paste of 5,000 rows of 6 columns'

const rowCount = 5000
/** Rows in the first request, and in the others, two at a time, as the web app's `send-plan.ts` sends them. */
const firstSize = 20
const partSize = 2490
const maxRequests = 2
/** Rounds that are not measured: of a server that has been in use, the compiler has seen the code. */
const warmUps = 3
const rounds = 7

interface Row extends ChangedRow {
  values: { city: string; region: string; notes: string; birthday: string; score: number; balance: number }
}

/** Rows per second in alternating rounds; ours include history, versions, search and undo. */
export async function measurePaste(world: World, people: { id: number; tableName: string }): Promise<Result> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    const ids = await firstIds(client, world, people.tableName)
    await client.query(
      `drop table if exists bare_paste; create table bare_paste as select * from team_${world.teamId}."${people.tableName}"`,
    )
    await client.query('alter table bare_paste add primary key (record_id)')
    await client.query('vacuum analyze bare_paste')
    const next = random(11)
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < warmUps + rounds; round++) {
      const rows = ids.map((id): Row => ({ id, version: round + 1, values: valuesOf(next, round) }))
      await untilIndexed(client, world)
      const ownSeconds = await timed(() => pasteByApi(world, people.id, rows))
      const bareSeconds = await timed(() => pasteBare(client, rows))
      if (round >= warmUps) {
        ours.push(ownSeconds)
        bare.push(bareSeconds)
      }
    }
    await client.query('drop table bare_paste')
    const [own, base] = [ours, bare].map((all) => all.sort((a, b) => a - b))
    const median = (all: readonly number[] = []) => all[Math.floor(all.length / 2)] ?? 0
    const measured = (all: readonly number[] = []) => ({
      reqPerSec: rowCount / median(all),
      p50: median(all) * 1000,
      p99: (all.at(-1) ?? 0) * 1000,
    })
    return { name: pasteName, ratio: median(base) / median(own), ...measured(own), baseline: measured(base) }
  } finally {
    await client.end()
  }
}

function valuesOf(next: () => number, round: number): Row['values'] {
  const n = Math.floor(next() * 1_000_000)
  return {
    city: `Town ${n % 997}`,
    region: `Region ${n % 89}`,
    notes: `Pasted in round ${round}, number ${n}`,
    birthday: new Date(Date.UTC(1940, 0, 1 + (n % 25_000))).toISOString().slice(0, 10),
    score: n,
    balance: n / 8,
  }
}

async function firstIds(client: pg.Client, world: World, table: string): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select record_id as id from team_${world.teamId}."${table}" where deleted_at is null order by record_id limit ${rowCount}`,
  )
  return rows.map(({ id }) => Number(id))
}

/** Waits for the job that writes the search documents of the round before, and until its log is on the disk. */
export async function untilIndexed(client: pg.Client, world: World): Promise<void> {
  const pending = `select from team_${world.teamId}.data_record where search is null and search_pending is not null limit 1`
  do await sleep(500)
  while ((await client.query(pending)).rowCount)
}

/** @returns seconds */
export async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** A record as the grid sends it, with the version that it has seen. */
export interface ChangedRow {
  id: number
  version: number
  values: object
}

/** Sends the requests of a paste, without a browser. */
export async function pasteByApi(
  world: World,
  dataCollectionId: number,
  rows: readonly ChangedRow[],
): Promise<void> {
  const send = async (update: readonly ChangedRow[], continues?: number): Promise<number> => {
    const { operation, rejected } = await call<{ operation: { id: number } | null; rejected: unknown[] }>(
      world,
      'POST',
      `/teams/${world.teamId}/dataCollections/${dataCollectionId}/dataRecords/bulk`,
      { update, create: [], skipBad: true, ...(continues ? { continues } : {}) },
    )
    if (!operation || rejected.length > 0) throw new Error('The paste was not accepted completely')
    return operation.id
  }
  const operation = await send(rows.slice(0, firstSize))
  let at = firstSize
  const sendParts = async () => {
    while (at < rows.length) {
      const part = rows.slice(at, at + partSize)
      at += part.length
      await send(part, operation)
    }
  }
  await Promise.all(Array.from({ length: maxRequests }, sendParts))
}

async function pasteBare(client: pg.Client, rows: readonly Row[]): Promise<void> {
  const column = <K extends keyof Row['values']>(name: K) => rows.map(({ values }) => values[name])
  await client.query(
    `update bare_paste t set city = n.city, region = n.region, notes = n.notes, birthday = n.birthday,
        score = n.score, balance = n.balance
      from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::date[], $6::bigint[], $7::numeric[])
        n (id, city, region, notes, birthday, score, balance)
      where t.record_id = n.id`,
    [
      rows.map(({ id }) => id),
      column('city'),
      column('region'),
      column('notes'),
      column('birthday'),
      column('score'),
      column('balance'),
    ],
  )
}
