/** Search while typing: results, their order, and permissions. */

import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { searchApi } from '@muster/contract/search/search.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, rows, run, sql } from '../../platform/db.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { queueReadNames, searchTasks } from './search.jobs.ts'
import { searchRoutes } from './search.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(searchApi, searchRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

async function create(dataCollectionId: number, values: Record<string, unknown>): Promise<number> {
  const params = { teamId: world.team.teamId, dataCollectionId }
  return (await admin.ok(recordsApi.create, { params, body: { values } })).record.id
}

const find = (q: string, more: { limit?: number; dataCollectionId?: number } = {}, client = admin) =>
  client.ok(searchApi.all, { params: { teamId: world.team.teamId }, query: { q, ...more } })

const names = async (q: string, client = admin) => (await find(q, {}, client)).items.map(({ name }) => name)

describe('results', () => {
  let ids: number[]
  beforeAll(async () => {
    ids = []
    for (const name of ['Marta', 'Martá Évrard', 'Ana Martinez', 'Johnson Martin', 'Marten']) {
      ids.push(await create(world.people, { name }))
    }
    await create(world.places, { name: 'Martinique' })
    ids.push(await create(world.people, { name: 'Zoe', facts: [{ label: 'Boat', value: 'The Martello' }] }))
  })

  it('are ordered by exact name, prefix, word, then text, ignoring case and accents', async () => {
    const { items, hasMore, isComplete } = await find('MÁRTA')
    expect(items.map(({ name, kind }) => [name, kind])).toEqual([
      ['Marta', 'exact'],
      ['Martá Évrard', 'prefix'],
    ])
    expect({ hasMore, isComplete }).toEqual({ hasMore: false, isComplete: true })
    expect((await find('mart')).items.map(({ name, kind }) => [name, kind])).toEqual([
      ['Marta', 'prefix'],
      ['Martá Évrard', 'prefix'],
      ['Marten', 'prefix'],
      ['Martinique', 'prefix'],
      ['Ana Martinez', 'word'],
      ['Johnson Martin', 'word'],
      ['Zoe', 'text'],
    ])
  })

  it('begin with names of which a word at the end or beginning is the typed one, the fullest first', async () => {
    const facts = Array.from({ length: 5 }, (_, n) => ({ label: `Fact ${n}`, value: `Something ${n}` }))
    for (const name of ['Warrington', 'Warren Abel', 'Warren Bell', 'Ann Warren Cole', 'Warrena']) {
      await create(world.people, { name })
    }
    await create(world.people, { name: 'Elizabeth Warren', facts })
    expect((await find('warren')).items.map(({ name, kind }) => [name, kind])).toEqual([
      ['Elizabeth Warren', 'word'],
      ['Warren Abel', 'prefix'],
      ['Warren Bell', 'prefix'],
      ['Warrena', 'prefix'],
      ['Ann Warren Cole', 'word'],
    ])
    // Also where names that begin with it fill the answer.
    expect((await find('warren', { limit: 2 })).items.map(({ name }) => name)).toEqual([
      'Elizabeth Warren',
      'Warren Abel',
    ])
    await run(
      deps.pool,
      sql`update ${ident(`team_${world.team.teamId}`, 'data_record')}
        set updated_at = updated_at - interval '3 days' where name in ('Elizabeth Warren', 'Warren Abel')`,
    )
    expect(await names('warren')).toEqual([
      'Warren Bell',
      'Elizabeth Warren',
      'Warren Abel',
      'Warrena',
      'Ann Warren Cole',
    ])
  })

  it('match initials, and short prefixes beside longer words', async () => {
    expect((await find('A M')).items.map(({ name, kind }) => [name, kind])).toEqual([
      ['Ana Martinez', 'word'],
    ])
    expect(await names('m é')).toEqual(['Martá Évrard'])
    expect(await names('a mart')).toEqual(['Ana Martinez'])
    expect(await names('martin j')).toEqual(['Johnson Martin'])
    // Words before the last match as prefixes only if nothing else is found.
    expect(await names('john mart')).toEqual(['Johnson Martin'])
    expect(await names('z q')).toEqual([])
  })

  it('mark the matches, in the name or in a snippet of text', async () => {
    const { items } = await find('evr mar')
    expect(items).toHaveLength(1)
    const [hit] = items
    expect(hit?.marks.map(([from, to]) => hit.name.slice(from, to))).toEqual(['Mar', 'Évr'])
    const [zoe] = (await find('martello')).items
    expect(zoe).toMatchObject({ name: 'Zoe', kind: 'text', marks: [] })
    expect(zoe?.match?.marks.map(([from, to]) => zoe.match?.text.slice(from, to))).toEqual(['Martello'])
    const { fields } = await world.access(world.team.admin.teamUser)
    expect(zoe?.match?.dataFieldId).toBe(fields.get('facts')?.field.id)
  })

  it('tolerate a typo, before and after a job has read the names', async () => {
    const typing = async () => {
      expect(await names('jonhson')).toEqual(['Johnson Martin'])
      expect(await names('martinz ana')).toEqual(['Ana Martinez'])
      expect(await names('mratinique')).toEqual(['Martinique'])
      expect((await find('jonhs')).items[0]).toMatchObject({
        name: 'Johnson Martin',
        kind: 'similar',
        marks: [[0, 7]],
      })
    }
    await typing()
    // The search does not wait for the job.
    await expect.poll(() => deps.added.map(({ name }) => name)).toContain('read_names')
    await deps.runJobs(searchTasks(deps))
    const words = await rows<{ word: string }>(
      deps.pool,
      sql`select word from ${ident(world.team.schema, 'search_word')} where word like 'johns%'`,
    )
    expect(words).toEqual([{ word: 'johnson' }])
    await typing()
  })

  it('follow renaming, deleting and restoring a record', async () => {
    const id = await create(world.people, { name: 'Quillon' })
    const of = { params: { teamId: world.team.teamId, dataRecordId: id } }
    expect(await names('quil')).toEqual(['Quillon'])
    await admin.ok(recordsApi.update, { ...of, body: { values: { name: 'Wexford' } } })
    expect(await names('quil')).toEqual([])
    expect(await names('wexfrod')).toEqual(['Wexford'])
    await admin.ok(recordsApi.remove, of)
    expect(await names('wexf')).toEqual([])
    expect(await names('wexfrod')).toEqual([])
    await admin.ok(recordsApi.restore, of)
    expect(await names('wexf')).toEqual(['Wexford'])
  })

  it('exist for any text, and say whether there are more', async () => {
    for (const q of ['', '  ', "'", '\\', "a' | 'b", '* & !', ':*', '%_', 'a'.repeat(200), '🦊', 'e\u0301']) {
      const { items } = await find(q)
      expect(items.length, q).toBeLessThanOrEqual(20)
    }
    const { items, hasMore } = await find('mart', { limit: 3 })
    expect(items).toHaveLength(3)
    expect(hasMore).toBe(true)
  })

  it('include names by initial and second word, after any number of other names', async () => {
    const create = Array.from({ length: 1000 }, (_, n) => ({ values: { name: `Bea Aa${n}` } }))
    create.push(...['Bea Zuse', 'Ben Zuse', 'Ben Xavier Zuse', 'Bob'].map((name) => ({ values: { name } })))
    const inPlaces = { params: { teamId: world.team.teamId, dataCollectionId: world.places } }
    for (const part of [create.slice(0, 500), create.slice(500)])
      await admin.ok(recordsApi.bulk, { ...inPlaces, body: { create: part } })
    expect(await names('b z')).toEqual(['Bea Zuse', 'Ben Zuse', 'Ben Xavier Zuse'])
    expect(await names('b zu')).toEqual(['Bea Zuse', 'Ben Zuse', 'Ben Xavier Zuse'])
    expect(await names('b x zuse')).toEqual(['Ben Xavier Zuse'])
    // A typo in the second word.
    expect(await names('b zues')).toEqual(['Bea Zuse', 'Ben Zuse', 'Ben Xavier Zuse'])
    const many = await find('b aa')
    expect(many.hasMore).toBe(true)
    expect(new Set(many.items.map(({ kind }) => kind))).toEqual(new Set(['word']))
    await queueReadNames(deps, world.team.teamId)
    await deps.runJobs(searchTasks(deps))
    // Of many words with one prefix, the first ones.
    const { items, hasMore } = await find('aa', { limit: 5 })
    expect(items.map(({ name }) => name)).toEqual([
      'Bea Aa0',
      'Bea Aa1',
      'Bea Aa10',
      'Bea Aa100',
      'Bea Aa101',
    ])
    expect(hasMore).toBe(true)
  })

  it('can be limited to a collection, or to members of a child', async () => {
    const inPlaces = await find('mart', { dataCollectionId: world.places })
    expect(inPlaces.items.map(({ name }) => name)).toEqual(['Martinique'])
    await admin.ok(recordsApi.bulk, {
      params: { teamId: world.team.teamId, dataCollectionId: world.people },
      body: { addTo: world.staff, target: { ids: [ids[2] as number] } },
    })
    const inStaff = await find('mart', { dataCollectionId: world.staff })
    expect(inStaff.items.map(({ name }) => name)).toEqual(['Ana Martinez'])
  })

  it('alternate between collections', async () => {
    for (let n = 0; n < 12; n++) await create(world.people, { name: `Harbour ${n}` })
    await create(world.places, { name: 'Harbour Zzyzx' })
    const { items } = await find('harb', { limit: 8 })
    expect(items.map(({ name }) => name)).toContain('Harbour Zzyzx')
  })

  it('alternate between collections also by words, after many first words, and with a typo', async () => {
    const of = (names: string[]) => ({ create: names.map((name) => ({ values: { name } })) })
    const inHome = (dataCollectionId: number) => ({ params: { teamId: world.team.teamId, dataCollectionId } })
    // More first words than are visited per collection if there are two.
    const before = Array.from({ length: 300 }, (_, n) => `Ya${n} Other`)
    await admin.ok(recordsApi.bulk, { ...inHome(world.people), body: of([...before, 'Yorick Quisenberry']) })
    const seats = Array.from({ length: 25 }, (_, n) => `Yorick Quisenberry, seat ${n}`)
    await admin.ok(recordsApi.bulk, { ...inHome(world.places), body: of(seats) })
    for (const q of ['y quisenberry', 'quisenberry', 'quisenb', 'y qiusenberry', 'qiusenberry', 'yor quis']) {
      const { items } = await find(q, { limit: 8 })
      expect(items, q).toHaveLength(8)
      expect(items.map(({ name }) => name).slice(0, 6), q).toContain('Yorick Quisenberry')
    }
  })

  it('exclude a collection that is not searchable', async () => {
    const inPlaces = { params: { teamId: world.team.teamId, dataCollectionId: world.places } }
    await admin.ok(collectionsApi.update, { ...inPlaces, body: { isGloballySearchable: false } })
    expect(await names('martini')).not.toContain('Martinique')
    expect(await names('mratinique')).toEqual([])
    await admin.ok(collectionsApi.update, { ...inPlaces, body: { isGloballySearchable: true } })
  })

  it('include imported records that are not indexed yet', async () => {
    const id = await create(world.people, { name: 'Fresh Importee' })
    await run(
      deps.pool,
      sql`update ${ident(world.team.schema, 'data_record')} set search = null, search_pending = '' where id = ${id}`,
    )
    expect(await names('impor')).toEqual(['Fresh Importee'])
  })
})

