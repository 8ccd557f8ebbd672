/**
 * Permission to design collections does not include reading: no design reveals what the designer's roles
 * hide.
 */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Filter } from '@muster/contract/filters/ast'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { admin, inAnApp, people, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { viewsRoutes } from './views.routes.ts'
import { at, bodyOf, type Create, shown } from './views.test-support.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(viewsApi, viewsRoutes(deps))
})
withWorld()

/** Too long to occur in a random id. */
const secret = 9_182_736_455

/**
 * Designs collections; reads names and parties everywhere, weights of those with a party, scores of nobody.
 */
let designer: Client

beforeAll(async () => {
  await world.team.setMemberGrants([])
  const read = (column: string, rowFilter?: Filter) => ({
    permission: 'read_data_field_data' as const,
    dataFieldId: people[column]!,
    ...(rowFilter && { rowFilter }),
  })
  designer = visitor.as(
    await world.team.user({
      featurePermissions: ['team_admin_data_collections'],
      grants: [
        read('name'),
        read('party'),
        read('home'),
        read('weight', { field: 'party', op: 'isNotEmpty' }),
        { permission: 'read_data_record_metadata' },
      ],
    }),
  )
  for (const name of ['Ana', 'Ben']) {
    const values = { name, score: secret, weight: secret, notes: '<p>Xylophone</p>' }
    await admin.ok(recordsApi.create, { params: inPeople(), body: { values } })
  }
})

const inPeople = () => ({ ...team(), dataCollectionId: world.people })
const inField = (column: string) => ({ ...inPeople(), dataFieldId: people[column]! })
const errorsOf = ({
  code,
  errors = [],
}: {
  code: string
  errors?: { path: string; code: string }[] | undefined
}) => [code, ...errors.map((error) => `${error.path} ${error.code}`)]
/** Filters that only admins, or those who may read the fields, can use. */
const hidden: [what: string, filter: Filter][] = [
  ['a hidden field', { field: 'score', op: 'gt', value: 100 }],
  ['a field that is readable in some records', { field: 'weight', op: 'gt', value: 100 }],
  ['a negated filter on a hidden field', { not: { field: 'score', op: 'isEmpty' } }],
  [
    'a hidden field beside a readable one',
    {
      and: [
        { field: 'name', op: 'is', value: 'Ana' },
        { field: 'score', op: 'isEmpty' },
      ],
    },
  ],
  [
    'a field of hidden linked records',
    { field: 'home', op: 'some', where: { field: 'name', op: 'is', value: 'Oslo' } },
  ],
]

test.each(hidden)('a smart collection cannot use %s', async (what, membershipDataFilter) => {
  const body = {
    name: `Found by ${what}`,
    pluralName: `Found by ${what}`,
    idParentDataCollection: world.people,
    isSmartCollection: true,
    membershipDataFilter,
  }
  const problem = await designer.refused(collectionsApi.create, { params: team(), body })
  expect(errorsOf(problem)).toEqual(['filter_invalid', 'membershipDataFilter not_readable'])
  // Nor can an existing one.
  const own = await designer.ok(collectionsApi.create, {
    params: team(),
    body: { ...body, membershipDataFilter: { field: 'name', op: 'isNotEmpty' } },
  })
  const params = { ...team(), dataCollectionId: own.id }
  const change = { params, body: { membershipDataFilter } }
  expect(errorsOf(await designer.refused(collectionsApi.update, change))).toEqual([
    'filter_invalid',
    'membershipDataFilter not_readable',
  ])
  expect((await designer.ok(collectionsApi.get, { params })).membershipDataFilter).toEqual({
    field: 'name',
    op: 'isNotEmpty',
  })
  // Someone who reads all values can use the filter; the designer can then rename the collection.
  await admin.ok(collectionsApi.update, change)
  await designer.ok(collectionsApi.update, { params, body: { name: 'Renamed', membershipDataFilter } })
  await admin.ok(collectionsApi.remove, { params })
})

test.each(['score', 'weight'])('a change of type does not reveal values of %s', async (column) => {
  const body = { dataType: 'plain_text' as const, settings: {} }
  for (const endpoint of [collectionsApi.previewFieldType, collectionsApi.changeFieldType]) {
    const problem = await designer.refused(endpoint, { params: inField(column), body })
    expect(errorsOf(problem)).toEqual(['validation_failed', 'dataType not_readable'])
    expect(JSON.stringify(problem)).not.toContain(String(secret))
  }
  const seen = await admin.ok(collectionsApi.previewFieldType, { params: inField(column), body })
  expect(JSON.stringify(seen.samples)).toContain(String(secret))
})

test('making a field unique does not reveal values', async () => {
  const body = { isUnique: true }
  expect(
    errorsOf(await designer.refused(collectionsApi.updateField, { params: inField('score'), body })),
  ).toEqual(['validation_failed', 'isUnique not_readable'])
  expect(
    errorsOf(await admin.refused(collectionsApi.updateField, { params: inField('score'), body })),
  ).toEqual(['validation_failed', 'isUnique not_unique'])
})

const showing: [setting: string, path: string, body: () => Create][] = [
  ['displayed field', 'displayedFields.0.dataFieldId', () => ({ displayedFields: shown('score') })],
  [
    'field that is readable in some records',
    'displayedFields.0.dataFieldId',
    () => ({ displayedFields: shown('weight') }),
  ],
  [
    'filter field',
    'filterFields.0.dataFieldId',
    () => ({ filterFields: [{ dataFieldId: people.party! }, { dataFieldId: people.score! }].reverse() }),
  ],
  ['filter', 'filter', () => ({ filter: { field: 'score', op: 'gt', value: 1 } })],
  ['order', 'sort.0.field', () => ({ sort: [{ field: 'score', direction: 'asc' }] })],
  ['name', 'recordNameDataFieldId', () => ({ recordNameDataFieldId: people.email! })],
]

test.each(showing)('a public view cannot show a hidden %s', async (_setting, path, settings) => {
  const body = bodyOf({ displayedFields: shown('name'), ...settings() })
  const atOnce = { ...body, isVisibleExternally: true }
  expect(errorsOf(await designer.refused(viewsApi.create, { params: team(), body: atOnce }))).toEqual([
    'validation_failed',
    'isVisibleExternally shows_unreadable',
  ])
  // The designer may create the view for the team: everyone sees in it what their roles permit.
  const own = await designer.ok(viewsApi.create, { params: team(), body })
  const publish = { params: at(own.id), body: { isVisibleExternally: true } }
  const problem = await designer.refused(viewsApi.update, publish)
  expect(errorsOf(problem)).toEqual(['validation_failed', 'isVisibleExternally shows_unreadable'])
  expect((await admin.ok(viewsApi.get, { params: at(own.id) })).isVisibleExternally).toBe(false)

  // In a public view, the setting itself is rejected; the rest can still be changed.
  const open = bodyOf({ displayedFields: shown('name'), isVisibleExternally: true })
  const { id } = await designer.ok(viewsApi.create, { params: team(), body: open })
  const more = { params: at(id), body: settings() as object }
  expect(errorsOf(await designer.refused(viewsApi.update, more))).toEqual([
    'validation_failed',
    `${path} not_readable`,
  ])
  await admin.ok(viewsApi.update, more)
  await designer.ok(viewsApi.update, { params: at(id), body: { internalName: `Renamed ${id}` } })
})
