/** Random requests to public views never return a field, a record or a file that the view does not show. */
import type { Endpoint } from '@muster/contract/endpoint'
import { filesApi } from '@muster/contract/files/files.api'
import type { Filter } from '@muster/contract/filters/ast'
import { evaluate } from '@muster/contract/filters/evaluate'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { createViewBody, TimelineResult } from '@muster/contract/views/views.schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { aWorld, type TestWorld } from '../../../../test/a-world.ts'
import { type Client, clientOf, urlOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { filesRoutes } from '../../files/files.routes.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { viewsRoutes } from '../views.routes.ts'

/** Part of every value that no view shows. */
const secret = 'Xylophone'
const requests = 5000

interface Person {
  id: number
  name: string
  values: Record<string, unknown>
}

interface Expected {
  publicKey: string
  /** Records that visitors may see. */
  ids: ReadonlySet<number>
  columns: ReadonlySet<string>
  files: ReadonlySet<string>
  isVisible: boolean
}

let deps: TestDeps
let world: TestWorld
let admin: Client
let visitor: Client
let people: Person[]
let views: Expected[]
let fileIds: string[]
/** Cursors from the team's own API, from other views, and invalid ones. */
let cursors: string[]

const filter: Filter = {
  and: [
    { field: 'score', op: 'gte', value: 50 },
    { field: 'born', op: 'isNotEmpty' },
  ],
}

beforeAll(async () => {
  deps = await testDeps()
  const app = await testApp(deps, (bindTo) => {
    bindTo(viewsApi, viewsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(filesApi, filesRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  visitor = clientOf(app)
  fileIds = []
  for (let n = 0; n < 12; n++) fileIds.push(await upload(n))
  const given = Array.from({ length: 120 }, (_, n) => valuesOf(n))
  const { created } = await admin.ok(recordsApi.bulk, {
    params: inPeople(),
    body: { create: given.map((values) => ({ values })) },
  })
  people = created.map((id, n) => ({ id, name: String(given[n]!.name), values: given[n]! }))
  await makeViews()
})
afterAll(() => deps?.close())

const team = () => ({ teamId: world.team.teamId })
const inPeople = () => ({ ...team(), dataCollectionId: world.people })

async function upload(n: number): Promise<string> {
  const { body } = await admin.inject({
    method: 'POST',
    url: `/api/teams/${world.team.teamId}/files?name=file-${n}.txt`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from(`file ${n}`),
  })
  return (JSON.parse(body) as { id: string }).id
}

/**
 * Half of the people are in no view; their values are secret, and so are fields of the others that no view
 * shows.
 */
function valuesOf(n: number): Record<string, unknown> {
  const isInView = n % 2 === 0
  const word = isInView ? `Shown${n}` : secret
  return {
    name: `${word} ${n}`,
    email: `${word.toLowerCase()}${n}@example.org`,
    notes: `<p>${secret}</p>`,
    phone: `+1415555${2600 + n}`,
    score: isInView ? 50 + (n % 7) : 1,
    born: n % 10 === 0 ? null : `19${String(10 + (n % 80))}-0${1 + (n % 9)}-1${n % 9}`,
    seen_at: `2024-0${1 + (n % 9)}-1${n % 9}T1${n % 9}:00:00Z`,
    party: world.partyIds[n % 3],
    home: world.placeIds[n % 4],
    visited: [world.placeIds[n % 4], world.placeIds[(n + 1) % 4]],
    address: { line1: `${secret} street ${n}`, lat: (n % 90) - 45, lng: (n % 180) - 90 },
    facts: [{ label: 'what', value: secret }],
    papers: [fileIds[n % 6]!, ...(isInView ? [] : [fileIds[6 + (n % 6)]!])],
  }
}

async function makeViews(): Promise<void> {
  const { fields } = (await world.model()).collections.get(world.people)!
  const idOf = (column: string) => fields.find(({ columnName }) => columnName === column)!.id
  const list = (...columns: string[]) => columns.map((column) => ({ dataFieldId: idOf(column) }))
  const context = { fields, now: new Date(), timeZone: 'America/New_York' }
  const isMember = (person: Person) => evaluate(filter, person as never, context as never)
  const create = async (
    body: Omit<z.input<typeof createViewBody>, 'dataCollectionId' | 'internalName'>,
    columns: string[],
  ): Promise<Expected> => {
    const view = await admin.ok(viewsApi.create, {
      params: team(),
      body: {
        dataCollectionId: world.people,
        internalName: `View ${views.length} ${columns.join()} ${body.type} ${body.isVisibleExternally}`,
        recordNameDataFieldId: idOf('name'),
        isVisibleExternally: true,
        filter,
        // A cursor must not contain values of hidden fields that the view is sorted by.
        sort: [{ field: 'phone', direction: 'desc' }],
        displayedFields: list(...columns),
        filterFields: list('party', 'phone', 'born'),
        displayOptions: { pageSize: 7 },
        ...body,
      },
    })
    const members = people.filter(isMember)
    const hasFiles = columns.includes('papers')
    const expected = {
      publicKey: view.publicKey,
      ids: new Set(members.map(({ id }) => id)),
      columns: new Set(columns),
      files: new Set(hasFiles ? members.flatMap(({ values }) => values.papers as string[]) : []),
      isVisible: body.isVisibleExternally !== false,
    }
    views.push(expected)
    return expected
  }
  views = []
  await create({ type: 'list' }, ['born', 'party', 'home'])
  await create({ type: 'table' }, ['email', 'visited', 'papers'])
  await create({ type: 'calendar', eventStartDataFieldId: idOf('seen_at') }, ['born'])
  await create({ type: 'map', mapLocationDataFieldId: idOf('address') }, ['party'])
  await create({ type: 'detail', urlDataFieldId: idOf('email') }, ['email', 'born'])
  await create({ type: 'list', isVisibleExternally: false }, ['notes', 'score', 'papers'])
  await create({ type: 'list', sharing: 'personal', isVisibleExternally: false }, ['notes'])
  await create(
    {
      type: 'timeline',
      eventStartDataFieldId: idOf('born'),
      eventEndDataFieldId: idOf('seen_at'),
      displayOptions: { groupDataFieldId: idOf('party') },
    },
    ['party'],
  )
  const teamPage = await admin.ok(recordsApi.query, {
    params: inPeople(),
    body: { limit: 5, sort: [{ field: 'phone', direction: 'desc' }] },
  })
  const publicPage = await visitor.ok(viewsApi.publicQuery, {
    params: { ...team(), publicKey: views[0]!.publicKey },
    body: {},
  })
  cursors = [
    teamPage.nextCursor!,
    publicPage.nextCursor!,
    'b28',
    '',
    'e30',
    Buffer.from('o99999').toString('base64url'),
  ]
}

const columns = [
  'name',
  'email',
  'notes',
  'phone',
  'score',
  'born',
  'party',
  'home',
  'visited',
  'facts',
  '@createdBy',
  '__proto__',
]
const words = [secret, 'Shown4', 'shown', '4155', '+1415555', 'street', '%', '', '1', "' or 1=1 --"]
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const anything = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom<unknown>(...words),
    fc.integer({ min: -5, max: 200 }),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom<unknown>(
      { variable: 'currentUser' },
      { from: '1900-01-01' },
      { to: 60 },
      { from: {}, to: [] },
      [],
    ),
    fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 3 }),
    fc
      .date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10)),
  )
