/** Replacing and splitting texts: one operation, its preview, invalid results, and access by field and row. */

import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { BulkBody, Replace, RewriteBody, Split } from '@muster/contract/records/records.schema'
import { describe, expect, it } from 'vitest'
import { admin, deps, inAnApp, member, visitor, withNewWorlds, world } from '../../../test/in-a-world.ts'
import { operationsRoutes } from '../../features/operations/operations.routes.ts'
import { recordsRoutes } from '../../features/records/records.routes.ts'
import { tasksOf } from '../../tasks.ts'
import { undoRegistry } from '../../undo.ts'

inAnApp((all) => (bindTo) => {
  bindTo(recordsApi, recordsRoutes(all))
  bindTo(operationsApi, operationsRoutes(all, undoRegistry))
})
withNewWorlds()

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const inTeam = (operationId: number) => ({ teamId: world.team.teamId, operationId })
const bulk = (body: unknown, client = admin) =>
  client.ok(recordsApi.bulk, { params: inPeople(), body: body as BulkBody })
const preview = (body: unknown, client = admin) =>
  client.ok(recordsApi.previewRewrite, { params: inPeople(), body: body as RewriteBody })
const some = async (...values: Record<string, unknown>[]) =>
  (await bulk({ create: values.map((each) => ({ values: each })) })).created
const valuesOf = async (id: number) =>
  (await admin.ok(recordsApi.get, { params: { teamId: world.team.teamId, dataRecordId: id } })).values
const undo = (id: number) => admin.ok(operationsApi.undo, { params: inTeam(id) })

const all = { filter: { and: [] } }
const replace = (more: Partial<Replace>, target: unknown = all) => ({
  replace: { fields: ['name'], find: '', with: '', ...more },
  target,
})
const split = (more: Partial<Split>, target: unknown = all) => ({
  split: { field: 'name', separator: ',', into: [], language: 'en', ...more },
  target,
})
const change = (
  recordId: number,
  name: string,
  field: string,
  before: unknown,
  after: unknown,
  part = 0,
) => ({ recordId, name, part, field, before, after, code: null })

