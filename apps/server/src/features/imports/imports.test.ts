/** Imports through the API: values, rejected rows, and errors for broken files. */

import fs from 'node:fs'
import { Readable } from 'node:stream'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataType } from '@muster/contract/fields/families'
import { type Import, importsApi } from '@muster/contract/imports/imports.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { tasksOf } from '../../tasks.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { importsRoutes } from './imports.routes.ts'

const historical = new URL('../../../samples/data/legislators-historical.csv', import.meta.url)

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
    bindTo(importsApi, importsRoutes(deps))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})

async function upload(content: string | Buffer, dataCollectionId = world.people, client = admin) {
  return client.inject({
    method: 'POST',
    url: `/api/teams/${world.team.teamId}/imports?dataCollectionId=${dataCollectionId}&fileName=people.csv`,
    headers: { 'content-type': 'text/csv' },
    payload: Readable.from([Buffer.from(content)]),
  })
}

async function uploaded(content: string | Buffer, dataCollectionId?: number): Promise<Import> {
  const answer = await upload(content, dataCollectionId)
  expect(answer.statusCode, answer.body).toBe(200)
  return JSON.parse(answer.body) as Import
}

async function runAll(columns: object[], importId: number): Promise<Import> {
  const params = { teamId: world.team.teamId, importId }
  await admin.ok(importsApi.run, { params, body: { columns: columns as never } })
  await deps.runJobs(tasksOf(deps))
  return admin.ok(importsApi.get, { params })
}

/** Imports with every column mapped to the field of the same name. */
async function imported(content: string, dataCollectionId = world.people): Promise<Import> {
  const { id, columns } = await uploaded(content, dataCollectionId)
  return runAll(
    columns.map(({ index, header }) => ({ index, columnName: header })),
    id,
  )
}

async function records(ids?: readonly number[], dataCollectionId = world.people) {
  const filter = ids ? { filter: { field: '@id', op: 'between' as const, value: [ids[0], ids.at(-1)] } } : {}
  const { items } = await admin.ok(recordsApi.query, {
    params: { teamId: world.team.teamId, dataCollectionId },
    body: { limit: 1000, ...filter },
  })
  return items
}

async function undo(result: Import) {
  const operationId = result.operation?.id as number
  return admin.ok(operationsApi.undo, { params: { teamId: world.team.teamId, operationId } })
}

