/**
 * Calls every endpoint of the contract as users who may read one column of one collection under one row rule, each
 * with one feature permission or none: no response may show a hidden value, count or name.
 */
import { Readable } from 'node:stream'
import { api } from '@muster/contract/api'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { tasksOf } from '../src/tasks.ts'
import type { CallArguments } from './call-variants.ts'
import { urlOf } from './client.ts'
import type { Own } from './hidden-arguments.ts'
import { callsOf, endpoints, type NamedEndpoint, resolved } from './hidden-calls.ts'
import { hasHiddenData, leaksIn } from './hidden-check.ts'
import { columnName } from './hidden-markers.ts'
import { exemptions, neverAnswered, revealing } from './hidden-review.ts'
import type { HiddenUser } from './hidden-users.ts'
import { newProof } from './hidden-wizards.ts'
import { type HiddenWorld, hiddenWorld } from './hidden-world.ts'
import { type TestDeps, testDeps } from './test-deps.ts'

/** Calls at a time, fewer than the reads that a team may run. */
const parallel = 6

/** A stream of events does not end. */
const called = endpoints.filter(({ name }) => name !== 'events.subscribe')
/** They create what later calls refer to, by the name of the parameter. Cancelling needs a run that has not begun. */
const creates: Record<string, string | null> = {
  'collections.create': 'dataCollectionId',
  'collections.createField': 'dataFieldId',
  'records.create': 'dataRecordId',
  'cards.create': 'dataCardId',
  'cards.createGroup': 'dataCardGroupId',
  'views.create': 'dataViewId',
  'views.createFeed': 'token',
  'files.upload': 'fileId',
  'imports.upload': 'importId',
  'exports.create': 'exportId',
  'exports.cancel': null,
  'duplicates.find': 'scanId',
  'auth.sessions': 'sessionId',
  'integrations.createToken': 'apiTokenId',
  'webhooks.createWebhook': 'webhookId',
  'messages.create': 'outgoingMessageId',
  'messageTemplates.create': 'outgoingMessageTemplateId',
  'messageSenders.create': 'senderId',
  'consent.createSubject': 'subjectId',
  'wizards.create': 'dataWizardId',
  'wizards.createStep': 'wizard',
  'wizards.createTask': 'wizard',
  'wizards.createLink': 'wizardLinkId',
  'wizards.createAccessLink': 'externalAccessLinkId',
  'wizardRuns.start': 'wizardRun',
  'publicWizards.start': 'visitorRun',
}
/** They need records and files that other writes change. */
const firstWrites = ['imports.reread', 'imports.run', 'membership.place', 'duplicates.merge']
const endsSession = ['auth.revokeSession', 'auth.signOut']
/** They end what other calls of the same user need. */
const endsWizards = [
  'wizards.removeTask',
  'wizards.removeStep',
  'wizards.removeLink',
  'wizards.removeAccessLink',
  'wizards.remove',
]
const named = (names: readonly string[]) =>
  names.map((name) => called.find((one) => one.name === name) as NamedEndpoint)
const reads = called.filter(({ name, endpoint }) => endpoint.isRead && !(name in creates))
const writes = called.filter(
  ({ name, endpoint }) =>
    !endpoint.isRead &&
    !(name in creates) &&
    !['imports.check', ...firstWrites, ...endsSession, ...endsWizards].includes(name),
)

/** Each needs a message in a certain state, which the first call of each has. */
const ofMessages = called.filter(
  ({ name }) => /^message(s|Templates|Pictures)\./.test(name) && !(name in creates),
)

let deps: TestDeps
let app: FastifyInstance
let world: HiddenWorld
let calls = 0
/** Endpoints that have answered a user of the test. */
const answered = new Set<string>()
/** Endpoints that have shown hidden data to the administrator. */
const revealed = new Set<string>()
/** An example of each kind of leak, by endpoint and leak. */
const leaks = new Map<string, string>()
const usedExemptions = new Set<string>()
const ownOf = new Map<HiddenUser, Own>()

