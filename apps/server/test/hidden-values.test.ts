/**
 * Every endpoint, called by users who hold one feature permission and may read one column of some records: no answer
 * contains a value, a count or a name that is hidden from them.
 */
import { api } from '@muster/contract/api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { AnyEndpoint } from '@muster/contract/endpoint'
import { recordsApi } from '@muster/contract/records/records.api'
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import { viewsApi } from '@muster/contract/views/views.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Grant, TestUser } from './a-team.ts'
import { aWorld, type TestWorld } from './a-world.ts'
import { clientOf, urlOf } from './client.ts'
import { type Places, randomOf, sample } from './sample-input.ts'
import { type TestDeps, testDeps } from './test-deps.ts'

/** In hidden rows, in hidden columns, and in the design of a collection that the users may not read. */
const secretRow = 'Quetzalcoatl'
const secretText = 'Xylophone'
const secretScore = 700_000_001
const secretDesign = 'Belladonna'
const secrets = [secretRow, secretText, String(secretScore), secretDesign]
const visibleRows = 3
const hiddenRows = 37

const callsPerEndpoint = { read: 3, write: 2 }
const minCalls = 20_000

/** Endpoints that show hidden things to those who may see them. */
const showingEndpoints = [
  'collections.list',
  'records.list',
  'records.query',
  'records.get',
  'records.logEvents',
  'membership.explain',
  'search.all',
]

/** Endpoints that end sessions, or whose answer does not end. */
const excluded: ReadonlySet<AnyEndpoint> = new Set<AnyEndpoint>([
  api.auth.signOut,
  api.auth.revokeSession,
  api.auth.changePassword,
  api.events.subscribe,
])

interface Holder {
  user: TestUser
  permission: FeaturePermission | null
}

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let readPlaces: Places
/** Without the hidden words, which users would otherwise write themselves. */
let writePlaces: Places
let holders: Holder[]

beforeAll(async () => {
  deps = await testDeps()
  app = await buildApp(deps)
  world = await aWorld(deps)
  await world.team.setMemberGrants([])
  const admin = clientOf(app, world.team.admin)
  const { teamId } = world.team
  const create = async (dataCollectionId: number, values: Record<string, unknown>) =>
    (await admin.ok(recordsApi.create, { params: { teamId, dataCollectionId }, body: { values } })).record.id
  const seen: number[] = []
  for (let n = 0; n < visibleRows; n++) {
    const values = { name: `Seen ${n}`, party: world.partyIds[0], notes: `<p>${secretText} ${n}</p>` }
    seen.push(await create(world.people, { ...values, score: n === 0 ? secretScore : 0 }))
  }
  const unseen: number[] = []
  for (let n = 0; n < hiddenRows; n++) {
    unseen.push(await create(world.people, { name: `${secretRow} ${n}`, notes: `<p>${secretText}</p>` }))
  }
  const closed = await admin.ok(collectionsApi.create, {
    params: { teamId },
    body: { name: secretDesign, pluralName: `${secretDesign}s` },
  })
  await create(closed.id, { name: secretRow })
  const fields = await world.fieldIds(world.people)
  const { id: viewId } = await admin.ok(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: world.people,
      type: 'list',
      internalName: 'A list',
      recordNameDataFieldId: fields.name!,
      displayedFields: [{ dataFieldId: fields.notes! }],
    } as never,
  })
  const grant = (permission: Grant['permission']): Grant => ({
    permission,
    dataFieldId: fields.name!,
    rowFilter: { field: 'party', op: 'isNotEmpty' },
  })
  holders = []
  for (const permission of [null, ...featurePermissions]) {
    // The rule names the party, so it is readable too.
    const reading = [
      grant('read_data_field_data'),
      { ...grant('read_data_field_data'), dataFieldId: fields.party! },
    ]
    for (const grants of [reading, [...reading, grant('update_data_field_data')]]) {
      const user = await world.team.user({ featurePermissions: permission ? [permission] : [], grants })
      holders.push({ user, permission })
    }
  }
  readPlaces = {
    ids: {
      teamId: [teamId],
      dataCollectionId: [world.people, world.people, world.winners, closed.id, world.parties],
      dataRecordId: [...seen, ...unseen.slice(0, 3)],
      dataFieldId: Object.values(fields),
      dataViewId: [viewId],
      operationId: [1, 2, 3, 10],
    },
    anyId: [world.people, seen[0]!, unseen[0]!, fields.notes!, fields.score!, viewId, 1],
    columns: ['notes', 'score', 'name', '@name', '@id', '@updatedAt'],
    texts: [secretText, secretRow, String(secretScore), secretDesign, 'Seen'],
    numbers: [secretScore, 0, 1, 40],
  }
  writePlaces = { ...readPlaces, texts: ['Written', 'Seen'], numbers: [0, 1, 40] }
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

