/** Creating and changing records through the API. */
import { recordsApi } from '@muster/contract/records/records.api'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { admin, deps, inAnApp, member, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'

inAnApp((deps) => (bindTo) => bindTo(recordsApi, recordsRoutes(deps)))
withWorld()

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })

async function create(values: Record<string, unknown>, client = admin) {
  return client.ok(recordsApi.create, { params: inPeople(), body: { values } })
}
async function update(id: number, values: Record<string, unknown>, version?: number, client = admin) {
  const body = version === undefined ? { values } : { values, version }
  return client.ok(recordsApi.update, { params: of(id), body })
}

/** A value for every type that needs only the test world. */
const everything = () => ({
  name: 'Ada Lovelace',
  email: `ada.${Math.random()}@example.org`,
  notes: '<p>Hello <strong>there</strong></p>',
  phone: '+14155552671',
  score: 120,
  weight: 12.5,
  price: { amount: 12.5, currency: 'USD' },
  is_member: true,
  born: '1815-12-10',
  seen_at: '2024-05-01T10:00:00Z',
  term: { start: '2024-01-01', end: null },
  payment: 'paid',
  party: world.partyIds[2],
  parties: [world.partyIds[1], world.partyIds[0]],
  home: world.placeIds[0],
  visited: [world.placeIds[2], world.placeIds[1]],
  topic: world.places,
  topics: [world.parties, world.people],
  film: 'https://youtu.be/dQw4w9WgXcQ',
  address: {
    line1: '1 Rue X',
    line2: null,
    city: 'Tours',
    region: null,
    postalCode: null,
    country: 'FR',
    lat: 1.5,
    lng: -2,
  },
  facts: [{ label: 'Height', value: '1.70' }],
})

