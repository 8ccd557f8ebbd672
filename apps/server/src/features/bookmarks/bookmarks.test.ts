/** Each user's own bookmarks, of records they may see. */
import { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { bookmarksRoutes } from './bookmarks.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let member: Client
let ids: number[]

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(bookmarksApi, bookmarksRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  member = clientOf(app, world.team.member)
  const { created } = await admin.ok(recordsApi.bulk, {
    params: inPeople(),
    body: {
      create: [
        { values: { name: 'Ada', score: 500 } },
        { values: { name: 'Bo' } },
        { values: { name: 'Cy' } },
      ],
    },
  })
  ids = created
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ teamId: world.team.teamId, dataRecordId })
const list = async (client = admin) =>
  (await client.ok(bookmarksApi.list, { params: { teamId: world.team.teamId } })).items
const put = (id: number, memo?: string | null, client = admin) =>
  client.ok(bookmarksApi.put, { params: of(id), body: memo === undefined ? {} : { memo } })

describe('bookmarks', () => {
  it('are added, listed newest first with collections and memo, and removed', async () => {
    await put(ids[0] as number, '  call her ')
    await put(ids[1] as number)
    expect(await list()).toMatchObject([
      { recordId: ids[1], name: 'Bo', memo: null, dataCollectionIds: [world.people] },
      { recordId: ids[0], name: 'Ada', memo: 'call her', dataCollectionIds: [world.people, world.winners] },
    ])
    // Adding it again keeps the memo; an empty memo clears it.
    expect(await put(ids[0] as number)).toEqual({ isBookmarked: true, memo: 'call her' })
    expect(await put(ids[0] as number, '')).toEqual({ isBookmarked: true, memo: null })
    expect(await list(member)).toEqual([])
    await admin.ok(bookmarksApi.remove, { params: of(ids[1] as number) })
    expect(await admin.ok(bookmarksApi.get, { params: of(ids[1] as number) })).toEqual({
      isBookmarked: false,
      memo: null,
    })
    expect((await list()).map(({ recordId }) => recordId)).toEqual([ids[0]])
  })

  it('have a memo of at most 250 characters', async () => {
    expect((await put(ids[2] as number, 'x'.repeat(250))).memo).toHaveLength(250)
    const refused = await admin.refused(bookmarksApi.put, {
      params: of(ids[2] as number),
      body: { memo: 'x'.repeat(251) },
    })
    expect(refused.errors).toMatchObject([{ path: 'memo', code: 'too_long' }])
    await admin.ok(bookmarksApi.remove, { params: of(ids[2] as number) })
  })

  it('of many records are set in one request, which returns those that changed', async () => {
    const params = inPeople()
    const set = (isBookmarked: boolean, target: object = { filter: { and: [] } }) =>
      admin.ok(bookmarksApi.setMany, { params, body: { target: target as never, isBookmarked } })
    const { count, recordIds } = await set(true)
    expect(count).toBe(2)
    expect(new Set(recordIds)).toEqual(new Set([ids[1], ids[2]]))
    expect((await set(true)).count).toBe(0)
    expect((await set(false, { ids: [ids[1], 999_999] })).recordIds).toEqual([ids[1]])
    expect((await list()).length).toBe(2)
  })

  it('are paginated', async () => {
    const params = { teamId: world.team.teamId }
    const first = await admin.ok(bookmarksApi.list, { params, query: { limit: 1 } })
    expect(first.items.length).toBe(1)
    const second = await admin.ok(bookmarksApi.list, {
      params,
      query: { limit: 1, after: first.next as number },
    })
    expect(second.items.length).toBe(1)
    expect(second.items[0]?.recordId).not.toBe(first.items[0]?.recordId)
  })

  it('leave out records that the user may not see or that are in the trash', async () => {
    await put(ids[1] as number, undefined, member)
    expect((await member.refused(bookmarksApi.put, { params: of(999_999), body: {} })).code).toBe('not_found')
    await admin.ok(recordsApi.remove, { params: of(ids[1] as number) })
    expect(await list(member)).toEqual([])
    await admin.ok(recordsApi.restore, { params: of(ids[1] as number) })
    expect((await list(member)).length).toBe(1)
    await world.team.setMemberGrants([])
    expect(await list(member)).toEqual([])
  })
})
