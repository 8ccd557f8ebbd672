/** Every cell of a file is imported, or the reason is shown. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { importsApi } from '@muster/contract/imports/imports.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { afterAll, expect, test } from 'vitest'
import { toastOf } from './support/app.ts'
import { readCsv } from './support/csv.ts'
import { api, inATeam, teamId, visited } from './support/in-a-team.ts'
import { site } from './support/site.ts'

inATeam('Files')

const historical = path.resolve(import.meta.dirname, '../../server/samples/data/legislators-historical.csv')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-files-'))

afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
})

const makeCollection = (name: string) =>
  api.call(collectionsApi.create, { params: { teamId }, body: { name, pluralName: `${name}s` } })

/** Goes from the collection's records to the import, and uploads the file. */
async function offer(collection: DataCollection, file: string): Promise<void> {
  const { page } = visited
  await page.goto(`/team-${teamId}/data-collections/${collection.id}/records`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ])
  await chooser.setFiles(file)
}

async function* recordsOf({ id }: DataCollection) {
  for (let cursor: string | undefined; ; ) {
    const page = await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: id },
      body: { limit: 1000, ...(cursor && { cursor }) },
    })
    yield* page.items
    if (!page.nextCursor) return
    cursor = page.nextCursor
  }
}

/** A cell as its field stores it: numbers as numbers, texts trimmed, phone numbers with their country, empty as null. */
function kept(cell: string, { dataType }: DataField): unknown {
  const text = cell.trim()
  if (text === '') return null
  if (dataType === 'phone_number') return `+1${text.replaceAll(/\D/g, '')}`
  return dataType === 'number' || dataType === 'decimal' ? Number(text) : text
}

test('a real file of 12,230 rows is imported with every cell, and undone', async () => {
  const { page, errors } = visited
  const [header = [], ...rows] = readCsv(fs.readFileSync(historical, 'utf8'))
  expect(rows).toHaveLength(12_230)
  const empty = await makeCollection('Legislator')
  await offer(empty, historical)
  await page.getByText(/so the records take their name from “last_name”/).waitFor()
  await page.getByRole('button', { name: 'Import 12,230 rows' }).click()
  await page.getByText('12,230 records were created.').waitFor({ timeout: 300_000 })

  const collection = await api.call(collectionsApi.get, {
    params: { teamId, dataCollectionId: empty.id },
    query: {},
  })
  // No column has the title of the field that names records: the first one of texts names them.
  const nameField = collection.DataFields.find(({ id }) => id === collection.IdDataFieldDataObjectName)
  const fields = header.map((title) =>
    title === 'last_name' ? nameField : collection.DataFields.find((field) => field.title === title),
  )
  // A column without a field has no value in any row.
  const lost = header.filter((_, n) => !fields[n] && rows.some((row) => row[n]?.trim()))
  expect(lost).toEqual([])
  const different: unknown[] = []
  let at = 0
  for await (const { values } of recordsOf(collection)) {
    const row = rows[at++] ?? []
    for (const [n, field] of fields.entries()) {
      if (!field) continue
      const expected = kept(row[n] ?? '', field)
      const found = values[field.columnName] ?? null
      if (found !== expected) different.push({ row: at, title: field.title, found, expected })
    }
  }
  expect(at).toBe(rows.length)
  expect(different.slice(0, 20)).toEqual([])
  // Days before the calendars of most programs begin.
  const birthday = collection.DataFields.find(({ title }) => title === 'birthday')
  expect(birthday?.dataType).toBe('date')

  await page.getByRole('button', { name: 'Undo import' }).click()
  await toastOf(page, 'Undone').waitFor({ timeout: 300_000 })
  const left = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: empty.id },
    body: { count: 'exact', limit: 1 },
  })
  expect(left).toMatchObject({ items: [], total: 0 })
  expect(errors).toEqual([])
})

/** Written when needed: the largest has 100 MB. */
const broken: Record<string, { write: (file: string) => void; says: RegExp }> = {
  'wrong quoting': {
    write: (file) => fs.writeFileSync(file, 'name,note\nAda,"never closed\nGrace,fine\n'),
    says: /A quotation mark in the file is never closed\. See line 2\./,
  },
  'bytes that are no text': {
    write: (file) =>
      fs.writeFileSync(
        file,
        Buffer.concat([Buffer.from('name,note\nAda,'), noEncoding(), Buffer.from('\n')]),
      ),
    says: /The text of the file cannot be read\. Save it as UTF-8 and try again\./,
  },
  'nothing in it': { write: (file) => fs.writeFileSync(file, ''), says: /The file is empty\./ },
  '100 MB of one line': {
    write: (file) => {
      const part = Buffer.alloc(1024 * 1024, 'x')
      const output = fs.openSync(file, 'w')
      for (let n = 0; n < 100; n++) fs.writeSync(output, part)
      fs.closeSync(output)
    },
    says: /A line of the file is too long\./,
  },
}

const uploads = () => {
  const place = path.join(site.dataDir, 'imports')
  return fs.existsSync(place) ? fs.readdirSync(place).sort() : []
}

/** Bytes that are letters in neither UTF-8 nor Windows-1252. */
function noEncoding(): Buffer {
  return Buffer.from([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff, 0x81, 0x8d])
}

test.each(Object.entries(broken))(
  'a file with %s is refused with a reason, and nothing stays of it',
  async (name, { write, says }) => {
    const { page, errors } = visited
    const collection = await makeCollection(`Not ${name}`)
    const file = path.join(folder, 'broken.csv')
    write(file)
    const uploadsBefore = uploads()
    await offer(collection, file)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expect.poll(() => alert.textContent()).toMatch(says)
    // The user can still continue.
    await page.getByRole('button', { name: 'Choose file' }).and(page.locator(':enabled')).waitFor()

    const { items } = await api.call(importsApi.list, { params: { teamId } })
    expect(items.filter(({ dataCollectionId }) => dataCollectionId === collection.id)).toEqual([])
    await expect.poll(uploads).toEqual(uploadsBefore)
    const after = await api.call(collectionsApi.get, {
      params: { teamId, dataCollectionId: collection.id },
      query: { countObjects: '1' },
    })
    expect(after).toMatchObject({ countDataObject: 0, DataFields: collection.DataFields })
    // The browser itself logs the refused upload; nothing else may be wrong.
    expect(errors.filter((text) => !/status of 4\d\d/.test(text))).toEqual([])
  },
)
