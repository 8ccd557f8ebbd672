import { recordsApi } from '@muster/contract/records/records.api'
import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import type { Answer, AskOf, RunScreen } from '@muster/contract/wizards/runs.schema'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import { describe, expect, test } from 'vitest'
import { admin, deps, inAnApp, member, people, team, withWorld, world } from '../../../../test/in-a-world.ts'
import { undoRegistry } from '../../../undo.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { wizardsRoutes } from '../wizards.routes.ts'
import { type DraftStep, type DraftWizard, insertWizard } from '../wizards.test-support.ts'
import { wizardRunsRoutes } from './runs.routes.ts'

inAnApp((all) => (bindTo) => {
  bindTo(recordsApi, recordsRoutes(all))
  bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry))
  bindTo(wizardsApi, wizardsRoutes(all))
})
withWorld()

const wizard = (draft: DraftWizard) => insertWizard(deps, world.team.teamId, draft)
const ask = (dataFieldId: number, more: object = {}) => ({ dataFieldId, mode: 'ask' as const, ...more })
const set = (dataFieldId: number, value: unknown) => ({ dataFieldId, mode: 'set' as const, value })
const create = (fields: object[], more: object = {}): DraftStep['tasks'][number] => ({
  type: 'create_data_record',
  variable: 'visitor',
  settings: { dataCollectionId: world.people, fields, ...more },
})
const start = (dataWizardId: number, body: object = {}) =>
  admin.ok(wizardRunsApi.start, { params: { ...team(), dataWizardId }, body })
const params = (screen: RunScreen) => ({
  ...team(),
  wizardRunId: screen.id,
  wizardStepId: screen.wizardStepId ?? 1,
})
const answer = (screen: RunScreen, given: Answer, client = admin) =>
  client.call(wizardRunsApi.advance, {
    params: params(screen),
    body: { stepToken: screen.stepToken ?? '', answer: given },
  })
const next = async (screen: RunScreen, given: Answer) => {
  const { body, problem } = await answer(screen, given)
  if (problem) throw new Error(JSON.stringify(problem))
  return body
}
const form = (...items: Record<string, unknown>[]): Answer => ({
  kind: 'form',
  items: items.map((values) => ({ values })),
})
const named = async (name: string) => {
  const { items } = await admin.ok(recordsApi.query, {
    params: { ...team(), dataCollectionId: world.people },
    body: { filter: { field: '@name', op: 'is', value: name } },
  })
  return items
}

