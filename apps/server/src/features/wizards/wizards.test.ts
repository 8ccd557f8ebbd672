import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { describe, expect, test } from 'vitest'
import { admin, deps, inAnApp, member, people, team, withWorld, world } from '../../../test/in-a-world.ts'
import { undoRegistry } from '../../undo.ts'
import { verifyToken } from './public/tokens.ts'
import { wizardRunsRoutes } from './runs/runs.routes.ts'
import { wizardsRoutes } from './wizards.routes.ts'

inAnApp((all) => (bindTo) => {
  bindTo(wizardsApi, wizardsRoutes(all))
  bindTo(wizardRunsApi, wizardRunsRoutes(all, undoRegistry))
})
withWorld()

let count = 0
const make = (body: object = {}) =>
  admin.ok(wizardsApi.create, { params: team(), body: { name: `Intake ${++count}`, ...body } })
const of = (wizard: DataWizard) => ({ ...team(), dataWizardId: wizard.id })
const addStep = (wizard: DataWizard, title = 'Welcome') =>
  admin.ok(wizardsApi.createStep, { params: of(wizard), body: { title } })
const addTask = async (wizard: DataWizard, step: number, body: object) => {
  const added = await admin.ok(wizardsApi.createTask, {
    params: { ...team(), wizardStepId: wizard.steps[step]!.id },
    body: body as never,
  })
  return added.wizard
}
const createTask = (fields = ['name']) => ({
  type: 'create_data_record',
  title: 'New visitor',
  settings: { dataCollectionId: world.people, fields: fields.map((name) => ({ dataFieldId: people[name] })) },
})

describe('wizards', () => {
  test('a wizard is created with the defaults of its team, changed, listed and deleted', async () => {
    const made = await make({ name: ' Sign-up ' })
    expect(made).toMatchObject({
      name: 'Sign-up',
      steps: [],
      liveVersion: null,
      version: 1,
      runsWith: 'person',
    })
    expect(made.problems).toEqual([{ path: 'steps', code: 'wizard_without_steps' }])
    const changed = await admin.ok(wizardsApi.update, {
      params: of(made),
      body: { isPublic: true, thankYouText: '<p onclick="x()">Thanks</p>', version: 1 },
    })
    expect(changed).toMatchObject({ isPublic: true, thankYouText: '<p>Thanks</p>', version: 2 })
    const stale = await admin.call(wizardsApi.update, {
      params: of(made),
      body: { isPublic: false, version: 1 },
    })
    expect(stale.problem?.code).toBe('version_conflict')
    const { items } = await admin.ok(wizardsApi.list, { params: team() })
    expect(items.find(({ id }) => id === made.id)).toMatchObject({ name: 'Sign-up', problemCount: 1 })
    await admin.ok(wizardsApi.remove, { params: of(made) })
    expect((await admin.call(wizardsApi.get, { params: of(made) })).status).toBe(404)
  })

  test('a name is required and unique, whatever its case', async () => {
    const made = await make()
    const empty = await admin.call(wizardsApi.create, { params: team(), body: { name: ' ' } })
    expect(empty.problem?.errors).toEqual([{ path: 'name', code: 'required' }])
    const taken = await admin.call(wizardsApi.create, {
      params: team(),
      body: { name: made.name.toUpperCase() },
    })
    expect(taken.problem).toMatchObject({ code: 'name_taken', errors: [{ path: 'name' }] })
  })

  test('members and strangers reach nothing', async () => {
    const made = await make()
    expect((await member.call(wizardsApi.get, { params: of(made) })).status).toBe(403)
    const stranger = await world.team.stranger()
    const theirs = admin.as(stranger)
    const params = { teamId: stranger.teamId, dataWizardId: made.id }
    expect((await theirs.call(wizardsApi.get, { params })).status).toBe(404)
    expect((await theirs.call(wizardsApi.createStep, { params, body: { title: 'x' } })).status).toBe(404)
  })
})

