import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { aTeam, type TestTeam } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, one, run, sql } from '../../platform/db.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { collectionsRoutes } from './collections.routes.ts'

let deps: TestDeps
let team: TestTeam
let admin: Client
let member: Client

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) =>
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) }),
  )
  admin = clientOf(app)
})
afterAll(() => deps.close())

/** Creates a team for each `describe`. */
function withTeam() {
  beforeAll(async () => {
    team = await aTeam(deps)
    admin = admin.as(team.admin)
    member = admin.as(team.member)
  })
}

type Body = z.input<typeof createCollectionBody>

function create(name: string, pluralName: string, more: Partial<Body> = {}) {
  return admin.ok(collectionsApi.create, {
    params: { teamId: team.teamId },
    body: { name, pluralName, ...more },
  })
}

function createRefused(name: string, pluralName: string, more: Partial<Body> = {}) {
  return admin.refused(collectionsApi.create, {
    params: { teamId: team.teamId },
    body: { name, pluralName, ...more },
  })
}

const at = (dataCollectionId: number) => ({ params: { teamId: team.teamId, dataCollectionId } })

/** Inserts living records of a root, without values, for tests that only count them. */
async function insertRecords(
  collection: { id: number; tableName: string },
  count: number,
): Promise<number[]> {
  const row = await one<{ ids: number[] }>(
    deps.pool,
    sql`with r as (
          insert into ${ident(team.schema, 'data_record')} (data_collection_id)
          select ${collection.id} from generate_series(1, ${count}) returning id),
        t as (insert into ${ident(team.schema, collection.tableName)} (record_id) select id from r)
        select array_agg(id order by id)::int[] as ids from r`,
  )
  return row!.ids
}

