/**
 * Random wizards and random walks through them: answers, Back, double sends, languages, reloads, lost connections. What a
 * walk leaves equals what a straight run with its last answers leaves, and rolling a run back restores every row.
 */

import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admin, deps, inAnApp, people, team, withWorld, world } from '../../../../test/in-a-world.ts'
import { ident, rows, sql } from '../../../platform/db.ts'
import { undoRegistry } from '../../../undo.ts'
import { type DraftStep, type DraftTask, insertWizard } from '../wizards.test-support.ts'
import { wizardRunsRoutes } from './runs.routes.ts'

inAnApp((all) => (bindTo) => bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry)))
withWorld()

/** What a task is drawn from; names of variables follow from its place. */
interface TaskPlan {
  kind: 'create' | 'many' | 'value' | 'update' | 'text' | 'join' | 'leave' | 'find' | 'pick' | 'trash'
  /** Runs only if the first value that was asked is "yes". */
  isConditional: boolean
  loops: boolean
}

const taskPlan: fc.Arbitrary<TaskPlan> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'many',
    'value',
    'update',
    'update',
    'text',
    'join',
    'leave',
    'find',
    'pick',
    'trash',
  ),
  isConditional: fc.boolean(),
  loops: fc.boolean(),
})
const stepPlans = fc.array(
  fc.record({ isSavePoint: fc.boolean(), tasks: fc.array(taskPlan, { minLength: 1, maxLength: 3 }) }),
  { minLength: 1, maxLength: 4 },
)

type Move = 'answer' | 'back' | 'twice' | 'reload' | 'language' | 'wrong'
const moves = fc.array(
  fc.record({
    move: fc.constantFrom<Move>('answer', 'answer', 'answer', 'back', 'twice', 'reload', 'language', 'wrong'),
    pick: fc.nat({ max: 7 }),
  }),
  { minLength: 4, maxLength: 25 },
)

const ask = (column: string) => ({ dataFieldId: people[column], mode: 'ask' })
const set = (column: string, value: unknown) => ({ dataFieldId: people[column], mode: 'set', value })

/** The wizard of a plan: the first step asks for a value on which conditions depend. */
function draftOf(plans: readonly { isSavePoint: boolean; tasks: readonly TaskPlan[] }[]): DraftStep[] {
  let count = 0
  let records = ''
  const first: DraftTask = {
    type: 'create_temp_variable',
    variable: 'answer',
    settings: { tempVariableLabel: 'Yes or no?' },
  }
  const isYes = { field: 'answer', op: 'is' as const, value: 'yes' }
  const steps = plans.map(
    ({ isSavePoint, tasks }): DraftStep => ({
      isSavePoint,
      tasks: tasks.flatMap((plan): DraftTask[] => {
        const variable = `v${++count}`
        const more = {
          variable,
          executionCondition: plan.isConditional ? isYes : null,
          executeInLoopValue:
            plan.loops && records !== '' && !['find', 'pick'].includes(plan.kind) ? records : null,
        }
        const inLoop = more.executeInLoopValue === null ? records : 'item'
        const of = world.people
        const made = kinds[plan.kind]({ of, records: inLoop })
        if (!made) return []
        if (made.gives) records = variable
        return [{ ...more, ...made.task }]
      }),
    }),
  )
  return [{ tasks: [first] }, ...steps.filter(({ tasks }) => tasks.length > 0)]
}

type Made = { task: DraftTask; gives: boolean } | null
const needsRecords =
  (make: (records: string) => DraftTask) =>
  ({ records }: { records: string }): Made =>
    records === '' ? null : { task: make(records), gives: false }
const startsWithW = { field: '@name', op: 'startsWith' as const, value: 'W' }