describe('create', () => {
  it('writes every type of value and returns the same record as a read', async () => {
    const values = everything()
    const { record, operation } = await create(values)
    expect(operation).toMatchObject({ kind: 'create_records', recordCount: 1 })
    expect(record).toMatchObject({ name: 'Ada Lovelace', version: 1, createdBy: world.team.admin.teamUserId })
    expect(record.values).toMatchObject({
      ...values,
      seen_at: expect.stringContaining('2024-05-01T10:00:00'),
    })
    expect(record.values.number).toMatch(/^P-\d{4}$/)
    expect(record.dataCollectionIds.sort()).toEqual([world.people, world.winners].sort())
    expect(record.linked[String(world.placeIds[2])]).toMatchObject({ name: 'Oslo' })
    expect(await admin.ok(recordsApi.get, { params: of(record.id) })).toEqual(record)
  })

  it('returns the same record as a read when one statement does all', async () => {
    const { visited: _, ...values } = everything()
    const { record } = await create(values)
    expect(await admin.ok(recordsApi.get, { params: of(record.id) })).toEqual(record)
  })

  it('fills in defaults and numbers, and skips numbers entered manually', async () => {
    const { record } = await create({ name: 'Bob' })
    expect(record.values.score).toBe(7)
    const next = Number(String(record.values.number).slice(2)) + 1
    await create({ name: 'Cem', number: `P-${String(next).padStart(4, '0')}` })
    const { record: after } = await create({ name: 'Dee' })
    expect(after.values.number).toBe(`P-${String(next + 1).padStart(4, '0')}`)
    const many = await Promise.all(Array.from({ length: 10 }, (_, i) => create({ name: `N${i}` })))
    expect(new Set(many.map(({ record: { values } }) => values.number)).size).toBe(10)
  })

  it('finds the record by its words and by the labels of its choices', async () => {
    const { record } = await create({ name: 'Zebedee Quill', party: world.partyIds[2] })
    const found = async (search: string) =>
      (await admin.ok(recordsApi.query, { params: inPeople(), body: { search } })).items.map(({ id }) => id)
    expect(await found('zebed ecolog')).toEqual([record.id])
    expect(await found('zebed blues')).toEqual([])
    await update(record.id, { party: world.partyIds[1] })
    expect(await found('zebed blues')).toEqual([record.id])
  })

  it('adds a record to the child collection it is created in, and to its ancestors', async () => {
    const { record } = await admin.ok(recordsApi.create, {
      params: { ...inPeople(), dataCollectionId: world.board },
      body: { values: { name: 'Kim' } },
    })
    expect(record.dataCollectionIds.sort()).toEqual([world.people, world.staff, world.board].sort())
    expect(record.dataCollectionId).toBe(world.people)
  })

  it.each([
    ['email', 'not an address', 'not_an_email'],
    ['score', '12', 'not_a_number'],
    ['party', 999_999_999, 'unknown_choice'],
    ['parties', [999_999_999], 'unknown_choice'],
    ['home', 999_999_999, 'unknown_record'],
    ['visited', [999_999_999], 'unknown_record'],
    ['topic', 999_999_999, 'unknown_collection'],
    ['photo', '00000000-0000-4000-8000-000000000000', 'unknown_file'],
    ['nothing', 1, 'unknown_field'],
    ['record_id', 1, 'unknown_field'],
    ['constructor', 1, 'unknown_field'],
    ['name', 'a\0b', 'not_text'],
  ])('rejects an invalid %s', async (field, value, code) => {
    const problem = await admin.refused(recordsApi.create, {
      params: inPeople(),
      body: { values: { [field]: value } },
    })
    expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ path: `values.${field}`, code }] })
  })

  it('accepts only collections that the caller may use, in every kind of write', async () => {
    const { record } = await create({ topic: world.places })
    const path = (prefix: string) => ({ errors: [{ path: `${prefix}topics`, code: 'unknown_collection' }] })
    const everyWay = async (client: Client, id: number) => {
      const values = { topics: [world.people, id] }
      const body = { create: [{ values }], update: [], skipBad: false }
      const target = { ids: [record.id] }
      expect(await client.refused(recordsApi.create, { params: inPeople(), body: { values } })).toMatchObject(
        path('values.'),
      )
      expect(
        await client.refused(recordsApi.update, { params: of(record.id), body: { values } }),
      ).toMatchObject(path('values.'))
      expect(await client.refused(recordsApi.bulk, { params: inPeople(), body })).toMatchObject(
        path('create.0.values.'),
      )
      expect(
        await client.refused(recordsApi.bulk, { params: inPeople(), body: { set: values, target } }),
      ).toMatchObject(path('set.'))
    }
    await everyWay(admin, 999_999_999)
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', dataCollectionId: world.people },
      { permission: 'update_data_field_data', dataCollectionId: world.people },
    ])
    await everyWay(visitor.as(await world.team.user()), world.places)
    await world.team.setMemberGrants([])
  })

  it('rejects an item of another list, and a record of another collection', async () => {
    const problem = await admin.refused(recordsApi.create, {
      params: inPeople(),
      body: { values: { party: world.placeIds[0], home: world.partyIds[0] } },
    })
    expect(problem.errors?.map(({ path, code }) => [path, code]).sort()).toEqual([
      ['values.home', 'unknown_record'],
      ['values.party', 'unknown_choice'],
    ])
  })

  it('rejects a duplicate of a unique value with its path', async () => {
    await create({ email: 'taken@example.org' })
    const problem = await admin.refused(recordsApi.create, {
      params: inPeople(),
      body: { values: { email: 'Taken@Example.org' } },
    })
    expect(problem).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'values.email', code: 'not_unique' }],
    })
  })

  it('cleans formatted text', async () => {
    const { record } = await create({
      notes:
        '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x">a</a><img src=x onerror=y></p>',
    })
    expect(record.values.notes).toBe('<p>Hi<a>a</a></p>')
  })

  it('is idempotent for requests with the same key', async () => {
    const call = {
      params: inPeople(),
      body: { values: { name: 'Once' } },
      headers: { 'idempotency-key': 'key 1' },
    }
    const first = await admin.ok(recordsApi.create, call)
    const second = await admin.ok(recordsApi.create, call)
    expect(second).toEqual(first)
    const same = await admin.ok(recordsApi.query, {
      params: inPeople(),
      body: { filter: { field: 'name', op: 'is', value: 'Once' } },
    })
    expect(same.items).toHaveLength(1)
  })

  it('rejects prototype keys', async () => {
    const response = await admin.inject({
      method: 'POST',
      url: `/api/teams/${world.team.teamId}/dataCollections/${world.people}/dataRecords`,
      headers: { 'content-type': 'application/json' },
      payload: '{"values":{"__proto__":{"name":"x"},"name":"y"}}',
    })
    expect(response.statusCode).toBe(400)
  })
})