describe('hidden data', () => {
  let clerk: TestUser
  beforeAll(async () => {
    await create(world.people, { name: 'Seen Person', party: world.partyIds[0], notes: '<p>Xylophone</p>' })
    await create(world.people, { name: 'Quetzalcoatl', notes: '<p>nothing</p>' })
    await create(world.people, { name: 'Seen Quetzal', notes: '<p>nothing</p>' })
    await create(world.places, { name: 'Timbuktu' })
    await world.team.setMemberGrants([])
    const { fields } = await world.access(world.team.admin.teamUser)
    const grant = (columnName: string, rowFilter?: unknown) => ({
      permission: 'read_data_field_data' as const,
      dataFieldId: fields.get(columnName)?.field.id as number,
      ...(rowFilter ? { rowFilter } : {}),
    })
    const rowFilter = { field: 'party', op: 'isNotEmpty' }
    clerk = await world.team.user({
      grants: [...fields.keys()].filter((name) => name !== 'notes').map((name) => grant(name, rowFilter)),
    })
  })

  it('is not found: rows, columns, other collections, also with typos', async () => {
    const client = clientOf(app, clerk)
    expect(await names('seen', client)).toEqual(['Seen Person'])
    expect(await names('seen pers', client)).toEqual(['Seen Person'])
    expect(await names('s pers', client)).toEqual(['Seen Person'])
    expect(await names('pe', client)).toEqual(['Seen Person'])
    expect(await names('s persno', client)).toEqual(['Seen Person'])
    expect(await names('sene person', client)).toEqual(['Seen Person'])
    for (const q of [
      'quetz',
      'Quetzalcoatl',
      'quetzalcotal',
      's que',
      's qu',
      's quetzla',
      's q',
      'qu',
      'xylo',
      'xylophone',
      'seen xylo',
      'timbuktu',
      'timbuktoo',
    ]) {
      expect((await find(q, {}, client)).items, q).toEqual([])
    }
    // A member without permissions finds nothing.
    const nobody = clientOf(app, world.team.member)
    for (const q of ['seen', 'sene', 'mart', 'green'])
      expect((await find(q, {}, nobody)).items, q).toEqual([])
  })

  it('is not in the name or snippet of a hit', async () => {
    await world.team.setMemberGrants([])
    const { fields } = await world.access(world.team.admin.teamUser)
    const nameless = await world.team.user({
      grants: [...fields.values()]
        .filter(({ field }) => !['name', 'notes'].includes(field.columnName))
        .map(({ field }) => ({ permission: 'read_data_field_data' as const, dataFieldId: field.id })),
    })
    const id = await create(world.people, {
      name: 'Wolframite',
      notes: '<p>Harpsichord galore</p>',
      email: 'galore@example.org',
    })
    const client = clientOf(app, nameless)
    for (const q of ['wolfr', 'wolfram', 'wolfarmite', 'harpsichord']) {
      expect((await find(q, {}, client)).items, q).toEqual([])
    }
    const { items } = await find('galore', {}, client)
    expect(items).toEqual([
      expect.objectContaining({
        id,
        name: '',
        kind: 'text',
        match: expect.objectContaining({ text: 'galore@example.org' }),
      }),
    ])
    expect(JSON.stringify(items)).not.toMatch(/wolfram|harpsi/i)
  })

  it('of another team is not found', async () => {
    const stranger = await world.team.stranger()
    const answer = await clientOf(app, stranger).refused(searchApi.all, {
      params: { teamId: world.team.teamId },
      query: { q: 'seen' },
    })
    expect(answer.code).toBe('not_found')
  })
})
