/** Exports through the API: a file has what the list shows its reader, and imports as the same values. */
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { undefuse } from '@muster/contract/exports/cells'
import { type Export, type ExportBody, exportsApi } from '@muster/contract/exports/exports.api'
import { dataTypes } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { sameValue, settingsOf } from '@muster/contract/fields/validate'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { fold } from '@muster/contract/text'
import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { addFields, type NewField } from '../../engine/model/add-fields.ts'
import { changeModel } from '../../engine/model/change-model.ts'
import { one, run, sql } from '../../platform/db.ts'
import { addCollection } from '../collections/collections.service.ts'
import { sheetToCsv } from '../imports/workbook.ts'
import { writePerson } from '../personalData/person-file.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { teamsRoutes } from '../teams/teams.routes.ts'
import { exportsTasks } from './exports.jobs.ts'
import { exportsRoutes } from './exports.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let params: { teamId: number }

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(exportsApi, exportsRoutes(deps))
    bindTo(teamsApi, teamsRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
  params = { teamId: world.team.teamId }
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

type ExportRequest = Partial<ExportBody> & { dataCollectionId: number }

async function exported(request: ExportRequest, client = admin): Promise<Export> {
  const body = { format: 'csv' as const, ...request }
  const { id } = await client.ok(exportsApi.create, { params, body })
  await deps.runJobs(exportsTasks(deps, writePerson))
  return client.ok(exportsApi.get, { params: { ...params, exportId: id } })
}

async function fileOf({ id }: Pick<Export, 'id'>, client = admin) {
  return client.inject({ method: 'GET', url: `/api/teams/${params.teamId}/exports/${id}/file` })
}

async function rowsOf(request: ExportRequest, client = admin): Promise<string[][]> {
  const done = await exported(request, client)
  expect(done).toMatchObject({ status: 'done', errorCode: null })
  const response = await fileOf(done, client)
  return parse(response.rawPayload, { bom: true, delimiter: request.delimiter ?? ',' }) as string[][]
}

async function create(dataCollectionId: number, values: Record<string, unknown>): Promise<number> {
  const body = { values }
  const { record } = await admin.ok(recordsApi.create, { params: { ...params, dataCollectionId }, body })
  return record.id
}

async function aFile(name: string, kind: string): Promise<string> {
  const { id } = (await one<{ id: string }>(
    deps.pool,
    sql`insert into ${sql([`"${world.team.schema}"`])}.file (name, size, kind, mime_type, sha256, created_by)
        values (${name}, 10, ${kind}, 'x/y', ${name}, ${world.team.admin.teamUserId}) returning id`,
  ))!
  return id
}

describe('all types', () => {
  let collection: number
  const columnOf = (dataType: string): string => `f_${dataType}`

  beforeAll(async () => {
    collection = await changeModel(deps, params.teamId, async (change) => {
      const id = await addCollection(
        change,
        createCollectionBody.parse({ name: 'Thing', pluralName: 'Things' }),
      )
      const fields = dataTypes.map((dataType): NewField => {
        const reference = fieldType(dataType).refersTo?.(fieldType(dataType).settings.parse({}))
        const isList = fieldType(dataType).family === 'choice'
        const settings =
          reference?.to !== 'record'
            ? {}
            : isList
              ? { listId: world.parties }
              : { dataCollectionId: world.places }
        return { title: `T ${dataType}`, columnName: columnOf(dataType), dataType, settings }
      })
      await addFields(change, id, fields)
      return id
    })
    const images = [await aFile('=évil (1).png', 'image'), await aFile('two; three.png', 'image')]
    const videos = [await aFile('film.mp4', 'video'), await aFile('-film.mp4', 'video')]
    for (let n = 0; n < 9; n++) {
      const values = dataTypes.map((dataType) => {
        const type = fieldType(dataType)
        const reference = type.refersTo?.(type.settings.parse({}))
        const ids =
          reference?.to === 'collection'
            ? [world.people, world.places]
            : type.family === 'choice'
              ? world.partyIds
              : world.placeIds
        const examples = type.examples({ ids, fileIds: dataType === 'video' ? videos : images }).values
        return [
          columnOf(dataType),
          n === 8 && dataType !== 'plain_text' ? null : examples[n % examples.length],
        ] as const
      })
      await create(collection, Object.fromEntries(values))
    }
    await create(collection, {
      [columnOf('plain_text')]: '=HYPERLINK("http://x","y")',
      [columnOf('detail_list')]: [{ label: '+1', value: '-2' }],
      [columnOf('formatted_text')]: '<p>=1+1</p>',
      [columnOf('number')]: -5,
    })
    await create(collection, { [columnOf('plain_text')]: '\'\'@quoted\n"twice"; and, more' })
  })

  async function shown() {
    const query = { params: { ...params, dataCollectionId: collection }, body: { limit: 100 } }
    return admin.ok(recordsApi.query, query)
  }

  /** Checks that the cells, parsed as in an import, match the records. */
  async function expectSame(table: readonly (readonly string[])[], isCsv: boolean): Promise<void> {
    const model = await world.model()
    const { items, linked } = await shown()
    const [head, ...rows] = table as [readonly string[], ...(readonly string[])[]]
    expect(items).toHaveLength(11)
    expect(rows).toHaveLength(11)
    const byName = new Map(Object.entries(linked).map(([id, { name }]) => [fold(name), Number(id)]))
    const collections = new Map([...model.collections.values()].map(({ id, name }) => [fold(name), id]))
    for (const [n, { values }] of items.entries()) {
      for (const [c, columnName] of head.entries()) {
        const field = model.collections.get(collection)!.fieldsByColumn.get(columnName)!
        const reference = field.type.refersTo?.(field.settings)
        const names = reference?.to === 'collection' ? collections : byName
        const raw = rows[n]?.[c] ?? ''
        const text = isCsv ? undefuse(raw) : raw
        const read = field.type.fromText(text, settingsOf(field), {
          language: 'en',
          timeZone: model.timeZone,
          country: model.country,
          ...(reference &&
            reference.to !== 'file' && { idOf: (label: string) => names.get(fold(label.trim())) }),
        })
        const value = values[columnName]
        const isSame = read.ok && sameValue(field.type, read.value, value)
        expect(isSame, `${columnName}: ${JSON.stringify(value)} as ${JSON.stringify(raw)}`).toBe(true)
      }
    }
  }

  it('round-trip through CSV, however the text is formatted', async () => {
    const all = await rowsOf({ dataCollectionId: collection, headers: 'columnNames' })
    expect(all[0]).toHaveLength(dataTypes.length + 1)
    await expectSame(all, true)
    // Without structured types PostgreSQL writes the whole file.
    const fields = dataTypes
      .filter((dataType) => !['json', 'json_total'].includes(fieldType(dataType).storage))
      .map(columnOf)
    await expectSame(await rowsOf({ dataCollectionId: collection, headers: 'columnNames', fields }), true)
  })

  it('round-trip through a workbook', async () => {
    const done = await exported({ dataCollectionId: collection, headers: 'columnNames', format: 'xlsx' })
    expect(done).toMatchObject({ status: 'done', total: 11, processed: 11 })
    const { writeFile, readFile, mkdtemp } = await import('node:fs/promises')
    const folder = await mkdtemp(`${deps.config.dataDir}/x`)
    await writeFile(`${folder}/book.xlsx`, (await fileOf(done)).rawPayload)
    expect(await sheetToCsv(`${folder}/book.xlsx`, `${folder}/sheet.csv`)).toMatchObject({
      sheets: [{ name: 'Things' }],
    })
    await expectSame(parse(await readFile(`${folder}/sheet.csv`), { relax_column_count: true }), false)
  })

  it('contain nothing that a spreadsheet would run', async () => {
    const rows = await rowsOf({ dataCollectionId: collection })
    expect(rows).toHaveLength(12)
    const cells = rows.flat()
    // Numbers, amounts and phone numbers start with signs but are not formulas.
    const isNumber = (cell: string) => /^[+-]\d[\d.]*( [A-Z]{3}|%)?$/.test(cell)
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !isNumber(cell))).toEqual([])
    // Numbers are unchanged, and texts from users and file names are still readable.
    expect(cells).toContain('-5')
    expect(cells).toContain(`'=HYPERLINK("http://x","y")`)
    expect(cells).toContain(`'''@quoted\n"twice"; and, more`)
    expect(cells.filter((cell) => /^'[=+-]/.test(cell)).length).toBeGreaterThan(3)
  })

  it('are formatted for the language on request', async () => {
    const fields = ['date', 'decimal', 'boolean', 'payment_status', 'formatted_text'].map(columnOf)
    const rows = await rowsOf({
      dataCollectionId: collection,
      fields,
      texts: 'local',
      language: 'fr',
      delimiter: ';',
    })
    expect(rows[0]).toEqual(fields.map((name) => name.replace('f_', 'T ')))
    const cells = rows.flat()
    expect(cells).toContain('29/02/2024')
    expect(cells).toContain('oui')
    expect(cells).toContain('impayé')
    expect(cells.some((cell) => /^-?\d+,\d+$/.test(cell))).toBe(true)
    expect(cells.some((cell) => cell.includes('<p>'))).toBe(false)
  })
})

describe('the content', () => {
  beforeAll(async () => {
    for (let n = 0; n < 30; n++) await create(world.people, { name: `Person ${n}`, score: n })
  })
  const request = (): ExportRequest => ({
    dataCollectionId: world.people,
    fields: ['score', 'name'],
    headers: 'columnNames',
  })

  it('follows the filter, search, order and fields of the list', async () => {
    const filter = { field: 'score', op: 'gte', value: 10 } as const
    const rows = await rowsOf({
      ...request(),
      filter,
      search: 'Person 1',
      sort: [{ field: 'score', direction: 'desc' }],
    })
    const scores = Array.from({ length: 10 }, (_, n) => [String(19 - n), `Person ${19 - n}`])
    expect(rows).toEqual([['score', 'name'], ...scores])
  })

  it('labels links by name, and by number where a name is shared', async () => {
    const twin = await create(world.places, { name: 'Lima' })
    const [paris, lima] = world.placeIds as [number, number]
    await create(world.people, { name: 'Traveller', visited: [paris, lima], email: 'traveller@example.org' })
    const filter = { field: 'name', op: 'is', value: 'Traveller' } as const
    const rows = await rowsOf({ ...request(), fields: ['visited'], filter })
    expect(rows[1]).toEqual([`Paris; #${lima}`])
    await run(deps.pool, sql`delete from ${sql([`"${world.team.schema}"`])}.data_record where id = ${twin}`)
  })

  it('is limited to what the caller may see', async () => {
    await world.team.setMemberGrants([
      {
        permission: 'read_data_field_data',
        dataFieldId: (await world.model()).collections.get(world.people)!.fieldsByColumn.get('score')!.id,
        rowFilter: { field: 'score', op: 'lt', value: 5 },
      },
    ])
    const member = clientOf(app, world.team.member)
    const rows = await rowsOf({ dataCollectionId: world.people, headers: 'columnNames' }, member)
    expect(rows).toEqual([['score'], ['0'], ['1'], ['2'], ['3'], ['4']])
    const hidden = await member.call(exportsApi.create, { params, body: { ...request(), format: 'csv' } })
    expect(hidden).toMatchObject({ status: 400 })
    const filtered = await member.call(exportsApi.create, {
      params,
      body: {
        dataCollectionId: world.people,
        format: 'csv',
        filter: { field: 'email', op: 'contains', value: 'a' },
      },
    })
    expect(filtered).toMatchObject({ status: 400 })
  })
})

describe('an export', () => {
  it('is visible to its creator and to team admins', async () => {
    const member = clientOf(app, world.team.member)
    const done = await exported({ dataCollectionId: world.people }, member)
    expect(done).toMatchObject({ status: 'done', createdBy: { name: 'Max User' } })
    const other = clientOf(app, await world.team.user())
    expect((await fileOf(done, other)).statusCode).toBe(404)
    expect((await fileOf(done, member)).statusCode).toBe(200)
    expect((await fileOf(done)).statusCode).toBe(200)
    expect((await other.ok(exportsApi.list, { params })).items).toEqual([])
    const all = (await admin.ok(exportsApi.list, { params, query: { dataCollectionId: world.people } })).items
    expect(all.map(({ id }) => id)).toContain(done.id)
  })

  it('has a safe file name, whatever the collection’s name', async () => {
    const id = await changeModel(deps, params.teamId, (change) =>
      addCollection(
        change,
        createCollectionBody.parse({ name: 'x', pluralName: '../../etc/"pa\\sswd\u202e' }),
      ),
    )
    const done = await exported({ dataCollectionId: id })
    expect(done.fileName).toMatch(/^[^/\\"]*\.csv$/)
    const header = String((await fileOf(done)).headers['content-disposition'])
    expect(header).toMatch(/^attachment; filename="[^"/\\]+"; filename\*=UTF-8''[\w.%~-]+$/)
  })

  it('can be cancelled before it starts, and deleted when it has ended', async () => {
    const body = { dataCollectionId: world.people, format: 'csv' as const }
    const { id } = await admin.ok(exportsApi.create, { params, body })
    const one = { params: { ...params, exportId: id } }
    expect((await admin.call(exportsApi.remove, one)).status).toBe(409)
    expect(await admin.ok(exportsApi.cancel, one)).toMatchObject({ status: 'cancelled' })
    await deps.runJobs(exportsTasks(deps, writePerson))
    expect(await admin.ok(exportsApi.get, one)).toMatchObject({ status: 'cancelled' })
    expect((await fileOf({ id })).statusCode).toBe(409)
    expect((await admin.call(exportsApi.remove, one)).status).toBe(204)
    expect((await admin.call(exportsApi.get, one)).status).toBe(404)
  })

  it('expires after a week', async () => {
    const done = await exported({ dataCollectionId: world.people })
    const week = Date.parse(done.expiresAt as string) - Date.parse(done.finishedAt as string)
    expect(week).toBe(7 * 24 * 60 * 60 * 1000)
    await run(
      deps.pool,
      sql`update muster.data_export set expires_at = now() - interval '1 minute' where id = ${done.id}`,
    )
    expect((await fileOf(done)).statusCode).toBe(404)
    await exportsTasks(deps, writePerson).delete_old_exports.run({}, {} as never)
    expect(await one(deps.pool, sql`select from muster.data_export where id = ${done.id}`)).toBeUndefined()
  })
})

describe('the rule that only some roles may export', () => {
  const limitTo = async (exportRoleIds: number[] | null) => {
    const { version } = await admin.ok(teamsApi.account, { params })
    await admin.ok(teamsApi.update, { params, body: { version, exportRoleIds } })
  }
  const mayExport = async (client: Client) => {
    const call = { params: { authProviderUsername: 'me' }, query: { needData: '1' } } as const
    return (await client.ok(teamsApi.byAuthProvider, call)).teamDataResult[0]!.mayExport
  }
  const create = (client: Client) =>
    client.call(exportsApi.create, {
      params,
      body: { dataCollectionId: world.people, format: 'csv' },
    })
  afterAll(() => limitTo(null))

  it('lets those roles and team admins export, and nobody else', async () => {
    const exporter = await world.team.holderOf('integrations_zapier')
    const [roleId] = exporter.teamUser.userRoleIds.slice(1) as [number]
    const [chosen, member] = [clientOf(app, exporter), clientOf(app, world.team.member)]
    const earlier = await exported({ dataCollectionId: world.people }, member)
    const { id: waiting } = await member.ok(exportsApi.create, {
      params,
      body: { dataCollectionId: world.people, format: 'csv' },
    })
    expect(await mayExport(member)).toBe(true)

    await limitTo([roleId])
    expect((await create(admin)).status).toBe(200)
    expect((await create(chosen)).status).toBe(200)
    expect((await create(member)).body).toMatchObject({ code: 'access_denied', detail: expect.any(String) })
    expect(await Promise.all([admin, chosen, member].map(mayExport))).toEqual([true, true, false])
    // Not even what was exported before, or is still waiting.
    expect((await fileOf(earlier, member)).statusCode).toBe(403)
    await deps.runJobs(exportsTasks(deps, writePerson))
    expect(await member.ok(exportsApi.get, { params: { ...params, exportId: waiting } })).toMatchObject({
      status: 'failed',
      errorCode: 'access_denied',
    })

    await limitTo([world.team.memberRoleId])
    expect((await create(member)).status).toBe(200)
    await limitTo([])
    expect((await create(chosen)).status).toBe(403)
    expect((await create(admin)).status).toBe(200)
  })
})