const kinds: Record<TaskPlan['kind'], (place: { of: number; records: string }) => Made> = {
  create: ({ of }) => ({
    task: {
      type: 'create_data_record',
      settings: { dataCollectionId: of, fields: [ask('name'), ask('score'), set('weight', 1.5)] },
    },
    gives: true,
  }),
  many: ({ of }) => ({
    task: {
      type: 'create_data_record',
      settings: { dataCollectionId: of, fields: [ask('name')], allowCreatingNewRecord: true },
    },
    gives: true,
  }),
  value: () => ({
    task: { type: 'create_temp_variable', settings: { tempVariableLabel: 'Value' } },
    gives: false,
  }),
  update: needsRecords((recordsValue) => ({
    type: 'update_data_fields_for_data_records',
    settings: { recordsValue, fields: [ask('score'), set('is_member', true)] },
  })),
  text: () => ({
    task: { type: 'display_formatted_text', settings: { textToDisplayValue: '<p>{{ answer }}</p>' } },
    gives: false,
  }),
  join: needsRecords((recordsValue) => ({
    type: 'add_data_records_to_data_collection',
    settings: { recordsValue, dataCollectionId: world.board },
  })),
  leave: needsRecords((recordsValue) => ({
    type: 'remove_data_records_from_data_collection',
    settings: { recordsValue, dataCollectionId: world.staff },
  })),
  trash: needsRecords((recordsValue) => ({
    type: 'remove_data_records_from_data_collection',
    settings: { recordsValue, dataCollectionId: world.people },
  })),
  find: ({ of }) => ({
    task: {
      type: 'find_matching_data_records',
      settings: { dataCollectionId: of, filterTemplate: startsWithW },
    },
    gives: true,
  }),
  pick: ({ of }) => ({
    task: {
      type: 'find_matching_data_records',
      settings: {
        dataCollectionId: of,
        filterTemplate: startsWithW,
        askUserToSelectSingleRecord: true,
        createRecordWhenNotMatching: true,
        allowCreatingNewRecord: true,
        fields: [ask('name')],
      },
    },
    gives: true,
  }),
}

/** A valid answer to the question, one of a few. */
function answerTo({ ask: asked }: RunScreen, pick: number): Answer {
  if (asked?.kind === 'value') return { kind: 'value', value: ['yes', 'no', 'perhaps'][pick % 3] }
  if (asked?.kind === 'form') {
    const count = asked.canAdd ? 1 + (pick % 3) : asked.items.length
    const items = Array.from({ length: count }, (_, n) => ({
      values: Object.fromEntries(
        asked.fields.map(({ columnName }) => [
          columnName,
          columnName === 'score' ? pick + n : `W${pick} ${n}`,
        ]),
      ),
    }))
    return { kind: 'form', items }
  }
  if (asked?.kind === 'pick') {
    const own = { kind: 'pick' as const, newValues: null, search: '', onlySearches: false }
    // Only records of the same segment, which later passes see again, or a new one.
    const mine = asked.items.filter(({ id }) => id < 0)
    if (mine.length > 0 && pick % 2 === 0) return { ...own, recordIds: [mine[pick % mine.length]!.id] }
    return { ...own, recordIds: [], newValues: { name: `W${pick} new` } }
  }
  return { kind: 'text' }
}

function wrongAnswerTo({ ask: asked }: RunScreen): Answer | null {
  if (asked?.kind === 'form') return { kind: 'form', items: [{ values: { nothing: 1 } }] }
  if (asked?.kind === 'value') return { kind: 'value', value: '' }
  if (asked?.kind !== 'pick') return null
  return { kind: 'pick', recordIds: [999_999_999], newValues: null, search: '', onlySearches: false }
}

const paramsOf = (screen: RunScreen) => ({
  ...team(),
  wizardRunId: screen.id,
  wizardStepId: screen.wizardStepId ?? 1,
})
const send = (screen: RunScreen, answer: Answer) =>
  admin.call(wizardRunsApi.advance, {
    params: paramsOf(screen),
    body: { stepToken: screen.stepToken ?? '', answer },
  })
const start = (dataWizardId: number) =>
  admin.ok(wizardRunsApi.start, { params: { ...team(), dataWizardId }, body: {} })

async function sendGood(screen: RunScreen, answer: Answer): Promise<RunScreen> {
  const { status, body, problem } = await send(screen, answer)
  if (status !== 200)
    throw new Error(`${JSON.stringify(screen.ask)} ${JSON.stringify(answer)} ${JSON.stringify(problem)}`)
  return body
}