beforeAll(async () => {
  deps = await testDeps()
  app = await buildApp(deps)
  await app.ready()
  world = await hiddenWorld(deps, app)
  const { users } = world
  const designers = users.filter(({ permission }) => permission === 'team_admin_data_collections')
  const others = users.filter((user) => !designers.includes(user))

  await inParallel(users, (user, n) =>
    callEach(user, named([...Object.keys(creates), 'records.create']), n, 2, 1),
  )
  await inParallel(users, (user, n) => callEach(user, named(['imports.check']), n, 2, 2))
  await deps.runJobs(tasksOf(deps))
  await tidy()
  await inParallel(reads, callAsAdmin)
  await inParallel(users, (user, n) => callEach(user, reads, n, 3, 1))
  await inParallel(
    users.filter((user) => world.messages.of(user)),
    (user) => callEach(user, ofMessages, 0, 1, 1),
  )
  await tidy()
  await inParallel(users, (user, n) => callEach(user, named(firstWrites), n, 2, 2))
  await inParallel(others, (user, n) => callEach(user, writes, n, 2, 1))
  await tidy()
  // One designer at a time, since they delete and change what the others use.
  for (const [n, user] of designers.entries()) {
    await callEach(user, writes, n, n < 5 ? 2 : 1, 1)
    await repair()
  }
  await tidy()
  await inParallel(users, (user, n) => callEach(user, named(endsWizards), n, 2, 1))
  await deps.runJobs(tasksOf(deps))
  await inParallel(
    users.filter(({ isFocus }) => isFocus),
    (user, n) => callEach(user, reads, n, 1, 1),
  )
  await inParallel(users, (user, n) => callEach(user, named(endsSession.slice(n % 2)), n, 1, 1))
}, 1_800_000)
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

/** Tests have no autovacuum: what thousands of writes leave behind would slow down all that follow. */
const tidy = () => deps.pool.query('vacuum (analyze)')

/** Calls endpoints one after the other, with a part of all variants: another one for each user. */
async function callEach(
  user: HiddenUser,
  which: readonly NamedEndpoint[],
  offset: number,
  ofFocus: number,
  ofOthers: number,
): Promise<void> {
  const own = ownOf.get(user) ?? {}
  ownOf.set(user, own)
  const count = user.isFocus ? ofFocus : ofOthers
  for (const one of which) {
    const all = callsOf(one, world, user, own)
    const rest = Array.from(
      { length: count - 1 },
      (_, n) => (offset * (count - 1) + n) % (all.length - 1 || 1),
    )
    const chosen = count === 1 ? [offset % all.length] : [0, ...rest.map((n) => n + 1)]
    for (const n of new Set(chosen)) if (all[n]) keepIds(own, one.name, await check(one, user, all[n]))
  }
}

async function check(
  one: NamedEndpoint,
  user: HiddenUser,
  call: CallArguments,
): Promise<LightMyRequestResponse> {
  const { response, request } = await send(one, user, call)
  if (response.statusCode < 300) answered.add(one.name)
  const found = await leaksIn(response, user, request, one.name)
  if (response.statusCode >= 500) found.push(`status ${response.statusCode}`)
  for (const leak of found) {
    const exemption = exemptions.find((each) => each.endpoint === one.name && each.isMet(user, leak, request))
    if (exemption) usedExemptions.add(exemption.reason)
    else {
      const example = `${user.label}\n${request.slice(0, 500)}\n${response.body.slice(0, 1500)}`
      leaks.set(`${one.name}: ${leak.replace(/\d+$/, '')}`, example)
    }
  }
  return response
}

async function send(
  { endpoint }: NamedEndpoint,
  { client }: Pick<HiddenUser, 'client'>,
  call: CallArguments,
) {
  calls++
  const { params, query, body: given, headers } = resolved(call)
  const body = await withProof(given)
  const url = urlOf(endpoint, params, query)
  const upload = { 'content-type': 'application/octet-stream' }
  const response = await client.inject({
    method: endpoint.method,
    url,
    // Another address for each call, because some endpoints are limited by address.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(endpoint.kind === 'upload'
      ? {
          headers: { ...upload, ...headers },
          payload: Readable.from([Buffer.from((body ?? '') as string | Buffer)]),
        }
      : { ...(headers ? { headers } : {}), ...(body === undefined ? {} : { payload: body as object }) }),
  })
  return { response, request: `${endpoint.method} ${decodeURIComponent(url)} ${JSON.stringify(body) ?? ''}` }
}