async function answerTo(cookie: string, endpoint: AnyEndpoint, random: () => number) {
  const places = endpoint.isRead ? readPlaces : writePlaces
  const params = sample(endpoint.params, places, random) as Record<string, unknown> | undefined
  const query = sample(endpoint.query, places, random) as Record<string, unknown> | undefined
  const payload =
    'body' in endpoint && endpoint.body ? (sample(endpoint.body, places, random) as object) : undefined
  const response = await app.inject({
    method: endpoint.method,
    url: urlOf(endpoint as never, params ?? {}, query),
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, text: response.body, sent: JSON.stringify([params, query, payload]) }
}

/** The hidden words and counts in an answer, except for words that its request contains: errors repeat those. */
function leaksIn({ text, sent }: { text: string; sent: string }, mayDesign: boolean): string[] {
  const shown = secrets.filter((secret) => text.includes(secret) && !sent.includes(secret))
  const counts = [visibleRows + hiddenRows, hiddenRows].filter((count) =>
    new RegExp(`"(\\w*[cC]ount\\w*|total|n|updated|deleted)":${count}\\b`).test(text),
  )
  return [...shown.filter((secret) => !mayDesign || secret !== secretDesign), ...counts.map(String)]
}

const named = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries<AnyEndpoint>(endpoints)
    .filter(([, endpoint]) => !excluded.has(endpoint))
    .map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)
const reads = named.filter(({ endpoint }) => endpoint.isRead)
const writes = named.filter(({ endpoint }) => !endpoint.isRead)

test('an administrator’s answers show what is hidden, so that the search below can find it', async () => {
  const random = randomOf(11)
  const showing = new Map<string, Set<string>>()
  for (const { name, endpoint } of reads) {
    for (let n = 0; n < 40; n++) {
      const shown = leaksIn(await answerTo(world.team.admin.cookie, endpoint, random), false)
      if (shown.length > 0) showing.set(name, new Set([...(showing.get(name) ?? []), ...shown]))
    }
  }
  expect([...showing.keys()]).toEqual(expect.arrayContaining(showingEndpoints))
  const shown = [...showing.values()].flatMap((some) => [...some])
  expect(shown).toEqual(expect.arrayContaining([...secrets, String(visibleRows + hiddenRows)]))
}, 900_000)

test('no answer to any endpoint shows anything hidden, nor fails', async () => {
  const random = randomOf(7)
  const found = new Map<string, string>()
  const answered = new Set<string>()
  let calls = 0
  // What reads can find must not have been deleted by writes.
  for (const [endpoints, times] of [
    [reads, callsPerEndpoint.read],
    [writes, callsPerEndpoint.write],
    [reads, callsPerEndpoint.read],
  ] as const) {
    for (const { user, permission } of holders) {
      const mayDesign = permission === 'team_admin_data_collections'
      for (const { name, endpoint } of endpoints) {
        for (let n = 0; n < times; n++) {
          const answer = await answerTo(user.cookie, endpoint, random)
          calls++
          if (answer.status < 300) answered.add(name)
          const leaks = answer.status === 500 ? ['500'] : leaksIn(answer, mayDesign)
          if (leaks.length > 0) {
            found.set(`${name} ${permission} ${leaks}`, `${answer.sent} ${answer.text.slice(0, 400)}`)
          }
        }
      }
    }
  }
  expect(Object.fromEntries(found)).toEqual({})
  expect(calls).toBeGreaterThan(minCalls)
  // Not all are refused: these answered, and many more.
  expect([...answered]).toEqual(expect.arrayContaining(showingEndpoints))
  expect(answered.size).toBeGreaterThan(60)
}, 900_000)
