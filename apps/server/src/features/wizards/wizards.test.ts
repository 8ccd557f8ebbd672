import { collectionsApi } from '@muster/contract/collections/collections.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { describe, expect, test } from 'vitest'
import { admin, deps, inAnApp, member, people, team, withWorld, world } from '../../../test/in-a-world.ts'
import { rows, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { rolesRoutes } from '../roles/roles.routes.ts'
import { viewsRoutes } from '../views/views.routes.ts'
import { verifyToken } from './public/tokens.ts'
import { wizardRunsRoutes } from './runs/runs.routes.ts'
import { wizardsRoutes } from './wizards.routes.ts'

inAnApp((all) => (bindTo) => {
  bindTo(wizardsApi, wizardsRoutes(all))
  bindTo(collectionsApi, { ...collectionsRoutes(all), ...fieldsRoutes(all) })
  bindTo(viewsApi, viewsRoutes(all))
  bindTo(rolesApi, rolesRoutes(all))
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
/** Its events in the audit log, the oldest first. */
const eventsOf = ({ id }: Pick<DataWizard, 'id'>, subject = 'data_wizard') =>
  rows(
    deps.pool,
    sql`select action, before, after from muster.audit_event where team_id = ${team().teamId}
        and subject = ${subject} and subject_id = ${String(id)} order by id`,
  )
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
    expect((await eventsOf(wizard)).at(-1)).toEqual({
      action: 'updated',
      before: { stepOrder: ['One: New visitor, New visitor', 'Two: '] },
      after: { stepOrder: ['Two: New visitor', 'One: New visitor'] },
    })
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

  test('records are found in an order that exists', async () => {
    const find = (sort: object[]) => ({
      type: 'find_matching_data_records',
      title: 'Find',
      settings: { dataCollectionId: world.people, sort },
    })
    const by = (field: string) => ({ field, direction: 'asc' })
    const good = await addTask(await addStep(await make()), 0, find(['name', 'score', '@createdAt'].map(by)))
    expect(good.problems).toEqual([])
    // One that does not exist, one that has no order, and what is no order of records.
    const bad = await addTask(
      await addStep(await make()),
      0,
      find(['nothing', 'facts', '@collections'].map(by)),
    )
    expect(bad.problems.map(({ code, path, params }) => [code, path, params])).toEqual([
      ['sort_broken', 'sort', { name: 'nothing' }],
      ['sort_broken', 'sort', { name: 'facts' }],
      ['sort_broken', 'sort', { name: '@collections' }],
    ])
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

describe('what a wizard uses is held back from deletion', () => {
  withWorld()
  const removeField = (name: string) =>
    admin.call(collectionsApi.removeField, {
      params: { ...team(), dataCollectionId: world.people, dataFieldId: people[name]! },
    })
  const restoreField = (name: string) =>
    admin.ok(collectionsApi.restoreField, {
      params: { ...team(), dataCollectionId: world.people, dataFieldId: people[name]! },
    })
  const inUseBy = (wizard: DataWizard) => ({
    code: 'in_use',
    params: { as: 'wizard', dataWizardIds: [wizard.id], names: wizard.name },
  })

  test('fields of its tasks, also of the live version only', async () => {
    let wizard = await addTask(await addStep(await make()), 0, createTask(['name', 'email']))
    expect((await removeField('email')).problem).toMatchObject(inUseBy(wizard))
    const old = await admin.ok(wizardRunsApi.start, { params: of(wizard), body: {} })
    const task = wizard.steps[0]!.tasks[0]!
    wizard = await admin.ok(wizardsApi.updateTask, {
      params: { ...team(), stepTaskId: task.id },
      body: { settings: createTask(['name']).settings },
    })
    expect((await removeField('email')).problem).toMatchObject(inUseBy(wizard))
    await admin.ok(wizardRunsApi.start, { params: of(wizard), body: {} })
    // The first run still goes on with the version before.
    expect((await removeField('email')).problem).toMatchObject(inUseBy(wizard))
    await admin.ok(wizardRunsApi.cancel, { params: { ...team(), wizardRunId: old.id } })
    expect((await removeField('email')).status).toBe(200)
    await restoreField('email')
    await admin.ok(wizardsApi.remove, { params: of(wizard) })
  })

  test('fields that only a filter, an order or a condition names', async () => {
    const find = {
      type: 'find_matching_data_records',
      title: 'Members',
      settings: {
        dataCollectionId: world.people,
        filterTemplate: { field: 'is_member', op: 'is', value: true },
        sort: [{ field: 'weight', direction: 'asc' }],
      },
    }
    const wizard = await addTask(await addStep(await make()), 0, find)
    expect(wizard.problems).toEqual([])
    expect((await removeField('weight')).problem).toMatchObject(inUseBy(wizard))
    expect((await removeField('is_member')).problem).toMatchObject(inUseBy(wizard))
    const text = {
      type: 'display_formatted_text',
      title: 'Hello',
      settings: { textToDisplayValue: '<p>{{ members.notes }}</p>' },
    }
    await addTask(wizard, 0, text)
    expect((await removeField('notes')).problem).toMatchObject(inUseBy(wizard))
    await admin.ok(wizardsApi.remove, { params: of(wizard) })
    expect((await removeField('is_member')).status).toBe(200)
    await restoreField('is_member')
  })

  test('the field by whose address an external access link proves who somebody is', async () => {
    const wizard = await make()
    const link = await admin.ok(wizardsApi.createAccessLink, {
      params: of(wizard),
      body: { dataCollectionId: world.people, emailDataFieldId: people.email! },
    })
    expect((await removeField('email')).problem).toMatchObject(inUseBy(wizard))
    await admin.ok(wizardsApi.removeAccessLink, {
      params: { ...team(), externalAccessLinkId: link.id },
    })
    expect((await removeField('email')).status).toBe(200)
    await restoreField('email')
  })

  test('collections and views', async () => {
    const collection = await admin.ok(collectionsApi.create, {
      params: team(),
      body: { name: 'Tent', pluralName: 'Tents' },
    })
    const view = await admin.ok(viewsApi.create, {
      params: team(),
      body: {
        dataCollectionId: world.people,
        type: 'table',
        internalName: 'Arrivals',
        recordNameDataFieldId: people.name,
      } as never,
    })
    const tents = {
      type: 'find_matching_data_records',
      title: 'Tents',
      settings: { dataCollectionId: collection.id },
    }
    const shown = {
      type: 'display_dataview',
      title: 'Arrivals',
      settings: { dataViewToDisplayId: view.id },
    }
    const wizard = await addTask(await addTask(await addStep(await make()), 0, tents), 0, shown)
    expect(wizard.problems).toEqual([])
    const removeCollection = () =>
      admin.call(collectionsApi.remove, { params: { ...team(), dataCollectionId: collection.id } })
    const removeView = () => admin.call(viewsApi.remove, { params: { ...team(), dataViewId: view.id } })
    expect((await removeCollection()).problem).toMatchObject(inUseBy(wizard))
    expect((await removeView()).problem).toMatchObject(inUseBy(wizard))
    await admin.ok(wizardsApi.remove, { params: of(wizard) })
    expect((await removeCollection()).status).toBe(200)
    expect((await removeView()).status).toBe(200)
  })
})

describe('rights and the audit log', () => {
  test('a role may run one wizard, if it is the team’s', async () => {
    const wizard = await make()
    const stranger = await world.team.stranger()
    const theirs = await admin.as(stranger).ok(wizardsApi.create, {
      params: { teamId: stranger.teamId },
      body: { name: 'Theirs' },
    })
    const role = await admin.ok(rolesApi.create, { params: team(), body: { roleName: 'Greeters' } })
    const set = (item: object) => ({
      params: { ...team(), userRoleId: role.id },
      body: { version: role.version, items: [{ permission: 'run_data_wizard' as const, ...item }] },
    })
    const foreign = await admin.call(rolesApi.setDataPermissions, set({ dataWizardId: theirs.id }))
    expect(foreign.problem?.errors).toEqual([{ path: 'items.0.dataWizardId', code: 'unknown_choice' }])
    const mixed = { dataWizardId: wizard.id, dataCollectionId: world.people }
    expect((await admin.call(rolesApi.setDataPermissions, set(mixed))).problem?.errors).toHaveLength(1)
    const saved = await admin.ok(rolesApi.setDataPermissions, set({ dataWizardId: wizard.id }))
    expect(saved.dataPermissions).toMatchObject([
      { permission: 'run_data_wizard', dataWizardId: wizard.id, dataCollectionId: null },
    ])
    await admin.ok(wizardsApi.remove, { params: of(wizard) })
    const after = await admin.ok(rolesApi.get, { params: { ...team(), userRoleId: role.id } })
    expect(after).toMatchObject({ dataPermissions: [], version: saved.version + 1 })
    const { roles } = await world.model()
    expect(roles.get(role.id)?.dataGrants).toEqual([])
    expect((await eventsOf(role, 'user_role')).at(-1)).toEqual({
      action: 'updated',
      before: { dataWizard: wizard.name },
      after: { dataWizard: null },
    })
  })

  test('links leave events, with the names of their collections', async () => {
    const wizard = await make()
    const link = await admin.ok(wizardsApi.createLink, {
      params: team(),
      body: { dataWizardId: wizard.id, dataCollectionId: world.people },
    })
    await admin.ok(wizardsApi.removeLink, { params: { ...team(), wizardLinkId: link.id } })
    const access = await admin.ok(wizardsApi.createAccessLink, {
      params: of(wizard),
      body: { dataCollectionId: world.people, emailDataFieldId: people.email! },
    })
    await admin.ok(wizardsApi.updateAccessLink, {
      params: { ...team(), externalAccessLinkId: access.id },
      body: { revoke: true },
    })
    await admin.ok(wizardsApi.remove, { params: of(wizard) })
    expect(await eventsOf(wizard)).toMatchObject([
      { action: 'created', before: null, after: { name: wizard.name } },
      { action: 'updated', after: { link: { collection: 'Person', type: 'record' } } },
      { action: 'updated', before: { link: { collection: 'Person' } }, after: { link: null } },
      { action: 'updated', after: { externalAccessLink: { collection: 'Person', generation: 1 } } },
      { action: 'updated', after: { externalAccessLink: { generation: 2 } } },
      { action: 'deleted', after: null },
    ])
  })
})

test('a designer gives no wizard more than they have themselves', async () => {
  const designer = await world.team.user({ featurePermissions: ['team_admin_data_wizards'] })
  await world.team.setMemberGrants([
    { permission: 'read_data_field_data', dataFieldId: people.name! },
    { permission: 'update_data_field_data', dataFieldId: people.name! },
  ])
  const theirs = admin.as(designer)
  const made = await theirs.ok(wizardsApi.create, { params: team(), body: { name: 'Narrow' } })
  let wizard = await theirs.ok(wizardsApi.createStep, { params: of(made), body: { title: 'One' } })
  const stepId = wizard.steps[0]!.id
  const add = (fields: string[]) =>
    theirs.call(wizardsApi.createTask, {
      params: { ...team(), wizardStepId: stepId },
      body: createTask(fields) as never,
    })
  expect((await add(['name', 'email'])).status).toBe(200)
  const own = await theirs.call(wizardsApi.update, { params: of(made), body: { runsWith: 'wizard' } })
  expect(own.problem?.errors).toEqual([
    { path: 'runsWith', code: 'wizard_beyond_author', params: { fields: 'email' } },
  ])
  wizard = await theirs.ok(wizardsApi.get, { params: of(made) })
  await theirs.ok(wizardsApi.removeTask, { params: { ...team(), stepTaskId: wizard.steps[0]!.tasks[0]!.id } })
  await theirs.ok(wizardsApi.update, { params: of(made), body: { isPublic: true, runsWith: 'wizard' } })
  expect((await add(['name'])).status).toBe(200)
  expect((await add(['phone'])).problem?.code).toBe('validation_failed')
  const find = {
    type: 'find_matching_data_records',
    title: 'Find',
    settings: { dataCollectionId: world.people, filterTemplate: { field: 'score', op: 'gt', value: 5 } },
  }
  const hidden = await theirs.call(wizardsApi.createTask, {
    params: { ...team(), wizardStepId: stepId },
    body: find as never,
  })
  expect(hidden.problem?.errors?.[0]?.code).toBe('wizard_beyond_author')
  // An order tells about values, too.
  const sorted = await theirs.call(wizardsApi.createTask, {
    params: { ...team(), wizardStepId: stepId },
    body: {
      type: 'find_matching_data_records',
      title: 'Sorted',
      settings: { dataCollectionId: world.people, sort: [{ field: 'score', direction: 'desc' }] },
    } as never,
  })
  expect(sorted.problem?.errors?.[0]?.code).toBe('wizard_beyond_author')
  const copyOfAdmin = await admin.ok(wizardsApi.create, {
    params: team(),
    body: { name: 'Wide', isPublic: true },
  })
  const step = await admin.ok(wizardsApi.createStep, { params: of(copyOfAdmin), body: { title: 'One' } })
  await addTask(step, 0, createTask(['name', 'phone']))
  const copied = await theirs.call(wizardsApi.create, {
    params: team(),
    body: { name: 'Copied', copyOfDataWizardId: copyOfAdmin.id },
  })
  expect(copied.problem?.errors?.[0]?.params).toEqual({ fields: 'phone' })
})