describe('replace', () => {
  it('previews, changes the records of a target in one operation, and is undone as one', async () => {
    const [ada, bob, eve] = (await some(
      { name: '1 Main St.', score: 1 },
      { name: '2 Side ST.', score: 2 },
      { name: '3 Last St.', score: 30 },
    )) as [number, number, number]
    const body = replace({ find: 'st.', with: 'Street' }, { filter: { field: 'score', op: 'lt', value: 10 } })
    expect(await preview(body)).toEqual({
      records: 2,
      values: 2,
      checked: 2,
      refused: 0,
      changes: [
        change(ada, '1 Main St.', 'name', '1 Main St.', '1 Main Street'),
        change(bob, '2 Side ST.', 'name', '2 Side ST.', '2 Side Street'),
      ],
    })
    expect((await valuesOf(ada)).name).toBe('1 Main St.')
    const { operation, rejected, updated } = await bulk(body)
    expect({ rejected, updated }).toEqual({ rejected: [], updated: 2 })
    expect(operation).toMatchObject({ kind: 'update_records', recordCount: 2 })
    expect((await valuesOf(bob)).name).toBe('2 Side Street')
    expect((await valuesOf(eve)).name).toBe('3 Last St.')
    expect((await undo(operation!.id)).restored).toBe(2)
    expect((await valuesOf(bob)).name).toBe('2 Side ST.')
  })

  it('obeys case, whole values, quotes and signs of patterns', async () => {
    const [a, b] = (await some({ name: "O'Neil 100%_x\\" }, { name: 'ÉCOLE' })) as [number, number]
    const find = async (more: Partial<Replace>) => (await preview(replace(more))).values
    expect(await find({ find: 'école' })).toBe(1)
    expect(await find({ find: 'école', matchCase: true })).toBe(0)
    expect(await find({ find: 'COL', wholeValue: true })).toBe(0)
    expect(await find({ find: 'Écol%' })).toBe(0)
    await bulk(replace({ find: "'Neil 100%_X\\", with: '$&' }))
    expect((await valuesOf(a)).name).toBe('O$&')
    await bulk(replace({ find: 'école', with: 'École', wholeValue: true }))
    expect((await valuesOf(b)).name).toBe('École')
  })

  it('leaves and reports each value that would be invalid or taken', async () => {
    const [a, b, c] = (await some(
      { name: 'A', email: 'a@old.org', phone: '+14155552671' },
      { name: 'B', email: 'b@old.org' },
      { name: 'C', email: 'b@new.org' },
    )) as [number, number, number]
    const body = replace({ fields: ['email', 'phone'], find: 'old', with: 'new' })
    const { refused, values, changes } = await preview(body)
    expect({ refused, values }).toEqual({ refused: 1, values: 1 })
    expect(changes[1]).toEqual({ ...change(b, 'B', 'email', 'b@old.org', 'b@new.org'), code: 'not_unique' })
    expect(await bulk(body)).toMatchObject({
      updated: 1,
      rejected: [{ path: `target.${b}.email`, code: 'not_unique' }],
    })
    expect((await valuesOf(a)).email).toBe('a@new.org')
    expect((await valuesOf(b)).email).toBe('b@old.org')
    expect((await valuesOf(c)).email).toBe('b@new.org')
    const broken = replace({ fields: ['phone', 'email'], find: '415', with: 'x' })
    expect((await preview(broken)).changes).toEqual([
      { ...change(a, 'A', 'phone', '+14155552671', '+1x5552671'), code: 'not_a_phone_number' },
    ])
    expect(await bulk(broken)).toMatchObject({
      operation: null,
      rejected: [{ path: `target.${a}.phone`, code: 'not_a_phone_number' }],
    })
  })

  it('finds and changes nothing that the caller may not read or not change', async () => {
    const ids = (await some(
      { name: 'x', email: 'x1@example.org', score: 1 },
      { name: 'x', email: 'x2@example.org', score: 60 },
      { name: 'x', email: 'x3@example.org', score: 99 },
    )) as [number, number, number]
    const upTo = (value: number) => ({ field: 'score', op: 'lt', value })
    const ofField = async (name: string) => ({
      ...inPeople(),
      dataFieldId: (await world.fieldIds(world.people))[name] as number,
    })
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', ...(await ofField('name')), rowFilter: upTo(90) },
      { permission: 'update_data_field_data', ...(await ofField('name')), rowFilter: upTo(50) },
      { permission: 'update_data_field_data', ...(await ofField('email')) },
      { permission: 'read_data_field_data', ...(await ofField('score')) },
    ])
    const body = replace({ find: 'x', with: 'y' })
    const seen = await preview(body, member)
    expect(seen.changes.map(({ recordId }) => recordId)).toEqual([ids[0]])
    expect(await bulk(body, member)).toMatchObject({ updated: 1, rejected: [] })
    const byId = replace({ find: 'x', with: 'y' }, { ids: [...ids] })
    expect((await preview(byId, member)).values).toBe(0)
    expect((await bulk(byId, member)).operation).toBeNull()
    for (const [field, code] of [
      ['email', 'unknown_field'],
      ['score', 'read_only'],
    ]) {
      const refused = { params: inPeople(), body: replace({ fields: [field!], find: 'x' }) as never }
      const errors = [{ path: 'replace.fields.0', code }]
      expect((await member.refused(recordsApi.previewRewrite, refused)).errors).toEqual(errors)
      expect((await member.refused(recordsApi.bulk, refused)).errors).toEqual(errors)
    }
    const stranger = visitor.as(await world.team.stranger())
    const outside = { params: inPeople(), body: body as never }
    expect((await stranger.refused(recordsApi.previewRewrite, outside)).code).toBe('not_found')
  })

  it('is for fields with plain text', async () => {
    for (const field of ['score', 'notes', 'party', 'payment', 'address']) {
      const body = replace({ fields: [field], find: 'x' }) as never
      const { errors } = await admin.refused(recordsApi.previewRewrite, { params: inPeople(), body })
      expect(errors).toEqual([{ path: 'replace.fields.0', code: 'wrong_type' }])
    }
  })

  it('runs on in the background, counts what it left, and is still one undo', async () => {
    const create = Array.from({ length: 5_600 }, (_, n) => ({
      values: { name: `Old ${n}`, email: `old${n}@example.org` },
    }))
    await bulk({ create })
    await some({ name: 'Taken', email: 'new5500@example.org' })
    const body = replace({ fields: ['name', 'email'], find: 'old', with: 'new' })
    const seen = await preview(body)
    expect(seen).toMatchObject({ records: 5_600, values: 11_200, checked: 2_000 })
    expect(seen.changes).toHaveLength(20)
    const { operation, isRunning, updated } = await bulk(body)
    expect({ isRunning, updated }).toEqual({ isRunning: true, updated: 5_000 })
    await deps.runJobs(tasksOf(deps))
    const { run } = await admin.ok(operationsApi.get, { params: inTeam(operation!.id) })
    expect(run).toMatchObject({ state: 'done', seen: 5_600, total: 5_600, rejectedCount: 1 })
    expect(run?.rejected).toEqual([
      { path: expect.stringMatching(/^target\.\d+\.email$/), code: 'not_unique' },
    ])
    expect(await preview(body)).toMatchObject({ values: 0, refused: 1 })
    expect((await undo(operation!.id)).restored).toBe(5_600)
    expect((await preview(body)).values).toBe(11_200)
  }, 60_000)
})