describe('one question', () => {
  test('a form creates a record with what was asked and what the wizard sets, in one operation', async () => {
    const { id } = await wizard({
      steps: [{ tasks: [create([ask(people.name!), ask(people.email!), set(people.score!, 42)])] }],
    })
    const screen = await start(id)
    expect(screen.state).toBe('waiting')
    const shown = screen.ask as AskOf<'form'>
    expect(shown.fields.map(({ columnName }) => columnName)).toEqual(['name', 'email'])
    const done = await next(screen, form({ name: 'Ana', email: 'ana@example.org' }))
    expect(done).toMatchObject({ state: 'done', ask: null, progress: 1 })
    const [ana] = await named('Ana')
    expect(ana?.values).toMatchObject({ email: 'ana@example.org', score: 42 })
    expect(ana?.values.number).toMatch(/^P-\d{4}$/)
    const detail = await admin.ok(wizardRunsApi.detail, { params: { ...team(), wizardRunId: screen.id } })
    expect(detail).toMatchObject({
      state: 'done',
      recordCount: 1,
      records: [{ name: 'Ana', type: 'created' }],
    })
    expect(detail.events.map(({ kind }) => kind)).toEqual([
      'started',
      'shown',
      'answered',
      'performed',
      'saved',
      'ended',
    ])
  })

  test('a bad value is an error at its field, and the run stays where it is', async () => {
    const { id } = await wizard({
      steps: [{ tasks: [create([ask(people.name!), ask(people.email!, { isRequired: true })])] }],
    })
    const screen = await start(id)
    const wrong = await answer(screen, form({ name: 'Bea', email: 'nowhere' }))
    expect(wrong.problem?.errors).toEqual([{ path: 'items.0.values.email', code: 'not_an_email' }])
    const missing = await answer(screen, form({ name: 'Bea', email: '' }))
    expect(missing.problem?.errors).toEqual([{ path: 'items.0.values.email', code: 'required' }])
    const foreign = await answer(screen, form({ name: 'Bea', email: 'bea@example.org', score: 1 }))
    expect(foreign.problem?.errors).toEqual([{ path: 'items.0.values.score', code: 'unknown_field' }])
    await next(screen, form({ name: 'Bea', email: 'bea@example.org' }))
    expect(await named('Bea')).toHaveLength(1)
  })

  test('a value that must be unique is an error at its field', async () => {
    const { id } = await wizard({ steps: [{ tasks: [create([ask(people.name!), ask(people.email!)])] }] })
    await next(await start(id), form({ name: 'Cleo', email: 'cleo@example.org' }))
    const again = await answer(await start(id), form({ name: 'Cleo 2', email: 'cleo@example.org' }))
    expect(again.problem?.errors).toEqual([{ path: 'items.0.values.email', code: 'not_unique' }])
    expect(await named('Cleo 2')).toHaveLength(0)
  })

  test('an answer sent twice counts once, and an old one is told where the run stands', async () => {
    const { id } = await wizard({
      steps: [
        { tasks: [create([ask(people.name!)])] },
        {
          tasks: [
            { type: 'create_temp_variable', variable: 'mood', settings: { tempVariableLabel: 'Mood?' } },
          ],
        },
      ],
    })
    const first = await start(id)
    const [one, two] = await Promise.all([
      answer(first, form({ name: 'Dora' })),
      answer(first, form({ name: 'Dora' })),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.body.stepToken).toBe(two.body.stepToken)
    expect(one.body.ask?.kind).toBe('value')
    await next(one.body, { kind: 'value', value: 'good' })
    expect(await named('Dora')).toHaveLength(1)
    const late = await answer(first, form({ name: 'Dora' }))
    expect(late.problem?.code).toBe('run_ended')
  })
})

test('a new wizard is listed before anybody has started it, unless it has problems', async () => {
  const { id } = await wizard({ steps: [{ tasks: [create([ask(people.name!)])] }] })
  const broken = await wizard({ steps: [{ tasks: [create([], { dataCollectionId: null })] }] })
  const { items } = await admin.ok(wizardRunsApi.runnable, { params: team(), query: {} })
  const listed = items.map((one) => one.id)
  expect(listed).toContain(id)
  expect(listed).not.toContain(broken.id)
})

describe('several questions', () => {
  const twoSteps = (): DraftStep[] => [
    { tasks: [create([ask(people.name!), ask(people.is_member!)])] },
    {
      tasks: [
        {
          type: 'update_data_fields_for_data_records',
          executionCondition: {
            field: 'visitor',
            op: 'some',
            where: { field: 'is_member', op: 'is', value: true },
          },
          settings: { recordsValue: 'visitor', fields: [ask(people.notes!)] },
        },
        {
          type: 'update_data_fields_for_data_records',
          settings: { recordsValue: 'visitor', fields: [set(people.score!, 9)] },
        },
      ],
    },
  ]

  test('nothing is written before the end, and a branch that was left has no effect', async () => {
    const { id } = await wizard({ steps: twoSteps() })
    const first = await start(id)
    const second = await next(first, form({ name: 'Eva', is_member: true }))
    expect(second.ask?.kind).toBe('form')
    expect(second.canGoBack).toBe(true)
    expect(await named('Eva')).toHaveLength(0)
    const back = await admin.ok(wizardRunsApi.back, {
      params: params(second),
      body: { stepToken: second.stepToken! },
    })
    expect((back.ask as AskOf<'form'>).items[0]?.values).toMatchObject({ name: 'Eva', is_member: true })
    const done = await next(back, form({ name: 'Eva', is_member: false }))
    expect(done.state).toBe('done')
    const [eva] = await named('Eva')
    expect(eva?.values).toMatchObject({ score: 9, notes: null, is_member: false })
  })

  test('a run goes on where it was, in the language it was switched to', async () => {
    const { id } = await wizard({
      availableLanguages: ['en', 'es'],
      nameTranslations: { es: 'Alta' },
      steps: twoSteps(),
    })
    const second = await next(await start(id), form({ name: 'Fay', is_member: true }))
    await admin.ok(wizardRunsApi.language, { params: params(second), body: { language: 'es' } })
    const again = await admin.ok(wizardRunsApi.get, { params: params(second) })
    expect(again).toMatchObject({ language: 'es', wizard: { name: 'Alta' }, state: 'waiting' })
    const done = await next(again, form({ notes: '<p>Hi</p>' }))
    expect(done.state).toBe('done')
    expect((await named('Fay'))[0]?.values).toMatchObject({ notes: '<p>Hi</p>', score: 9 })
  })

  test('a save point keeps what was done, and is the limit of going back', async () => {
    const { id } = await wizard({
      steps: [
        { isSavePoint: true, tasks: [create([ask(people.name!)])] },
        { tasks: [{ type: 'create_temp_variable', variable: 'x', settings: { tempVariableLabel: 'X' } }] },
      ],
    })
    const second = await next(await start(id), form({ name: 'Gus' }))
    expect(await named('Gus')).toHaveLength(1)
    expect(second.canGoBack).toBe(false)
    const cancelled = await admin.ok(wizardRunsApi.cancel, { params: params(second) })
    expect(cancelled.state).toBe('cancelled')
    expect(await named('Gus')).toHaveLength(1)
    await admin.ok(wizardRunsApi.rollBack, { params: params(second) })
    expect(await named('Gus')).toHaveLength(0)
    const detail = await admin.ok(wizardRunsApi.detail, { params: params(second) })
    expect(detail.state).toBe('rolled_back')
  })
})

describe('finding', () => {
  const find = (settings: object): DraftStep['tasks'][number] => ({
    type: 'find_matching_data_records',
    variable: 'found',
    settings: { dataCollectionId: world.people, ...settings },
  })

  test('a person picks one of those that match, or creates one', async () => {
    const seed = await wizard({ steps: [{ tasks: [create([ask(people.name!), ask(people.email!)])] }] })
    await next(await start(seed.id), form({ name: 'Hal One', email: 'hal1@example.org' }))
    await next(await start(seed.id), form({ name: 'Hal Two', email: 'hal2@example.org' }))
    const { id } = await wizard({
      steps: [
        {
          tasks: [
            find({
              filterTemplate: { field: '@name', op: 'startsWith', value: 'Hal' },
              askUserToSelectSingleRecord: true,
              matchingRecordsSelectionDisplayFields: [people.email],
              allowCreatingNewRecord: true,
              fields: [ask(people.name!), ask(people.email!)],
            }),
            {
              type: 'update_data_fields_for_data_records',
              settings: { recordsValue: 'found', fields: [set(people.score!, 77)] },
            },
          ],
        },
      ],
    })
    const screen = await start(id)
    const shown = screen.ask as AskOf<'pick'>
    expect(shown.items.map(({ name }) => name)).toEqual(['Hal One', 'Hal Two'])
    expect(shown.items[0]?.values).toEqual({ email: 'hal1@example.org' })
    const none = await answer(screen, {
      kind: 'pick',
      recordIds: [],
      newValues: null,
      search: '',
      onlySearches: false,
    })
    expect(none.problem?.errors).toEqual([{ path: 'recordIds', code: 'required' }])
    const foreign = {
      kind: 'pick' as const,
      recordIds: [1],
      newValues: null,
      search: '',
      onlySearches: false,
    }
    expect((await answer(screen, foreign)).problem?.errors).toEqual([
      { path: 'recordIds', code: 'unknown_record' },
    ])
    const searched = await next(screen, { ...foreign, recordIds: [], search: 'two', onlySearches: true })
    expect((searched.ask as AskOf<'pick'>).items.map(({ name }) => name)).toEqual(['Hal Two'])
    await next(searched, { ...foreign, recordIds: [(searched.ask as AskOf<'pick'>).items[0]!.id] })
    expect((await named('Hal Two'))[0]?.values.score).toBe(77)
    expect((await named('Hal One'))[0]?.values.score).toBe(7)
    const other = await start(id)
    const bad = await answer(other, {
      ...foreign,
      recordIds: [],
      newValues: { name: 'Hal Three', email: 'x' },
    })
    expect(bad.problem?.errors).toEqual([{ path: 'newValues.email', code: 'not_an_email' }])
    await next(other, {
      ...foreign,
      recordIds: [],
      newValues: { name: 'Hal Three', email: 'hal3@example.org' },
    })
    expect((await named('Hal Three'))[0]?.values.score).toBe(77)
  })

  test('a filter uses variables, a loop runs for each record found, texts show values', async () => {
    const seed = await wizard({
      steps: [{ tasks: [create([ask(people.name!)], { allowCreatingNewRecord: true })] }],
    })
    await next(await start(seed.id), form({ name: 'Ida A' }, { name: 'Ida B' }, { name: 'Ida C' }))
    const { id } = await wizard({
      steps: [
        {
          tasks: [
            {
              type: 'create_temp_variable',
              variable: 'prefix',
              settings: { tempVariableLabel: 'Begins with', isRequired: true },
            },
            find({ filterTemplate: { field: '@name', op: 'startsWith', value: { variable: 'prefix' } } }),
            {
              type: 'update_data_fields_for_data_records',
              executeInLoopValue: 'found',
              settings: { recordsValue: 'item', fields: [set(people.email!, null), set(people.score!, 5)] },
            },
            {
              type: 'display_formatted_text',
              settings: {
                textToDisplayValue: '<p>Hello {{ prefix }} & {{ found.name }}</p>',
                showsAlone: true,
              },
            },
          ],
        },
      ],
    })
    const screen = await start(id)
    const text = await next(screen, { kind: 'value', value: 'Ida' })
    expect(text.texts).toEqual(['<p>Hello Ida & Ida A</p>'])
    await next(text, { kind: 'text' })
    for (const name of ['Ida A', 'Ida B', 'Ida C']) expect((await named(name))[0]?.values.score).toBe(5)
  })
})

test('the ways that runs took are counted, without trials', async () => {
  const { id } = await wizard({
    steps: [
      {
        tasks: [
          {
            type: 'create_temp_variable',
            variable: 'wants',
            settings: { tempVariableLabel: 'More?', tempVariableDataType: 'boolean' },
          },
          {
            ...create([ask(people.name!)]),
            executionCondition: { field: 'wants', op: 'is', value: true },
          },
          {
            type: 'display_formatted_text',
            settings: { textToDisplayValue: '<p>Bye</p>', showsAlone: true },
          },
        ],
      },
    ],
  })
  const first = await next(await start(id), { kind: 'value', value: true })
  const between = await next(first, form({ name: 'Mia' }))
  await next(between, { kind: 'text' })
  for (let n = 0; n < 2; n++) await next(await start(id), { kind: 'value', value: false })
  await next(await start(id, { isDry: true }), { kind: 'value', value: true })
  await start(id)

  const { steps } = await admin.ok(wizardsApi.get, { params: { ...team(), dataWizardId: id } })
  const titles = new Map(steps[0]!.tasks.map((task, n) => [task.id, ['ask', 'form', 'bye'][n]!]))
  const nameOf = (task: number | null, none: string) => (task === null ? none : titles.get(task))
  const { items } = await admin.ok(wizardRunsApi.moves, { params: { ...team(), dataWizardId: id } })
  const ways = items.map(({ fromStepTaskId: from, toStepTaskId: to, runs }) => [
    `${nameOf(from, 'start')} > ${nameOf(to, 'end')}`,
    runs,
  ])
  expect(Object.fromEntries(ways)).toEqual({
    'start > ask': 4,
    'ask > form': 1,
    'form > bye': 1,
    'ask > bye': 2,
    'bye > end': 1,
  })
  const missing = await admin.call(wizardRunsApi.moves, { params: { ...team(), dataWizardId: 999_999 } })
  expect(missing.status).toBe(404)
})

describe('rights', () => {
  test('a person without the permission runs nothing, and nobody sees the run of another', async () => {
    const { id } = await wizard({ steps: [{ tasks: [create([ask(people.name!)])] }] })
    const screen = await start(id)
    expect((await member.call(wizardRunsApi.get, { params: params(screen) })).status).toBe(404)
    await world.team.setMemberGrants([{ permission: 'read_data_field_data' }])
    const denied = await member.call(wizardRunsApi.start, {
      params: { ...team(), dataWizardId: id },
      body: {},
    })
    expect(denied.problem?.code).toBe('access_denied')
  })

  test('an order by what a person may not read is left out', async () => {
    const seed = await wizard({
      steps: [{ tasks: [create([ask(people.name!), ask(people.score!)], { allowCreatingNewRecord: true })] }],
    })
    await next(await start(seed.id), form({ name: 'Kim B', score: 1 }, { name: 'Kim A', score: 2 }))
    const { id } = await wizard({
      steps: [
        {
          tasks: [
            {
              type: 'find_matching_data_records',
              variable: 'found',
              settings: {
                dataCollectionId: world.people,
                filterTemplate: { field: '@name', op: 'startsWith', value: 'Kim' },
                sort: ['score', '@name'].map((field) => ({ field, direction: 'asc' })),
                askUserToSelectSingleRecord: true,
              },
            },
          ],
        },
      ],
    })
    await world.team.setMemberGrants([
      { permission: 'run_data_wizard' },
      { permission: 'read_data_field_data', dataFieldId: people.name! },
    ])
    const namesFor = async (client: typeof admin) => {
      const screen = await client.ok(wizardRunsApi.start, {
        params: { ...team(), dataWizardId: id },
        body: {},
      })
      return (screen.ask as AskOf<'pick'>).items.map(({ name }) => name)
    }
    expect(await namesFor(admin)).toEqual(['Kim B', 'Kim A'])
    expect(await namesFor(member)).toEqual(['Kim A', 'Kim B'])
  })

  test('a wizard that runs with its own rights lets a person create what they could not', async () => {
    const draft: DraftWizard = { steps: [{ tasks: [create([ask(people.name!), set(people.score!, 3)])] }] }
    const own = await wizard(draft)
    const its = await wizard({ ...draft, runsWith: 'wizard' })
    await world.team.setMemberGrants([
      { permission: 'run_data_wizard' },
      { permission: 'read_data_field_data', dataCollectionId: world.places },
    ])
    const begin = (dataWizardId: number) =>
      member.call(wizardRunsApi.start, { params: { ...team(), dataWizardId }, body: {} })
    const first = await begin(own.id)
    const refused = first.status === 200 ? await answer(first.body, form({ name: 'Jo' }), member) : first
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await named('Jo')).toHaveLength(0)
    const second = await begin(its.id)
    const done = await answer(second.body, form({ name: 'Jo' }), member)
    expect(done.body.state).toBe('done')
    expect((await named('Jo'))[0]?.values.score).toBe(3)
  })
})

