/** Collections made from the design of another, of the same team or offered to all teams. */

import { blueprintsApi } from '@muster/contract/blueprints/blueprints.api'
import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aTeam, type Grant } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { cardsRoutes } from '../cards/cards.routes.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { blueprintsRoutes } from './blueprints.routes.ts'

let deps: TestDeps
let world: TestWorld
let client: Client
let admin: Client
let people: DataCollection

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) => {
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(cardsApi, cardsRoutes(deps))
    bindTo(blueprintsApi, blueprintsRoutes(deps))
  })
  client = clientOf(app)
  world = await aWorld(deps)
  admin = client.as(world.team.admin)
  people = await admin.ok(collectionsApi.get, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
  })
  const { id: dataCardId } = await admin.ok(cardsApi.create, {
    params: { teamId: world.team.teamId },
    body: {
      dataCollectionId: world.people,
      title: 'Facts',
      fieldsShown: ['name', 'born', 'score'].map((column) => ({ dataFieldId: field(people, column) })),
    } as never,
  })
  await admin.ok(cardsApi.createGroup, {
    params: { teamId: world.team.teamId },
    body: { dataCollectionId: world.people, name: 'Overview', dataCardIds: [dataCardId] },
  })
})
afterAll(() => deps.close())

const field = (collection: DataCollection | undefined, column: string): number => {
  const fields = collection?.DataFields ?? []
  return fields.find(({ columnName }) => columnName === column)?.id as number
}
const columnsOf = (collection: DataCollection) => collection.DataFields.map(({ columnName }) => columnName)
const blueprint = (teamId = world.team.teamId, sourceTeamId = world.team.teamId, id = world.people) => ({
  params: { teamId, sourceTeamId, dataCollectionId: id },
})

describe('a design', () => {
  it('of the own team lists its contents', async () => {
    const { items } = await admin.ok(blueprintsApi.list, { params: { teamId: world.team.teamId } })
    expect(items.map(({ pluralName, idTeam }) => [pluralName, idTeam])).toEqual([
      ['Persons', world.team.teamId],
      ['Places', world.team.teamId],
    ])
    const detail = await admin.ok(blueprintsApi.get, blueprint())
    expect(detail.fields.find(({ isName }) => isName)).toMatchObject({ title: 'Name' })
    expect(detail.lists).toEqual([{ dataCollectionId: world.parties, pluralName: 'Partys', itemCount: 3 }])
    expect(detail.links.map(({ dataCollectionId, isSelf }) => [dataCollectionId, isSelf])).toEqual([
      [world.places, false],
      [world.places, false],
    ])
    expect([detail.cards.length, detail.cardGroups[0]?.name]).toEqual([1, 'Overview'])
  })

  it('is copied with the chosen fields, lists, links and cards', async () => {
    const detail = await admin.ok(blueprintsApi.get, blueprint())
    const id = (column: string) => field(people, column)
    const made = await admin.ok(blueprintsApi.create, {
      ...blueprint(),
      body: {
        name: 'Volunteer',
        pluralName: 'Volunteers',
        dataFieldIds: detail.fields
          .map(({ dataFieldId }) => dataFieldId)
          .filter((one) => one !== id('phone')),
        links: [
          { dataFieldId: id('home'), to: 'self' },
          { dataFieldId: id('visited'), to: world.places },
        ],
      },
    })
    const wanted = columnsOf(people).filter((column) => column !== 'phone')
    expect(new Set(columnsOf(made))).toEqual(new Set(wanted))
    expect(made.IdDataFieldDataObjectName).toBe(field(made, 'name'))
    const settings = (column: string) =>
      made.DataFields.find(({ columnName }) => columnName === column)?.settings
    expect(settings('home')).toMatchObject({ dataCollectionId: made.id })
    expect(settings('visited')).toMatchObject({ dataCollectionId: world.places })
    // Its list is a copy, with the same items.
    const listId = settings('party')?.listId as number
    expect(listId).not.toBe(world.parties)
    expect(settings('parties')).toMatchObject({ listId })
    const { items } = await admin.ok(recordsApi.query, {
      params: { teamId: world.team.teamId, dataCollectionId: listId },
      body: {},
    })
    expect(items.map(({ name }) => name)).toEqual(['Greens', 'Blues', 'Écologistes'])
    // Records can be created, following the rules of its fields.
    const { record } = await admin.ok(recordsApi.create, {
      params: { teamId: world.team.teamId, dataCollectionId: made.id },
      body: { values: { name: 'Ada', party: items[0]?.id, visited: world.placeIds } },
    })
    expect(record.values).toMatchObject({ number: 'P-0001', party: items[0]?.id, score: 7 })
    const cards = await admin.ok(cardsApi.list, {
      params: { teamId: world.team.teamId },
      query: { dataCollectionId: made.id },
    } as never)
    expect(JSON.stringify(cards)).toContain('Facts')
  })

  it('may use a list of the team, and leaves out links without a target', async () => {
    const id = (column: string) => field(people, column)
    const made = await admin.ok(blueprintsApi.create, {
      ...blueprint(),
      body: {
        name: 'Guest',
        pluralName: 'Guests',
        dataFieldIds: [id('party'), id('home'), id('score')],
        lists: [{ dataCollectionId: world.parties, useDataCollectionId: world.parties }],
        withCards: false,
      },
    })
    expect(columnsOf(made)).toEqual(['name', 'score', 'party'])
    expect(made.DataFields[2]?.settings).toMatchObject({ listId: world.parties })
    const refused = await admin.refused(blueprintsApi.create, {
      ...blueprint(),
      body: {
        name: 'Other',
        pluralName: 'Others',
        dataFieldIds: [id('party')],
        lists: [{ dataCollectionId: world.parties, useDataCollectionId: world.places }],
      },
    })
    expect(refused).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'lists.0.useDataCollectionId', code: 'unknown_collection' }],
    })
    const taken = await admin.refused(blueprintsApi.create, {
      ...blueprint(),
      body: { name: 'guest', pluralName: 'Guests', dataFieldIds: [] },
    })
    expect(taken.code).toBe('name_taken')
  })
})

