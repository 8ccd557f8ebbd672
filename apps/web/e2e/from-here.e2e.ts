/** What somebody wants next is offered where they stand: at the header of a column, over the table, beside a view. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'
import { settled } from './support/keyboard.ts'
import { makePerson } from './support/people.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let people: DataCollection
let page: Page
let grid: GridPage
const columns = new Map<string, string>()
const titles = ['Name', 'Town', 'Rank', 'Born'] as const
const at = (title: (typeof titles)[number]) => titles.indexOf(title)
const column = (title: (typeof titles)[number]) => columns.get(title) ?? ''

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'From here')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Member', pluralName: 'Members' },
  })
  const params = { teamId, dataCollectionId: people.id }
  columns.set('Name', people.DataFields[0]?.columnName ?? '')
  const types = { Town: 'plain_text', Rank: 'number', Born: 'date' } as const
  for (const [title, dataType] of Object.entries(types)) {
    const field = await api.call(collectionsApi.createField, { params, body: { title, dataType } })
    columns.set(title, field.columnName)
  }
  const create = Array.from({ length: 40 }, (_, n) => ({
    values: {
      [column('Name')]: `Member ${String(n + 1).padStart(2, '0')}`,
      [column('Town')]: `Town ${n % 3}`,
      [column('Rank')]: n % 10,
      [column('Born')]: `19${50 + n}-01-01`,
    },
  }))
  await api.call(recordsApi.bulk, { params, body: { create } })
  browser = await launchBrowser()
  page = (await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })).page
  grid = gridOn(page, 'Members')
})
afterAll(() => browser?.close())

const listUrl = (search = '') => `/team-${teamId}/data-collections/${people.id}/records${search}`
async function open(search = '', on = page): Promise<void> {
  await on.goto(listUrl(search))
  await on.getByRole('group', { name: 'Members', exact: true }).waitFor()
}
const parameter = (name: string) => new URL(page.url()).searchParams.get(name)

/** By keyboard: the menu of the column with the cursor. */
async function openMenu(title: (typeof titles)[number]): Promise<Locator> {
  await grid.goTo(at(title), 0)
  await page.keyboard.press('Alt+ArrowDown')
  const menu = page.getByRole('menu', { name: title, exact: true })
  await menu.waitFor()
  return menu
}
/** By keyboard, from one item of the open menu to another. */
async function choose(menu: Locator, label: string): Promise<void> {
  const item = menu.getByRole('menuitem', { name: label })
  await expect
    .poll(async () => {
      if (await item.evaluate((one) => one === document.activeElement)) return true
      await page.keyboard.press('ArrowDown')
      return false
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'detached' })
}

test('the menu of a column sorts, groups and hides by keyboard', async () => {
  await open()
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 01')
  await choose(await openMenu('Name'), 'Sort descending')
  await expect.poll(() => parameter('sort')).toBe(`-${column('Name')}`)
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 40')

  // The order in force is marked, and chosen again it ends.
  const menu = await openMenu('Name')
  const current = menu.getByRole('menuitem', { name: 'Sort descending' })
  expect(await current.getAttribute('aria-current')).toBe('true')
  await settled(page)
  expect(await axe(page)).toEqual([])
  await choose(menu, 'Sort descending')
  await expect.poll(() => parameter('sort')).toBeNull()

  await choose(await openMenu('Town'), 'Group by this field')
  await expect.poll(() => parameter('group')).toBe(column('Town'))
  await expect.poll(() => grid.textOf(0, 0)).toMatch(/^Town 0 14/)
  await choose(await openMenu('Town'), 'Stop grouping by this field')
  await expect.poll(() => parameter('group')).toBeNull()
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 01')
  // A date is grouped by month, as in the panel.
  await choose(await openMenu('Born'), 'Group by this field')
  await expect.poll(() => parameter('group')).toBe(`${column('Born')}.month`)
  await choose(await openMenu('Born'), 'Stop grouping by this field')
  await expect.poll(() => parameter('group')).toBeNull()

  await choose(await openMenu('Rank'), 'Hide column')
  await page
    .getByRole('button', { name: /^Columns/ })
    .getByText('1 hidden')
    .waitFor()
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
})

