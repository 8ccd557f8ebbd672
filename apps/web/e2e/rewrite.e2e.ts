/** Texts of many records: find and replace, and splitting into columns, each with a preview and one undo. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'

let browser: Browser
let visited: Visit
let api: ApiClient
let teamId: number
let people: DataCollection
let grid: GridPage
let params: { teamId: number; dataCollectionId: number }
const columns = new Map<string, string>()
const column = (title: string) => columns.get(title) ?? ''

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Texts')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Member', pluralName: 'Members' },
  })
  params = { teamId, dataCollectionId: people.id }
  columns.set('Name', people.DataFields[0]?.columnName ?? '')
  for (const [title, dataType, isUnique] of [
    ['Street', 'plain_text', false],
    ['Email', 'email_address', true],
    ['Score', 'number', false],
  ] as const) {
    const field = await api.call(collectionsApi.createField, { params, body: { title, dataType, isUnique } })
    columns.set(title, field.columnName)
  }
  const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov']
  await api.call(recordsApi.bulk, {
    params,
    body: {
      create: names.map((name, n) => ({
        values: {
          [column('Name')]: name,
          [column('Street')]: `${n + 1} Main St.`,
          [column('Email')]: `${name.split(' ')[0]?.toLowerCase()}@${n === 0 ? 'new' : 'old'}.org`,
        },
      })),
    },
  })
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  grid = gridOn(visited.page, 'Members')
  await visited.page.goto(`/team-${teamId}/data-collections/${people.id}/records`)
  await vi.waitFor(async () => expect(await grid.textOf(1, 4)).toBe('5 Main St.'), { timeout: 60_000 })
})
afterAll(() => browser?.close())

const valuesOf = async (title: string) =>
  (await api.call(recordsApi.query, { params, body: {} })).items.map(({ values }) => values[column(title)])
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const keys = async (...pressed: string[]) => {
  for (const key of pressed) await visited.page.keyboard.press(key)
}
const shot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

test('Ctrl+H replaces a text in the column of the cursor, after a preview, with one undo', async () => {
  const { page } = visited
  await grid.goTo(1, 0)
  await keys('Control+h')
  const dialog = dialogOf(page, 'Find and replace')
  await dialog.getByLabel('Find', { exact: true }).fill('ST.')
  await dialog.getByLabel('Replace with').fill('Street')
  await dialog.getByText('5 values in 5 records change.').waitFor()
  const first = dialog.getByRole('list', { name: 'The first changes' }).getByRole('listitem').first()
  await expect.poll(() => first.textContent()).toMatch(/Ada Lovelace.*Street.*1 Main St\..*1 Main Street/)
  expect(await axe(page)).toEqual([])
  await shot(page, 'replace')
  await dialog.getByLabel('Match case').check()
  await dialog.getByText('Nothing would change.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Replace', exact: true }).isDisabled()).toBe(true)
  await dialog.getByLabel('Match case').uncheck()
  await dialog.getByText('5 values in 5 records change.').waitFor()
  await dialog.getByLabel('Replace with').press('Enter')
  await toastOf(page, '5 records changed').waitFor()
  await expect.poll(() => grid.textOf(1, 4)).toBe('5 Main Street')
  expect(await valuesOf('Street')).toEqual([1, 2, 3, 4, 5].map((n) => `${n} Main Street`))
  // The focus is back in the grid, where the keyboard undoes it.
  await expect.poll(grid.cursor).toBe('glide-cell-2-0')
  await keys('Control+z')
  await expect.poll(() => grid.textOf(1, 4)).toBe('5 Main St.')
})

test('the list of fields leads to the same, over the records', async () => {
  const { page } = visited
  await page.goto(`/team-${teamId}/admin/data-collections/${people.id}/data-fields`)
  const menuOf = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Change type' }).waitFor()
  }
  // A number has no text to split or to replace.
  await menuOf('Score')
  expect(await page.getByRole('menuitem', { name: 'Find and replace' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await menuOf('Street')
  await page.getByRole('menuitem', { name: 'Split into columns' }).waitFor()
  await page.getByRole('menuitem', { name: 'Find and replace' }).click()
  const dialog = dialogOf(page, 'Find and replace')
  await dialog.getByLabel('Find', { exact: true }).fill('Main')
  await dialog.getByText('5 values in 5 records change.').waitFor()
  // Its address opens it again, until it is closed.
  await page.reload()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.url()).not.toContain('rewrite')
  await expect.poll(() => grid.textOf(1, 4)).toBe('5 Main St.')
  await page.goto(`/team-${teamId}/data-collections/${people.id}/records`)
  await expect.poll(() => grid.textOf(1, 4)).toBe('5 Main St.')
})

test('replaces in the selected cells alone', async () => {
  const { page } = visited
  await grid.goTo(1, 1)
  await keys('Shift+ArrowDown', 'Control+h')
  const dialog = dialogOf(page, 'Find and replace')
  await dialog.getByText('Cells of 2 rows').waitFor()
  expect(await dialog.getByRole('radio', { name: 'Cells of 2 rows' }).isChecked()).toBe(true)
  await dialog.getByLabel('Find', { exact: true }).fill(' Main')
  await dialog.getByText('2 values in 2 records change.').waitFor()
  await dialog.getByText('Whole list').click()
  await dialog.getByText('5 values in 5 records change.').waitFor()
  await dialog.getByText('Cells of 2 rows').click()
  await dialog.getByRole('button', { name: 'Replace 2 values' }).click()
  await expect
    .poll(() => valuesOf('Street'))
    .toEqual(['1 Main St.', '2 St.', '3 St.', '4 Main St.', '5 Main St.'])
  await dialog.waitFor({ state: 'detached' })
})

test('says which values would not be valid, and leaves them', async () => {
  const { page } = visited
  await api.call(recordsApi.bulk, {
    params,
    body: { create: [{ values: { [column('Name')]: 'Ada Twin', [column('Email')]: 'ada@old.org' } }] },
  })
  await expect.poll(() => grid.textOf(0, 5)).toBe('Ada Twin')
  await grid.goTo(2, 0)
  await keys('Control+h')
  const dialog = dialogOf(page, 'Find and replace')
  await dialog.getByLabel('Find', { exact: true }).fill('old.org')
  await dialog.getByLabel('Replace with').fill('new.org')
  await dialog.getByText('1 value would not be valid and stays as it is.').waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'replace-refused')
  await dialog.getByRole('button', { name: 'Replace 4 values' }).click()
  await dialog.getByText('1 value was left as it was. Everything else was changed.').waitFor()
  const left = dialog.getByRole('list', { name: 'Cells that were not changed' }).getByRole('listitem')
  await left.getByRole('link', { name: 'Ada Twin' }).waitFor()
  expect(await left.textContent()).toContain('Email')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  expect((await valuesOf('Email')).slice(4)).toEqual(['barbara@new.org', 'ada@old.org'])
})

test('splits a column into a new one and itself from the menu of its header, with one undo', async () => {
  const { page } = visited
  await grid.goTo(0, 0)
  await keys('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Split into columns' }).click()
  const dialog = dialogOf(page, 'Split into columns')
  await dialog.getByRole('combobox', { name: 'At each' }).click()
  await page.getByRole('option', { name: 'Space' }).click()
  await dialog.getByRole('combobox', { name: 'Part 1 goes to' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  await dialog.getByLabel('Name of the field').fill('Surname')
  const changes = dialog.getByRole('list', { name: 'The first changes' }).getByRole('listitem')
  await expect.poll(() => changes.nth(1).textContent()).toMatch(/Surname.*Lovelace/)
  expect(await axe(page)).toEqual([])
  await shot(page, 'split')
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await toastOf(page, '6 records changed').waitFor()
  await expect.poll(() => grid.textOf(0, 0)).toBe('Ada')
  await page.getByRole('button', { name: 'Surname: No sum' }).waitFor()
  const fields = (await api.call(collectionsApi.listFields, { params, query: {} })).items
  columns.set('Surname', fields.find(({ title }) => title === 'Surname')?.columnName ?? '')
  expect((await valuesOf('Surname')).slice(0, 3)).toEqual(['Lovelace', 'Hopper', 'Turing'])
  await toastOf(page, '6 records changed').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => grid.textOf(0, 0)).toBe('Ada Lovelace')
  // The new field stays, without values.
  expect((await valuesOf('Surname'))[0]).toBeNull()
})

test('replaces in ticked records, and on a phone from the menu of the page', async () => {
  const { page } = visited
  await grid.goTo(0, 0)
  await keys('Shift+Space')
  await page.getByRole('region', { name: 'Selected records' }).waitFor()
  await page
    .getByRole('region', { name: 'Selected records' })
    .getByRole('button', { name: 'Find and replace' })
    .click()
  const dialog = dialogOf(page, 'Find and replace')
  expect(await dialog.getByRole('radio', { name: '1 ticked record' }).isChecked()).toBe(true)
  await keys('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Find and replace' }).click()
  await dialog.getByLabel('Find', { exact: true }).fill('Main')
  await dialog.getByLabel('Replace with').fill('High')
  await dialog.getByText(/values? in .* changes?\./).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'replace-390')
  await keys('Escape')
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Split into columns' }).click()
  const split = dialogOf(page, 'Split into columns')
  await split.getByRole('combobox', { name: 'At each' }).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'split-390')
  await keys('Escape')
  await split.waitFor({ state: 'detached' })
  expect(visited.errors).toEqual([])
})
