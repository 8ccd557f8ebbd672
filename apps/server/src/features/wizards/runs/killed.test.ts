/**
 * Server processes are killed with -9 while they commit a step of a run, each stopped at another of its statements or
 * right in its commit: what the run did is there completely or not at all, and the same answer, sent again to another
 * process, leaves it there once.
 */
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { admin, deps, inAnApp, places, team, withWorld, world } from '../../../../test/in-a-world.ts'
import {
  type BuiltProgram,
  buildMuster,
  type MusterProcess,
  startMuster,
} from '../../../../test/muster-process.ts'
import { changeModel } from '../../../engine/model/change-model.ts'
import { undoRegistry } from '../../../undo.ts'
import { addCollection } from '../../collections/collections.service.ts'
import { insertWizard } from '../wizards.test-support.ts'
import { wizardRunsRoutes } from './runs.routes.ts'

// The app in this process is the one that survives.
inAnApp((all) => (bindTo) => bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry)))
withWorld()

const kills = 50
/** Processes that are started ahead of their kill. */
const ahead = 3
/** Advisory lock that stops the transactions while `holder` has it. */
const stopKey = 4711

let holder: pg.Client
let built: BuiltProgram
/** Started, and not killed yet. */
const waiting: Promise<MusterProcess>[] = []
beforeAll(async () => {
  holder = new pg.Client({ connectionString: deps.pool.options.connectionString })
  await holder.connect()
  built = await buildMuster()
}, 600_000)
afterAll(async () => {
  await Promise.all(waiting.map(async (process) => (await process).kill()))
  await holder?.end()
  built?.remove()
})

/** The next process; others start meanwhile. @param left how many more are needed after it */
async function nextProcess(left: number): Promise<MusterProcess> {
  while (waiting.length <= Math.min(ahead, left)) waiting.push(startMuster(deps, built.main))
  const process = await waiting[0]!
  void waiting.shift()
  return process
}

/** Lets a transaction wait for the lock before one of the statements that write, or in its commit. */
async function installStops(): Promise<void> {
  const { schema } = world.team
  const { tableName } = (await world.model()).collections.get(world.places)!
  await holder.query('create schema test_stops')
  // Not rolled back with a transaction: all statements so far, and which one of a transaction stops.
  await holder.query('create sequence test_stops.statements')
  await holder.query('create sequence test_stops.stop_at minvalue 0 start 0')
  await holder.query(`create function test_stops.stop() returns trigger language plpgsql as $$
    declare
      stop_at bigint := (select last_value from test_stops.stop_at);
      n bigint := coalesce(nullif(current_setting('test_stops.n', true), ''), '0')::bigint;
    begin
      if tg_name = 'stop_statement' then
        n := n + 1;
        perform set_config('test_stops.n', n::text, true);
        perform nextval('test_stops.statements');
      elsif stop_at > 0 then
        return null;
      end if;
      if tg_name = 'stop_commit' or n = stop_at then
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

async function statements(): Promise<number> {
  const { rows } = await holder.query('select last_value::int as n from test_stops.statements')
  return rows[0].n
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

/** The backend that waits at its stop. */
async function stopped(): Promise<number> {
  return vi.waitFor(
    async () => {
      const { rows } = await holder.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and objid = ${stopKey} and not granted`,
      )
      expect(rows).toHaveLength(1)
      return rows[0]!.pid
    },
    { timeout: 300_000, interval: 5 },
  )
}

async function waitUntilGone(pid: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await holder.query('select pid from pg_stat_activity where pid = $1', [pid])
      expect(rows).toEqual([])
    },
    { timeout: 300_000, interval: 5 },
  )
}

const since = (now: readonly number[], before: readonly number[]) =>
  now.map((count, at) => count - before[at]!)

test(`${kills} kills, at each statement of a commit and in it: it is done or not, and then once`, async () => {
  const id = await aWizardOfPlaces()
  await installStops()
  const undisturbed = await start(id)
  const before = await effects()
  const first = await statements()
  await admin.ok(wizardRunsApi.advance, callOf(undisturbed))
  const ofOne = since(await effects(), before)
  const moments = (await statements()) - first
  expect(ofOne).toEqual([2, 2, ofOne[2], 1])
  // Each moment is met, and the commit itself.
  expect(moments).toBeGreaterThan(8)
  expect(moments).toBeLessThan(kills)

  for (let kill = 0; kill < kills; kill++) {
    const stopAt = kill % (moments + 1)
    const isCommit = stopAt === 0
    const process = await nextProcess(kills - kill - 1)
    const screen = await start(id)
    const atFirst = await effects()
    await holder.query('select setval($1, $2)', ['test_stops.stop_at', stopAt])
    await holder.query(`select pg_advisory_lock(${stopKey})`)
    const sent = process
      .call(wizardRunsApi.advance, { ...callOf(screen), headers: { cookie: world.team.admin.cookie } })
      .then(
        ({ status }) => status,
        () => 'cut' as const,
      )
    const backend = await stopped()
    await process.kill()
    await holder.query(`select pg_advisory_unlock(${stopKey})`)
    await waitUntilGone(backend)
    expect(await sent).toBe('cut')

    const now = await admin.ok(wizardRunsApi.get, { params: paramsOf(screen) })
    const where = `killed at statement ${stopAt} of ${moments}`
    // What was lost with the process leaves no trace; a commit that the database had begun counts.
    expect(since(await effects(), atFirst), where).toEqual(isCommit ? ofOne : [0, 0, 0, 0])
    if (isCommit) expect(now.texts, where).toEqual(['<p>Done</p>'])
    else expect(now, where).toMatchObject({ ask: screen.ask, stepToken: screen.stepToken, state: 'waiting' })
    const again = await admin.ok(wizardRunsApi.advance, callOf(screen))
    expect(again.texts, where).toEqual(['<p>Done</p>'])
    expect(since(await effects(), atFirst), where).toEqual(ofOne)
  }
}, 600_000)