test('the menu of a column opens the filter with a condition of its field, ready to be typed', async () => {
  await open()
  await choose(await openMenu('Town'), 'Filter by this field')
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const value = panel.getByRole('textbox', { name: 'Value' })
  await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('Town 2')
  await expect.poll(() => parameter('filter')).toContain('Town 2')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 03')

  // The condition that there is gets the focus, not another one, and not one of another field.
  await choose(await openMenu('Rank'), 'Filter by this field')
  const values = panel.getByRole('textbox', { name: 'Value' })
  await expect.poll(() => values.count()).toBe(2)
  await expect.poll(() => values.nth(1).evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await choose(await openMenu('Town'), 'Filter by this field')
  await expect.poll(() => values.count()).toBe(1)
  await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await value.inputValue()).toBe('Town 2')
})

const save = () => page.getByRole('button', { name: 'Save as…' })

test('what the table shows is saved as a view, and opened', async () => {
  await open(`?sort=-${column('Name')}&group=${column('Rank')}`)
  await choose(await openMenu('Town'), 'Filter by this field')
  await page.keyboard.type('Town 1')
  await expect.poll(() => parameter('filter')).toContain('Town 1')
  await page.keyboard.press('Escape')
  await save().click()
  await page.getByRole('menuitem', { name: /^View…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Create view' })
  await dialog.getByLabel('Name').fill('In town 1')
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await page.getByRole('button', { name: 'View: In town 1' }).waitFor()
  await expect.poll(() => parameter('view')).toMatch(/^\d+$/)
  expect(parameter('filter')).toBeNull()
  const view = await api.call(viewsApi.get, { params: { teamId, dataViewId: Number(parameter('view')) } })
  expect(view).toMatchObject({
    sharing: 'shared',
    filter: { field: column('Town'), op: 'contains', value: 'Town 1' },
    sort: [{ field: column('Name'), direction: 'desc' }],
  })
  expect(view.displayOptions.groupDataFieldId).not.toBeNull()
})

test('what the table shows is saved as a smart collection, and opened in the same order', async () => {
  await open(`?sort=-${column('Name')}`)
  // Without a filter it would be the collection itself.
  await save().click()
  const item = page.getByRole('menuitem', { name: /^Smart collection…/ })
  await item.getByText('Filter the records first').waitFor()
  expect(await item.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')

  await choose(await openMenu('Town'), 'Filter by this field')
  await page.keyboard.type('Town 2')
  await expect.poll(() => parameter('filter')).toContain('Town 2')
  await page.keyboard.press('Escape')
  await save().click()
  await item.click()
  const dialog = page.getByRole('dialog', { name: 'New smart collection' })
  await dialog.getByText('13 records match').waitFor()
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await dialog.getByText('Fill this in.').first().waitFor()
  await settled(page)
  expect(await axe(page)).toEqual([])
  // A name that is taken is said where it is typed.
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Member')
  await dialog.getByRole('textbox', { name: 'Plural name' }).fill('Members')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Name', exact: true }).getAttribute('aria-invalid'))
    .toBe('true')
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Member of town 2')
  await dialog.getByRole('textbox', { name: 'Plural name' }).fill('Members of town 2')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await toastOf(page, 'Members of town 2').waitFor()
  await page.getByRole('heading', { name: 'Members of town 2' }).waitFor()
  await page.getByText('13 records', { exact: true }).waitFor()
  expect(parameter('sort')).toBe(`-${column('Name')}`)
  const all = (await api.call(collectionsApi.list, { params: { teamId }, query: {} })).dataCollection
  expect(all.find(({ pluralName }) => pluralName === 'Members of town 2')).toMatchObject({
    isSmartCollection: true,
    idParentDataCollection: people.id,
    membershipDataFilter: { field: column('Town'), op: 'contains', value: 'Town 2' },
  })
})

test('who may not design collections saves views only, for themselves', async () => {
  const person = await makePerson(api, teamId, 'Nia', 'Reader', false)
  const theirs = (await visitSignedIn(browser, { viewport: { width: 390, height: 844 } }, person)).page
  await theirs.goto(listUrl(`?sort=-${column('Name')}`))
  await theirs.getByRole('button', { name: 'Save as…' }).click()
  await theirs.getByRole('menuitem', { name: /^View…/ }).waitFor()
  expect(await theirs.getByRole('menuitem', { name: /^Smart collection…/ }).count()).toBe(0)
  await theirs.getByRole('menuitem', { name: /^View…/ }).click()
  const dialog = theirs.getByRole('dialog', { name: 'Create view' })
  await dialog.getByLabel('Name').fill('Backwards')
  expect(await dialog.getByRole('radio', { name: /Everyone/ }).count()).toBe(0)
  await settled(theirs)
  expect(await axe(theirs)).toEqual([])
  await dialog.getByRole('button', { name: 'Create view' }).click()
  await theirs.getByRole('button', { name: 'View: Backwards' }).waitFor()
})