describe('an import', () => {
  it('reads every type of value, in plain and informal notation, and is undone as a whole', async () => {
    const before = await records()
    const result = await imported(
      [
        'name,email,score,weight,price,is_member,born,seen_at,payment,party,parties,home,phone,notes',
        'Ana,ana@example.org,12,1.5,12.50 USD,true,1990-02-28,2024-05-01T10:00:00Z,paid,Greens,"Greens, Blues",Paris,+14155552671,<b>x</b><script>1</script>',
        '"Ben, the ""Great""",BEN@Example.ORG,"1,234",.5,,yes,2/29/2024,2024-05-01 10:00,,écologistes,,paris,(415) 555-2671,',
        ',,,,,,,,,,,,,',
      ].join('\n'),
    )
    expect(result).toMatchObject({ status: 'done', created: 3, rejected: 0, rowCount: 3, processed: 3 })
    const made = (await records()).filter(({ id }) => !before.some((old) => old.id === id))
    expect(made.map(({ name }) => name)).toEqual(['Ana', 'Ben, the "Great"', ''])
    expect(made[0]?.values).toMatchObject({
      email: 'ana@example.org',
      score: 12,
      weight: 1.5,
      price: { amount: 12.5, currency: 'USD' },
      is_member: true,
      born: '1990-02-28',
      payment: 'paid',
      party: world.partyIds[0],
      parties: [world.partyIds[0], world.partyIds[1]],
      home: world.placeIds[0],
      phone: '+14155552671',
      notes: '<b>x</b>',
    })
    expect(made[1]?.values).toMatchObject({
      email: 'BEN@example.org',
      score: 1234,
      weight: 0.5,
      is_member: true,
      born: '2024-02-29',
      seen_at: expect.stringContaining('2024-05-01T14:00:00'),
      party: world.partyIds[2],
      home: world.placeIds[0],
      phone: '+14155552671',
    })
    // Counting fields without a column in the file continue their numbers.
    expect(made.map(({ values }) => values.number)).toEqual([
      expect.stringMatching(/^P-\d{4}$/),
      expect.stringMatching(/^P-\d{4}$/),
      expect.stringMatching(/^P-\d{4}$/),
    ])
    expect(new Set(made.map(({ values }) => values.number)).size).toBe(3)
    await undo(result)
    expect((await records()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('takes columns without any value, of every type', async () => {
    const fields = (await world.model()).collections.get(world.people)?.fields ?? []
    const empty = fields.filter(
      ({ columnName, type, settings }) => columnName !== 'name' && !type.isAutomatic?.(settings),
    )
    const names = empty.map(({ columnName }) => columnName)
    const created = await imported(`name,${names.join()}\nEmpty One${','.repeat(names.length)}\n`)
    expect(created).toMatchObject({ status: 'done', created: 1, rejected: 0, error: null })
    for (const emptyCells of ['keep', 'clear'] as const) {
      const { id, columns } = await uploaded(`name,${names.join()}\nEmpty One${','.repeat(names.length)}\n`)
      const params = { teamId: world.team.teamId, importId: id }
      const mapped = columns.map(({ index, header }) => ({ index, columnName: header }))
      const body = { columns: mapped, mode: 'update', matchBy: ['name'], emptyCells }
      await admin.ok(importsApi.run, { params, body: body as never })
      await deps.runJobs(tasksOf(deps))
      expect(await admin.ok(importsApi.get, { params })).toMatchObject({
        status: 'done',
        rejected: 0,
        error: null,
      })
    }
    await undo(created)
  })

  it('rejects rows with line, column and reason, and imports the rest', async () => {
    const before = await records()
    const result = await imported(
      ['name,email,score', 'A,a1@example.org,1', 'B,not an address,2', 'C,A1@example.org,3', 'D,,many'].join(
        '\r\n',
      ),
    )
    expect(result).toMatchObject({ status: 'done', created: 1, rejected: 3 })
    expect(result.rejectSamples).toEqual([
      { line: 3, column: 'email', code: 'not_an_email', value: 'not an address' },
      { line: 4, column: 'email', code: 'duplicate_in_file', value: '' },
      { line: 5, column: 'score', code: 'not_a_number', value: 'many' },
    ])
    const file = await admin.inject({
      method: 'GET',
      url: `/api/teams/${world.team.teamId}/imports/${result.id}/rejects`,
    })
    const rows = parse(file.body) as string[][]
    expect(rows).toEqual([
      ['name', 'email', 'score', 'Row', 'Column', 'Reason'],
      ['B', 'not an address', '2', '3', 'email', 'Enter an email address, such as name@example.org.'],
      ['C', 'A1@example.org', '3', '4', 'email', 'Another row of the file has the same key or value.'],
      ['D', '', 'many', '5', 'score', 'Enter a number.'],
    ])
    await undo(result)
    expect(await records()).toHaveLength(before.length)
  })

  it('accepts only existing collections', async () => {
    const gone = await admin.ok(collectionsApi.create, {
      params: { teamId: world.team.teamId },
      body: { name: 'Bygone', pluralName: 'Bygones' },
    })
    await admin.ok(collectionsApi.remove, {
      params: { teamId: world.team.teamId, dataCollectionId: gone.id },
    })
    const model = await world.model()
    const { name, pluralName } = model.collections.get(world.places)!
    const result = await imported(
      [
        'name,topic,topics',
        `Known,${name},${pluralName}; #${world.people}`,
        'Deleted,Bygone,',
        `Deleted by id,#${gone.id},`,
        'Never there,,#999999999',
      ].join('\n'),
    )
    expect(result).toMatchObject({ status: 'done', created: 1, rejected: 3 })
    expect(result.rejectSamples).toEqual([
      { line: 3, column: 'topic', code: 'unknown_collection', value: 'Bygone' },
      { line: 4, column: 'topic', code: 'unknown_collection', value: `#${gone.id}` },
      { line: 5, column: 'topics', code: 'unknown_collection', value: '#999999999' },
    ])
    const known = (await records()).find((record) => record.values.name === 'Known')
    expect(known?.values).toMatchObject({ topic: world.places, topics: [world.places, world.people] })
    await undo(result)
  })

  it('creates new fields, and makes records members of the target child', async () => {
    const { id, columns } = await uploaded('name;Shoe size;Motto\nZed;44;"Day; night"\n', world.staff)
    expect(columns.map(({ header, guessedType }) => [header, guessedType])).toEqual([
      ['name', 'plain_text'],
      ['Shoe size', 'number'],
      ['Motto', 'plain_text'],
    ])
    const result = await runAll(
      [
        { index: 0, columnName: 'name' },
        { index: 1, newField: { title: 'Shoe size', dataType: 'number' satisfies DataType } },
        { index: 2, newField: { title: 'Motto', dataType: 'plain_text' satisfies DataType } },
      ],
      id,
    )
    expect(result).toMatchObject({ status: 'done', created: 1 })
    const [zed] = await records(undefined, world.staff)
    expect(zed).toMatchObject({ name: 'Zed', values: { shoe_size: 44, motto: 'Day; night' } })
    await undo(result)
  })

  it('judges types by rows from all of the file', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, n) => `Work ${n},${n < 12_000 ? n : `${n}.5`},${1900 + (n % 90)}`,
    )
    const file = await uploaded(`Title,Width,Begin year\n${lines.join('\n')}`)
    expect(file.columns.map(({ guessedType, guessedSettings }) => [guessedType, guessedSettings])).toEqual([
      ['plain_text', undefined],
      ['decimal', undefined],
      ['number', { displayFormat: 'plain' }],
    ])
  })

  it('reads other encodings and ragged rows', async () => {
    const latin = Buffer.from('name;email\nJosé Müller\nÉlodie;e@example.org;\n', 'latin1')
    const file = await uploaded(latin)
    expect(file).toMatchObject({ encoding: 'windows-1252', delimiter: ';', rowCount: 2 })
    expect(file.preview[0]?.[0]).toBe('José Müller')
    const result = await runAll([{ index: 0, columnName: 'name' }], file.id)
    expect(result).toMatchObject({ created: 2 })
    const names = (await records()).map(({ name }) => name)
    expect(names).toContain('José Müller')
    expect(names).toContain('Élodie')
    await undo(result)
    // One damaged byte in a text that is otherwise UTF-8 does not make all of it another encoding.
    const damaged = Buffer.from(`name,email\n${'José Müller,\n'.repeat(20)}`)
    damaged[damaged.lastIndexOf(0xc3)] = 0xff
    const mended = await uploaded(damaged)
    expect(mended).toMatchObject({ encoding: 'utf-8', rowCount: 20, oddBytes: { count: 2, line: 21 } })
    expect(mended.preview[0]?.[0]).toBe('José Müller')
    expect(file.oddBytes).toBeNull()
    const read = await runAll([{ index: 0, columnName: 'name' }], mended.id)
    expect(read).toMatchObject({ status: 'done', created: 20 })
    expect((await records()).map(({ name }) => name)).toContain('José M��ller')
    await undo(read)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('name,score\nŁukasz,3\n', 'utf16le')])
    expect(await uploaded(utf16)).toMatchObject({
      encoding: 'utf-16le',
      rowCount: 1,
      preview: [['Łukasz', '3']],
    })
  })

  it('distinguishes columns that only later rows fill from empty ones', async () => {
    const early = Array.from({ length: 1200 }, (_, n) => `${n},,`).join('\n')
    const file = await uploaded(`a,b,c\n${early}\nlast,"late",\n`)
    expect(file.columns.map(({ filled }) => filled > 0)).toEqual([true, true, false])
  })

  it('can be reread with other options, and cancelled before it runs', async () => {
    const file = await uploaded('a;b\n1;2\n')
    const params = { teamId: world.team.teamId, importId: file.id }
    const again = await admin.ok(importsApi.reread, { params, body: { delimiter: ',', hasHeader: false } })
    expect(again).toMatchObject({ rowCount: 2, preview: [['a;b'], ['1;2']] })
    await admin.ok(importsApi.cancel, { params })
    const body = { columns: [{ index: 0, columnName: 'name' }] }
    expect((await admin.refused(importsApi.run, { params, body })).code).toBe('job_not_ready')
  })

  it('imports 12,230 real rows with every cell as in the file, also when 5 % of them change', async () => {
    const text = fs.readFileSync(historical, 'utf8')
    const [header = [], ...rows] = parse(text) as string[][]
    const collection = await admin.ok(collectionsApi.create, {
      params: { teamId: world.team.teamId },
      body: { name: 'Legislator', pluralName: 'Legislators' },
    })
    const file = await uploaded(text, collection.id)
    expect(file.rowCount).toBe(12_230)
    const columns = file.columns.map(({ index, header: title, guessedType }) => {
      const dataType = guessedType === 'single_selection_from_list' ? 'plain_text' : guessedType
      return { index, newField: { title, columnName: title === 'full_name' ? 'full' : title, dataType } }
    })
    const result = await runAll(columns, file.id)
    expect(result).toMatchObject({ status: 'done', created: 12_230, rejected: 0 })
    const types = new Map(columns.map(({ newField }) => [newField.columnName, newField.dataType]))
    const expectRows = async (expected: readonly string[][]) => {
      let at = 0
      let cursor: string | undefined
      do {
        const page = await admin.ok(recordsApi.query, {
          params: { teamId: world.team.teamId, dataCollectionId: collection.id },
          body: { limit: 1000, ...(cursor ? { cursor } : {}) },
        })
        for (const record of page.items) {
          const row = expected[at++] as string[]
          for (const [n, title] of header.entries()) {
            const column = title === 'full_name' ? 'full' : title
            expect(asText(record.values[column], types.get(column)), `row ${at} ${title}`).toBe(
              expectedText(row[n] as string, types.get(column)),
            )
          }
        }
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(at).toBe(expected.length)
    }
    await expectRows(rows)

    const typeOf = (n: number) => columns[n]?.newField.dataType
    const key = header.indexOf('bioguide_id')
    const edited = rows.map((row, at) =>
      row.map((cell, n) => {
        const isChosen = (at * header.length + n) % 20 === 7 && n !== key && cell !== ''
        return isChosen ? otherCell(cell, typeOf(n)) : cell
      }),
    )
    const changedRows = edited.filter((row, at) => row.some((cell, n) => cell !== rows[at]?.[n])).length
    expect(changedRows).toBeGreaterThan(5000)
    const again = await uploaded(toCsv([header, ...edited]), collection.id)
    const params = { teamId: world.team.teamId, importId: again.id }
    const mapped = columns.map(({ index, newField }) => ({ index, columnName: newField.columnName }))
    const body = { columns: mapped, mode: 'update', matchBy: ['bioguide_id'] }
    await admin.ok(importsApi.run, { params, body: body as never })
    await deps.runJobs(tasksOf(deps))
    const updating = await admin.ok(importsApi.get, { params })
    const counts = { updated: changedRows, unchanged: 12_230 - changedRows, rejected: 0 }
    expect(updating).toMatchObject({ status: 'done', ...counts })
    await expectRows(edited)
    expect((await undo(updating)).skippedCount).toBe(0)
    await expectRows(rows)
    expect((await undo(result)).skippedCount).toBe(0)
  })
})