describe('a root collection', () => {
  withTeam()

  it('gets a table and a first field that names its records', async () => {
    const people = await create('Person', 'People', { representsPeople: true, icon: 'fad fa-users' })
    expect(people).toMatchObject({
      idTeam: team.teamId,
      idParentDataCollection: null,
      idHomeDataCollection: people.id,
      tableName: 'people',
      icon: 'fad fa-users',
      representsPeople: true,
      isShownInSidebar: true,
      isShownOnTeamDashboard: false,
      isDeleted: false,
      countDataObject: null,
      canCreate: true,
      canDelete: true,
    })
    expect(people.DataFields).toEqual([
      expect.objectContaining({ columnName: 'name', title: 'Name', dataType: 'plain_text' }),
    ])
    expect(people.IdDataFieldDataObjectName).toBe(people.DataFields[0]?.id)
    const [id] = await insertRecords(people, 1)
    expect(id).toBeGreaterThan(0)
  })

  it('may be marked as something whose records can be purchased', async () => {
    const { id } = await create('Ticket', 'Tickets')
    const params = { teamId: team.teamId, dataCollectionId: id }
    const sold = await admin.ok(collectionsApi.update, { params, body: { recordsCanBePurchased: true } })
    expect(sold.recordsCanBePurchased).toBe(true)
    const kept = await admin.ok(collectionsApi.update, { params, body: { icon: 'fas fa-ticket' } })
    expect(kept.recordsCanBePurchased).toBe(true)
  })

  it('has its first field titled in the language of the team', async () => {
    const spanish = await aTeam(deps, { defaultInterfaceLanguage: 'es' })
    const collection = await admin.as(spanish.admin).ok(collectionsApi.create, {
      params: { teamId: spanish.teamId },
      body: { name: 'Persona', pluralName: 'Personas' },
    })
    expect(collection.DataFields[0]).toMatchObject({
      title: 'Nombre',
      titleTranslations: { en: 'Name', fr: 'Nom' },
      columnName: 'name',
    })
  })

  it('never takes the name of another collection or of an internal table', async () => {
    expect(await createRefused('person', 'Persons')).toMatchObject({
      code: 'name_taken',
      errors: [{ path: 'name', code: 'not_unique' }],
    })
    expect((await create('Member of people', 'People')).tableName).toBe('people_2')
    expect((await create('Op', 'Operation')).tableName).toBe('operation_2')
    expect((await create('Link', 'Link 5')).tableName).toBe('collection_link_5')
    expect((await create('Rec', 'Data record')).tableName).toBe('data_record_2')
    // Indexes share the tables' names.
    expect((await create('Key', 'People pkey')).tableName).toBe('people_pkey_2')
    expect((await create('Order', 'Select')).tableName).toBe('select_2')
  })

  it('used as a custom list has a color, a rank and an icon for its items', async () => {
    const list = await create('Party', 'Parties', { IsUsedAsCustomList: true })
    expect(list.DataFields.map(({ columnName, dataType }) => [columnName, dataType])).toEqual([
      ['name', 'plain_text'],
      ['color', 'plain_text'],
      ['rank', 'number'],
      ['icon', 'icon'],
    ])
    const child = await createRefused('Old party', 'Old parties', {
      IsUsedAsCustomList: true,
      idParentDataCollection: list.id,
    })
    expect(child.errors).toEqual([{ path: 'IsUsedAsCustomList', code: 'invalid' }])
  })

  it('changes only the settings in a PUT', async () => {
    const before = await create('Place', 'Places', { description: 'Where', isShownInSidebar: false })
    const after = await admin.ok(collectionsApi.update, {
      ...at(before.id),
      body: { nameTranslations: { es: 'Lugar' }, isShownOnTeamDashboard: true },
    })
    expect(after).toEqual({
      ...before,
      nameTranslations: { es: 'Lugar' },
      isShownOnTeamDashboard: true,
      version: before.version + 1,
    })
  })

  it('takes its name and picture from its own fields of suitable types', async () => {
    const [a, b] = [await create('Alpha', 'Alphas'), await create('Beta', 'Betas')]
    const field = (body: { title: string; dataType: 'boolean' | 'single_image' | 'number' }) =>
      admin.ok(collectionsApi.createField, { ...at(a.id), body })
    const flag = await field({ title: 'Flag', dataType: 'boolean' })
    const photo = await field({ title: 'Photo', dataType: 'single_image' })
    const number = await field({ title: 'Number', dataType: 'number' })
    const refusal = async (body: object) =>
      (await admin.refused(collectionsApi.update, { ...at(a.id), body })).errors
    expect(await refusal({ IdDataFieldDataObjectName: b.IdDataFieldDataObjectName })).toEqual([
      { path: 'IdDataFieldDataObjectName', code: 'unknown_field' },
    ])
    expect(await refusal({ IdDataFieldDataObjectName: flag.id })).toEqual([
      { path: 'IdDataFieldDataObjectName', code: 'wrong_type' },
    ])
    expect(await refusal({ IdDataFieldDataObjectAvatar: number.id })).toEqual([
      { path: 'IdDataFieldDataObjectAvatar', code: 'wrong_type' },
    ])

    const [id] = await insertRecords(a, 1)
    await run(deps.pool, sql`update ${ident(team.schema, a.tableName)} set name = 'Ada', number = 42`)
    await admin.ok(collectionsApi.update, {
      ...at(a.id),
      body: { IdDataFieldDataObjectName: number.id, IdDataFieldDataObjectAvatar: photo.id },
    })
    const named = await one(
      deps.pool,
      sql`select name from ${ident(team.schema, 'data_record')} where id = ${id}`,
    )
    expect(named).toEqual({ name: '42' })

    expect((await admin.refused(collectionsApi.removeField, removal(a.id, number.id))).code).toBe('in_use')
    await admin.ok(collectionsApi.removeField, removal(a.id, photo.id))
    expect((await admin.ok(collectionsApi.get, at(a.id))).IdDataFieldDataObjectAvatar).toBeNull()
  })
})

const removal = (dataCollectionId: number, dataFieldId: number) => ({
  params: { teamId: team.teamId, dataCollectionId, dataFieldId },
})