async function withProof(body: unknown): Promise<unknown> {
  const isAsked = (body as { proof?: unknown } | undefined)?.proof === newProof
  return isAsked ? { ...(body as object), proof: await world.wizards.proof() } : body
}

/** All variants as an administrator: some responses must have hidden data, or the test could not fail. */
async function callAsAdmin(one: NamedEndpoint): Promise<void> {
  const user = world.users[0]!
  for (const call of callsOf(one, world, user, {}).slice(0, 30)) {
    const { response } = await send(one, { client: world.admin }, call)
    if (response.statusCode < 300 && (await hasHiddenData(response))) revealed.add(one.name)
  }
}

function keepIds(own: Own, name: string, response: LightMyRequestResponse): void {
  const isJson = String(response.headers['content-type']).includes('json')
  if (response.statusCode !== 200 || !isJson) return
  const body = response.json()
  const keep = (key: string, ...ids: unknown[]) => {
    own[key] = [...(own[key] ?? []), ...ids]
  }
  if (body?.operation) keep('operationId', body.operation.id)
  const key = creates[name]
  if (!key) return
  if (key === 'token') keep(key, /feeds\/([\w-]+)\.ics/.exec(body.url)?.[1])
  else if (key === 'sessionId') keep(key, body.items[0].id)
  else if (key === 'apiTokenId') keep(key, body.apiToken.id)
  else if (key === 'webhookId') keep(key, body.webhook.id)
  else if (key === 'wizard') keep(key, body.wizard ?? body)
  else if (key === 'wizardRun') keep(key, body)
  else if (key === 'visitorRun') keep(key, { ...body.screen, key: body.key })
  else keep(key, key === 'dataRecordId' ? body.record.id : body.id)
}

/** Takes out of the trash what a designer has deleted, and names people by their name again. */
async function repair(): Promise<void> {
  const { admin, teamId, people, vault, list, staff, smart, fields } = world
  const params = { teamId }
  const { dataCollection } = await admin.ok(api.collections.list, { params, query: { deleted: '1' } })
  for (const dataCollectionId of [people, vault, list, staff, smart]) {
    if (!dataCollection.some(({ id }) => id === dataCollectionId)) continue
    await admin.ok(api.collections.restore, { params: { ...params, dataCollectionId } })
  }
  const inPeople = { ...params, dataCollectionId: people }
  const { items } = await admin.ok(api.collections.listFields, { params: inPeople, query: { deleted: '1' } })
  for (const { id } of items) {
    await admin.ok(api.collections.restoreField, { params: { ...inPeople, dataFieldId: id } })
  }
  await admin.ok(api.collections.update, {
    params: inPeople,
    body: { IdDataFieldDataObjectName: fields.name! },
  })
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, n: number) => Promise<void>,
): Promise<void> {
  const queue = [...items.entries()]
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

test('no response shows a hidden value, count or name', () => {
  expect([...leaks].map(([leak, example]) => `${leak}\n${example}`).join('\n\n')).toBe('')
  expect(exemptions.map(({ reason }) => reason).filter((reason) => !usedExemptions.has(reason))).toEqual([])
})

test('there are at least 20,000 calls, of every endpoint', () => {
  expect(calls).toBeGreaterThanOrEqual(20_000)
})

test('every endpoint has answered one of the users, except reviewed ones', () => {
  const without = called.map(({ name }) => name).filter((name) => !answered.has(name))
  expect(without.sort()).toEqual(Object.keys(neverAnswered).sort())
})

test('the same calls show hidden data to an administrator', () => {
  expect(revealing.filter((name) => !revealed.has(name))).toEqual([])
})

test('users still see their records at the end', async () => {
  const { teamId, people, visible } = world
  const own = columnName('amount')
  const reader = await world.team.user({
    grants: [{ permission: 'read_data_field_data', dataFieldId: world.fields[own]! }],
  })
  const page = await world.admin.as(reader).ok(api.records.query, {
    params: { teamId, dataCollectionId: people },
    body: { filter: { field: '@id', op: 'gte', value: visible[0]! }, fields: [own] },
  })
  expect(page.items.map(({ id }) => id)).toContain(visible[0])
})
