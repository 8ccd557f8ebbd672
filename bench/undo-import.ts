/**
 * Checks, imports and undoes a dirty file of 50,000 rows; the run must have the result of the check. `ratio`
 * is the time of the undo divided by that of the import.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@muster/contract/imports/imports.api'
import { dirtyFile, dirtyHeaders } from '@muster/server/test/dirty-file.ts'
import type { Result } from './load.ts'
import { call, type World, waitForSearchIndex } from './world.ts'

export const undoImportName = 'undo import of 50,000 dirty rows (time, against the import)'

const count = 50_000

export async function measureUndoImport(world: World): Promise<Result> {
  const people = await dirtyCollections(world)
  const file = dirtyFile(count)
  const columns = dirtyHeaders.map((columnName, index) => ({
    index,
    columnName,
    ...(columnName.startsWith('part') && { unknown: 'create' }),
  }))
  await runToEnd(world, await upload(world, people, file.before), 'run', { columns })
  const upsert = { columns, mode: 'createAndUpdate', matchBy: ['email'] }
  const dirty = await upload(world, people, file.dirty)
  const checked = await runToEnd(world, dirty, 'check', upsert)
  const startedAt = performance.now()
  const done = await runToEnd(world, dirty, 'run', upsert)
  const seconds = (performance.now() - startedAt) / 1000
  for (const key of ['created', 'updated', 'unchanged', 'rejected', 'choicesCreated'] as const) {
    if (done[key] !== checked.check?.[key] || done[key] !== file.expected[key])
      throw new Error(`${key}: ${done[key]}, checked ${checked.check?.[key]}, expected ${file.expected[key]}`)
  }
  await waitForSearchIndex(world)
  const undoAt = performance.now()
  await call(world, 'POST', `/teams/${world.teamId}/operations/${done.operation?.id}/undo`, {})
  const undo = (performance.now() - undoAt) / 1000
  return {
    name: undoImportName,
    ratio: undo / seconds,
    reqPerSec: count / undo,
    p50: undo * 1000,
    p99: undo * 1000,
    baseline: { reqPerSec: count / seconds, p50: seconds * 1000, p99: seconds * 1000 },
  }
}

/** Collections for the dirty file: people, a list and places. */
async function dirtyCollections(world: World): Promise<number> {
  const base = `/teams/${world.teamId}/dataCollections`
  const create = async (name: string, records: readonly string[], more: object = {}) => {
    const { id } = await call<{ id: number }>(world, 'POST', base, { name, pluralName: `${name}s`, ...more })
    for (const record of records)
      await call(world, 'POST', `${base}/${id}/dataRecords`, { values: { name: record } })
    return id
  }
  const listId = await create('Dirty party', ['Greens', 'Blues', 'Écologistes'], { IsUsedAsCustomList: true })
  const dataCollectionId = await create('Dirty place', ['Paris', 'Lima', 'Oslo'])
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
    await call(world, 'POST', `${base}/${people}/dataFields`, {
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