describe('steps and tasks', () => {
  test('they are added, changed, ordered across steps and deleted', async () => {
    let wizard = await addStep(await addStep(await make(), 'One'), 'Two')
    wizard = await addTask(wizard, 0, createTask())
    wizard = await addTask(wizard, 0, { ...createTask(), title: 'New visitor' })
    expect(wizard.steps[0]?.tasks.map(({ variable }) => variable)).toEqual(['new_visitor', 'new_visitor_2'])
    const [one, two] = wizard.steps as [DataWizard['steps'][0], DataWizard['steps'][0]]
    const [a, b] = one.tasks as [DataWizard['steps'][0]['tasks'][0], DataWizard['steps'][0]['tasks'][0]]
    const moved = await admin.ok(wizardsApi.setOrder, {
      params: of(wizard),
      body: {
        steps: [
          { id: two.id, stepTaskIds: [b.id] },
          { id: one.id, stepTaskIds: [a.id] },
        ],
      },
    })
    expect(moved.steps.map(({ title, tasks }) => [title, tasks.map(({ id }) => id)])).toEqual([
      ['Two', [b.id]],
      ['One', [a.id]],
    ])
    const incomplete = await admin.call(wizardsApi.setOrder, {
      params: of(wizard),
      body: {
        steps: [
          { id: two.id, stepTaskIds: [] },
          { id: one.id, stepTaskIds: [a.id] },
        ],
      },
    })
    expect(incomplete.problem?.errors).toEqual([{ path: 'steps.stepTaskIds', code: 'invalid' }])
    const renamed = await admin.ok(wizardsApi.updateStep, {
      params: { ...team(), wizardStepId: two.id },
      body: { title: 'Second', isSavePoint: true },
    })
    expect(renamed.steps[0]).toMatchObject({ title: 'Second', isSavePoint: true })
    const untitled = await admin.call(wizardsApi.updateTask, {
      params: { ...team(), stepTaskId: a.id },
      body: { title: '' },
    })
    expect(untitled.problem?.errors).toEqual([{ path: 'title', code: 'required' }])
    const unknown = await admin.call(wizardsApi.updateTask, {
      params: { ...team(), stepTaskId: a.id },
      body: { settings: { colour: 'red' } },
    })
    expect(unknown.problem?.errors?.[0]?.path).toMatch(/^settings/)
    await admin.ok(wizardsApi.removeTask, { params: { ...team(), stepTaskId: a.id } })
    const left = await admin.ok(wizardsApi.removeStep, { params: { ...team(), wizardStepId: one.id } })
    expect(left.steps).toHaveLength(1)
  })

  test('problems keep changes from going live, and runs stay on their version', async () => {
    let wizard = await addTask(await addStep(await make()), 0, createTask())
    expect(wizard.problems).toEqual([])
    const first = await admin.ok(wizardRunsApi.start, { params: of(wizard), body: {} })
    expect((await admin.ok(wizardsApi.get, { params: of(wizard) })).liveVersion).toBe(1)
    wizard = await addTask(wizard, 0, { type: 'display_formatted_text', title: 'Hello' })
    expect(wizard.problems.map(({ code }) => code)).toEqual(['text_required'])
    expect(wizard.hasUnpublishedChanges).toBe(true)
    const second = await admin.ok(wizardRunsApi.start, { params: of(wizard), body: {} })
    expect(second.ask?.stepTaskId).toBe(first.ask?.stepTaskId)
    expect((await admin.ok(wizardsApi.get, { params: of(wizard) })).liveVersion).toBe(1)
  })

  test('a copy has the same steps and tasks under new ids', async () => {
    const source = await addTask(await addStep(await make()), 0, createTask(['name', 'email']))
    const copy = await make({ copyOfDataWizardId: source.id })
    expect(copy.steps[0]?.tasks[0]?.settings).toEqual(source.steps[0]?.tasks[0]?.settings)
    expect(copy.steps[0]?.id).not.toBe(source.steps[0]?.id)
    expect(copy.problems).toEqual([])
  })
})

describe('links', () => {
  test('a wizard is linked to a collection; people see links to what they may read and run', async () => {
    const wizard = await addTask(await addStep(await make()), 0, createTask())
    const link = await admin.ok(wizardsApi.createLink, {
      params: team(),
      body: { dataWizardId: wizard.id, dataCollectionId: world.people, description: 'Check in' },
    })
    const seen = async () =>
      (await member.ok(wizardsApi.listLinks, { params: team() })).items.map(({ id }) => id)
    expect(await seen()).toContain(link.id)
    await world.team.setMemberGrants([{ permission: 'read_data_field_data' }])
    expect(await seen()).not.toContain(link.id)
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', dataCollectionId: world.people },
      { permission: 'run_data_wizard', dataWizardId: wizard.id },
    ])
    expect(await seen()).toContain(link.id)
    const params = { ...team(), wizardLinkId: link.id }
    const changed = await admin.ok(wizardsApi.updateLink, { params, body: { showInRowActionMenus: false } })
    expect(changed).toMatchObject({ showInRowActionMenus: false, description: 'Check in' })
    await admin.ok(wizardsApi.removeLink, { params })
    expect(await seen()).not.toContain(link.id)
  })

  test('a personal link names one record, and revoking ends all of them', async () => {
    const wizard = await make()
    const wrong = await admin.call(wizardsApi.createAccessLink, {
      params: of(wizard),
      body: { dataCollectionId: world.people, emailDataFieldId: people.name! },
    })
    expect(wrong.problem?.errors).toEqual([{ path: 'emailDataFieldId', code: 'invalid' }])
    const link = await admin.ok(wizardsApi.createAccessLink, {
      params: of(wizard),
      body: { dataCollectionId: world.places },
    })
    const body = { externalAccessLinkId: link.id, dataRecordId: world.placeIds[0]! }
    const { url } = await admin.ok(wizardsApi.createTokenLink, { params: of(wizard), body })
    const token = verifyToken(deps.config.secret, url.split('/').at(-1) ?? '')
    expect(token).toMatchObject({ linkId: link.id, dataRecordId: world.placeIds[0], generation: 1 })
    const foreign = await admin.call(wizardsApi.createTokenLink, {
      params: of(wizard),
      body: { ...body, dataRecordId: world.partyIds[0]! },
    })
    expect(foreign.problem?.errors).toEqual([{ path: 'dataRecordId', code: 'unknown_record' }])
    const revoked = await admin.ok(wizardsApi.updateAccessLink, {
      params: { ...team(), externalAccessLinkId: link.id },
      body: { revoke: true },
    })
    expect(revoked.generation).toBe(2)
  })
})