/** Another value of the same type. */
function otherCell(cell: string, type: string | undefined): string {
  switch (type) {
    case 'number':
      return String(Number(cell) + 1)
    case 'date':
      return `1${cell.slice(1, 3)}${(Number(cell[3]) + 1) % 10}${cell.slice(4, 8)}01`
    case 'plain_text':
      return `${cell} +`
    default:
      return cell
  }
}

const toCsv = (rows: readonly string[][]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()).join('\n')

function asText(value: unknown, _type: string | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Numbers lose trailing zeros; texts are trimmed; phone numbers get their country. */
function expectedText(cell: string, type: string | undefined): string {
  const text = cell.trim()
  if (type === 'phone_number' && text !== '') return `+1${text.replaceAll(/\D/g, '')}`
  if (text === '' || (type !== 'number' && type !== 'decimal')) return type === 'url' ? text : text
  return String(Number(text))
}

describe('an invalid file', () => {
  it.each([
    ['no content', '', 'file_empty', undefined],
    ['an unclosed quote', 'a,b\n"x,1\ny,2\n', 'file_quoting', 2],
    ['a quote inside a cell', 'a,b\nx,1\n5" disk,2\n', 'file_quoting', 3],
    [
      'an image instead of text',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'file_not_text',
      undefined,
    ],
    [
      'bytes of an unknown encoding',
      Buffer.concat([Buffer.from('a,b\n1,2\n'), Buffer.from([0x81, 0x8d, 0xff, 0x90, 0x9d])]),
      'file_encoding',
      3,
    ],
    ['one endless line', `a,b\n${'x'.repeat(3 * 1024 * 1024)}\n`, 'file_line_too_long', 2],
  ])('with %s is rejected with a reason', async (_title, content, code, line) => {
    const answer = await upload(content)
    const problem = JSON.parse(answer.body) as { code: string; params?: { line?: number } }
    expect(problem.code).toBe(code)
    expect(problem.params?.line).toBe(line)
    const { items } = await admin.ok(importsApi.list, { params: { teamId: world.team.teamId } })
    expect(items.filter(({ status }) => status === 'uploading')).toEqual([])
  })

  it('is rejected without write permission', async () => {
    const reader = await world.team.user()
    await world.team.setMemberGrants([{ permission: 'read_data_field_data' }])
    const answer = await upload('name\nx\n', world.people, clientOf(app, reader))
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'access_denied' })
  })
})
