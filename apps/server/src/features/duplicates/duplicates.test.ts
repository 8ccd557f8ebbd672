/** Finding duplicates and merging them, through the API on a real database. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { duplicatesApi } from '@muster/contract/duplicates/duplicates.api'
import type { FindDuplicatesBody } from '@muster/contract/duplicates/duplicates.schema'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { rows, run, sql } from '../../platform/db.ts'
import { tasksOf } from '../../tasks.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { duplicatesRoutes } from './duplicates.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: ReturnType<typeof clientOf>

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(duplicatesApi, duplicatesRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  })
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})
beforeEach(async () => {
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const ofRecord = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })
const read = (id: number, client = admin) => client.ok(recordsApi.get, { params: ofRecord(id) })
const createMany = async (values: Record<string, unknown>[], dataCollectionId = world.people) =>
  (
    await admin.ok(recordsApi.bulk, {
      params: { teamId: world.team.teamId, dataCollectionId },
      body: { create: values.map((each) => ({ values: each })) },
    } as never)
  ).created
const change = (id: number, values: Record<string, unknown>) =>
  admin.ok(recordsApi.update, { params: ofRecord(id), body: { values } })

async function find(body: Partial<FindDuplicatesBody>, client = admin) {
  const scan = await client.ok(duplicatesApi.find, { params: inPeople(), body: body as FindDuplicatesBody })
  await deps.runJobs(tasksOf(deps))
  return client.ok(duplicatesApi.get, { params: { teamId: world.team.teamId, scanId: scan.id } })
}
const groupsOf = (scanId: number, client = admin) =>
  client.ok(duplicatesApi.groups, { params: { teamId: world.team.teamId, scanId }, query: {} } as never)
const idsOf = async (scanId: number, client = admin) =>
  (await groupsOf(scanId, client)).items.map(({ recordIds }) => recordIds)

async function merge(ids: readonly number[], choices: Record<string, number> = {}, client = admin) {
  const versions = await Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).version })))
  return client.ok(duplicatesApi.merge, {
    params: inPeople(),
    body: { survivorId: ids[0] as number, records: versions, choices },
  })
}
const undo = (operationId: number, person: TestPerson = world.team.admin) =>
  clientOf(app, person).ok(operationsApi.undo, { params: { teamId: world.team.teamId, operationId } })

describe('finding', () => {
  it('normalizes email, phone and name, and groups connected records', async () => {
    const [a, b, c, d, e, f, g] = (await createMany([
      { name: 'Zoë  Müller', phone: '+14155552671' },
      { name: 'zoe muller' },
      { name: 'Other', phone: '+14155552671' },
      { name: 'Ana Lima', email: 'ana.lima@gmail.com' },
      { name: 'A. Lima', email: 'analima+news@gmail.com' },
      { name: 'Nobody' },
      { name: '' },
    ])) as [number, number, number, number, number, number, number]
    const byName = await find({ rules: [{ fields: ['@name'], compare: 'same' }] })
    expect(byName).toMatchObject({ status: 'done', groupCount: 1, recordCount: 2, openCount: 1 })
    expect(await idsOf(byName.id)).toEqual([[a, b]])
    const rules: FindDuplicatesBody['rules'] = [
      { fields: ['@name'], compare: 'same' },
      { fields: ['phone'], compare: 'same' },
      { fields: ['email'], compare: 'same' },
    ]
    expect(await idsOf((await find({ rules })).id)).toEqual([[a, b, c]])
    const tagged = await find({ rules, ignoresEmailTags: true })
    // Most certain first: the same mailbox counts more than a phone number shared by different names.
    expect(await idsOf(tagged.id)).toEqual([
      [d, e],
      [a, b, c],
    ])
    expect((await groupsOf(tagged.id)).items.map(({ certainty }) => certainty)).toEqual([100, 50])
    for (const id of [f, g]) expect((await idsOf(tagged.id)).flat()).not.toContain(id)
  })

  it('is not certain about records that differ in a unique field', async () => {
    await createMany([
      { name: 'John Smith', email: 'john@example.org' },
      { name: 'John Smith', email: 'smith@example.org' },
      { name: 'Ana Lima', born: '1918-08-26', email: 'ana@example.org' },
      { name: 'Ana Lima', born: '1918-08-26' },
      { name: 'Carla Ruiz', phone: '+14155552671' },
      { name: 'Carla Ruiz' },
      { name: 'Max Moe', born: '1918-08-26' },
      { name: 'Max Moe', born: '1950-01-02' },
      { name: 'Zoe Low', score: 2, weight: 3.5, born: '1990-01-01' },
      { name: 'Zoe Low', score: 2, weight: 4, born: '1990-01-01' },
    ])
    const scan = await find({ rules: [{ fields: ['@name'], compare: 'same' }] })
    const { items } = await groupsOf(scan.id)
    const found = items.map(({ records, certainty, isCertain, differs }) => [
      records[0]?.name,
      certainty,
      isCertain,
      differs,
    ])
    // A name alone makes a pair possible; no pair with a differing value is certain.
    expect(found).toEqual([
      ['Ana Lima', 92, true, []],
      ['Zoe Low', 92, false, ['weight']],
      ['Carla Ruiz', 70, false, []],
      ['John Smith', 40, false, ['email']],
      ['Max Moe', 40, false, ['born']],
    ])
    expect(scan).toMatchObject({
      openCount: 5,
      openCertainCount: 1,
      openAgreeingCount: 2,
      openDiffers: [
        { field: 'born', groups: 1 },
        { field: 'email', groups: 1 },
        { field: 'weight', groups: 1 },
      ],
    })
    const params = { teamId: world.team.teamId, scanId: scan.id }
    await admin.ok(duplicatesApi.mergeMany, { params, body: { groups: 'all' } })
    await deps.runJobs(tasksOf(deps))
    expect(await admin.ok(duplicatesApi.get, { params })).toMatchObject({
      openCount: 3,
      merge: { mergedGroups: 2, skippedGroups: 0 },
    })
  })

  it('finds similar names, and records with several equal fields', async () => {
    const ids = await createMany([
      { name: 'Katherine Johnson', born: '1918-08-26', score: 1 },
      { name: 'Johnson, Katharine', born: '1918-08-26', score: 1 },
      { name: 'Grace Hopper', born: '1918-08-26', score: 2 },
    ])
    const similar = await find({ rules: [{ fields: ['@name'], compare: 'similar' }], similarity: 0.6 })
    expect(await idsOf(similar.id)).toEqual([[ids[0], ids[1]]])
    const [group] = (await groupsOf(similar.id)).items
    expect(group?.isCertain).toBe(false)
    const both = await find({ rules: [{ fields: ['born', 'score'], compare: 'same' }] })
    expect(await idsOf(both.id)).toEqual([[ids[0], ids[1]]])
    const refused = await admin.refused(duplicatesApi.find, {
      params: inPeople(),
      body: { rules: [{ fields: ['nothing'], compare: 'same' }], ignoresEmailTags: false, similarity: 0.6 },
    })
    expect(refused.errors).toEqual([{ path: 'rules.0.fields.0', code: 'unknown_field' }])
  })

  it('leaves out dismissed groups until the dismissal is undone', async () => {
    const [a, b, c] = await createMany([{ name: 'X' }, { name: 'X' }, { name: 'Y' }, { name: 'Y' }])
    const rules: FindDuplicatesBody['rules'] = [{ fields: ['@name'], compare: 'same' }]
    const first = await find({ rules })
    expect((await groupsOf(first.id)).total).toBe(2)
    const params = { teamId: world.team.teamId, scanId: first.id, n: 1 }
    expect(await admin.ok(duplicatesApi.dismiss, { params, body: { isDismissed: true } })).toMatchObject({
      openCount: 1,
    })
    expect((await idsOf(first.id))[0]).toContain(c)
    expect((await idsOf((await find({ rules })).id)).flat()).not.toContain(a)
    // A third record of that name opens the group again.
    const [third] = await createMany([{ name: 'X' }])
    expect((await idsOf((await find({ rules })).id))[0]).toEqual([a, b, third])
    await admin.ok(duplicatesApi.dismiss, { params, body: { isDismissed: false } })
    expect((await idsOf(first.id)).length).toBe(2)
  })

  it('hides records and fields that the user may not see', async () => {
    await createMany([
      { name: 'X', score: 1, phone: '+14155552671' },
      { name: 'X', score: 99, phone: '+14155552671' },
      { name: 'X', score: 2 },
    ])
    const model = await world.model()
    const nameId = model.collections.get(world.people)!.fieldsByColumn.get('name')!.id
    const member = clientOf(app, world.team.member)
    await world.team.setMemberGrants([
      {
        permission: 'read_data_field_data',
        dataFieldId: nameId,
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
    ])
    const scan = await find({ rules: [{ fields: ['@name'], compare: 'same' }] }, member)
    expect(await idsOf(scan.id, member)).toHaveLength(1)
    expect((await idsOf(scan.id, member))[0]).toHaveLength(2)
    const refused = await member.refused(duplicatesApi.find, {
      params: inPeople(),
      body: { rules: [{ fields: ['phone'], compare: 'same' }], ignoresEmailTags: false, similarity: 0.6 },
    })
    expect(refused.errors?.[0]).toMatchObject({ code: 'unknown_field' })
    // Only the owner may see a search.
    expect(
      (await admin.refused(duplicatesApi.get, { params: { teamId: world.team.teamId, scanId: scan.id } }))
        .code,
    ).toBe('not_found')
    const merging = await member.refused(duplicatesApi.merge, {
      params: inPeople(),
      body: {
        survivorId: (await idsOf(scan.id, member))[0]![0]!,
        records: (await idsOf(scan.id, member))[0]!.map((id) => ({ id, version: 1 })),
        choices: {},
      },
    })
    expect(merging.code).toBe('access_denied')
  })
})

describe('merging', () => {
  it('takes the newest value of each field, unites lists, and follows choices', async () => {
    const [a, b] = (await createMany([
      {
        name: 'Old',
        email: 'old@example.org',
        phone: '+14155552671',
        visited: [world.placeIds[0]],
        score: 1,
      },
      {
        name: 'New',
        email: 'new@example.org',
        visited: [world.placeIds[1], world.placeIds[0]],
        score: 2,
        weight: 3,
      },
    ])) as [number, number]
    await admin.ok(recordsApi.setCollections, {
      params: ofRecord(b),
      body: { dataCollectionIds: [world.staff] },
    })
    const { record, operation } = await merge([a, b], { score: a, phone: b })
    expect(operation).toMatchObject({ kind: 'merge_records' })
    expect(record).toMatchObject({ id: a, name: 'New' })
    expect(record.values).toMatchObject({
      // Unique: the survivor keeps its own.
      email: 'old@example.org',
      weight: 3,
      score: 1,
      phone: null,
      visited: [world.placeIds[0], world.placeIds[1]],
    })
    expect(record.dataCollectionIds.sort()).toEqual([world.people, world.staff].sort())
    expect((await read(b)).deletedAt).not.toBeNull()
    expect(await admin.ok(duplicatesApi.survivor, { params: ofRecord(b) })).toEqual({ dataRecordId: a })
    const { items } = await admin.ok(recordsApi.logEvents, { params: ofRecord(a), query: {} } as never)
    expect(items[0]).toMatchObject({ kind: 'merge_records', type: 'updated' })
    const deleted = await admin.ok(recordsApi.logEvents, { params: ofRecord(b), query: {} } as never)
    expect(deleted.items[0]).toMatchObject({ kind: 'merge_records', type: 'deleted' })
    await undo(operation.id)
    expect(await read(a)).toMatchObject({ name: 'Old', values: { phone: '+14155552671', weight: null } })
    expect((await read(a)).dataCollectionIds).toEqual([world.people])
    expect(await read(b)).toMatchObject({
      name: 'New',
      deletedAt: null,
      values: { email: 'new@example.org' },
    })
    expect(await admin.ok(duplicatesApi.survivor, { params: ofRecord(b) })).toEqual({ dataRecordId: null })
  })

  it('moves the other record’s unique value to the survivor, and back on undo', async () => {
    const [a, b] = (await createMany([{ name: 'A' }, { name: 'B', email: 'b@example.org' }])) as [
      number,
      number,
    ]
    const { record, operation } = await merge([a, b])
    expect(record.values.email).toBe('b@example.org')
    const undone = await undo(operation.id)
    expect(undone.skipped).toEqual([])
    expect((await read(a)).values.email).toBeNull()
    expect(await read(b)).toMatchObject({ deletedAt: null, values: { email: 'b@example.org' } })
    // Undoing the undo merges again.
    await undo(undone.operation.id)
    expect((await read(a)).values.email).toBe('b@example.org')
    expect(await admin.ok(duplicatesApi.survivor, { params: ofRecord(b) })).toEqual({ dataRecordId: a })
  })

  it('redirects links from all collections to the survivor, through successive merges', async () => {
    const [paris, lima, oslo] = world.placeIds as [number, number, number]
    const [p, q, r] = (await createMany([
      { name: 'P', home: lima, visited: [lima, paris], parties: [world.partyIds[0], world.partyIds[1]] },
      { name: 'Q', visited: [lima, oslo] },
      { name: 'R', home: paris, party: world.partyIds[1] },
    ])) as [number, number, number]
    const mergePlaces = async (ids: readonly number[]) => {
      const records = await Promise.all(ids.map(async (id) => ({ id, version: (await read(id)).version })))
      return admin.ok(duplicatesApi.merge, {
        params: { teamId: world.team.teamId, dataCollectionId: world.places },
        body: { survivorId: ids[0] as number, records, choices: {} },
      })
    }
    const first = await mergePlaces([paris, lima])
    expect((await read(p)).values).toMatchObject({ home: paris, visited: [paris] })
    expect((await read(q)).values).toMatchObject({ visited: [paris, oslo] })
    expect((await read(r)).values).toMatchObject({ home: paris })
    const second = await mergePlaces([oslo, paris])
    expect((await read(q)).values).toMatchObject({ visited: [oslo] })
    expect(await admin.ok(duplicatesApi.survivor, { params: ofRecord(lima) })).toEqual({ dataRecordId: oslo })
    await undo(second.operation.id)
    await undo(first.operation.id)
    expect((await read(p)).values).toMatchObject({ home: lima, visited: [lima, paris] })
    expect((await read(q)).values).toMatchObject({ visited: [lima, oslo] })
    // Items of a list are records too.
    const records = await Promise.all(
      [world.partyIds[0]!, world.partyIds[1]!].map(async (id) => ({ id, version: (await read(id)).version })),
    )
    await admin.ok(duplicatesApi.merge, {
      params: { teamId: world.team.teamId, dataCollectionId: world.parties },
      body: { survivorId: world.partyIds[0]!, records, choices: {} },
    })
    expect((await read(p)).values).toMatchObject({ parties: [world.partyIds[0]] })
    expect((await read(r)).values).toMatchObject({ party: world.partyIds[0] })
  })

  it('copies bookmarks to the survivor, and restores them on undo', async () => {
    const [a, b, c] = (await createMany([{ name: 'A' }, { name: 'B' }, { name: 'C' }])) as [
      number,
      number,
      number,
    ]
    const { teamUserId } = world.team.admin.teamUser
    const member = world.team.member.teamUser.teamUserId
    for (const [user, record, memo] of [
      [teamUserId, b, 'theirs'],
      [member, a, 'own'],
      [member, c, 'other'],
    ] as const) {
      await run(
        deps.pool,
        sql`insert into muster.bookmark (team_user_id, record_id, memo) values (${user}, ${record}, ${memo})`,
      )
    }
    const all = () =>
      rows(
        deps.pool,
        sql`select team_user_id as user, record_id as record, memo from muster.bookmark
            where team_user_id in (${teamUserId}, ${member}) order by 1, 2`,
      )
    const before = await all()
    const { operation } = await merge([a, b, c])
    const after = await all()
    expect(after).toContainEqual({ user: teamUserId, record: a, memo: 'theirs' })
    expect(after).toContainEqual({ user: member, record: a, memo: 'own' })
    const undone = await undo(operation.id)
    expect(await all()).toEqual(before)
    await undo(undone.operation.id)
    expect(await all()).toEqual(after)
  })

  it('rejects records that have changed in the meantime, and returns their ids', async () => {
    const [a, b] = (await createMany([{ name: 'A' }, { name: 'B' }])) as [number, number]
    await change(b, { score: 3 })
    const problem = await admin.refused(duplicatesApi.merge, {
      params: inPeople(),
      body: { survivorId: a, records: [a, b].map((id) => ({ id, version: 1 })), choices: {} },
    })
    expect(problem).toMatchObject({ code: 'version_conflict', params: { recordIds: [b] } })
    expect((await read(b)).deletedAt).toBeNull()
  })

  it('has no survivor for a restored record that is deleted again', async () => {
    const [a, b] = (await createMany([{ name: 'A' }, { name: 'B' }])) as [number, number]
    await merge([a, b])
    await admin.ok(recordsApi.restore, { params: ofRecord(b) })
    await admin.ok(recordsApi.remove, { params: ofRecord(b) })
    expect(await admin.ok(duplicatesApi.survivor, { params: ofRecord(b) })).toEqual({ dataRecordId: null })
  })
})

describe('many groups at once', () => {
  it('merges every certain group except changed ones, and undoes all at once', async () => {
    const ids = await createMany(
      Array.from({ length: 60 }, (_, n) => ({
        name: `Person ${Math.floor(n / 3)}`,
        score: Math.floor(n / 3),
        born: '1918-08-26',
        ...(n % 3 === 2 && { weight: 3 }),
      })),
    )
    const scan = await find({ rules: [{ fields: ['@name'], compare: 'same' }] })
    expect(scan).toMatchObject({ groupCount: 20, openCertainCount: 20 })
    await change(ids[4]!, { weight: 1 })
    const params = { teamId: world.team.teamId, scanId: scan.id }
    await admin.ok(duplicatesApi.mergeMany, { params, body: { groups: 'certain' } })
    expect((await admin.refused(duplicatesApi.mergeMany, { params, body: { groups: 'all' } })).code).toBe(
      'job_not_ready',
    )
    await deps.runJobs(tasksOf(deps))
    const done = await admin.ok(duplicatesApi.get, { params })
    expect(done).toMatchObject({
      openCount: 1,
      merge: { status: 'done', mergedGroups: 19, skippedGroups: 1, operation: { kind: 'merge_records' } },
    })
    expect((await groupsOf(scan.id)).items.map(({ recordIds }) => recordIds)).toEqual([ids.slice(3, 6)])
    expect((await read(ids[0]!)).values.weight).toBe(3)
    await undo(done.merge!.operation!.id)
    expect((await admin.ok(duplicatesApi.get, { params })).openCount).toBe(20)
    expect(await read(ids[1]!)).toMatchObject({ deletedAt: null })
    expect((await read(ids[0]!)).values.weight).toBeNull()
  })

  it('can be cancelled before it starts', async () => {
    await createMany([{ name: 'X' }, { name: 'X' }])
    const scan = await find({ rules: [{ fields: ['@name'], compare: 'same' }] })
    const params = { teamId: world.team.teamId, scanId: scan.id }
    await admin.ok(duplicatesApi.mergeMany, { params, body: { groups: 'all' } })
    await admin.ok(duplicatesApi.cancel, { params })
    await deps.runJobs(tasksOf(deps))
    expect(await admin.ok(duplicatesApi.get, { params })).toMatchObject({
      openCount: 1,
      merge: { status: 'cancelled' },
    })
  })
})
