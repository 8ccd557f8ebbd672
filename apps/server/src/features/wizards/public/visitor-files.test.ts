import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { beforeAll, describe, expect, test } from 'vitest'
import { urlOf } from '../../../../test/client.ts'
import { deps, people, team, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { purgeFiles } from '../../files/files.jobs.ts'
import {
  aWizard,
  from,
  named,
  runAt,
  started,
  withKey,
  withPublicApp,
} from './public-wizards.test-support.ts'
import { visitorFilesTasks } from './visitor-files.jobs.ts'
import { mostFiles } from './visitor-uploads.ts'

withPublicApp()
withWorld()

let wizard: number
beforeAll(async () => {
  wizard = await aWizard({
    abandonAfterHours: 3,
    steps: [
      {
        tasks: [
          {
            type: 'create_data_record',
            variable: 'guest',
            settings: {
              dataCollectionId: world.people,
              fields: [
                { dataFieldId: people.name!, mode: 'ask' },
                { dataFieldId: people.papers!, mode: 'ask' },
              ],
            },
          },
        ],
      },
    ],
  })
})

type Run = Awaited<ReturnType<typeof started>>

const upload = ({ key, screen }: Run, text = 'hello', dataFieldId = people.papers!) =>
  visitor.inject({
    method: 'POST',
    url: urlOf(
      publicWizardsApi.upload,
      { ...team(), wizardRunId: screen.id },
      { name: 'Letter.txt', dataFieldId },
    ),
    headers: { 'x-run-key': key, 'content-type': 'text/plain' },
    payload: text,
    ...from(),
  })

const idOf = async (run: Run, text?: string): Promise<string> => (await upload(run, text)).json().id

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { schema } = await world.model()
  return (await deps.pool.query(text.replaceAll('team.', `${schema}.`), values)).rows
}

const isThere = async (id: string) => (await query('select from team.file where id = $1', [id])).length === 1

const answer = (run: Run, papers: string[]) =>
  visitor.call(publicWizardsApi.advance, {
    params: runAt(run.screen),
    body: {
      stepToken: run.screen.stepToken!,
      answer: named({ name: 'Fay', papers }),
    },
    ...withKey(run.key),
  })

async function runTask(name: 'end_wizard_runs' | 'purge_wizard_files'): Promise<void> {
  await deps.jobs.add(name as never, {} as never)
  await deps.runJobs(visitorFilesTasks(deps))
}

describe('a visitor’s file', () => {
  test('is the run’s own, and becomes the record’s', async () => {
    const [run, other] = [await started(wizard), await started(wizard)]
    const id = await idOf(run)
    expect(await query('select owner, created_by from team.file where id = $1', [id])).toEqual([
      { owner: { kind: 'visitor', id: run.screen.id }, created_by: null },
    ])
    const stolen = await answer(other, [id])
    expect(stolen.problem).toMatchObject({ code: 'validation_failed' })
    const done = await answer(run, [id])
    expect(done.body.state).toBe('done')
    expect(await query('select from team.file_use where file_id = $1', [id])).toHaveLength(1)
  })

  test('is taken only for a field that the question asks for, and that takes files', async () => {
    const run = await started(wizard)
    for (const field of [people.photo!, people.name!, people.email!, 999_999]) {
      expect((await upload(run, 'x', field)).statusCode).toBe(404)
    }
    expect((await upload(run, '')).json().code).toBe('file_empty')
    expect((await upload({ ...run, key: '0'.repeat(32) })).statusCode).toBe(404)
    await answer(run, [])
    expect((await upload(run)).statusCode).toBe(404)
  })

  test('is one of at most twenty, also of those that come at the same time', async () => {
    const run = await started(wizard)
    const ids = []
    for (let n = 0; n < mostFiles - 2; n++) ids.push(await idOf(run, `file ${n}`))
    const last = await Promise.all([1, 2, 3, 4, 5].map((n) => upload(run, `last ${n}`)))
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 422, 422, 422])
    expect((await upload(run)).json().code).toBe('too_many_files')
  })
})

describe('what only a run needed', () => {
  test('is kept while the run waits, and deleted after it was abandoned or cancelled', async () => {
    const [waiting, cancelled, saved, late] = [
      await started(wizard),
      await started(wizard),
      await started(wizard),
      await started(wizard),
    ]
    const files = [
      await idOf(waiting, 'a'),
      await idOf(cancelled, 'b'),
      await idOf(saved, 'c'),
      await idOf(late, 'd'),
    ]
    await answer(saved, [files[2]!])
    await visitor.ok(publicWizardsApi.cancel, { params: runAt(cancelled.screen), ...withKey(cancelled.key) })
    await query(`update team.wizard_run set updated_at = now() - interval '4 hours' where id = $1`, [
      late.screen.id,
    ])
    await runTask('end_wizard_runs')
    const states = await query<{ state: string }>(
      'select state, answers, prefill from team.wizard_run where id = any($1) order by id',
      [[waiting, cancelled, saved, late].map(({ screen }) => screen.id)],
    )
    expect(states.map(({ state }) => state)).toEqual(['waiting', 'cancelled', 'done', 'abandoned'])
    expect(states[3]).toMatchObject({ answers: { done: [], values: {} }, prefill: {} })
    const ended = await query(
      'select kind, detail from team.wizard_run_event where run_id = $1 order by n desc limit 1',
      [late.screen.id],
    )
    expect(ended).toEqual([{ kind: 'ended', detail: { state: 'abandoned' } }])
    await runTask('purge_wizard_files')
    expect(await Promise.all(files.map(isThere))).toEqual([true, false, true, false])
    // Nor does the nightly purge take what a waiting run may still save.
    await purgeFiles(deps, team().teamId, Date.now() + 3 * 24 * 60 * 60 * 1000)
    expect(await Promise.all(files.map(isThere))).toEqual([true, false, true, false])
    const after = await answer(late, [])
    expect(after.problem?.code).toBe('run_ended')
  })

  test('codes are deleted when they have expired', async () => {
    await query(
      `insert into team.wizard_verification (data_wizard_id, channel, address_hash, code_hash, expires_at)
       values ($1, 'email', '', 'old', now() - interval '1 second'), ($1, 'email', '', 'new', now() + interval '5 minutes')`,
      [wizard],
    )
    await runTask('end_wizard_runs')
    const left = await query<{ code: string }>(
      `select encode(code_hash, 'escape') as code from team.wizard_verification`,
    )
    expect(left).toEqual([{ code: 'new' }])
  })
})
