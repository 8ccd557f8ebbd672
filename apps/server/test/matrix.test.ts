/**
 * Two generated teams: every endpoint of the contract, called by users with roles of random shape and by outsiders, with
 * ids of their own, hidden, foreign and missing things. Each answer is compared with an oracle in memory.
 *
 * MATRIX_SEED generates other teams. MATRIX_VARIANTS is the number of variants of each read for each caller.
 */
import { api } from '@muster/contract/api'
import type { AnyEndpoint, Api } from '@muster/contract/endpoint'
import type { Filter } from '@muster/contract/filters/ast'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { queryText, rawSql, rows, sql } from '../src/platform/db.ts'
import { type CallArguments, callVariants, type Pools } from './call-variants.ts'
import { urlOf } from './client.ts'
import { type MatrixCaller, Oracle, type Refusal, refusalOf } from './matrix-oracle.ts'
import {
  columnOf,
  leastAmount,
  type MatrixCollection,
  type MatrixRecord,
  type MatrixTeam,
  matrixTeam,
  randomOf,
  valueMarker,
} from './matrix-world.ts'
import { type TestDeps, testDeps } from './test-deps.ts'

const seed = Number(process.env.MATRIX_SEED ?? 20)
const variants = Number(process.env.MATRIX_VARIANTS ?? 16)
/** Calls at a time, fewer than the reads that a team may run. */
const parallel = 6
/** No record, collection or field has this id. */
const missing = 99_000_001