describe('a child collection', () => {
  withTeam()

  it('shares the table and the fields of its root', async () => {
    const people = await create('Person', 'People')
    const staff = await create('Employee', 'Staff', { idParentDataCollection: people.id })
    const interns = await create('Intern', 'Interns', { idParentDataCollection: staff.id })
    expect(interns).toMatchObject({
      idParentDataCollection: staff.id,
      idHomeDataCollection: people.id,
      tableName: 'people',
      IdDataFieldDataObjectName: people.IdDataFieldDataObjectName,
    })
    const field = await admin.ok(collectionsApi.createField, {
      ...at(interns.id),
      body: { title: 'School', dataType: 'plain_text' },
    })
    expect(field.dataCollectionId).toBe(people.id)
    const { DataFields } = await admin.ok(collectionsApi.get, at(staff.id))
    expect(DataFields.map(({ columnName }) => columnName)).toEqual(['name', 'school'])
  })

  it('can be smart, with a valid filter', async () => {
    const parent = await create('Case', 'Cases')
    await admin.ok(collectionsApi.createField, {
      ...at(parent.id),
      body: { title: 'Age', dataType: 'number' },
    })
    const smart = (membershipDataFilter: Body['membershipDataFilter'], id: number | null = parent.id) =>
      ({ isSmartCollection: true, membershipDataFilter, idParentDataCollection: id }) satisfies Partial<Body>

    expect(
      (await createRefused('A', 'As', smart({ field: 'age', op: 'gt', value: 5 }, null))).errors,
    ).toEqual([{ path: 'idParentDataCollection', code: 'required' }])
    expect((await createRefused('A', 'As', smart(null))).errors).toEqual([
      { path: 'membershipDataFilter', code: 'required' },
    ])
    expect(await createRefused('A', 'As', smart({ field: 'salary', op: 'gt', value: 5 }))).toMatchObject({
      code: 'filter_invalid',
      errors: [{ path: 'membershipDataFilter.field', code: 'unknown_field' }],
    })
    expect((await createRefused('A', 'As', smart({ field: 'age', op: 'contains', value: 'x' }))).code).toBe(
      'filter_invalid',
    )
    const mine = smart({ field: '@createdBy', op: 'is', value: { variable: 'currentUser' } })
    expect((await createRefused('A', 'As', mine)).code).toBe('filter_invalid')

    const old = await create('Old', 'Olds', smart({ field: 'age', op: 'gt', value: 65 }))
    expect(old).toMatchObject({ isSmartCollection: true, canCreate: false })
    const plain = await createRefused('B', 'Bs', {
      ...smart({ field: 'age', op: 'gt', value: 5 }),
      isSmartCollection: false,
    })
    expect(plain.errors).toEqual([{ path: 'membershipDataFilter', code: 'read_only' }])

    // A field that the filter uses cannot be removed.
    const age = old.DataFields.find(({ columnName }) => columnName === 'age')!
    const problem = await admin.refused(collectionsApi.removeField, removal(parent.id, age.id))
    expect(problem).toMatchObject({ code: 'in_use', params: { dataCollectionIds: [old.id] } })
  })

  it('rejects filters with circular references', async () => {
    const parent = await create('Animal', 'Animals')
    const memberOf = (...ids: number[]) => ({ field: '@collections', op: 'memberOf' as const, value: ids })
    const smart = (name: string, filter: ReturnType<typeof memberOf>, id = parent.id) =>
      create(name, `${name}s`, {
        isSmartCollection: true,
        membershipDataFilter: filter,
        idParentDataCollection: id,
      })
    const plain = await create('Cat', 'Cats', { idParentDataCollection: parent.id })
    const first = await smart('First', memberOf(plain.id))
    const second = await smart('Second', memberOf(first.id))
    const below = await smart('Below', memberOf(plain.id), first.id)
    for (const ids of [[first.id], [second.id], [plain.id, second.id], [below.id]]) {
      const problem = await admin.refused(collectionsApi.update, {
        ...at(first.id),
        body: { membershipDataFilter: memberOf(...ids) },
      })
      expect(problem.code).toBe('filter_invalid')
    }
    await admin.ok(collectionsApi.update, {
      ...at(second.id),
      body: { membershipDataFilter: memberOf(plain.id) },
    })
    expect((await admin.refused(collectionsApi.remove, at(plain.id))).code).toBe('in_use')
  })
})

