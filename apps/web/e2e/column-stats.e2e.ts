/** Statistics of columns: below each column, and all of them in a dialog, of the records that the list shows. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'

let browser: Browser
let visited: Visit
let api: ApiClient
let people: DataCollection
let grid: GridPage

beforeAll(async () => {
  api = await signInToApi()
  const { teamId } = await makeTeam(api, 'Numbers')
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Member', pluralName: 'Members' },
  })
  const params = { teamId, dataCollectionId: people.id }
  const columns: string[] = [people.DataFields[0]?.columnName ?? '']
  const types = { Town: 'plain_text', Rank: 'number', Born: 'date', Active: 'boolean' } as const
  for (const [title, dataType] of Object.entries(types)) {
    const field = await api.call(collectionsApi.createField, { params, body: { title, dataType } })
    columns.push(field.columnName)
  }
  const rows = [
    ['Ada', 'Paris', 1, '2024-01-01', true],
    ['Bob', 'Paris', 2, '2024-01-11', false],
    ['Cleo', 'Lima', 9, '2024-01-31', true],
    ['Dan', null, null, null, true],
  ]
  await api.call(recordsApi.bulk, {
    params,
    body: {
      create: rows.map((row) => ({ values: Object.fromEntries(row.map((value, n) => [columns[n], value])) })),
    },
  })
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  grid = gridOn(visited.page, 'Members')
  await visited.page.goto(`/team-${teamId}/data-collections/${people.id}/records`)
  await vi.waitFor(async () => expect(await grid.textOf(0, 3)).toBe('Dan'), { timeout: 60_000 })
})
afterAll(() => browser?.close())

const shot = async (name: string) => {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await visited.page.emulateMedia({ colorScheme })
    await visited.page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await visited.page.emulateMedia({ colorScheme: 'light' })
}
const sums = () => visited.page.getByRole('toolbar', { name: 'Sums of columns' })

test('each type of column has its own statistics, which are kept', async () => {
  const { page } = visited
  for (const [column, statistic, shown] of [
    ['Town', 'Different values', 'Town: Different values 2'],
    ['Rank', 'Median', 'Rank: Median 2'],
    ['Born', 'Span', 'Born: Span 30 days'],
    ['Active', '% checked', 'Active: % checked 75%'],
  ] as const) {
    await sums()
      .getByRole('button', { name: `${column}: No sum` })
      .click()
    await page.getByRole('menuitem', { name: statistic, exact: true }).click()
    await sums().getByRole('button', { name: shown }).waitFor()
  }
  // At once: the layout is sent while the page is left, and the next page may have been made before it arrived.
  await page.reload()
  await sums().getByRole('button', { name: 'Active: % checked 75%' }).waitFor({ timeout: 5000 })
  expect(await axe(page)).toEqual([])
  await shot('stats-footer')
})

test('a dialog has all of them with the most frequent values, of the records that are shown', async () => {
  const { page } = visited
  await expect.poll(() => grid.textOf(0, 3)).toBe('Dan')
  await sums().getByRole('button', { name: 'Town: Different values 2' }).click()
  await page.getByRole('menuitem', { name: 'All statistics' }).click()
  const dialog = page.getByRole('dialog', { name: 'Statistics: Town' })
  await dialog.getByText('Of 4 records, with the current filter and search.').waitFor()
  const values = dialog.getByRole('listitem')
  await expect.poll(() => values.allTextContents()).toEqual(['Paris2 50%', 'Lima1 25%'])
  expect(await axe(page)).toEqual([])
  await shot('stats-dialog')
  await page.setViewportSize({ width: 390, height: 844 })
  await shot('stats-dialog-390')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // By keyboard, from the menu of the column, under a search.
  await page.getByRole('searchbox').first().fill('Paris')
  await expect.poll(() => grid.textOf(0, 1)).toBe('Bob')
  await sums().getByRole('button', { name: 'Rank: Median 1.5' }).waitFor()
  await grid.goTo(2, 0)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'All statistics' }).press('Enter')
  const rank = page.getByRole('dialog', { name: 'Statistics: Rank' })
  await rank.getByText('Of 2 records, with the current filter and search.').waitFor()
  expect(await rank.getByText('Median').locator('..').textContent()).toBe('Median1.5')
  await page.keyboard.press('Escape')
  await expect.poll(grid.cursor).toBe('glide-cell-3-0')
  expect(visited.errors).toEqual([])
})