const endpoints = Object.entries(api as Record<string, Api>).flatMap(([feature, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({
    name: `${feature}.${name}`,
    endpoint: endpoint as AnyEndpoint,
  })),
)
type Named = (typeof endpoints)[number]

let deps: TestDeps
let app: FastifyInstance
let teams: MatrixTeam[]
let callers: MatrixCaller[]
const recordsById = new Map<number, { team: MatrixTeam; record: MatrixRecord }>()
let calls = 0
const compared = { refused: 0, searched: 0, exact: 0, writes: 0, foreign: 0 }
/** An example of each kind of difference. */
const differences = new Map<string, string>()

beforeAll(async () => {
  deps = await testDeps()
  app = await buildApp(deps)
  await app.ready()
  const random = randomOf(seed)
  teams = [await matrixTeam(deps, app, 'a', random), await matrixTeam(deps, app, 'b', random)]
  callers = teams.flatMap((team) => team.callers)
  for (const team of teams) for (const record of team.records) recordsById.set(record.id, { team, record })
}, 120_000)
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

function note(kind: string, caller: MatrixCaller, request: string, answer: string): void {
  if (!differences.has(kind))
    differences.set(kind, `${kind}\n${caller.label}\n${request.slice(0, 600)}\n${answer.slice(0, 900)}`)
}

function expectNoDifferences(): void {
  const found = [...differences.values()].join('\n\n')
  differences.clear()
  expect(found, `seed ${seed}`).toBe('')
}

async function send(
  { endpoint }: Pick<Named, 'endpoint'>,
  caller: MatrixCaller,
  { params, query, body }: CallArguments,
) {
  calls++
  const url = urlOf(endpoint, params, query)
  const isUpload = endpoint.kind === 'upload'
  const response = await app.inject({
    method: endpoint.method,
    url,
    headers: { ...caller.headers(), ...(isUpload ? { 'content-type': 'application/octet-stream' } : {}) },
    // Another address for each call, because some endpoints are limited by address.
    remoteAddress: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(isUpload ? { payload: Buffer.from('text') } : body === undefined ? {} : { payload: body as object }),
  })
  return { response, request: `${endpoint.method} ${decodeURIComponent(url)} ${JSON.stringify(body) ?? ''}` }
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

const codeOf = (response: LightMyRequestResponse): string | undefined =>
  String(response.headers['content-type']).includes('json') && response.body !== ''
    ? response.json().code
    : undefined
const textOf = (response: LightMyRequestResponse): string =>
  `${response.body}\n${JSON.stringify(response.headers)}`
const teamOf = ({ standing }: MatrixCaller) => teams.find(({ teamId }) => teamId === standing?.teamId)
const oracleOf = (caller: MatrixCaller) => {
  const team = teamOf(caller)
  return team && caller.standing && caller.isSignedIn ? new Oracle(team, caller.standing) : null
}
const isOfTeam = ({ endpoint }: Named) => endpoint.path.startsWith('/teams/:teamId')

/** Everything that is stored of the teams but when tokens were used, so that a write which should be refused is noticed. */
async function digest(): Promise<Record<string, string>> {
  const tables = await rows<{ schema: string; name: string }>(
    deps.pool,
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_name <> 'auth_session'
          and (table_schema = any(${teams.map(({ schema }) => schema)}) or table_schema = 'muster')
        order by 1, 2`,
  )
  const all: Record<string, string> = {}
  for (const { schema, name } of tables) {
    const [row] = await queryText(
      deps.pool,
      sql`select md5(coalesce(string_agg(x, ',' order by x), ''))
          from (select (to_jsonb(t) - 'last_used_at')::text as x from ${rawSql(`"${schema}"."${name}"`)} t) t`,
      false,
    )
    all[`${schema}.${name}`] = String(row?.[0])
  }
  return all
}

/** Values of parameters: the caller's own team first, then the other team and missing things. */
function poolsOf(team: MatrixTeam, other: MatrixTeam): Pools {
  const { letter } = team
  const people = (one: MatrixTeam) => one.collections.find(({ key }) => key === 'people')!
  const ofTree = [
    ...people(team).fields,
    ...team.collections.flatMap(({ key, fields }) => (key === 'places' || key === 'vault' ? fields : [])),
  ]
  const fieldIds = [...ofTree.map(({ id }) => id), people(other).fields[1]!.id, missing]
  const recordIds = [
    ...team.records.filter((_, n) => n % 3 === 0).map(({ id }) => id),
    other.records[0]!.id,
    missing,
  ]
  const columns = ['name', ...ofTree.map(({ column }) => column), '@name', '@createdBy']
  const collectionIds = [people(team).id, ...team.collections.map(({ id }) => id), people(other).id, missing]
  const userIds = [...team.callers, ...other.callers].flatMap(({ standing }) => standing?.teamUserId ?? [])
  const text = (column: string) => valueMarker(letter, 'people', column, 4)
  const filters: Filter[] = [
    { field: 'name', op: 'is', value: text('name') },
    { field: columnOf(letter, 'people', 'notes'), op: 'isNotEmpty' },
    { field: columnOf(letter, 'people', 'amount'), op: 'gt', value: leastAmount },
    { field: columnOf(letter, 'vault', 'note'), op: 'isNotEmpty' },
    { field: '@id', op: 'gt', value: 0 },
    {
      field: '@collections',
      op: 'memberOf',
      value: [team.collections.find(({ key }) => key === 'staff')!.id],
    },
    {
      field: columnOf(letter, 'people', 'home'),
      op: 'some',
      where: { field: columnOf(letter, 'places', 'code'), op: 'isNotEmpty' },
    },
  ]
  const teamIds = [team.teamId, other.teamId, missing]
  const things = [
    'dataViewId',
    'dataCardId',
    'dataCardGroupId',
    'importMappingId',
    'operationId',
    'apiTokenId',
    'webhookId',
    'backupId',
    'dataWizardId',
    'wizardStepId',
    'stepTaskId',
    'wizardLinkId',
    'externalAccessLinkId',
    'wizardRunId',
    'outgoingMessageId',
    'outgoingMessageTemplateId',
    'recipientId',
    'senderId',
    'subjectId',
  ]
  const named = [
    'exportId',
    'importId',
    'scanId',
    'fileId',
    'sessionId',
    'publicKey',
    'token',
    'windowId',
    'userId',
  ]
  const fieldKeys = [
    'dataFieldId',
    'groupDataFieldId',
    'imageDataFieldId',
    'colorDataFieldId',
    'recordNameDataFieldId',
    'sourceDataFieldId',
    'IdDataFieldDataObjectName',
    'IdDataFieldDataObjectAvatar',
  ]
  return {
    ...Object.fromEntries(['teamId', 'TeamId', 'idTeam', 'sourceTeamId'].map((key) => [key, teamIds])),
    ...Object.fromEntries(
      ['dataCollectionId', 'idParentDataCollection', 'addTo', 'removeFrom', 'moveFrom', 'moveTo'].map(
        (key) => [key, collectionIds],
      ),
    ),
    ...Object.fromEntries(
      ['dataRecordId', 'afterRecordId', 'survivorId', 'itemId', 'id', 'add', 'remove', 'record'].map(
        (key) => [key, recordIds],
      ),
    ),
    ...Object.fromEntries(fieldKeys.map((key) => [key, fieldIds])),
    ...Object.fromEntries(things.map((key) => [key, [1, 2, missing]])),
    ...Object.fromEntries(
      named.map((key) => [key, ['not-a-known-one', '00000000-0000-4000-8000-000000000001']]),
    ),
    languageId: ['en', 'es'],
    suppressionId: [`EMAIL-${'0'.repeat(64)}`],
    teamUserId: [...userIds, missing],
    userRoleId: [...team.roleIds, other.roleIds[0], missing],
    userRoleIds: team.roleIds,
    field: columns,
    columnName: columns,
    groupBy: columns.map((field) => ({ field, direction: 'asc' })),
    start: columns,
    location: columns,
    from: ['2031-01-01'],
    to: ['2031-12-31'],
    search: [
      text('name'),
      text('notes'),
      valueMarker(letter, 'vault', 'note', 2),
      'v7f',
      String(leastAmount),
    ],
    q: [
      text('name'),
      text('notes'),
      valueMarker(letter, 'vault', 'note', 2),
      valueMarker(other.letter, 'people', 'name', 1),
      'v7f',
    ],
    filter: filters,
    marks: filters,
    where: filters,
    rowFilter: filters,
    executionCondition: filters,
    membershipDataFilter: filters,
    cursor: ['WyJ4Il0'],
    values: [{}, { name: 'Changed' }],
    set: [{ name: 'Changed' }],
    n: [1],
    key: ['grid'],
    authProviderUsername: ['me', 'nobody@example.org'],
    logo: ['squareLogo'],
    limit: [200],
    size: ['96'],
    countObjects: ['1'],
    deleted: [true, false, '1'],
    email: ['nobody@example.org'],
    windowIds: ['window-0001'],
  }
}

const variantsByTeam = new Map<MatrixTeam, Map<AnyEndpoint, CallArguments[]>>()

/** The calls of an endpoint with ids of a team first: generated once, since all its callers make the same. */
function variantsIn(team: MatrixTeam, endpoint: AnyEndpoint): CallArguments[] {
  const known = variantsByTeam.get(team) ?? new Map<AnyEndpoint, CallArguments[]>()
  variantsByTeam.set(team, known)
  const other = teams.find((one) => one !== team)!
  const all = known.get(endpoint) ?? callVariants(endpoint, poolsOf(team, other))
  known.set(endpoint, all)
  return all
}

/** Marked values, names of the design, roles and ids of records in an answer that the caller may not see. */
function leaksIn(response: LightMyRequestResponse, caller: MatrixCaller, request: string): string[] {
  const text = textOf(response)
  const oracle = oracleOf(caller)
  const found: string[] = []
  const isOwn = (letter: string | undefined) => oracle !== null && caller.standing?.letter === letter
  for (const [marker, letter, key, column, n] of text.matchAll(/v7f-([ab])-(\w+)-(\w+)-(\d+)-z/g)) {
    if (request.includes(marker)) continue
    const team = teams.find((one) => one.letter === letter)!
    const collection = team.collections.find((one) => one.key === key)!
    const full = column === 'name' ? 'name' : columnOf(team.letter, key!, column!)
    const record = team.records.filter(({ homeId }) => homeId === collection.homeId)[Number(n)]!
    if (!isOwn(letter) || !oracle!.mayRead(record, full)) found.push(`value of ${key}.${column}`)
  }
  for (const [marker] of text.matchAll(/d7f[-_][ab][-_][a-z_-]+/g)) {
    // The letter of the team, the collection and the field.
    const [, letter, key, name] = marker.replace(/[-_]z\b.*$/, '').split(/[-_]/)
    if (request.includes(marker) || key === 'team') continue
    const collections = teams.find((one) => one.letter === letter)!.collections
    const collection = collections.find((one) => one.key === key || `${one.key}s` === key)
    const isSeen =
      collection &&
      (name === undefined
        ? oracle?.seesCollection(collection)
        : oracle?.columns(collection.homeId).some((column) => column.endsWith(`_${name}`)))
    if (!isOwn(letter) || !(oracle!.isDesigner || isSeen)) found.push(`name ${key} ${name ?? ''}`)
  }
  for (const [, letter, n] of text.matchAll(/r7f-([ab])-(\d+)-z/g)) {
    const { standing } = caller
    const isAllowed =
      isOwn(letter) &&
      (standing!.isTeamAdmin ||
        standing!.roleNumbers.includes(Number(n)) ||
        // They assign roles, and choose those that may export.
        standing!.featurePermissions.includes('team_admin_users') ||
        standing!.featurePermissions.includes('team_admin_account_info'))
    if (!isAllowed) found.push('role')
  }
  for (const [, letter] of text.matchAll(/u7f-([ab])-\d+-z/g)) {
    if (!isOwn(letter) && !caller.isSysAdmin && !caller.label.startsWith(`${letter}: `)) found.push('user')
  }
  for (const [amount] of text.matchAll(/(?<![\w-])91000[78]00[12]\d{3}(?!\d)/g)) {
    const owner = [...recordsById.values()].find(({ record }) =>
      Object.values(record.values).includes(Number(amount)),
    )
    const column = owner && Object.keys(owner.record.values).find((one) => one.endsWith('_amount'))
    if (
      !request.includes(amount) &&
      !(owner && column && isOwn(owner.team.letter) && oracle!.mayRead(owner.record, column))
    )
      found.push('amount')
  }
  for (const [id] of text.matchAll(/(?<![\w.-])[78]0000\d\d(?![\w-])/g)) {
    const owner = recordsById.get(Number(id))
    if (!owner || request.includes(id)) continue
    // A link is a value of the record that has it: its id is shown, and nothing else of a hidden record.
    const isSeen =
      isOwn(owner.team.letter) && (oracle!.sees(owner.record) || oracle!.readsLinkTo(owner.record))
    if (!isSeen) found.push('id of a record')
  }
  return [...new Set(found)]
}

test('every parameter in a path has values to try', () => {
  const pools = poolsOf(teams[0]!, teams[1]!)
  const names = endpoints.flatMap(({ endpoint }) =>
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name!),
  )
  expect([...new Set(names)].filter((name) => !Object.hasOwn(pools, name))).toEqual([])
  for (const { endpoint } of endpoints) expect(callVariants(endpoint, pools).length).toBeGreaterThan(0)
})

test('a caller without access is refused, with the same answer for foreign and missing teams, and changes nothing', async () => {
  const before = await digest()
  const [a, b] = teams as [MatrixTeam, MatrixTeam]
  await inParallel(callers, async (caller) => {
    for (const one of endpoints) {
      for (const teamId of isOfTeam(one) ? [a.teamId, b.teamId, missing] : [a.teamId]) {
        const refusal = refusalOf(one.endpoint, caller, teamId)
        if (!refusal) continue
        const team = teamId === b.teamId ? b : a
        const [call] = variantsIn(team, one.endpoint)
        const { response, request } = await send(one, caller, {
          ...call,
          params: { ...call!.params, teamId },
        })
        compared.refused++
        expectRefusal(one, caller, response, request, refusal)
      }
    }
  })
  expectNoDifferences()
  expect(await digest()).toEqual(before)
  expect(compared.refused).toBeGreaterThan(10_000)
}, 600_000)

function expectRefusal(
  { name }: Named,
  caller: MatrixCaller,
  response: LightMyRequestResponse,
  request: string,
  { status, code }: Refusal,
): void {
  const leaks = leaksIn(response, caller, request)
  if (response.statusCode !== status || codeOf(response) !== code) {
    note(
      `${name}: ${response.statusCode} ${codeOf(response)} instead of ${status} ${code}`,
      caller,
      request,
      response.body,
    )
  }
  for (const leak of leaks) note(`${name}: refusal shows ${leak}`, caller, request, textOf(response))
}

test('no read shows a value, name or id that its caller may not see', async () => {
  const reads = endpoints.filter(({ endpoint }) => endpoint.isRead && endpoint.kind !== 'events')
  await inParallel(callers, async (caller, n) => {
    const team = teamOf(caller) ?? teams[0]!
    for (const one of reads) {
      if (refusalOf(one.endpoint, caller, team.teamId)) continue
      const all = variantsIn(team, one.endpoint)
      // Each caller gets another part of the variants.
      const chosen = new Set(
        Array.from({ length: Math.min(variants, all.length) }, (_, index) =>
          index === 0 ? 0 : (n * variants + index) % all.length,
        ),
      )
      for (const index of chosen) {
        const { response, request } = await send(one, caller, all[index]!)
        compared.searched++
        if (response.statusCode >= 500)
          note(`${one.name}: ${response.statusCode}`, caller, request, response.body)
        for (const leak of leaksIn(response, caller, request))
          note(`${one.name}: shows ${leak}`, caller, request, textOf(response))
      }
    }
  })
  expectNoDifferences()
  expect(compared.searched).toBeGreaterThan(5_000)
}, 600_000)

test('records, values, counts, sums and groups are exactly those of the oracle', async () => {
  const inOneTeam = callers.filter((caller) => oracleOf(caller))
  await inParallel(inOneTeam, async (caller) => {
    const oracle = oracleOf(caller)!
    const team = teamOf(caller)!
    await compareCollections(caller, team, oracle)
    for (const collection of team.collections) {
      await compareQuery(caller, team, oracle, collection)
      const columns = oracle.columns(collection.homeId)
      for (const filter of filtersOn(team, collection)) {
        if (columns.includes(filter.field)) await compareQuery(caller, team, oracle, collection, filter)
        else await expectUnknown(caller, team, oracle, collection, filter)
      }
      await compareAggregates(caller, team, oracle, collection)
    }
    for (const { record } of recordsById.values()) await compareRecord(caller, team, oracle, record)
  })
  expectNoDifferences()
  expect(compared.exact).toBeGreaterThan(5_000)
}, 600_000)

const filtersOn = ({ letter }: MatrixTeam, { homeId, fields }: MatrixCollection) =>
  [
    { field: columnOf(letter, 'people', 'score'), op: 'gte', value: 40 },
    { field: columnOf(letter, 'people', 'region'), op: 'isNot', value: 'North' },
    { field: columnOf(letter, 'people', 'amount'), op: 'isEmpty' },
    { field: columnOf(letter, 'people', 'notes'), op: 'isNotEmpty' },
    { field: columnOf(letter, 'vault', 'note'), op: 'isNotEmpty' },
    { field: columnOf(letter, 'places', 'code'), op: 'contains', value: '-2-' },
    { field: 'name', op: 'contains', value: '1' },
  ].filter(({ field }) => homeId > 0 && fields.some(({ column }) => column === field)) as {
    field: string
    op: 'is'
    value?: unknown
  }[]

function differ(
  kind: string,
  caller: MatrixCaller,
  request: string,
  actual: unknown,
  expected: unknown,
): void {
  compared.exact++
  if (!sameJson(actual, expected))
    note(
      kind,
      caller,
      request,
      `is ${JSON.stringify(actual)?.slice(0, 400)}\nnot ${JSON.stringify(expected)?.slice(0, 400)}`,
    )
}
const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const inCollection = ({ teamId }: MatrixTeam, { id }: MatrixCollection) => ({ teamId, dataCollectionId: id })
const sortedValues = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)))

async function compareCollections(caller: MatrixCaller, team: MatrixTeam, oracle: Oracle): Promise<void> {
  const call = { params: { teamId: team.teamId }, query: { countObjects: '1' } }
  const { response, request } = await send({ endpoint: api.collections.list }, caller, call)
  const { dataCollection } = response.json<{ dataCollection: { id: number }[] }>()
  const shown = dataCollection.map(({ id }) => id).sort()
  const seen = team.collections
    .filter((one) => oracle.isDesigner || oracle.seesCollection(one))
    .map(({ id }) => id)
    .sort()
  differ(
    'collections.list',
    caller,
    request,
    shown.filter((id) => team.collections.some((one) => one.id === id)),
    seen,
  )
}

async function compareQuery(
  caller: MatrixCaller,
  team: MatrixTeam,
  oracle: Oracle,
  collection: MatrixCollection,
  filter?: Filter,
): Promise<void> {
  const body = {
    count: 'exact',
    limit: 1000,
    sort: [{ field: '@id', direction: 'asc' }],
    ...(filter ? { filter } : {}),
  }
  const { response, request } = await send({ endpoint: api.records.query }, caller, {
    params: inCollection(team, collection),
    body,
  })
  if (!oracle.seesCollection(collection))
    return differ(
      'records.query: hidden',
      caller,
      request,
      [response.statusCode, codeOf(response)],
      [404, 'not_found'],
    )
  if (response.statusCode !== 200) return differ('records.query', caller, request, response.body, 'records')
  const { items, total } = response.json<{
    total: number
    items: { id: number; values: Record<string, unknown> }[]
  }>()
  const expected = oracle.records(collection, filter)
  differ(
    'records.query: ids',
    caller,
    request,
    items.map(({ id }) => id),
    expected.map(({ id }) => id),
  )
  differ('records.query: total', caller, request, total, expected.length)
  differ(
    'records.query: values',
    caller,
    request,
    items.map(({ values }) => sortedValues(values)),
    expected.map((record) => sortedValues(oracle.values(record))),
  )
  for (const leak of leaksIn(response, caller, request))
    note(`records.query: shows ${leak}`, caller, request, response.body)
}

/** A field that the caller cannot read is answered like one that does not exist. */
async function expectUnknown(
  caller: MatrixCaller,
  team: MatrixTeam,
  oracle: Oracle,
  collection: MatrixCollection,
  filter: { field: string; op: 'is'; value?: unknown },
) {
  const send1 = (field: string) =>
    send({ endpoint: api.records.query }, caller, {
      params: inCollection(team, collection),
      body: { filter: { ...filter, field } },
    })
  const [hidden, unknown] = [await send1(filter.field), await send1('no_such_field')]
  const code = oracle.seesCollection(collection) ? 'filter_invalid' : 'not_found'
  const answerOf = ({ response }: typeof hidden) => [response.statusCode, codeOf(response)]
  differ('records.query: hidden field', caller, hidden.request, answerOf(hidden), answerOf(unknown))
  differ('records.query: hidden field, code', caller, hidden.request, codeOf(hidden.response), code)
}

async function compareAggregates(
  caller: MatrixCaller,
  team: MatrixTeam,
  oracle: Oracle,
  collection: MatrixCollection,
): Promise<void> {
  if (!oracle.seesCollection(collection)) return
  const columns = oracle.columns(collection.homeId)
  const records = oracle.records(collection)
  const amount = columns.find((column) => column.endsWith('_amount'))
  const region = columns.find((column) => column.endsWith('_region'))
  const measures = [
    { fn: 'count' },
    ...(amount
      ? [
          { fn: 'sum', field: amount },
          { fn: 'countFilled', field: amount },
        ]
      : []),
  ]
  const groupBy = region ? [{ field: region }] : []
  const { response, request } = await send({ endpoint: api.records.aggregate }, caller, {
    params: inCollection(team, collection),
    body: { measures, groupBy },
  })
  if (response.statusCode !== 200)
    return differ('records.aggregate', caller, request, response.body, 'groups')
  const measure = (some: MatrixRecord[]) => {
    const amounts = some.flatMap((record) =>
      amount ? ((oracle.values(record)[amount] as number | null) ?? []) : [],
    )
    return [
      some.length,
      ...(amount
        ? [amounts.length === 0 ? null : amounts.reduce((sum, one) => sum + one, 0), amounts.length]
        : []),
    ]
  }
  const keyOf = (record: MatrixRecord) => (region ? (oracle.values(record)[region] as string | null) : null)
  const keys = region ? [...new Set(records.map(keyOf))] : [null]
  const expected = keys.map((key) => [key, ...measure(records.filter((record) => keyOf(record) === key))])
  const byKey = (all: unknown[][]) =>
    all
      .map((one) => one.map((value) => (value === null ? null : String(value))))
      .sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
  const { groups } = response.json<{ groups: { keys: unknown[]; values: unknown[] }[] }>()
  differ(
    'records.aggregate',
    caller,
    request,
    byKey(groups.map((group) => [region ? group.keys[0] : null, ...group.values])),
    byKey(expected),
  )
}

async function compareRecord(
  caller: MatrixCaller,
  team: MatrixTeam,
  oracle: Oracle,
  record: MatrixRecord,
): Promise<void> {
  const { response, request } = await send({ endpoint: api.records.get }, caller, {
    params: { teamId: team.teamId, dataRecordId: record.id },
  })
  const isSeen = team.records.includes(record) && oracle.sees(record)
  if (!isSeen)
    return differ(
      'records.get: hidden',
      caller,
      request,
      [response.statusCode, codeOf(response)],
      [404, 'not_found'],
    )
  if (response.statusCode !== 200) return differ('records.get', caller, request, response.body, 'a record')
  const { values, canDelete, createdBy } = response.json()
  differ('records.get: values', caller, request, sortedValues(values), sortedValues(oracle.values(record)))
  differ('records.get: canDelete', caller, request, canDelete, oracle.mayDelete(record))
  differ(
    'records.get: createdBy',
    caller,
    request,
    createdBy,
    oracle.may('read_data_record_metadata', record) ? record.createdBy : null,
  )
  for (const leak of leaksIn(response, caller, request))
    note(`records.get: shows ${leak}`, caller, request, response.body)
}

test('a write with ids of another team is answered like one with missing ids, and changes nothing there', async () => {
  const before = await digest()
  const idNames = ['dataCollectionId', 'dataRecordId', 'dataFieldId', 'teamUserId', 'userRoleId']
  const writes = endpoints.filter(
    (one) =>
      isOfTeam(one) && !one.endpoint.isRead && idNames.some((name) => one.endpoint.path.includes(`:${name}`)),
  )
  await inParallel(callers, async (caller) => {
    const team = teamOf(caller)
    if (!team) return
    const other = teams.find((one) => one !== team)!
    const collection = other.collections[0]!
    const foreign = {
      dataCollectionId: collection.id,
      dataRecordId: other.records[0]!.id,
      dataFieldId: collection.fields[0]!.id,
      teamUserId: other.callers[0]!.standing!.teamUserId,
      userRoleId: other.roleIds[0],
    }
    const absent = Object.fromEntries(idNames.map((name) => [name, missing]))
    for (const one of writes) {
      if (refusalOf(one.endpoint, caller, team.teamId)) continue
      const [call] = variantsIn(team, one.endpoint)
      const params = (ids: object) => ({ ...call!, params: { ...call!.params, ...ids, teamId: team.teamId } })
      const [ofOther, ofNone] = [
        await send(one, caller, params(foreign)),
        await send(one, caller, params(absent)),
      ]
      compared.foreign += 2
      const answers = [ofOther, ofNone].map(({ response }) => `${response.statusCode} ${codeOf(response)}`)
      // Removing what is not there succeeds; the digest shows that nothing is removed.
      if (answers[0] !== answers[1] || ofOther.response.statusCode >= 500) {
        note(
          `${one.name}: foreign ${answers[0]}, missing ${answers[1]}`,
          caller,
          ofOther.request,
          ofOther.response.body,
        )
      }
      for (const leak of leaksIn(ofOther.response, caller, ofOther.request))
        note(`${one.name}: shows ${leak}`, caller, ofOther.request, textOf(ofOther.response))
    }
  })
  expectNoDifferences()
  expect(await digest()).toEqual(before)
  expect(compared.foreign).toBeGreaterThan(200)
}, 600_000)

test('a value is changed and a record deleted exactly where the oracle allows it', async () => {
  let written = 0
  // One team at a time in each: every write is seen by the next.
  await Promise.all(
    teams.map(async (team, n) => {
      // Not from its id, which differs between runs.
      const random = randomOf(seed + n)
      for (const caller of team.callers) {
        const oracle = oracleOf(caller)
        if (!oracle) continue
        for (const record of team.records.filter(() => random() < 0.4)) {
          // Rules do not depend on these columns.
          const columns = Object.keys(record.values).filter(
            (column) => /_(notes|note|code)$/.test(column) || column === 'name',
          )
          for (const column of columns) written += await compareUpdate(team, caller, oracle, record, column)
          await compareDeletion(team, caller, oracle, record)
        }
      }
    }),
  )
  expectNoDifferences()
  expect(written).toBeGreaterThan(20)
  expect(compared.writes).toBeGreaterThan(1_000)
}, 600_000)

async function compareUpdate(
  team: MatrixTeam,
  caller: MatrixCaller,
  oracle: Oracle,
  record: MatrixRecord,
  column: string,
): Promise<number> {
  const value = `${record.values[column]}`.replace(/( changed)?$/, (found) => (found ? '' : ' changed'))
  const params = { teamId: team.teamId, dataRecordId: record.id }
  const { response, request } = await send({ endpoint: api.records.update }, caller, {
    params,
    body: { values: { [column]: value } },
  })
  compared.writes++
  // A column that the caller can change on no record is read-only or unknown to them.
  const isChangeable = oracle.columns(record.homeId, 'update_data_field_data').includes(column)
  const isKnown = isChangeable && oracle.columns(record.homeId).includes(column)
  const refused = isKnown ? '403 access_denied' : '400 validation_failed'
  const inTeam = oracle.mayUpdate(record, column) ? '200' : oracle.sees(record) ? refused : '404 not_found'
  const expected = caller.refusesWrites ? `403 ${caller.refusesWrites}` : inTeam
  const { statusCode } = response
  const answer = `${statusCode} ${codeOf(response) ?? ''}`.trim()
  if (answer !== expected)
    note(`records.update: ${answer} instead of ${expected}`, caller, request, response.body)
  if (statusCode === 200) record.values[column] = value
  const { values } = await team.adminClient.ok(api.records.get, { params })
  if (values[column] !== record.values[column])
    note('records.update: changed despite its refusal', caller, request, String(values[column]))
  return statusCode === 200 && !caller.standing!.isTeamAdmin ? 1 : 0
}

async function compareDeletion(
  team: MatrixTeam,
  caller: MatrixCaller,
  oracle: Oracle,
  record: MatrixRecord,
): Promise<void> {
  // Links to places prevent or follow their deletion, which is not a matter of rights.
  if (record.homeId === team.collections.find(({ key }) => key === 'places')!.id) return
  const params = { teamId: team.teamId, dataRecordId: record.id }
  const { response, request } = await send({ endpoint: api.records.remove }, caller, { params })
  compared.writes++
  const expected = caller.refusesWrites
    ? 403
    : oracle.sees(record)
      ? oracle.mayDelete(record)
        ? 200
        : 403
      : 404
  if (response.statusCode !== expected)
    note(`records.remove: ${response.statusCode} instead of ${expected}`, caller, request, response.body)
  if (response.statusCode === 200) await team.adminClient.ok(api.records.restore, { params })
}

test('there are at least 50,000 calls', () => {
  expect(calls).toBeGreaterThanOrEqual(50_000)
})