describe('a designer who may not read all items of a list', () => {
  const read = (rowFilter?: object) => ({
    permission: 'read_data_field_data' as const,
    dataCollectionId: world.parties,
    ...(rowFilter && { rowFilter }),
  })
  const greens = { field: 'name', op: 'is', value: 'Greens' }
  const cases: [string, () => ReturnType<typeof read>[], string[]][] = [
    ['none', () => [], []],
    ['some', () => [read(greens)], ['Greens']],
  ]

  it.each(cases)('counts and copies only those they may read: %s', async (which, grantsOf, names) => {
    const designer = client.as(
      await world.team.user({
        featurePermissions: ['team_admin_data_collections'],
        grants: grantsOf(),
      }),
    )
    const memberGrants = await rows<Grant>(
      deps.pool,
      sql`select permission from muster.data_permission where user_role_id = ${world.team.memberRoleId}`,
    )
    await world.team.setMemberGrants([])
    const detail = await designer.ok(blueprintsApi.get, blueprint())
    expect(detail.lists.map(({ itemCount }) => itemCount)).toEqual([names.length])
    const made = await designer.ok(blueprintsApi.create, {
      ...blueprint(),
      body: {
        name: `Reader of ${which}`,
        pluralName: `Readers of ${which}`,
        dataFieldIds: [field(people, 'party')],
      },
    })
    await world.team.setMemberGrants(memberGrants)
    const { DataFields } = await admin.ok(collectionsApi.get, {
      params: { teamId: world.team.teamId, dataCollectionId: made.id },
    })
    const listId = DataFields.find(({ columnName }) => columnName === 'party')?.settings.listId as number
    expect(listId).not.toBe(world.parties)
    const { items } = await admin.ok(recordsApi.query, {
      params: { teamId: world.team.teamId, dataCollectionId: listId },
      body: {},
    })
    expect(items.map(({ name }) => name)).toEqual(names)
  })
})

describe('a design that a system administrator offers', () => {
  const update = (client: Client, body: object) =>
    client.inject({
      method: 'PUT',
      url: `/api/teams/${world.team.teamId}/dataCollections/${world.people}`,
      payload: body,
    } as never)

  it('can be copied by every team, unlike other designs', async () => {
    const other = await aTeam(deps)
    const theirs = client.as(other.admin)
    const from = blueprint(other.teamId)
    expect((await theirs.refused(blueprintsApi.get, from)).code).toBe('not_found')
    const refused = await update(admin, { isBlueprint: true, blueprintMarketplacePrice: 0 })
    expect(refused.statusCode).toBe(403)
    await run(
      deps.pool,
      sql`update muster.app_user set is_sys_admin = true where id = ${world.team.admin.userId}`,
    )
    await deps.live.invalidate({ user: world.team.admin.userId })
    const offered = await update(admin, { isBlueprint: true, blueprintMarketplacePrice: 0 })
    expect(offered.statusCode).toBe(200)
    const { items } = await theirs.ok(blueprintsApi.list, { params: { teamId: other.teamId } })
    expect(items.filter(({ teamName }) => teamName !== null)).toMatchObject([
      { dataCollectionId: world.people, idTeam: world.team.teamId, isBlueprint: true, price: null },
    ])
    // At a price, which needs a currency that can have the amount.
    const wrong = await update(admin, { blueprintMarketplacePrice: 20 })
    expect(wrong.json().errors).toEqual([{ path: 'blueprintMarketplaceCurrency', code: 'not_a_currency' }])
    expect((await update(admin, { blueprintMarketplacePrice: -1 })).statusCode).toBe(400)
    const price = { amount: 20.5, currency: 'EUR' }
    const sold = await update(admin, { blueprintMarketplacePrice: 20.5, blueprintMarketplaceCurrency: 'EUR' })
    expect(sold.json()).toMatchObject({
      blueprintMarketplacePrice: 20.5,
      blueprintMarketplaceCurrency: 'EUR',
    })
    const listed = await theirs.ok(blueprintsApi.list, { params: { teamId: other.teamId } })
    expect(listed.items.find(({ teamName }) => teamName !== null)?.price).toEqual(price)
    expect((await theirs.ok(blueprintsApi.get, from)).price).toEqual(price)
    const detail = await theirs.ok(blueprintsApi.get, from)
    expect(new Set(detail.links.map(({ dataCollectionId }) => dataCollectionId))).toEqual(new Set([null]))
    const made = await theirs.ok(blueprintsApi.create, {
      ...from,
      body: {
        name: 'Person',
        pluralName: 'People',
        dataFieldIds: detail.fields.map(({ dataFieldId }) => dataFieldId),
      },
    })
    expect(made.idTeam).toBe(other.teamId)
    expect(columnsOf(made)).toEqual(
      columnsOf(people).filter((column) => !['home', 'visited'].includes(column)),
    )
    const places = await theirs.refused(
      blueprintsApi.get,
      blueprint(other.teamId, world.team.teamId, world.places),
    )
    expect(places.code).toBe('not_found')
  })
})
