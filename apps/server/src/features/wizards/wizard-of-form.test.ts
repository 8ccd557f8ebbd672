/** A form view shared in public: the wizard that is made of it. */
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { createViewBody, type DataView as SavedView } from '@muster/contract/views/views.schema'
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import { beforeAll, expect, test } from 'vitest'
import { admin, inAnApp, member, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { viewsRoutes } from '../views/views.routes.ts'
import { publicWizardsRoutes } from './public/public-wizards.routes.ts'
import { from, named, runAt, started, withKey } from './public/public-wizards.test-support.ts'
import { wizardsRoutes } from './wizards.routes.ts'

inAnApp((all) => (bindTo) => {
  bindTo(viewsApi, viewsRoutes(all))
  bindTo(wizardsApi, wizardsRoutes(all))
  bindTo(recordsApi, recordsRoutes(all))
  bindTo(publicWizardsApi, publicWizardsRoutes(all))
})
withWorld()

const texts = {
  title: 'Become a member',
  titleTranslations: { es: 'Hágase socio' },
  text: 'Two minutes.',
  doneText: 'Welcome & thank you <3',
}
let form: SavedView

const formBody = (more: object = {}) =>
  createViewBody.parse({
    type: 'form',
    dataCollectionId: world.people,
    internalName: 'Sign up',
    recordNameDataFieldId: people.name,
    displayedFields: [{ dataFieldId: people.email, isRequired: true }, { dataFieldId: people.born }],
    form: texts,
    ...more,
  })

beforeAll(async () => {
  form = await admin.ok(viewsApi.create, { params: team(), body: formBody() })
})

test('a form keeps its texts and which fields it requires', () => {
  expect(form.form).toMatchObject({ ...texts, buttonLabel: '', dataWizardId: null })
  expect(form.displayedFields.map(({ isRequired }) => isRequired)).toEqual([true, false])
})

test('its wizard asks the same, the name first, and visitors can send it', async () => {
  const wizard = await admin.ok(wizardsApi.create, {
    params: team(),
    body: { name: 'Become a member', isPublic: true, formOfDataViewId: form.id },
  })
  expect(wizard).toMatchObject({
    isPublic: true,
    problems: [],
    nameTranslations: { es: 'Hágase socio' },
    description: 'Two minutes.',
    thankYouText: '<p>Welcome &amp; thank you &lt;3</p>',
    steps: [{ title: 'Become a member', tasks: [{ type: 'create_data_record' }] }],
  })
  const { fields } = wizard.steps[0]!.tasks[0]!.settings as { fields: Record<string, unknown>[] }
  expect(fields.map(({ dataFieldId, isRequired }) => [dataFieldId, isRequired])).toEqual([
    [people.name, false],
    [people.email, true],
    [people.born, false],
  ])
  const { key, screen } = await started(wizard.id)
  const send = (values: object) =>
    visitor.call(publicWizardsApi.advance, {
      params: runAt(screen),
      body: { stepToken: screen.stepToken!, answer: named(values as never) },
      ...withKey(key),
    })
  const missing = await send({ name: 'Nia' })
  expect(missing.problem).toMatchObject({ code: 'validation_failed' })
  expect((await send({ name: 'Nia', email: 'nia@example.org' })).body.state).toBe('done')
  const { items } = await admin.ok(recordsApi.query, {
    params: { ...team(), dataCollectionId: world.people },
    body: { filter: { field: 'email', op: 'is', value: 'nia@example.org' } },
  })
  expect(items.map(({ name }) => name)).toEqual(['Nia'])
})

test('no other view becomes a wizard, nor one that the caller does not see', async () => {
  const table = await admin.ok(viewsApi.create, {
    params: team(),
    body: formBody({ type: 'table', internalName: 'A table' }),
  })
  const body = { name: 'Not a form', formOfDataViewId: table.id }
  const refused = await admin.refused(wizardsApi.create, { params: team(), body })
  expect(refused.errors).toMatchObject([{ path: 'formOfDataViewId' }])
  const personal = await admin.ok(viewsApi.create, {
    params: team(),
    body: formBody({ sharing: 'personal', internalName: 'Mine' }),
  })
  const designer = { ...body, formOfDataViewId: personal.id }
  const other = await member.call(wizardsApi.create, { params: team(), body: designer, ...from() })
  expect([403, 404]).toContain(other.status)
})

test('a form has no public page, whatever it was before', async () => {
  const params = { ...team(), dataViewId: form.id }
  const asForm = await admin.refused(viewsApi.update, { params, body: { isVisibleExternally: true } })
  expect(asForm.errors).toEqual([expect.objectContaining({ code: 'view_type_not_public' })])
  const table = await admin.ok(viewsApi.create, {
    params: team(),
    body: formBody({ type: 'table', internalName: 'Public table', isVisibleExternally: true }),
  })
  const turned = await admin.refused(viewsApi.update, {
    params: { ...team(), dataViewId: table.id },
    body: { type: 'form' },
  })
  expect(turned.errors).toEqual([expect.objectContaining({ path: 'isVisibleExternally' })])
})

test('a copy of a shared form is not shared', async () => {
  const params = { ...team(), dataViewId: form.id }
  const shared = { ...form.form, dataWizardId: 1 }
  await admin.ok(viewsApi.update, { params, body: { form: shared } })
  const copy = await admin.ok(viewsApi.create, {
    params: team(),
    body: formBody({ internalName: 'Sign up (copy)', form: shared }),
  })
  expect(copy.form.dataWizardId).toBeNull()
  expect((await admin.ok(viewsApi.get, { params })).form.dataWizardId).toBe(1)
})