describe('the trash', () => {
  withTeam()

  it('takes a collection with its descendants, and restores what was deleted together', async () => {
    const root = await create('Root', 'Roots')
    const child = await create('Child', 'Children', { idParentDataCollection: root.id })
    const early = await create('Early', 'Earlies', { idParentDataCollection: root.id })
    await admin.ok(collectionsApi.remove, at(early.id))
    await admin.ok(collectionsApi.remove, at(root.id))
    for (const { id } of [root, child, early]) {
      expect((await admin.refused(collectionsApi.get, at(id))).code).toBe('not_found')
    }
    const trash = await admin.ok(collectionsApi.list, {
      params: { teamId: team.teamId },
      query: { deleted: '1' },
    })
    expect(trash.dataCollection.map(({ name, isDeleted }) => [name, isDeleted])).toEqual([
      ['Child', true],
      ['Early', true],
      ['Root', true],
    ])
    expect((await admin.refused(collectionsApi.restore, at(child.id))).errors).toEqual([
      { path: 'idParentDataCollection', code: 'unknown_collection' },
    ])
    expect((await admin.ok(collectionsApi.restore, at(root.id))).isDeleted).toBe(false)
    expect((await admin.ok(collectionsApi.get, at(child.id))).isDeleted).toBe(false)
    expect((await admin.refused(collectionsApi.get, at(early.id))).code).toBe('not_found')
  })

  it('frees the name for another collection', async () => {
    const first = await create('Unique', 'Uniques')
    await admin.ok(collectionsApi.remove, at(first.id))
    const second = await create('Unique', 'Uniques')
    expect(second.tableName).toBe('uniques_2')
    expect((await admin.refused(collectionsApi.restore, at(first.id))).code).toBe('name_taken')
  })

  it('does not take a collection that other fields refer to', async () => {
    const [target, list] = [
      await create('Target', 'Targets'),
      await create('List', 'Lists', { IsUsedAsCustomList: true }),
    ]
    const user = await create('User', 'Users')
    const link = await admin.ok(collectionsApi.createField, {
      ...at(user.id),
      body: {
        title: 'Link',
        dataType: 'single_data_record',
        settings: { dataCollectionId: target.id },
      },
    })
    await admin.ok(collectionsApi.createField, {
      ...at(user.id),
      body: { title: 'Choice', dataType: 'multi_selection_from_list', settings: { listId: list.id } },
    })
    expect(await admin.refused(collectionsApi.remove, at(target.id))).toMatchObject({
      code: 'in_use',
      params: { dataFieldIds: [link.id] },
    })
    expect((await admin.refused(collectionsApi.remove, at(list.id))).code).toBe('in_use')
    await admin.ok(collectionsApi.removeField, removal(user.id, link.id))
    await admin.ok(collectionsApi.remove, at(target.id))
  })
})

describe('the list', () => {
  withTeam()

  it('is sorted by name in the user’s language, and counts living records on request', async () => {
    const zebra = await create('Zebra', 'Zebras')
    const arbol = await create('Árbol', 'Árboles')
    await create('bear', 'bears')
    const child = await create('Striped', 'Stripes', { idParentDataCollection: zebra.id })
    const ids = await insertRecords(zebra, 5)
    for (const table of ['data_record', zebra.tableName]) {
      const key = table === 'data_record' ? 'id' : 'record_id'
      await run(
        deps.pool,
        sql`update ${ident(team.schema, table)} set deleted_at = now() where ${ident(key)} = ${ids[0]}`,
      )
    }
    await run(
      deps.pool,
      sql`insert into ${ident(team.schema, 'membership')} (data_collection_id, record_id)
          select ${child.id}, unnest(${ids.slice(0, 3)}::bigint[])`,
    )
    const counted = await member.ok(collectionsApi.listByTeam, {
      query: { TeamId: team.teamId, countObjects: '1' },
    })
    expect(
      counted.dataCollection.map(({ name, countDataObject, countIsExact }) => [
        name,
        countDataObject,
        countIsExact,
      ]),
    ).toEqual([
      ['Árbol', 0, true],
      ['bear', 0, true],
      ['Striped', 2, true],
      ['Zebra', 4, true],
    ])
    const plain = await member.ok(collectionsApi.list, { params: { teamId: team.teamId } })
    expect(plain.dataCollection.map(({ countDataObject }) => countDataObject)).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(arbol.tableName).toBe('arboles')
  })

  it('shows what the user may read, and filters of smart collections only to designers', async () => {
    const hidden = await create('Hidden', 'Hiddens')
    const shown = await create('Shown', 'Showns')
    await create('Smart', 'Smarts', {
      idParentDataCollection: shown.id,
      isSmartCollection: true,
      membershipDataFilter: { field: 'name', op: 'is', value: 'secret' },
    })
    await team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: shown.id }])
    const { dataCollection } = await member.ok(collectionsApi.list, { params: { teamId: team.teamId } })
    expect(dataCollection.map(({ name }) => name)).toEqual(['Shown', 'Smart'])
    expect(dataCollection[1]?.membershipDataFilter).toBeNull()
    expect(dataCollection[0]).toMatchObject({ canCreate: false, canDelete: false })
    expect((await member.refused(collectionsApi.get, at(hidden.id))).code).toBe('not_found')

    const designer = admin.as(await team.holderOf('team_admin_data_collections'))
    const all = await designer.ok(collectionsApi.list, { params: { teamId: team.teamId } })
    const seen = all.dataCollection.find(({ id }) => id === hidden.id)
    expect(seen?.DataFields).toEqual([])
  })

  it('counts only rows that a row filter makes visible', async () => {
    const ruled = await create('Ruled', 'Ruleds')
    await insertRecords(ruled, 3)
    await run(
      deps.pool,
      sql`update ${ident(team.schema, ruled.tableName)} set name = 'mine' where record_id in (
            select record_id from ${ident(team.schema, ruled.tableName)} limit 1)`,
    )
    await team.setMemberGrants([
      {
        permission: 'read_data_field_data',
        dataCollectionId: ruled.id,
        rowFilter: { field: 'name', op: 'is', value: 'mine' },
      },
    ])
    const counted = { ...at(ruled.id), query: { countObjects: '1' as const } }
    expect((await member.ok(collectionsApi.get, counted)).countDataObject).toBe(1)
    expect((await admin.ok(collectionsApi.get, counted)).countDataObject).toBe(3)
  })
})