const from = fc.constantFrom('1900-01-01', '2024-01-01', '2024-05-01', '2024-08-31', 'today')
const to = fc.constantFrom('2024-02-01', '2024-05-31', '2024-12-31', '2025-01-01', '1900-01-01')
const filters = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.nat({ max: 2 }).map((n) => ({ party: world.partyIds[n] })) },
  { weight: 1, arbitrary: fc.constantFrom({ born: { from: '1950-01-01' } }, { phone: '+14155552600' }) },
  { weight: 3, arbitrary: fc.dictionary(fc.constantFrom(...columns), anything(), { maxKeys: 2 }) },
)

const randomRequest = fc.record({
  endpoint: fc.constantFrom<keyof typeof viewsApi>(
    'publicGet',
    'publicQuery',
    'publicQuery',
    'publicCalendar',
    'publicMap',
    'publicTimeline',
    'publicRecord',
    'publicFile',
    'publicCsv',
    'publicJson',
    'publicIcs',
  ),
  view: fc.nat({ max: 8 }),
  body: fc.record(
    {
      filters,
      search: maybe(fc.constantFrom(...words)),
      language: maybe(fc.constantFrom('en', 'fr', 'es', 'xx')),
      cursor: maybe(fc.nat({ max: 5 })),
      offset: maybe(fc.integer({ min: -1, max: 90 })),
      from: maybe(from),
      to: maybe(to),
      // Properties that visitors may not send.
      fields: maybe(fc.constant(['notes'])),
      sort: maybe(fc.constant([{ field: 'notes', direction: 'asc' }])),
      filter: maybe(fc.constant({ field: 'score', op: 'gt', value: 0 })),
    },
    { requiredKeys: ['filters'] },
  ),
  /** Forbidden properties are mostly omitted, so that enough requests succeed. */
  allowedOnly: fc.nat({ max: 5 }),
  record: fc.nat({ max: 130 }),
  file: fc.nat({ max: 12 }),
})

let address = 0

