/** Pictures at web addresses become files: as one operation, again and again without doubles, and with reasons. */
import { filesApi } from '@muster/contract/files/files.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ForeignHost } from '../../../../test/foreign-host.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { addFields } from '../../../engine/model/add-fields.ts'
import { changeModel } from '../../../engine/public.ts'
import { run, sql } from '../../../platform/db.ts'
import { undoRegistry } from '../../../undo.ts'
import { operationsRoutes } from '../../operations/operations.routes.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { filesRoutes } from '../files.routes.ts'
import { fetchPicturesTask } from './fetch-run.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(filesApi, filesRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
})
withWorld()

const host = new ForeignHost()
let count = 0

beforeAll(async () => {
  await host.start()
  await changeModel(deps, world.team.teamId, (change) =>
    addFields(change, world.people, [
      { title: 'Portrait', columnName: 'portrait', dataType: 'url' },
      { title: 'Photos', columnName: 'photos', dataType: 'multi_image' },
      { title: 'Tiny', columnName: 'tiny', dataType: 'single_image', settings: { maxSizeMb: 0.0001 } },
    ]),
  )
})
afterAll(() => host.stop())

/** A picture of its own, so that no two have the same bytes. */
async function picture(path = `/${++count}.png`): Promise<string> {
  const red = await sharp({ create: { width: 40 + count, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return host.serve(path, red)
}

async function people(portraits: readonly (string | null)[]): Promise<number[]> {
  const { created } = await admin.ok(recordsApi.bulk, {
    params: { ...team(), dataCollectionId: world.people },
    body: { create: portraits.map((portrait) => ({ values: { name: 'Ada', portrait } })) },
  })
  return created
}

const begin = (ids: readonly number[], { into = 'photo', from = 'portrait', client = admin } = {}) =>
  client.ok(filesApi.fetchPictures, {
    params: { ...team(), dataCollectionId: world.people },
    body: { from, into, target: { ids: [...ids] } },
  })

const perform = (signal = new AbortController().signal) => {
  const job = deps.added.findLast(({ name }) => name === 'fetch_pictures')!
  return fetchPicturesTask(deps).run(
    job.payload as never,
    {
      signal,
      isLastAttempt: false,
      log: deps.log,
    } as never,
  )
}

const state = async (operationId: number) =>
  (await admin.ok(operationsApi.get, { params: { ...team(), operationId } })).run

async function valuesOf(ids: readonly number[], column = 'photo'): Promise<unknown[]> {
  return Promise.all(
    ids.map(async (dataRecordId) => {
      const { values } = await admin.ok(recordsApi.get, { params: { ...team(), dataRecordId } })
      return values[column]
    }),
  )
}

test('pictures become files of the field, in one operation with one undo', async () => {
  const ids = await people([await picture('/a/Mona%20Lisa.jpg?w=9'), await picture(), null])
  const { operation } = await begin(ids)
  expect(await state(operation!.id)).toMatchObject({ state: 'running', seen: 0, total: 2 })
  await perform()
  expect(await state(operation!.id)).toMatchObject({ state: 'done', seen: 2, total: 2, rejectedCount: 0 })
  expect(await valuesOf(ids)).toMatchObject([
    // The ending is that of the bytes.
    { name: 'Mona Lisa.png', kind: 'image', mimeType: 'image/png', size: expect.any(Number) },
    { name: `${count}.png` },
    null,
  ])
  const { operation: done } = await admin.ok(operationsApi.get, {
    params: { ...team(), operationId: operation!.id },
  })
  expect(done.recordCount).toBe(2)
  const { items } = await admin.ok(recordsApi.logEvents, {
    params: { ...team(), dataRecordId: ids[0]! },
    query: {},
  })
  expect(items[0]).toMatchObject({ operationId: operation!.id, changes: [{ field: 'photo', before: null }] })
  await admin.ok(operationsApi.undo, { params: { ...team(), operationId: operation!.id } })
  expect(await valuesOf(ids)).toEqual([null, null, null])
})

test('a repeated run fetches only what is missing, and leaves values that are there', async () => {
  const later = '/later.png'
  const ids = await people([await picture(), host.url(later)])
  const first = await begin(ids, { into: 'photos' })
  await perform()
  expect(await state(first.operation!.id)).toMatchObject({
    state: 'done',
    rejectedCount: 1,
    rejected: [{ path: `target.${ids[1]}.photos`, code: 'picture_missing' }],
  })
  const [before] = await valuesOf(ids, 'photos')
  expect(before).toMatchObject([{ kind: 'image' }])
  await picture(later)
  const asked = host.asked.length
  await begin(ids, { into: 'photos' })
  await perform()
  expect(host.asked.slice(asked)).toEqual([later])
  expect(await valuesOf(ids, 'photos')).toMatchObject([before, [{ name: 'later.png' }]])
  expect((await begin(ids, { into: 'photos' })).operation).toBeNull()
})

test('an interrupted run goes on after its last batch', async () => {
  const ids = await people(await Promise.all(Array.from({ length: 30 }, () => picture())))
  const { operation } = await begin(ids)
  const stopping = new AbortController()
  const asked = host.asked.length
  const last = `/${count}.png`
  const answer = host.answers.get(last)!
  host.answers.set(last, (_request, response) => {
    stopping.abort(new Error('the server is stopping'))
    response.destroy()
  })
  await expect(perform(stopping.signal)).rejects.toThrow('the server is stopping')
  expect(await state(operation!.id)).toMatchObject({ state: 'running', seen: 24, total: 30 })
  expect((await valuesOf(ids)).filter(Boolean)).toHaveLength(24)
  const before = host.asked.slice(asked)
  host.answers.set(last, answer)
  await perform()
  expect(await state(operation!.id)).toMatchObject({ state: 'done', seen: 30, total: 30, rejectedCount: 0 })
  expect((await valuesOf(ids)).filter(Boolean)).toHaveLength(30)
  // Of what was written nothing is asked for again.
  const again = host.asked.slice(asked + before.length)
  expect(again).toHaveLength(6)
  await admin.ok(operationsApi.undo, { params: { ...team(), operationId: operation!.id } })
  expect((await valuesOf(ids)).filter(Boolean)).toHaveLength(0)
})

test('says why a picture was not stored', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  const ids = await people([
    'http://10.1.2.3/a.png',
    host.redirect('/away', `http://localhost:${host.port}/secret`),
    host.serve('/a.svg', svg, 'image/svg+xml'),
    host.serve('/page', '<!doctype html>', 'image/png'),
    host.url('/nothing'),
    await picture(),
  ])
  const { operation } = await begin(ids, { into: 'tiny' })
  await perform()
  const { rejected } = (await state(operation!.id))!
  expect(rejected!.map(({ code }) => code)).toEqual([
    'picture_refused',
    'picture_refused',
    'picture_not_a_picture',
    'picture_not_a_picture',
    'picture_missing',
    'picture_too_large',
  ])
  expect(await valuesOf(ids, 'tiny')).toEqual([null, null, null, null, null, null])
  expect(host.asked).not.toContain('/secret')
})

test('stops at the quota of the team, and when it is cancelled', async () => {
  const ids = await people([await picture(), await picture()])
  const quota = (bytes: number | null) =>
    run(deps.pool, sql`update muster.team set max_storage_bytes = ${bytes} where id = ${world.team.teamId}`)
  await quota(1)
  await deps.models.changed(world.team.teamId)
  const full = await begin(ids)
  await perform()
  expect(await state(full.operation!.id)).toMatchObject({ state: 'done', rejectedCount: 2 })
  expect((await state(full.operation!.id))!.rejected![0]!.code).toBe('storage_quota')
  await quota(null)
  await deps.models.changed(world.team.teamId)
  const { operation } = await begin(ids)
  await admin.ok(operationsApi.cancel, { params: { ...team(), operationId: operation!.id } })
  const asked = host.asked.length
  await perform()
  expect(host.asked).toHaveLength(asked)
  expect(await valuesOf(ids)).toEqual([null, null])
})

test('is for administrators of collections, who may read the addresses and change the field', async () => {
  const ids = await people([await picture()])
  const call = (body: object) => ({
    params: { ...team(), dataCollectionId: world.people },
    body: { from: 'portrait', into: 'photo', target: { ids }, ...body },
  })
  const refused = async (body: object, client = admin) =>
    ((await client.refused(filesApi.fetchPictures, call(body) as never)).errors ?? []).map(
      ({ path, code }) => [path, code],
    )
  expect(await refused({ from: 'email' })).toEqual([['from', 'wrong_type']])
  expect(await refused({ into: 'papers' })).toEqual([['into', 'wrong_type']])
  expect(await refused({ into: 'nothing' })).toEqual([['into', 'unknown_field']])
  expect((await member.refused(filesApi.fetchPictures, call({}) as never)).code).toBe('access_denied')
  const designer = visitor.as(await world.team.holderOf('team_admin_data_collections'))
  await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: world.people }])
  expect(await refused({}, designer)).toEqual([['into', 'read_only']])
})