describe('access', () => {
  withTeam()

  it('lets only designers change collections', async () => {
    const mine = await create('Mine', 'Mines')
    const body = { name: 'X', pluralName: 'Xs' }
    const inTeam = { params: { teamId: team.teamId } }
    expect((await member.refused(collectionsApi.create, { ...inTeam, body })).code).toBe('access_denied')
    expect((await member.refused(collectionsApi.update, { ...at(mine.id), body: {} })).code).toBe(
      'access_denied',
    )
    expect((await member.refused(collectionsApi.remove, at(mine.id))).code).toBe('access_denied')
    expect((await member.refused(collectionsApi.restore, at(mine.id))).code).toBe('access_denied')
    expect((await member.refused(collectionsApi.list, { ...inTeam, query: { deleted: '1' } })).code).toBe(
      'access_denied',
    )
    const designer = admin.as(await team.holderOf('team_admin_data_collections'))
    expect((await designer.ok(collectionsApi.create, { ...inTeam, body })).name).toBe('X')
  })

  it('separates teams', async () => {
    const mine = await create('Own', 'Owns')
    const stranger = await team.stranger()
    const other = admin.as(stranger)
    expect((await other.refused(collectionsApi.get, at(mine.id))).code).toBe('not_found')
    expect((await other.refused(collectionsApi.listByTeam, { query: { TeamId: team.teamId } })).code).toBe(
      'not_found',
    )
    // In the stranger's own team, with our id.
    const inTheirs = { params: { teamId: stranger.teamId, dataCollectionId: mine.id } }
    expect((await other.refused(collectionsApi.get, inTheirs)).code).toBe('not_found')
    expect((await other.refused(collectionsApi.update, { ...inTheirs, body: { name: 'Theirs' } })).code).toBe(
      'not_found',
    )
    expect((await other.refused(collectionsApi.remove, inTheirs)).code).toBe('not_found')
    expect((await other.refused(collectionsApi.restore, inTheirs)).code).toBe('not_found')
    expect(
      await other.refused(collectionsApi.create, {
        params: { teamId: stranger.teamId },
        body: { name: 'Y', pluralName: 'Ys', idParentDataCollection: mine.id },
      }),
    ).toMatchObject({ errors: [{ path: 'idParentDataCollection', code: 'unknown_collection' }] })
    const deactivated = admin.as(await team.deactivated())
    expect((await deactivated.refused(collectionsApi.get, at(mine.id))).code).toBe('not_found')
    expect((await admin.as().refused(collectionsApi.get, at(mine.id))).code).toBe('not_signed_in')
  })
})
