/** Values that a role may read in some records only, and exports and sums of them. See leaks.test.ts. */
import fs from 'node:fs/promises'
import { type ExportBody, exportFormats, exportsApi } from '@muster/contract/exports/exports.api'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Filter } from '@muster/contract/filters/ast'
import { aggregatesOf } from '@muster/contract/records/aggregates'
import { recordsApi } from '@muster/contract/records/records.api'
import {
  type AggregateFunction,
  aggregateFunctions,
  type QueryBody,
} from '@muster/contract/records/records.schema'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { tasksOf } from '../../tasks.ts'
import { exportsRoutes } from '../exports/exports.routes.ts'
import { sheetToCsv } from '../imports/workbook.ts'
import { recordsRoutes } from './records.routes.ts'

/** Too long to occur in a random id or a timestamp. */
const secretWeight = 9_182_736_455.25
const secretNote = 'Xylophone'
const secretName = 'Quetzalcoatl'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
/** Reads names and parties of all people, weights of those with a party, notes of nobody. */
let client: Client
/** The same, and only people with a party. */
let clerk: Client
let ana: number
let quetzal: number

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(exportsApi, exportsRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  ana = await create({ name: 'Ana', party: world.partyIds[0], weight: 12, notes: `<p>${secretNote}</p>` })
  quetzal = await create({ name: secretName, weight: 1 })
  const params = { teamId: world.team.teamId, dataRecordId: quetzal }
  await admin.ok(recordsApi.update, { params, body: { values: { weight: secretWeight } } })
  await world.team.setMemberGrants([])
  const { fields } = await world.access(world.team.admin.teamUser)
  const rowFilter: Filter = { field: 'party', op: 'isNotEmpty' }
  const read = (column: string, rows?: Filter) => ({
    permission: 'read_data_field_data' as const,
    dataFieldId: fields.get(column)!.field.id,
    ...(rows && { rowFilter: rows }),
  })
  const others = [
    { permission: 'read_data_field_data' as const, dataCollectionId: world.parties },
    { permission: 'read_data_record_metadata' as const },
  ]
  const userWith = async (...grants: ReturnType<typeof read>[]) =>
    clientOf(app, await world.team.user({ grants: [...grants, ...others] }))
  client = await userWith(read('name'), read('party'), read('weight', rowFilter))
  clerk = await userWith(read('name', rowFilter), read('party', rowFilter), read('weight', rowFilter))
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

async function create(values: Record<string, unknown>): Promise<number> {
  return (await admin.ok(recordsApi.create, { params: inPeople(), body: { values } })).record.id
}

const inPeople = () => ({ teamId: world.team.teamId, dataCollectionId: world.people })
const ask = (body: Partial<QueryBody>) => client.ok(recordsApi.query, { params: inPeople(), body })
const found = async (body: Partial<QueryBody>) => (await ask(body)).items.map(({ id }) => id)

function expectNoSecrets(answer: unknown): void {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  for (const secret of [String(secretWeight), '9182736455', '9,182,736', '9 182 736', secretNote]) {
    expect(text).not.toContain(secret)
  }
}

describe('a value that may be read in other records only', () => {
  it('is empty in lists and records', async () => {
    const page = await ask({})
    expect(page.items.map(({ id, values }) => [id, values.weight])).toEqual([
      [ana, 12],
      [quetzal, null],
    ])
    expectNoSecrets(page)
    const params = { teamId: world.team.teamId, dataRecordId: quetzal }
    expectNoSecrets(await client.ok(recordsApi.get, { params }))
    expectNoSecrets(await client.ok(recordsApi.logEvents, { params }))
  })

  it('counts as empty in filters and sorts', async () => {
    const weight = (op: string, value?: unknown) =>
      ({ field: 'weight', op, ...(value !== undefined && { value }) }) as Filter
    expect(await found({ filter: weight('gt', 100) })).toEqual([])
    expect(await found({ filter: weight('is', secretWeight) })).toEqual([])
    expect(await found({ filter: weight('between', [9e9, 1e10]) })).toEqual([])
    expect(await found({ filter: weight('isNotEmpty') })).toEqual([ana])
    expect(await found({ filter: weight('isEmpty') })).toEqual([quetzal])
    expect(await found({ filter: { not: weight('gt', 100) } })).toEqual([ana, quetzal])
    // If it were not treated as empty, it would come first.
    expect(await found({ sort: [{ field: 'weight', direction: 'desc' }] })).toEqual([ana, quetzal])
    expect(await found({ search: String(secretWeight) })).toEqual([])
  })

  it('is not in sums, minimums, counts or groups', async () => {
    const counts = { countEmpty: 1, countFilled: 1, percentFilled: 50, countDistinct: 1 }
    const ofWeight: Partial<Record<AggregateFunction, number>> = {
      ...counts,
      ...{ sum: 12, average: 12, median: 12, min: 12, max: 12 },
    }
    const functions = aggregatesOf(fieldType('decimal'))
    const measures = functions.map((fn) => ({ fn, field: 'weight' }))
    const sums = await client.ok(recordsApi.aggregate, { params: inPeople(), body: { measures } })
    expect(sums.groups[0]!.values.map(Number)).toEqual(functions.map((fn) => ofWeight[fn]))
    const body = { groupBy: [{ field: 'weight' }], measures: [{ fn: 'count' as const }] }
    const groups = await client.ok(recordsApi.aggregate, { params: inPeople(), body })
    expect(groups.groups.map(({ keys }) => keys[0]).sort()).toEqual([12, null])
    expectNoSecrets(groups)
  })
})

describe('aggregates of hidden data', () => {
  it('are rejected for a hidden column, with any function', async () => {
    for (const fn of aggregateFunctions.filter((one) => one !== 'count')) {
      const body = { measures: [{ fn, field: 'notes' }] }
      const problem = await client.refused(recordsApi.aggregate, { params: inPeople(), body })
      expect(problem.code).toBe('filter_invalid')
      expectNoSecrets(problem)
    }
  })

  it('exclude hidden records, also with a filter or groups', async () => {
    const ask = (body: object) =>
      clerk.ok(recordsApi.aggregate, {
        params: inPeople(),
        body: { measures: [{ fn: 'count' }, { fn: 'max', field: 'weight' }], ...body } as never,
      })
    expect((await ask({})).groups[0]!.values.map(Number)).toEqual([1, 12])
    const named = { field: 'name', op: 'is', value: secretName }
    expect(Number((await ask({ filter: named })).groups[0]?.values[0] ?? 0)).toBe(0)
    const byName = await ask({ groupBy: [{ field: 'name' }] })
    expect(byName.groups.map(({ keys }) => keys)).toEqual([['Ana']])
  })
})

describe('an export', () => {
  async function textOf(asked: Partial<ExportBody>, by: Client): Promise<string> {
    const params = { teamId: world.team.teamId }
    const format = asked.format ?? 'csv'
    const body = { dataCollectionId: world.people, ...asked, format } as ExportBody
    const { id } = await by.ok(exportsApi.create, { params, body })
    await deps.runJobs(tasksOf(deps))
    const done = await by.ok(exportsApi.get, { params: { ...params, exportId: id } })
    expect(done.status).toBe('done')
    expectNoSecrets(done)
    const { rawPayload } = await by.inject({
      method: 'GET',
      url: `/api/teams/${params.teamId}/exports/${id}/file`,
    })
    if (format === 'csv') return rawPayload.toString()
    const folder = await fs.mkdtemp(`${deps.config.dataDir}/leaks`)
    await fs.writeFile(`${folder}/book.xlsx`, rawPayload)
    await sheetToCsv(`${folder}/book.xlsx`, `${folder}/sheet.csv`)
    return fs.readFile(`${folder}/sheet.csv`, 'utf8')
  }

  it.each(exportFormats)('contains only what its creator may read, as %s', async (format) => {
    const own = await textOf({ format, headers: 'columnNames' }, client)
    expectNoSecrets(own)
    expect(own).toContain('Ana')
    expect(own).not.toContain('notes')
    expect(own).toContain(secretName)
    const narrow = await textOf({ format, headers: 'columnNames' }, clerk)
    expectNoSecrets(narrow)
    expect(narrow).toContain('Ana')
    expect(narrow).not.toContain(secretName)
    // The same export by an admin has all of it.
    const all = await textOf({ format }, admin)
    for (const secret of [String(secretWeight), secretNote, secretName]) expect(all).toContain(secret)
  })

  it('cannot show, filter or sort by a hidden column', async () => {
    const params = { teamId: world.team.teamId }
    const asked: Partial<ExportBody>[] = [
      { filter: { field: 'notes', op: 'contains', value: 'Xy' } },
      { sort: [{ field: 'notes', direction: 'asc' }] },
    ]
    for (const more of asked) {
      const body = { dataCollectionId: world.people, format: 'csv', ...more } as ExportBody
      const problem = await client.refused(exportsApi.create, { params, body })
      expect(problem.code).toBe('filter_invalid')
      expectNoSecrets(problem)
    }
    expect(await textOf({ fields: ['name', 'notes'] }, client).catch(String)).not.toContain(secretNote)
    const others = { dataCollectionId: world.places, format: 'csv' } as ExportBody
    expect((await client.refused(exportsApi.create, { params, body: others })).code).toBe('not_found')
  })

  it('names a collection only for those who may see it', async () => {
    const { fields } = await world.access(world.team.admin.teamUser)
    const grants = ['name', 'topic'].map((column) => ({
      permission: 'read_data_field_data' as const,
      dataFieldId: fields.get(column)!.field.id,
    }))
    const places = { permission: 'read_data_field_data' as const, dataCollectionId: world.places }
    const ofTopic = await create({ name: 'Topical', topic: world.places })
    const asked = { fields: ['topic'], filter: { field: 'name', op: 'is', value: 'Topical' } as Filter }
    const reader = clientOf(app, await world.team.user({ grants }))
    expect(await textOf(asked, reader)).toContain(`#${world.places}`)
    expect(await textOf(asked, reader)).not.toContain('Place')
    const both = clientOf(app, await world.team.user({ grants: [...grants, places] }))
    expect(await textOf(asked, both)).toContain('Place')
    await admin.ok(recordsApi.remove, { params: { teamId: world.team.teamId, dataRecordId: ofTopic } })
  })

  it('is available to its creator only', async () => {
    const params = { teamId: world.team.teamId }
    const body = { dataCollectionId: world.people, format: 'csv' } as ExportBody
    const { id } = await admin.ok(exportsApi.create, { params, body })
    await deps.runJobs(tasksOf(deps))
    const url = `/api/teams/${params.teamId}/exports/${id}/file`
    expect((await client.inject({ method: 'GET', url })).statusCode).toBe(404)
    expect(
      (await client.ok(exportsApi.list, { params, query: {} })).items.map((one) => one.id),
    ).not.toContain(id)
  })
})
