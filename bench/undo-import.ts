/**
 * Checks, imports and undoes a dirty file of 50,000 rows; the run must have the result of the check. The baseline
 * restores a plain table of the same rows from a copy of what they were, in two statements.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@muster/contract/imports/imports.api'
import { dirtyFile, dirtyHeaders } from '@muster/server/test/dirty-file.ts'
import pg from 'pg'
import type { Result } from './load.ts'
import { call, type World, waitForSearchIndex } from './world.ts'

export const undoImportName = 'undo import of 50,000 dirty rows'

const count = 50_000

export async function measureUndoImport(world: World): Promise<Result> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return await measureWith(world, client)
  } finally {
    await client.end()
  }
}

async function measureWith(world: World, client: pg.Client): Promise<Result> {
  const people = await dirtyCollections(world)
  const file = dirtyFile(count)
  const columns = dirtyHeaders.map((columnName, index) => ({
    index,
    columnName,
    ...(columnName.startsWith('part') && { unknown: 'create' }),
  }))
  await runToEnd(world, await upload(world, people.id, file.before), 'run', { columns })
  await client.query(`create table undo_before as select * from team_${world.teamId}."${people.tableName}"`)
  const upsert = { columns, mode: 'createAndUpdate', matchBy: ['email'] }
  const dirty = await upload(world, people.id, file.dirty)
  const checked = await runToEnd(world, dirty, 'check', upsert)
  const startedAt = performance.now()
  const done = await runToEnd(world, dirty, 'run', upsert)
  const seconds = secondsSince(startedAt)
  for (const key of ['created', 'updated', 'unchanged', 'rejected', 'choicesCreated'] as const) {
    if (done[key] !== checked.check?.[key] || done[key] !== file.expected[key])
      throw new Error(`${key}: ${done[key]}, checked ${checked.check?.[key]}, expected ${file.expected[key]}`)
  }
  await waitForSearchIndex(world)
  const undoAt = performance.now()
  await call(world, 'POST', `/teams/${world.teamId}/operations/${done.operation?.id}/undo`, {})
  const undo = secondsSince(undoAt)
  const plain = await undoPlain(world, client, people.tableName, [done.created, done.updated])
  return {
    name: undoImportName,
    ratio: plain / undo,
    reqPerSec: count / undo,
    p50: undo * 1000,
    p99: undo * 1000,
    baseline: { reqPerSec: count / plain, p50: plain * 1000, p99: plain * 1000 },
    limits: [{ of: 'of the time of its import', value: undo / seconds }],
  }
}

const secondsSince = (at: number): number => (performance.now() - at) / 1000

/** Moves new rows of the plain table into its trash and restores changed ones. @returns seconds, the median of five rounds */
async function undoPlain(
  world: World,
  client: pg.Client,
  table: string,
  expected: readonly number[],
): Promise<number> {
  await client.query(`create table undo_plain as select * from team_${world.teamId}."${table}"`)
  await client.query('update undo_plain set deleted_at = null where deleted_at is not null')
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'undo_plain' and is_generated = 'NEVER'
        and column_name not in ('record_id', 'deleted_at')`,
  )
  const names = rows.map(({ column_name }) => `"${column_name}"`)
  // As the import left the changed rows: what they were, but for a text.
  await client.query(`update undo_plain p set name = p.name || '!' from undo_before b where b.record_id = p.record_id
    and b.record_id in (select record_id from undo_before order by record_id limit ${expected[1]})`)
  for (const each of ['before', 'plain']) {
    await client.query(`alter table undo_${each} add primary key (record_id)`)
    await client.query(`vacuum analyze undo_${each}`)
  }
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now()
    await client.query('begin')
    const removed = await client.query(`update undo_plain p set deleted_at = now()
      where not exists (select from undo_before b where b.record_id = p.record_id)`)
    const restored =
      await client.query(`update undo_plain p set (${names.join()}) = row (${names.map((name) => `b.${name}`).join()})
      from undo_before b where b.record_id = p.record_id and p.name is distinct from b.name`)
    times.push(secondsSince(startedAt))
    await client.query('rollback')
    await client.query('vacuum undo_plain')
    const found = [removed.rowCount, restored.rowCount]
    if (String(found) !== String(expected))
      throw new Error(`undone in the plain table: ${found}, expected ${expected}`)
  }
  await client.query('drop table undo_plain, undo_before')
  return times.sort((a, b) => a - b)[2] as number
}

/** Collections for the dirty file: people, a list and places. */
async function dirtyCollections(world: World): Promise<{ id: number; tableName: string }> {
  const base = `/teams/${world.teamId}/dataCollections`
  const create = async (name: string, records: readonly string[], more: object = {}) => {
    const made = await call<{ id: number; tableName: string }>(world, 'POST', base, {
      name,
      pluralName: `${name}s`,
      ...more,
    })
    for (const record of records)
      await call(world, 'POST', `${base}/${made.id}/dataRecords`, { values: { name: record } })
    return made
  }
  const { id: listId } = await create('Dirty party', ['Greens', 'Blues', 'Écologistes'], {
    IsUsedAsCustomList: true,
  })
  const { id: dataCollectionId } = await create('Dirty place', ['Paris', 'Lima', 'Oslo'])
  const people = await create('Dirty person', [])
  const fields: [string, string, object?][] = [
    ['email', 'email_address', { isUnique: true }],
    ['phone', 'phone_number'],
    ['born', 'date'],
    ['score', 'number'],
    ['party', 'single_selection_from_list', { settings: { listId } }],
    ['parties', 'multi_selection_from_list', { settings: { listId } }],
    ['home', 'single_data_record', { settings: { dataCollectionId } }],
  ]
  for (const [columnName, dataType, more = {}] of fields)
    await call(world, 'POST', `${base}/${people.id}/dataFields`, {
      title: columnName,
      columnName,
      dataType,
      ...more,
    })
  return people
}

function upload(world: World, dataCollectionId: number, text: string): Promise<Import> {
  const path = `/teams/${world.teamId}/imports?dataCollectionId=${dataCollectionId}&fileName=dirty.csv`
  return call<Import>(world, 'POST', path, new Blob([text]).stream())
}

/** Starts a check or a run and waits until it has ended. */
async function runToEnd(world: World, { id }: Import, what: 'check' | 'run', body: object): Promise<Import> {
  const path = `/teams/${world.teamId}/imports/${id}`
  await call(world, 'POST', `${path}/${what}`, body)
  for (;;) {
    const state = await call<Import>(world, 'GET', path)
    if (state.error || state.status === 'failed')
      throw new Error(`${what} failed: ${JSON.stringify(state.error)}`)
    if (state.status === (what === 'check' ? 'ready' : 'done')) return state
    await sleep(20)
  }
}
