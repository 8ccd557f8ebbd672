/**
 * A server process is killed with -9 while it commits steps of runs, each stopped at another of its statements or right
 * in its commit: what a run did is there completely or not at all, and the same answer, sent again to another process,
 * leaves it there once.
 */
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { admin, deps, inAnApp, places, team, withWorld, world } from '../../../../test/in-a-world.ts'
import { type MusterProcess, startMuster } from '../../../../test/muster-process.ts'
import { changeModel } from '../../../engine/model/change-model.ts'
import { undoRegistry } from '../../../undo.ts'
import { addCollection } from '../../collections/collections.service.ts'
import { insertWizard } from '../wizards.test-support.ts'
import { wizardRunsRoutes } from './runs.routes.ts'

// The app in this process is the one that survives.
inAnApp((all) => (bindTo) => bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry)))
withWorld()

const kills = 3
/** Commits under way at each kill, fewer than the connections of a process. */
const runsPerKill = 17
/** Of the statements that write in one transaction, this many are stopped before; every fourth one stops in its commit. */
const moments = 19
/** Advisory lock that stops the transactions while `holder` has it. */
const stopKey = 4711

let holder: pg.Client
let processes: MusterProcess[]
beforeAll(async () => {
  holder = new pg.Client({ connectionString: deps.pool.options.connectionString })
  await holder.connect()
  processes = await Promise.all(Array.from({ length: kills }, () => startMuster(deps)))
}, 600_000)
afterAll(async () => {
  await Promise.all((processes ?? []).map((process) => process.kill()))
  await holder?.end()
})

/** Lets every transaction wait for the lock before one of its statements, another one each time, or in its commit. */
async function installStops(): Promise<void> {
  const { schema } = world.team
  const { tableName } = (await world.model()).collections.get(world.places)!
  await holder.query('create schema test_stops')
  await holder.query('create sequence test_stops.turn')
  await holder.query(`create function test_stops.stop() returns trigger language plpgsql as $$
    declare
      turn text := coalesce(current_setting('test_stops.turn', true), '');
      n int := coalesce(nullif(current_setting('test_stops.n', true), ''), '0')::int + 1;
    begin
      if turn = '' then
        turn := nextval('test_stops.turn');
        perform set_config('test_stops.turn', turn, true);
      end if;
      perform set_config('test_stops.n', n::text, true);
      if tg_name = 'stop_commit' or (turn::int % 4 > 0 and n = turn::int % ${moments} + 1) then
        perform pg_advisory_xact_lock_shared(${stopKey});
      end if;
      return null;
    end $$`)
  const tables = [
    'operation',
    'data_record',
    tableName,
    'membership',
    'log_event',
    'wizard_run',
    'wizard_run_event',
  ]
  for (const table of tables) {
    await holder.query(`create trigger stop_statement before insert or update or delete on ${schema}.${table}
      for each statement execute function test_stops.stop()`)
  }
  await holder.query(`create constraint trigger stop_commit after insert on ${schema}.wizard_run_event
    deferrable initially deferred for each row execute function test_stops.stop()`)
}

async function aCollectionOfPlaces(): Promise<number> {
  return changeModel(deps, world.team.teamId, (change) =>
    addCollection(
      change,
      createCollectionBody.parse({ name: 'Port', pluralName: 'Ports', idParentDataCollection: world.places }),
    ),
  )
}

async function aWizardOfPlaces(): Promise<number> {
  const { id } = await insertWizard(deps, world.team.teamId, {
    steps: [
      {
        isSavePoint: true,
        tasks: [
          {
            type: 'create_data_record',
            variable: 'made',
            settings: {
              dataCollectionId: world.places,
              fields: [{ dataFieldId: places.name }],
              allowCreatingNewRecord: true,
            },
          },
          {
            type: 'add_data_records_to_data_collection',
            settings: { recordsValue: 'made', dataCollectionId: await aCollectionOfPlaces() },
          },
          {
            type: 'update_data_fields_for_data_records',
            settings: {
              recordsValue: 'made',
              fields: [{ dataFieldId: places.name, mode: 'set', value: 'Port' }],
            },
          },
        ],
      },
      { tasks: [{ type: 'display_formatted_text', settings: { textToDisplayValue: '<p>Done</p>' } }] },
    ],
  })
  return id
}