describe('split', () => {
  it('previews and writes the parts as each field reads them, in one operation', async () => {
    const [ada, bob] = (await some(
      { name: 'Ada, +1 415 555 2671, 36.5, rest, more', score: 5 },
      { name: 'Bob', phone: '+14155552671', score: 5 },
    )) as [number, number]
    const body = split({ into: ['name', 'phone', 'weight', 'email'] })
    const { changes, values, refused } = await preview(body)
    expect({ values, refused }).toEqual({ values: 3, refused: 1 })
    const name = 'Ada, +1 415 555 2671, 36.5, rest, more'
    expect(changes).toEqual([
      change(ada, name, 'name', name, 'Ada'),
      change(ada, name, 'phone', null, '+14155552671', 1),
      change(ada, name, 'weight', null, 36.5, 2),
      { ...change(ada, name, 'email', null, 'rest, more', 3), code: 'not_an_email' },
    ])
    const { operation, rejected } = await bulk(body)
    expect(rejected).toEqual([{ path: `target.${ada}.email`, code: 'not_an_email' }])
    expect(await valuesOf(ada)).toMatchObject({
      name: 'Ada',
      phone: '+14155552671',
      weight: 36.5,
      email: null,
    })
    // A field without a part keeps its value.
    expect(await valuesOf(bob)).toMatchObject({ name: 'Bob', phone: '+14155552671' })
    await undo(operation!.id)
    expect(await valuesOf(ada)).toMatchObject({ name, phone: null, weight: null })
  })

  it('shows the part of a field that does not exist yet, and leaves it out', async () => {
    const [ada] = (await some({ name: 'Ada,Lovelace' })) as [number]
    const body = split({ into: ['name', null] })
    expect((await preview(body)).changes).toEqual([
      change(ada, 'Ada,Lovelace', 'name', 'Ada,Lovelace', 'Ada'),
      { ...change(ada, 'Ada,Lovelace', '', null, 'Lovelace', 1), field: null },
    ])
    await bulk(body)
    expect((await valuesOf(ada)).name).toBe('Ada')
  })

  it('reads numbers as they are written in the language of the reader', async () => {
    const [a] = (await some({ name: 'Ada; 1,5' })) as [number]
    await bulk(split({ separator: ';', into: ['name', 'weight'], language: 'fr' }))
    expect((await valuesOf(a)).weight).toBe(1.5)
  })

  it('needs to read the text and to change every field, in each record', async () => {
    await some({ name: 'Ada,Lovelace', email: 'a@example.org', score: 1 })
    const [other] = (await some({ name: 'Bob,Stone', score: 99 })) as [number]
    const rowFilter = { field: 'score', op: 'lt', value: 50 }
    const weight = (await world.fieldIds(world.people)).weight as number
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', ...inPeople() },
      { permission: 'update_data_field_data', ...inPeople() },
    ])
    const body = split({ into: ['name', 'phone'] })
    expect((await preview(body, member)).records).toBe(2)
    await world.team.setMemberGrants([
      { permission: 'read_data_field_data', ...inPeople() },
      { permission: 'update_data_field_data', ...inPeople(), rowFilter },
      { permission: 'update_data_field_data', ...inPeople(), dataFieldId: weight },
    ])
    const seen = await preview(body, member)
    expect(seen.changes.some(({ recordId }) => recordId === other)).toBe(false)
    await bulk(body, member)
    expect((await valuesOf(other)).name).toBe('Bob,Stone')
  })

  it('names two or more different fields that can take a part', async () => {
    const codeOf = async (more: Partial<Split>) => {
      const body = split(more) as never
      return (await admin.refused(recordsApi.previewRewrite, { params: inPeople(), body })).errors
    }
    expect(await codeOf({ into: ['name', 'name'] })).toEqual([{ path: 'split.into', code: 'invalid' }])
    expect(await codeOf({ into: ['name', 'party'] })).toEqual([{ path: 'split.into.1', code: 'wrong_type' }])
    expect(await codeOf({ field: 'score', into: ['name', 'email'] })).toEqual([
      { path: 'split.field', code: 'wrong_type' },
    ])
  })
})
