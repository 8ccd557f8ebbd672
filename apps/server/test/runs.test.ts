/** Every kind of background work follows one state machine: each event in each state, in the database. */
import { findDuplicatesBody } from '@muster/contract/duplicates/duplicates.schema'
import { exportBody } from '@muster/contract/exports/exports.api'
import { type RunState, runEvents, runStates, runTransitions } from '@muster/contract/runs/runs.machine'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../src/engine/public.ts'
import { insertScan, mergeRun, searchRun } from '../src/features/duplicates/duplicates.repo.ts'
import { exportRun, insertExport } from '../src/features/exports/exports.repo.ts'
import { importCheck, importRun, insertImport } from '../src/features/imports/imports.repo.ts'
import { ident, one, run, type Sql, sql } from '../src/platform/db.ts'
import { anOperationRun } from './a-run.ts'
import { deps, inAnApp, withWorld, world } from './in-a-world.ts'

inAnApp(() => () => {})
withWorld()

interface Row {
  run: Pick<Run, 'id' | 'apply' | 'fail' | 'name'>
  table: Sql
  state: Sql
  /** The assignment of an UPDATE that sets the state. */
  setState(state: string): Sql
  /** The expression for the stored error code; operations store none. */
  error?: Sql
}

const inColumn = (column: string) => ({
  state: ident(column),
  setState: (state: string) => sql`${ident(column)} = ${state}`,
})

const kinds: Record<string, () => Promise<Row>> = {
  async export() {
    const { teamId, dataCollectionId, teamUserId } = owner()
    const options = exportBody.parse({ dataCollectionId, format: 'csv' })
    const id = await insertExport(deps.pool, { teamId, teamUserId, fileName: 'People.csv', options })
    return {
      run: exportRun(id),
      table: sql`muster.data_export`,
      ...inColumn('status'),
      error: sql`error_code`,
    }
  },
  async import() {
    return {
      run: importRun(await anImport()),
      table: sql`muster.data_import`,
      ...inColumn('status'),
      error: sql`error ->> 'code'`,
    }
  },
  async 'check of an import'() {
    return {
      run: importCheck(await anImport()),
      table: sql`muster.data_import`,
      ...inColumn('status'),
      error: sql`error ->> 'code'`,
    }
  },
  async 'search for duplicates'() {
    const { schema } = world.team
    const table = ident(schema, 'duplicate_scan')
    return { run: searchRun(schema, await aScan()), table, ...inColumn('status'), error: sql`error` }
  },
  async 'merging of duplicates'() {
    const { schema } = world.team
    const table = ident(schema, 'duplicate_scan')
    return {
      run: mergeRun(schema, await aScan()),
      table,
      ...inColumn('merge_status'),
      error: sql`merge_error`,
    }
  },
  async 'operation in the background'() {
    return {
      run: (await anOperationRun(deps, world)) as Row['run'],
      table: ident(world.team.schema, 'operation'),
      state: sql`details -> 'run' ->> 'state'`,
      setState: (state) => sql`details = jsonb_set(details, '{run,state}', to_jsonb(${state}::text))`,
    }
  },
}

const owner = () => ({
  teamId: world.team.teamId,
  teamUserId: world.team.admin.teamUser.teamUserId,
  dataCollectionId: world.people,
})

const anImport = () => insertImport(deps.pool, { ...owner(), fileName: 'people.csv' })

function aScan(): Promise<number> {
  const body = findDuplicatesBody.parse({ rules: [{ fields: ['name'], compare: 'same' }] })
  return insertScan(deps.pool, world.team.schema, owner(), body)
}

describe.each(Object.keys(kinds))('%s', (kind) => {
  let row: Row
  let id: number
  beforeAll(async () => {
    row = await kinds[kind]!()
    id = row.run.id
  })

  const readState = async () =>
    (await one<{ state: string }>(
      deps.pool,
      sql`select ${row.state} as state from ${row.table} where id = ${id}`,
    ))!.state
  const setState = (state: string) =>
    run(deps.pool, sql`update ${row.table} set ${row.setState(state)} where id = ${id}`)

  for (const state of runStates)
    for (const event of runEvents) {
      const { from, to } = runTransitions[event]
      it(`${event} while ${state}: ${from.includes(state) ? to : 'no change'}`, async () => {
        await setState(row.run.name(state))
        const names = from.map((each: RunState) => row.run.name(each))
        const isAllowed = names.includes(row.run.name(state))
        expect(await row.run.apply(deps.pool, event)).toBe(isAllowed)
        expect(await readState()).toBe(row.run.name(isAllowed ? to : state))
      })
    }

  it('stores the error code of a failure', async () => {
    await setState(row.run.name('running'))
    expect(await row.run.fail(deps.pool, { code: 'access_denied', line: 3 })).toBe(true)
    expect(await readState()).toBe(row.run.name('failed'))
    const { error, table } = row
    if (!error) return expect(kind).toBe('operation in the background')
    const stored = await one<{ code: string }>(
      deps.pool,
      sql`select ${error} as code from ${table} where id = ${id}`,
    )
    expect(stored?.code).toBe('access_denied')
  })
})