/** Walks until the end. @returns the last answer to each question */
async function walk(
  dataWizardId: number,
  steps: readonly { move: Move; pick: number }[],
): Promise<{ screen: RunScreen; answers: Map<number, Answer> }> {
  const answers = new Map<number, Answer>()
  let screen = await start(dataWizardId)
  const answer = async (pick: number) => {
    const given = answerTo(screen, pick)
    if (screen.ask) answers.set(screen.ask.stepTaskId, given)
    return given
  }
  for (const { move, pick } of steps) {
    if (screen.state !== 'waiting') break
    if (move === 'back' && screen.canGoBack) {
      screen = await admin.ok(wizardRunsApi.back, {
        params: paramsOf(screen),
        body: { stepToken: screen.stepToken! },
      })
    } else if (move === 'reload') {
      const again = await admin.ok(wizardRunsApi.get, { params: paramsOf(screen) })
      expect(again.ask).toEqual(screen.ask)
      screen = again
    } else if (move === 'language') {
      const language = pick % 2 ? 'en' : 'es'
      screen = await admin.ok(wizardRunsApi.language, { params: paramsOf(screen), body: { language } })
    } else if (move === 'wrong') {
      const wrong = wrongAnswerTo(screen)
      if (wrong) expect((await send(screen, wrong)).problem?.code).toBe('validation_failed')
    } else if (move === 'twice') {
      const given = await answer(pick)
      const both = await Promise.all([send(screen, given), send(screen, given)])
      // The second of them finds the run where the first has taken it.
      const [first, second] = both.map(({ body }) => body)
      for (const { status, problem } of both) expect([200, 409]).toContain(problem ? problem.status : status)
      const got = both.find(({ status }) => status === 200)?.body
      if (first && second && both.every(({ status }) => status === 200))
        expect(second.stepToken).toBe(first.stepToken)
      screen = got as RunScreen
    } else {
      screen = await sendGood(screen, await answer(pick))
    }
  }
  for (let n = 0; screen.state === 'waiting' && n < 60; n++) screen = await sendGood(screen, await answer(n))
  return { screen, answers }
}

/** Everything that people can see of the records, without ids and numbers that differ between runs. */
async function living(): Promise<unknown[]> {
  const { schema } = world.team
  const { collections } = await world.model()
  const table = ident(schema, collections.get(world.people)!.tableName)
  return rows(
    deps.pool,
    sql`select t.record_id as id, t.name, t.score, t.weight, t.is_member,
          (select array_agg(m.data_collection_id order by 1) from ${ident(schema, 'membership')} m
            where m.record_id = t.record_id) as collections
        from ${table} t where t.deleted_at is null order by t.record_id`,
  )
}

const withoutIds = (found: readonly unknown[]) =>
  found.map((row) => JSON.stringify({ ...(row as object), id: undefined })).sort()

test('a random walk ends as a straight run with its last answers, and both can be rolled back', async () => {
  const { id: seed } = await insertWizard(deps, world.team.teamId, {
    steps: [{ tasks: [kinds.many({ of: world.people, records: '' })!.task] }],
  })
  const seeding = await start(seed)
  await sendGood(seeding, {
    kind: 'form',
    items: [{ values: { name: 'Old' } }, { values: { name: 'Older' } }],
  })
  await fc.assert(
    fc.asyncProperty(stepPlans, moves, async (plans, steps) => {
      const { id } = await insertWizard(deps, world.team.teamId, {
        availableLanguages: ['en', 'es'],
        steps: draftOf(plans),
      })
      const before = await living()
      const walked = await walk(id, steps)
      expect(walked.screen.state).toBe('done')
      const left = await living()
      await admin.ok(wizardRunsApi.rollBack, { params: paramsOf(walked.screen) })
      expect(await living()).toEqual(before)

      let screen = await start(id)
      while (screen.state === 'waiting') {
        screen = await sendGood(screen, walked.answers.get(screen.ask!.stepTaskId)!)
      }
      expect(withoutIds(await living())).toEqual(withoutIds(left))
      await admin.ok(wizardRunsApi.rollBack, { params: paramsOf(screen) })
      expect(await living()).toEqual(before)
    }),
    { numRuns: 60 },
  )
})