test(`${requests} random requests return only data that their view shows`, async () => {
  const answered = new Map<string, number>()
  /** How many records, events and places each endpoint returned. */
  const shown = { publicQuery: 0, publicCalendar: 0, publicMap: 0, publicTimeline: 0, publicRecord: 0 }
  await fc.assert(
    fc.asyncProperty(
      randomRequest,
      async ({ endpoint: name, view: index, body: given, allowedOnly, record, file }) => {
        const view = views[index]
        const endpoint = viewsApi[name] as Endpoint
        const { cursor, fields, sort, filter: own, ...allowed } = given
        const body = {
          ...(allowedOnly > 0 ? allowed : { ...allowed, fields, sort, filter: own }),
          ...(cursor === undefined ? {} : { cursor: cursors[cursor] }),
          ...(name === 'publicTimeline' ? windowOf(given) : {}),
        }
        const person = people[record]
        const params = {
          ...team(),
          publicKey: view?.publicKey ?? '0'.repeat(64),
          record: record % 2 ? (person?.id ?? record) : String(person?.values.email ?? secret),
          fileId: fileIds[file] ?? crypto.randomUUID(),
        }
        address += 1
        const answer = await visitor.inject({
          method: endpoint.method,
          url: urlOf(endpoint, params, endpoint.method === 'GET' ? { language: given.language } : {}),
          ...(endpoint.method === 'POST' ? { payload: body } : {}),
          remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
        })
        expect(answer.statusCode).not.toBe(500)
        expect(answer.statusCode).not.toBe(429)
        if (answer.statusCode >= 400) {
          expect(answer.body).not.toContain(secret)
          return
        }
        expect(view?.isVisible).toBe(true)
        answered.set(name, (answered.get(name) ?? 0) + 1)
        if (name === 'publicFile') expect(view!.files).toContain(params.fileId)
        else {
          const count = checkAnswer(view!, name, answer.body)
          if (name in shown) shown[name as keyof typeof shown] += count
        }
      },
    ),
    { numRuns: requests },
  )
  // Empty responses would prove nothing.
  expect(Object.entries(shown).filter(([, count]) => count === 0)).toEqual([])
  // Every endpoint succeeded at least once.
  expect([...answered.keys()].sort()).toEqual(
    [
      'publicCalendar',
      'publicCsv',
      'publicFile',
      'publicGet',
      'publicIcs',
      'publicJson',
      'publicMap',
      'publicQuery',
      'publicRecord',
      'publicTimeline',
    ].sort(),
  )
}, 600_000)

/** A timeline has a window of its own, or none. */
const windowOf = ({ from: first, to: last }: { from?: string | undefined; to?: string | undefined }) => ({
  offset: undefined,
  to: undefined,
  ...(first && { through: last, unit: 'month' }),
})

/** @returns how many records, events and places the response has */
function checkAnswer(view: Expected, name: string, text: string): number {
  expect(text).not.toContain(secret)
  expect(text).not.toMatch(/1415555/)
  if (name === 'publicCsv' || name === 'publicIcs') return 0
  const body = JSON.parse(text) as Record<string, unknown>
  const items = (body.items ?? []) as {
    id: number
    values: object
    createdAt: null
    updatedBy: null
    avatar: null
  }[]
  for (const { id, values, createdAt, updatedBy, avatar } of items) {
    expect(view.ids).toContain(id)
    for (const column of Object.keys(values)) expect(view.columns).toContain(column)
    expect([createdAt, updatedBy, avatar]).toEqual([null, null, null])
  }
  const events = (body.events ?? []) as { id: number }[]
  for (const { id } of events) expect(view.ids).toContain(id)
  const places = (body.ids ?? []) as number[]
  for (const id of places) expect(view.ids).toContain(id)
  const { overview, records = [] } = body as Pick<TimelineResult, 'overview' | 'records'>
  for (const { id } of records) expect(view.ids).toContain(id)
  if (overview) expect(overview.count).toBeLessThanOrEqual(view.ids.size)
  for (const linked of Object.values((body.linked ?? overview?.linked ?? {}) as object)) {
    // Choices have a colour and an icon; other linked records only a name.
    const isChoice = linked.dataCollectionId === world.parties
    const drawn = Object.keys(linked).filter((key) => isChoice && ['color', 'icon'].includes(key))
    expect(Object.keys(linked).sort()).toEqual(['avatar', 'dataCollectionId', 'name', ...drawn].sort())
    expect(linked.avatar).toBeNull()
  }
  for (const { columnName } of (body.fields ?? []) as { columnName: string }[]) {
    expect(view.columns).toContain(columnName)
  }
  // Cursors contain no sort keys.
  const cursor = Buffer.from(String(body.nextCursor ?? ''), 'base64url').toString()
  expect(cursor).toMatch(/^(o\d+|.{0,4})$/s)
  return items.length + events.length + places.length + records.length
}
