/** Exports contain what the list shows, and nobody has to wait for them. */
import fs from 'node:fs'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { readCsv } from './support/csv.ts'
import { api, inATeam, teamId, visited } from './support/in-a-team.ts'
import { shoot } from './support/shoot.ts'

inATeam('Exporters')

let people: number

beforeAll(async () => {
  const { id } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Person', pluralName: 'People' },
  })
  people = id
  const params = { teamId, dataCollectionId: people }
  await api.call(collectionsApi.createField, {
    params,
    body: { title: 'Score', columnName: 'score', dataType: 'number' },
  })
  for (let score = 0; score < 12; score++)
    await api.call(recordsApi.create, { params, body: { values: { name: `=Person "${score}"`, score } } })
})

const shot = (name: string) => shoot(visited.page, `export-${name}`)

test('the file has what the list shows, in its order, and is still there after leaving the page', async () => {
  const { page, errors } = visited
  await page.goto(`/team-${teamId}/data-collections/${people}/records?sort=-score`)
  await page.getByRole('searchbox').first().fill('person 1')
  await page.getByText('3 records', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('3 records that match the filter and search.').waitFor()
  await dialog.getByText('More options').click()
  await shot('form')
  expect(await axe(page)).toEqual([])
  await dialog.getByLabel('Column headings').selectOption('columnNames')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByRole('link', { name: /^Download People/ }).waitFor()
  await shot('done')
  expect(await axe(page)).toEqual([])

  await page.goto(`/team-${teamId}/data-collections/${people}/records`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download People/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^People \d{4}-\d\d-\d\d\.csv$/)
  const rows = readCsv(fs.readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, ''))
  expect(rows).toEqual([
    ['name', 'score'],
    [`'=Person "11"`, '11'],
    [`'=Person "10"`, '10'],
    [`'=Person "1"`, '1'],
  ])
  await dialog.getByRole('button', { name: /^Delete People/ }).click()
  await dialog.getByRole('link', { name: /^Download People/ }).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('a toast announces the file after the dialog was closed', async () => {
  const { page, errors } = visited
  await page.goto(`/team-${teamId}/data-collections/${people}/records`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('Excel (XLSX)').click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByText(/^People .*\.xlsx is ready\.$/).waitFor()
  await shot('toast')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click(),
  ])
  const start = fs
    .readFileSync(await download.path())
    .subarray(0, 2)
    .toString()
  expect(start).toBe('PK')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await dialog.getByRole('link', { name: /^Download People/ }).waitFor()
  await shot('phone-dark')
  expect(await axe(page)).toEqual([])
  expect(errors).toEqual([])
})