describe('update', () => {
  it('changes the requested values and logs them before and after', async () => {
    const { record } = await create(everything())
    const changes = {
      name: 'Grace Hopper',
      score: 3,
      visited: [world.placeIds[3]],
      price: null,
      term: { start: null, end: '2025-01-01' },
      topics: [world.places],
    }
    const result = await update(record.id, changes, record.version)
    expect(result.operation).toMatchObject({ kind: 'update_records', recordCount: 1 })
    expect(result.record).toMatchObject({ name: 'Grace Hopper', version: 2, values: changes })
    expect(await admin.ok(recordsApi.get, { params: of(record.id) })).toEqual(result.record)
    const log = await one<{ before: object; after: object; version: number }>(
      deps.pool,
      sql`select before, after, version from ${schemaTable('log_event')}
          where record_id = ${record.id} and type = 'updated'`,
    )
    expect(log).toEqual({
      version: 2,
      before: {
        name: 'Ada Lovelace',
        score: 120,
        visited: [world.placeIds[2], world.placeIds[1]],
        price: { amount: 12.5, currency: 'USD' },
        term: { start: '2024-01-01', end: null },
        topics: [world.parties, world.people],
      },
      after: changes,
    })
  })

  it('does nothing if every value is the same, even in another notation', async () => {
    const { record } = await create(everything())
    const { record: same, operation } = await update(record.id, {
      ...record.values,
      seen_at: '2024-05-01T10:00:00.000Z',
      weight: 12.5,
    })
    expect(operation).toBeNull()
    expect(same).toEqual(record)
  })

  it('accepts concurrent edits of different fields and rejects a stale one of the same field', async () => {
    const { record } = await create({ name: 'V', score: 1 })
    await update(record.id, { score: 2 }, 1)
    const other = await update(record.id, { born: '2000-01-01' }, 1)
    expect(other.record.version).toBe(3)
    const problem = await admin.refused(recordsApi.update, {
      params: of(record.id),
      body: { values: { score: 9, weight: 5 }, version: 1 },
    })
    expect(problem).toMatchObject({
      code: 'version_conflict',
      params: { fields: ['score'], current: { score: 2 }, yours: { score: 9 }, version: 3 },
    })
    // Even if the value is the same: both may have added one to the value they saw.
    const same = await admin.refused(recordsApi.update, {
      params: of(record.id),
      body: { values: { score: 2 }, version: 1 },
    })
    expect(same).toMatchObject({ code: 'version_conflict', params: { fields: ['score'] } })
    // Without a version the last writer wins.
    expect((await update(record.id, { score: 9 })).record.values.score).toBe(9)
  })

  it('accepts only one of several concurrent edits of a field', async () => {
    const { record } = await create({ name: 'Race', score: 0 })
    const responses = await Promise.all(
      [1, 2, 3, 4].map((score) =>
        admin.call(recordsApi.update, { params: of(record.id), body: { values: { score }, version: 1 } }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('loses no update when twenty people each add one to a number', async () => {
    const { record } = await create({ name: 'Counter', score: 0 })
    const addOne = async (): Promise<void> => {
      const { values, version } = await admin.ok(recordsApi.get, { params: of(record.id) })
      const body = { values: { score: Number(values.score) + 1 }, version }
      const { status } = await admin.call(recordsApi.update, { params: of(record.id), body })
      if (status === 409) return addOne()
      expect(status).toBe(200)
    }
    await Promise.all(Array.from({ length: 20 }, addOne))
    const now = await admin.ok(recordsApi.get, { params: of(record.id) })
    expect(now).toMatchObject({ version: 21, values: { score: 20 } })
  })

  it('loses no concurrent edit, and logs them as a chain', async () => {
    const { record } = await create({ name: 'Chain', score: 0 })
    await Promise.all(Array.from({ length: 20 }, (_, n) => update(record.id, { score: n + 1 })))
    const events = await rows<{ before: { score: number }; after: { score: number }; version: number }>(
      deps.pool,
      sql`select before, after, version from ${schemaTable('log_event')}
          where record_id = ${record.id} and type = 'updated' order by version`,
    )
    expect(events.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2))
    let score = 0
    for (const { before, after } of events) {
      expect(before.score).toBe(score)
      score = after.score
    }
    const now = await admin.ok(recordsApi.get, { params: of(record.id) })
    expect(now).toMatchObject({ version: 21, values: { score } })
  })

  it('rejects invalid values, unknown records and duplicates of unique values', async () => {
    const { record } = await create({ email: 'first@example.org' })
    await create({ email: 'second@example.org' })
    const refused = async (values: object) =>
      (await admin.refused(recordsApi.update, { params: of(record.id), body: { values: { ...values } } }))
        .errors
    expect(await refused({ home: 999_999_999 })).toEqual([{ path: 'values.home', code: 'unknown_record' }])
    expect(await refused({ email: 'second@example.org' })).toEqual([
      { path: 'values.email', code: 'not_unique' },
    ])
    expect(await refused({ score: 1.5 })).toEqual([{ path: 'values.score', code: 'not_an_integer' }])
    const missing = await admin.refused(recordsApi.update, {
      params: of(999_999_999),
      body: { values: { name: 'x' } },
    })
    expect(missing.code).toBe('not_found')
  })
})

describe('access', () => {
  it('hides unreadable columns and rejects changes of read-only ones', async () => {
    const model = await world.model()
    const fieldId = (column: string) => model.collections.get(world.people)!.fieldsByColumn.get(column)!.id
    const { record } = await create({ name: 'R', score: 5 })
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', dataFieldId: fieldId('name') },
      { permission: 'read_data_field_data', dataFieldId: fieldId('born') },
      { permission: 'update_data_field_data', dataFieldId: fieldId('name') },
    ])
    const refused = async (values: object) =>
      (await member.refused(recordsApi.update, { params: of(record.id), body: { values: { ...values } } }))
        .errors
    expect(await refused({ score: 1 })).toEqual([{ path: 'values.score', code: 'unknown_field' }])
    expect(await refused({ born: '2000-01-01' })).toEqual([{ path: 'values.born', code: 'read_only' }])
    const { record: changed } = await update(record.id, { name: 'S' }, undefined, member)
    expect(changed.values).toEqual({ name: 'S', born: null })
    expect(changed.createdBy).toBeNull()
    const { record: made } = await create({ name: 'T' }, member)
    expect(made.values).toEqual({ name: 'T', born: null })
    const kept = await one<{ score: string }>(
      deps.pool,
      sql`select score from ${schemaTable('persons')} where record_id = ${made.id}`,
    )
    expect(kept?.score).toBe(7)
  })

  it('follows row rules: hidden records are not found, and visible ones may be read-only', async () => {
    const own = { field: '@createdBy', op: 'is', value: { variable: 'currentUser' } }
    await world.team.setMemberGrants([
      {
        permission: 'read_data_field_data',
        ...inPeople(),
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
      { permission: 'update_data_field_data', rowFilter: own },
    ])
    const { record: hidden } = await create({ name: 'H', score: 60 })
    const { record: closed } = await create({ name: 'C', score: 10 })
    const tried = (id: number) =>
      member.refused(recordsApi.update, { params: of(id), body: { values: { name: 'x' } } })
    expect((await tried(hidden.id)).code).toBe('not_found')
    expect((await tried(closed.id)).code).toBe('access_denied')
    const { record: mine } = await create({ name: 'M', score: 10 }, member)
    expect((await update(mine.id, { name: 'N' }, undefined, member)).record.name).toBe('N')
  })

  it('does not create a record that its author could not change', async () => {
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data' },
      {
        permission: 'update_data_field_data',
        ...inPeople(),
        rowFilter: { field: 'score', op: 'lt', value: 50 },
      },
    ])
    const before = await rows(deps.pool, sql`select id from ${schemaTable('data_record')}`)
    const problem = await member.refused(recordsApi.create, {
      params: inPeople(),
      body: { values: { name: 'X', score: 99 } },
    })
    expect(problem.code).toBe('access_denied')
    expect(await rows(deps.pool, sql`select id from ${schemaTable('data_record')}`)).toHaveLength(
      before.length,
    )
    expect((await create({ name: 'Y', score: 9 }, member)).record.canUpdate).toBe(true)
  })
})

it('reports an invalid default, which refers to a deleted item, as such', async () => {
  const field = (await world.model()).collections.get(world.people)!.fieldsByColumn.get('party')!
  const params = { teamId: world.team.teamId, dataCollectionId: world.parties }
  const { record } = await admin.ok(recordsApi.create, { params, body: { values: { name: 'Gone soon' } } })
  const setDefault = async (value: string | null) => {
    await run(
      deps.pool,
      sql`update muster.data_field set default_value = ${value}::jsonb where id = ${field.id}`,
    )
    await deps.models.changed(world.team.teamId)
  }
  await setDefault(String(record.id))
  await admin.ok(recordsApi.remove, { params: of(record.id) })
  const refused = await admin.call(recordsApi.create, {
    params: inPeople(),
    body: { values: { name: 'Eve' } },
  })
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'values.party', code: 'default_gone' }] },
  })
  const given = await admin.call(recordsApi.create, {
    params: inPeople(),
    body: { values: { name: 'Eve', party: record.id } },
  })
  expect(given).toMatchObject({ body: { errors: [{ path: 'values.party', code: 'unknown_choice' }] } })
  await setDefault(null)
})

function schemaTable(name: string) {
  return ident(world.team.schema, name)
}