test('a dry run saves nothing and tells what it would do', async () => {
  const { id } = await wizard({ steps: [{ isSavePoint: true, tasks: [create([ask(people.name!)])] }] })
  const screen = await start(id, { isDry: true })
  const done = await next(screen, form({ name: 'Kim' }))
  expect(done.outcome?.would).toMatchObject([
    { type: 'created', name: 'Kim', changes: [{ title: 'Name', before: null, after: 'Kim' }] },
  ])
  expect(await named('Kim')).toHaveLength(0)
})

test('of 12 simultaneous runs for 5 places exactly 5 get one', async () => {
  const { id } = await wizard({
    steps: [
      {
        tasks: [
          create([ask(people.name!)], {
            capacity: {
              max: 5,
              counted: { field: '@name', op: 'startsWith', value: 'Camper' },
              whenFull: 'stop',
              fullText: 'Full',
            },
          }),
        ],
      },
    ],
  })
  const screens = await Promise.all(Array.from({ length: 12 }, () => start(id)))
  const done = await Promise.all(screens.map((screen, n) => answer(screen, form({ name: `Camper ${n}` }))))
  expect(done.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(done.filter(({ problem }) => problem?.code === 'wizard_full')).toHaveLength(7)
})

test('what a limit counts gets an index once several have waited for the count', async () => {
  const capacity = { max: 50, counted: { field: 'name', op: 'is', value: 'Scout' } }
  const { id } = await wizard({ steps: [{ tasks: [create([ask(people.name!)], { capacity })] }] })
  const requested = () =>
    deps.added.filter(({ payload }) => (payload as { dataFieldId?: number }).dataFieldId === people.name)
  for (let n = 0; n < 4; n++) {
    expect(requested()).toHaveLength(n < 3 ? 0 : 1)
    await next(await start(id), form({ name: 'Scout' }))
  }
  expect(requested()).toMatchObject([{ payload: { dataFieldId: people.name, kind: 'equal' } }])
})

describe('what a person has left unfinished', () => {
  const own = async (client = admin) =>
    (await client.ok(wizardRunsApi.own, { params: team(), query: { language: 'fr' } })).items

  test('is listed with its step, for them alone, until it is done or discarded', async () => {
    const { id } = await wizard({
      name: 'Loan',
      nameTranslations: { fr: 'Prêt' },
      availableLanguages: ['en', 'fr'],
      steps: [
        { title: 'Who', tasks: [create([ask(people.name!)])] },
        {
          title: 'What',
          titleTranslations: { fr: 'Quoi' },
          tasks: [{ ...create([ask(people.name!)]), variable: 'other' }],
        },
      ],
    })
    const before = (await own()).length
    const ofMember = await own(member)
    const first = await start(id)
    const second = await next(await start(id), form({ name: 'Ada' }))
    // A trial is not gone on with.
    await start(id, { isDry: true })
    const items = await own()
    expect(items).toHaveLength(before + 2)
    expect(items.slice(0, 2)).toMatchObject([
      { id: second.id, dataWizardId: id, name: 'Prêt', step: 'Quoi', wizardStepId: second.wizardStepId },
      { id: first.id, step: 'Who' },
    ])
    expect(await own(member)).toEqual(ofMember)
    for (const endpoint of [wizardRunsApi.get, wizardRunsApi.cancel]) {
      expect((await member.call(endpoint, { params: params(first) })).status).toBe(404)
    }
    await admin.ok(wizardRunsApi.cancel, { params: params(first) })
    await next(second, form({ name: 'Grace' }))
    expect(await own()).toHaveLength(before)
  })
})
