/** Explaining membership, moving between collections, manual order, changing between plain and smart. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Filter } from '@muster/contract/filters/ast'
import { membershipApi } from '@muster/contract/membership/membership.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { tasksOf } from '../../tasks.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { membershipRoutes } from './membership.routes.ts'

let deps: TestDeps
let world: TestWorld
let client: Client
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) => {
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(membershipApi, membershipRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
  client = clientOf(app)
})
afterAll(() => deps.close())
beforeEach(async () => {
  world = await aWorld(deps)
  admin = client.as(world.team.admin)
})

const at = (dataCollectionId: number) => ({ params: { teamId: world.team.teamId, dataCollectionId } })

async function make(values: Record<string, unknown>, dataCollectionIds: number[] = []): Promise<number> {
  const { record } = await admin.ok(recordsApi.create, {
    ...at(world.people),
    body: { values, dataCollectionIds },
  })
  return record.id
}

const child = (name: string, parent: number, membershipDataFilter: Filter | null = null) =>
  admin.ok(collectionsApi.create, {
    params: { teamId: world.team.teamId },
    body: {
      name,
      pluralName: `${name}s`,
      idParentDataCollection: parent,
      isSmartCollection: membershipDataFilter !== null,
      membershipDataFilter,
    },
  })

const explain = (who: TestUser, dataRecordId: number, body: object) =>
  client.as(who).ok(membershipApi.explain, {
    params: { teamId: world.team.teamId, dataRecordId },
    body: body as never,
  })

async function membersOf(dataCollectionId: number): Promise<number[]> {
  const { items } = await admin.ok(recordsApi.query, { ...at(dataCollectionId), body: { limit: 1000 } })
  return items.map(({ id }) => id)
}

describe('why a record belongs to a smart collection', () => {
  const filter: Filter = {
    and: [
      { field: 'score', op: 'gte', value: 10 },
      {
        or: [
          { field: 'born', op: 'before', value: '1950-01-01' },
          { field: 'is_member', op: 'is', value: true },
        ],
      },
      { not: { field: 'name', op: 'contains', value: 'test' } },
    ],
  }

  it('is explained by condition', async () => {
    const { id: elders } = await child('Elder', world.people, filter)
    const ada = await make({ name: 'Ada', score: 12, born: '1940-05-01' })
    const ben = await make({ name: 'Ben', score: 9, born: '1940-05-01' })
    const told = await explain(world.team.admin, ada, { dataCollectionId: elders })
    expect(told).toMatchObject({
      kind: 'smart',
      isMember: true,
      isInTrash: false,
      parent: null,
      change: null,
    })
    expect(told.record.values).toMatchObject({ score: 12, born: '1940-05-01' })
    expect(told.filter).toEqual({
      kind: 'all',
      holds: true,
      parts: [
        { kind: 'condition', field: 'score', op: 'gte', value: 10, holds: true },
        {
          kind: 'any',
          holds: true,
          parts: [
            { kind: 'condition', field: 'born', op: 'before', value: '1950-01-01', holds: true },
            { kind: 'condition', field: 'is_member', op: 'is', value: true, holds: false },
          ],
        },
        {
          kind: 'none',
          holds: true,
          parts: [{ kind: 'condition', field: 'name', op: 'contains', value: 'test', holds: false }],
        },
      ],
    })
    const other = await explain(world.team.admin, ben, { dataCollectionId: elders })
    expect(other).toMatchObject({
      isMember: false,
      filter: { holds: false, parts: [{ holds: false }, {}, {}] },
    })
  })

  it('includes conditions on linked records and other collections', async () => {
    const { id } = await child('Traveller', world.people, {
      and: [
        { field: 'visited', op: 'some', where: { field: 'name', op: 'is', value: 'paris' } },
        { field: '@collections', op: 'notMemberOf', value: [world.board] },
      ],
    })
    const ada = await make({ name: 'Ada', visited: [world.placeIds[0]] })
    const ben = await make({ name: 'Ben', visited: [world.placeIds[1]] }, [world.board])
    const holds = async (record: number) => {
      const told = await explain(world.team.member, record, { dataCollectionId: id })
      return [told.isMember, told.filter?.kind === 'all' && told.filter.parts.map((part) => part.holds)]
    }
    expect(await holds(ada)).toEqual([true, [true, true]])
    expect(await holds(ben)).toEqual([false, [false, false]])
  })

  it('hides everything that depends on a field hidden from the caller', async () => {
    const { id: elders } = await child('Elder', world.people, filter)
    const model = await world.model()
    const fieldId = (column: string) =>
      model.collections.get(world.people)?.fieldsByColumn.get(column)?.id as number
    await world.team.setMemberGrants(
      ['name', 'score', 'is_member'].map((column) => ({
        permission: 'read_data_field_data',
        dataFieldId: fieldId(column),
      })),
    )
    const ada = await make({ name: 'Ada', score: 12, born: '1940-05-01', is_member: false })
    const told = await explain(world.team.member, ada, { dataCollectionId: elders })
    expect(told.isMember).toBe(true)
    expect(told.filter).toMatchObject({
      holds: null,
      parts: [
        { holds: true },
        { holds: null, parts: [{ kind: 'hidden', holds: null }, { holds: false }] },
        {},
      ],
    })
    expect(JSON.stringify(told)).not.toContain('born')
    expect(JSON.stringify(told)).not.toContain('1950-01')
    expect(JSON.stringify(told)).not.toContain('1940-05')
  })

  it('evaluates an unsaved filter, for designers', async () => {
    const ada = await make({ name: 'Ada', score: 12 }, [world.staff])
    const unsaved = { field: 'score', op: 'gt', value: 11 }
    const body = { dataCollectionId: world.staff, membershipDataFilter: unsaved }
    const told = await explain(world.team.admin, ada, body)
    expect(told).toMatchObject({
      kind: 'smart',
      isMember: true,
      parent: { dataCollectionId: world.staff, isMember: true },
      filter: { holds: true },
    })
    const params = { teamId: world.team.teamId, dataRecordId: ada }
    const refused = await client
      .as(world.team.member)
      .refused(membershipApi.explain, { params, body: body as never })
    expect(refused.code).toBe('access_denied')
    const wrong = await admin.refused(membershipApi.explain, {
      params,
      body: {
        dataCollectionId: world.staff,
        membershipDataFilter: { and: [{ field: 'scor', op: 'gt', value: 1 }] },
      },
    })
    expect(wrong).toMatchObject({
      code: 'filter_invalid',
      errors: [{ path: 'membershipDataFilter.and.0.field', code: 'unknown_field' }],
    })
  })

  it('rejects an invalid filter with its path when counting, without crashing the server', async () => {
    const wrong = { and: [{ field: 'born', op: 'between', value: ['1950-01-01', '1940-01-01'] }] }
    const refused = await admin.refused(recordsApi.query, {
      ...at(world.people),
      body: { filter: wrong as Filter, count: 'exact', limit: 5, fields: [] },
    })
    expect(refused).toMatchObject({
      code: 'filter_invalid',
      errors: [{ path: 'filter.and.0.value', code: 'range_reversed' }],
    })
    await new Promise((resolve) => setImmediate(resolve))
  })

  it('requires a record of the same tree that the caller may see', async () => {
    const [paris] = world.placeIds
    const params = { teamId: world.team.teamId, dataRecordId: paris as number }
    const refused = await admin.refused(membershipApi.explain, {
      params,
      body: { dataCollectionId: world.staff },
    })
    expect(refused.code).toBe('not_found')
    const ada = await make({ name: 'Ada' })
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: world.places }])
    const hidden = await client.as(world.team.member).refused(membershipApi.explain, {
      params: { teamId: world.team.teamId, dataRecordId: ada },
      body: { dataCollectionId: world.winners },
    })
    expect(hidden.code).toBe('not_found')
  })
})

describe('records between plain collections', () => {
  it('move in one operation, which can be undone, and the log has who moved them', async () => {
    const { id: guests } = await child('Guest', world.people)
    const ids = [await make({ name: 'Ada' }, [world.staff]), await make({ name: 'Ben' }, [world.staff])]
    const moved = await admin.ok(recordsApi.bulk, {
      ...at(world.staff),
      body: { moveFrom: world.staff, moveTo: guests, target: { ids } },
    })
    expect(moved).toMatchObject({ updated: 2, operation: { kind: 'change_membership', recordCount: 2 } })
    expect(await membersOf(guests)).toEqual(ids)
    expect(await membersOf(world.staff)).toEqual([])
    const told = await explain(world.team.admin, ids[0] as number, { dataCollectionId: guests })
    expect(told).toMatchObject({
      kind: 'plain',
      isMember: true,
      change: { isAdded: true, by: { teamUserId: world.team.admin.teamUserId }, kind: 'change_membership' },
    })
    const left = await explain(world.team.admin, ids[0] as number, { dataCollectionId: world.staff })
    expect(left).toMatchObject({ isMember: false, change: { isAdded: false } })
    await admin.ok(operationsApi.undo, {
      params: { teamId: world.team.teamId, operationId: moved.operation?.id as number },
    })
    expect(await membersOf(world.staff)).toEqual(ids)
    expect(await membersOf(guests)).toEqual([])
  })

  it('can be created as members, which the log has too', async () => {
    const ada = await make({ name: 'Ada' }, [world.staff])
    const told = await explain(world.team.member, ada, { dataCollectionId: world.staff })
    expect(told).toMatchObject({ isMember: true, change: { isAdded: true, kind: 'create_records' } })
    const never = await explain(world.team.member, ada, { dataCollectionId: world.board })
    expect(never).toMatchObject({
      isMember: false,
      parent: { dataCollectionId: world.staff, isMember: true },
      change: null,
    })
  })

  it('cannot be moved to or from a smart collection', async () => {
    const ids = [await make({ name: 'Ada' })]
    for (const body of [
      { addTo: world.winners, target: { ids } },
      { removeFrom: world.winners, target: { ids } },
      { moveFrom: world.staff, moveTo: world.winners, target: { ids } },
    ]) {
      const refused = await admin.refused(recordsApi.bulk, { ...at(world.people), body })
      expect(refused).toMatchObject({ code: 'validation_failed', errors: [{ code: 'smart_members' }] })
    }
  })
})

describe('the default order of a collection', () => {
  const place = (dataRecordId: number, afterRecordId: number | null) =>
    admin.ok(membershipApi.place, { ...at(world.staff), body: { dataRecordId, afterRecordId } })
  const order = (membershipOrder: string | null) =>
    admin.ok(collectionsApi.update, { ...at(world.staff), body: { membershipOrder } })

  it('can be manual, and each move can be reverted', async () => {
    const ids: number[] = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push(await make({ name }, [world.staff]))
    const [a, b, c, d] = ids as [number, number, number, number]
    await order('manual')
    expect(await membersOf(world.staff)).toEqual([a, b, c, d])
    expect(await place(d, null)).toEqual({ afterRecordId: c })
    expect(await membersOf(world.staff)).toEqual([d, a, b, c])
    expect(await place(a, c)).toEqual({ afterRecordId: d })
    expect(await membersOf(world.staff)).toEqual([d, b, c, a])
    await place(a, d)
    expect(await membersOf(world.staff)).toEqual([d, a, b, c])
    // More often than positions between two neighbours last.
    for (let n = 0; n < 80; n++) await place(n % 2 ? b : c, d)
    expect(await membersOf(world.staff)).toEqual([d, b, c, a])
    const late = await make({ name: 'E' }, [world.staff])
    expect(await membersOf(world.staff)).toEqual([d, b, c, a, late])
    const { items, nextCursor } = await admin.ok(recordsApi.query, { ...at(world.staff), body: { limit: 2 } })
    const rest = await admin.ok(recordsApi.query, {
      ...at(world.staff),
      body: { limit: 5, cursor: nextCursor as string },
    })
    expect([...items, ...rest.items].map(({ id }) => id)).toEqual([d, b, c, a, late])
  })

  it('can be by a field', async () => {
    const low = await make({ name: 'Low', score: 1 }, [world.staff])
    const high = await make({ name: 'High', score: 9 }, [world.staff])
    await order('-score')
    expect(await membersOf(world.staff)).toEqual([high, low])
    await order('name')
    expect(await membersOf(world.staff)).toEqual([high, low])
    await order('-@name')
    expect(await membersOf(world.staff)).toEqual([low, high])
  })

  it('can be changed with update permission, if it is manual', async () => {
    const ada = await make({ name: 'Ada' }, [world.staff])
    const body = { dataRecordId: ada, afterRecordId: null }
    expect((await admin.refused(membershipApi.place, { ...at(world.staff), body })).code).toBe(
      'validation_failed',
    )
    await order('manual')
    const stranger = await make({ name: 'Ben' })
    for (const wrong of [
      { dataRecordId: stranger, afterRecordId: null },
      { dataRecordId: ada, afterRecordId: stranger },
    ]) {
      const refused = await admin.refused(membershipApi.place, { ...at(world.staff), body: wrong })
      expect(refused.errors).toMatchObject([{ code: 'unknown_record' }])
    }
    await world.team.setMemberGrants([{ permission: 'read_data_field_data' }])
    const refused = await client
      .as(world.team.member)
      .refused(membershipApi.place, { ...at(world.staff), body })
    expect(refused.code).toBe('access_denied')
  })
})

describe('changing between plain and smart', () => {
  it('keeps matching records as plain members, and drops plain members again', async () => {
    const ids = [await make({ name: 'Ada', score: 200 }), await make({ name: 'Ben', score: 300 })]
    const other = await make({ name: 'Cy', score: 1 })
    await admin.ok(collectionsApi.update, { ...at(world.winners), body: { isSmartCollection: false } })
    await deps.runJobs(tasksOf(deps))
    expect(await membersOf(world.winners)).toEqual(ids)
    await admin.ok(recordsApi.update, {
      params: { teamId: world.team.teamId, dataRecordId: ids[0] as number },
      body: { values: { score: 0 } },
    })
    await admin.ok(recordsApi.bulk, {
      ...at(world.people),
      body: { addTo: world.winners, target: { ids: [other] } },
    })
    expect(await membersOf(world.winners)).toEqual([...ids, other])
    const smart = await admin.ok(collectionsApi.update, {
      ...at(world.winners),
      body: { isSmartCollection: true, membershipDataFilter: { field: 'score', op: 'gt', value: 100 } },
    })
    expect(smart).toMatchObject({ isSmartCollection: true, canCreate: false })
    expect(await membersOf(world.winners)).toEqual([ids[1]])
    await admin.ok(collectionsApi.update, { ...at(world.winners), body: { isSmartCollection: false } })
    expect(await membersOf(world.winners)).toEqual([ids[1]])
  })

  it('continues in the background with many records', async () => {
    const create = Array.from({ length: 5_200 }, (_, n) => ({ values: { name: `P ${n}`, score: 500 } }))
    await admin.ok(recordsApi.bulk, { ...at(world.people), body: { create } })
    await admin.ok(collectionsApi.update, { ...at(world.winners), body: { isSmartCollection: false } })
    await deps.runJobs(tasksOf(deps))
    const { dataCollection } = await admin.ok(collectionsApi.list, {
      params: { teamId: world.team.teamId },
      query: { countObjects: '1' as never },
    })
    expect(dataCollection.find(({ id }) => id === world.winners)).toMatchObject({ countDataObject: 5_200 })
  })

  it('is rejected with invalid settings', async () => {
    const filter = { field: 'score', op: 'gt', value: 1 } as const
    const refusal = async (id: number, body: object) => {
      const { errors = [] } = await admin.refused(collectionsApi.update, { ...at(id), body: body as never })
      return errors.map(({ path, code }) => [path, code])
    }
    expect(await refusal(world.people, { isSmartCollection: true, membershipDataFilter: filter })).toEqual([
      ['isSmartCollection', 'invalid'],
    ])
    expect(await refusal(world.staff, { isSmartCollection: true })).toEqual([
      ['membershipDataFilter', 'required'],
    ])
    expect(await refusal(world.staff, { membershipDataFilter: filter })).toEqual([
      ['membershipDataFilter', 'read_only'],
    ])
    const round = { field: '@collections', op: 'memberOf', value: [world.board] }
    expect(await refusal(world.staff, { isSmartCollection: true, membershipDataFilter: round })).toEqual([
      ['membershipDataFilter', 'invalid'],
    ])
    expect(await refusal(world.winners, { membershipOrder: 'manual' })).toEqual([
      ['membershipOrder', 'invalid'],
    ])
    expect(await refusal(world.staff, { membershipOrder: '-nothing' })).toEqual([
      ['membershipOrder', 'unknown_field'],
    ])
  })

  it('is denied to a designer who sees only some of the records', async () => {
    const designer = await world.team.user({ featurePermissions: ['team_admin_data_collections'] })
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', rowFilter: { field: 'score', op: 'gt', value: 150 } },
      { permission: 'update_data_field_data' },
    ])
    const refused = await client.as(designer).refused(collectionsApi.update, {
      ...at(world.winners),
      body: { isSmartCollection: false },
    })
    expect(refused.code).toBe('access_denied')
  })
})

it('does not assume that a record is in the tree of the previous one', async () => {
  const params = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })
  const person = await make({ name: 'Neighbour' })
  const { record: place } = await admin.ok(recordsApi.create, {
    ...at(world.places),
    body: { values: { name: 'Next door' } },
  })
  const visited = await child('Visited place', world.places)
  // Home collections of records with close ids are cached as a guess.
  await admin.ok(recordsApi.update, { params: params(person), body: { values: { name: 'First' } } })
  const { record } = await admin.ok(recordsApi.setCollections, {
    params: params(place.id),
    body: { dataCollectionIds: [visited.id] },
  })
  expect(record.dataCollectionIds).toContain(visited.id)
  expect(await membersOf(visited.id)).toEqual([place.id])
})
