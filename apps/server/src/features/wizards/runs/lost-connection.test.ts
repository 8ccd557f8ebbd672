/** The database connection is cut at every statement of a commit: all of it is done or nothing, and the run goes on. */

import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, deps, inAnApp, people, team, withWorld, world } from '../../../../test/in-a-world.ts'
import { ident, one, sql } from '../../../platform/db.ts'
import { undoRegistry } from '../../../undo.ts'
import { insertWizard } from '../wizards.test-support.ts'
import { wizardRunsRoutes } from './runs.routes.ts'

inAnApp((all) => (bindTo) => bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry)))
withWorld()

let killer: pg.Client
beforeAll(async () => {
  const { host, port, user, password, database, connectionString } = deps.pool.options
  killer = new pg.Client(
    connectionString ? { connectionString } : ({ host, port, user, password, database } as pg.ClientConfig),
  )
  await killer.connect()
})
afterAll(() => killer.end())

/** Cuts the connection before its nth statement. @returns whether there was such a statement */
async function cutAt(n: number, work: () => Promise<unknown>): Promise<boolean> {
  const { pool } = deps
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
  let count = 0
  const patched: pg.PoolClient[] = []
  const open = async () => {
    const client = (await connect()) as pg.PoolClient
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    patched.push(client)
    client.query = (async (...args: unknown[]) => {
      if (++count === n) {
        const { processID } = client as unknown as { processID: number }
        await killer.query('select pg_terminate_backend($1)', [processID])
      }
      return query(...args)
    }) as never
    return client
  }
  pool.connect = ((...args: unknown[]) => (args.length > 0 ? connect(...args) : open())) as never
  try {
    await work()
  } finally {
    pool.connect = connect as never
    for (const client of patched) delete (client as { query?: unknown }).query
  }
  return count >= n
}

const paramsOf = (screen: RunScreen) => ({
  ...team(),
  wizardRunId: screen.id,
  wizardStepId: screen.wizardStepId ?? 1,
})
const rowsOf = async (table: string) =>
  (await one<{ count: number }>(
    deps.pool,
    sql`select count(*) as count from ${ident(world.team.schema, table)}`,
  ))!.count

test('all or nothing, at every statement', async () => {
  const { id } = await insertWizard(deps, world.team.teamId, {
    steps: [
      {
        isSavePoint: true,
        tasks: [
          {
            type: 'create_data_record',
            variable: 'made',
            settings: {
              dataCollectionId: world.people,
              fields: [{ dataFieldId: people.name }],
              allowCreatingNewRecord: true,
              capacity: { max: 1_000_000 },
            },
          },
          {
            type: 'add_data_records_to_data_collection',
            settings: { recordsValue: 'made', dataCollectionId: world.board },
          },
          {
            type: 'update_data_fields_for_data_records',
            settings: {
              recordsValue: 'made',
              fields: [{ dataFieldId: people.score, mode: 'set', value: 3 }],
            },
          },
        ],
      },
      { tasks: [{ type: 'display_formatted_text', settings: { textToDisplayValue: '<p>Done</p>' } }] },
    ],
  })
  const tables = ['data_record', 'membership', 'log_event', 'operation']
  const counts = () => Promise.all(tables.map(rowsOf))
  let cuts = 0
  for (let n = 1; ; n++) {
    const screen = await admin.ok(wizardRunsApi.start, { params: { ...team(), dataWizardId: id }, body: {} })
    const before = await counts()
    const send = () =>
      admin.call(wizardRunsApi.advance, {
        params: paramsOf(screen),
        body: {
          stepToken: screen.stepToken!,
          answer: { kind: 'form', items: [{ values: { name: `A ${n}` } }, { values: { name: `B ${n}` } }] },
        },
      })
    let status = 0
    const wasCut = await cutAt(n, async () => {
      status = (await send()).status
    })
    if (!wasCut) break
    cuts++
    const changed = (await counts()).map((count, at) => count - before[at]!)
    const again = await admin.ok(wizardRunsApi.get, { params: paramsOf(screen) })
    if (status === 200 || again.texts.length > 0) expect(changed).toEqual([2, 4, 2, 1])
    else {
      expect(status).toBeGreaterThanOrEqual(500)
      expect(changed).toEqual([0, 0, 0, 0])
      expect(again.ask).toEqual(screen.ask)
    }
    // Sent once more, it happens once.
    const { body } = await send()
    expect(body.texts).toEqual(['<p>Done</p>'])
    expect((await counts()).map((count, at) => count - before[at]!)).toEqual([2, 4, 2, 1])
  }
  expect(cuts).toBeGreaterThan(25)
})