const start = (dataWizardId: number) =>
  admin.ok(wizardRunsApi.start, { params: { ...team(), dataWizardId }, body: {} })
const paramsOf = (screen: RunScreen) => ({
  ...team(),
  wizardRunId: screen.id,
  wizardStepId: screen.wizardStepId ?? 1,
})
const answer: Answer = { kind: 'form', items: [{ values: { name: 'A' } }, { values: { name: 'B' } }] }
const callOf = (screen: RunScreen) => ({
  params: paramsOf(screen),
  body: { stepToken: screen.stepToken!, answer },
})

/** Rows that the runs have made, by table. */
async function effects(): Promise<number[]> {
  const counts = ['data_record', 'membership', 'log_event', 'operation'].map(async (table) => {
    const { rows } = await deps.pool.query(`select count(*)::int as count from ${world.team.schema}.${table}`)
    return rows[0].count as number
  })
  return Promise.all(counts)
}

/** Backends that wait at their stop. */
async function stopped(): Promise<number[]> {
  const { rows } = await holder.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objid = ${stopKey} and not granted`,
  )
  return rows.map(({ pid }) => pid)
}

async function waitUntilGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await holder.query('select pid from pg_stat_activity where pid = any($1)', [pids])
      expect(rows).toEqual([])
    },
    { timeout: 300_000 },
  )
}

test(`${kills} kills of a process with ${runsPerKill} commits under way: each is done or not, and then once`, async () => {
  const id = await aWizardOfPlaces()
  const before = await effects()
  const undisturbed = await start(id)
  await admin.ok(wizardRunsApi.advance, callOf(undisturbed))
  const ofOne = (await effects()).map((count, at) => count - before[at]!)
  expect(ofOne).toEqual([2, 2, ofOne[2], 1])
  await installStops()
  let done = 0
  let undone = 0
  for (const process of processes) {
    const screens = await Promise.all(Array.from({ length: runsPerKill }, () => start(id)))
    const atFirst = await effects()
    await holder.query(`select pg_advisory_lock(${stopKey})`)
    const sent = screens.map((screen) =>
      process
        .call(wizardRunsApi.advance, { ...callOf(screen), headers: { cookie: world.team.admin.cookie } })
        .then(
          ({ status }) => status,
          () => 'cut' as const,
        ),
    )
    await vi.waitFor(async () => expect(await stopped()).toHaveLength(runsPerKill), { timeout: 300_000 })
    const backends = await stopped()
    await process.kill()
    await holder.query(`select pg_advisory_unlock(${stopKey})`)
    await waitUntilGone(backends)
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['cut']))

    const now = await Promise.all(
      screens.map((screen) => admin.ok(wizardRunsApi.get, { params: paramsOf(screen) })),
    )
    const kept = now.filter(({ texts }) => texts.length > 0)
    for (const [n, screen] of now.entries()) {
      if (!kept.includes(screen)) expect(screen).toMatchObject({ ask: screens[n]!.ask, state: 'waiting' })
    }
    expect((await effects()).map((count, at) => count - atFirst[at]!)).toEqual(
      ofOne.map((count) => count * kept.length),
    )
    done += kept.length
    undone += runsPerKill - kept.length

    const again = await Promise.all(screens.map((screen) => admin.ok(wizardRunsApi.advance, callOf(screen))))
    expect(again.map(({ texts }) => texts)).toEqual(screens.map(() => ['<p>Done</p>']))
    expect((await effects()).map((count, at) => count - atFirst[at]!)).toEqual(
      ofOne.map((count) => count * runsPerKill),
    )
  }
  // Both were seen: transactions that were lost, and those whose answer was lost.
  expect(done).toBeGreaterThan(0)
  expect(undone).toBeGreaterThan(done)
}, 600_000)
