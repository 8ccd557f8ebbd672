/** What somebody wants next is offered where they stand: at the header of a column, over the table, beside a view. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
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
  await expect.poll(() => gridOn(on, 'Members').textOf(0, 0)).toBeTruthy()
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
  // An open menu needs no landmark of its own.
  expect((await axe(page)).filter((line) => !line.startsWith('region '))).toEqual([])
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
  await expect.poll(() => grid.textOf(0, 0)).toMatch(/1950/)
  await choose(await openMenu('Born'), 'Stop grouping by this field')
  await expect.poll(() => parameter('group')).toBeNull()
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 01')

  await choose(await openMenu('Rank'), 'Hide column')
  await page
    .getByRole('button', { name: /^Columns/ })
    .getByText('1 hidden')
    .waitFor()
  await page.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  // The next test begins with a new page, which would lose what is not saved.
  const key = `grid.${people.id}`
  await expect
    .poll(async () =>
      JSON.stringify((await api.call(teamsApi.getSetting, { params: { teamId, key } })).value),
    )
    .not.toContain(column('Rank'))
})

test('a field is edited over the list, which stays as it is', async () => {
  await open(`?sort=-${column('Name')}`)
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 40')
  const address = page.url()
  await choose(await openMenu('Rank'), 'Edit field')
  const drawer = page.getByRole('dialog', { name: 'Rank', exact: true })
  const title = drawer.getByRole('textbox', { name: /^Title/ })
  await title.waitFor()
  expect(page.url()).toBe(address)
  await settled(page)
  expect(await axe(page)).toEqual([])
  await title.fill('Position')
  await page.keyboard.press('Enter')
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Position: No sum' }).waitFor()
  expect(page.url()).toBe(address)
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 40')
  // The grid has the focus again, with the cursor where it was.
  await page.keyboard.press('ArrowDown')
  await expect.poll(grid.cursor).toBe(`glide-cell-${at('Rank') + 1}-1`)
  // For the other tests.
  const params = { teamId, dataCollectionId: people.id }
  const fields = (await api.call(collectionsApi.listFields, { params, query: {} })).items
  const rank = fields.find(({ columnName }) => columnName === column('Rank'))
  await api.call(collectionsApi.updateField, {
    params: { ...params, dataFieldId: rank?.id ?? 0 },
    body: { title: 'Rank' },
  })
})

test('the menu of a column opens the filter with a condition of its field, ready to be typed', async () => {
  await open()
  await choose(await openMenu('Town'), 'Filter by this field')
  const panel = page.getByRole('dialog', { name: 'Filter' })
  const value = panel.getByRole('textbox', { name: 'Value' })
  await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('Town 2')
  await expect.poll(() => parameter('filter') ?? '').toContain('Town 2')
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

/** From the header's menu: types the value once its input has the focus. */
async function filterBy(title: (typeof titles)[number], text: string): Promise<void> {
  await choose(await openMenu(title), 'Filter by this field')
  const value = page.getByRole('dialog', { name: 'Filter' }).getByRole('textbox', { name: 'Value' })
  await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type(text)
  await expect.poll(() => parameter('filter') ?? '').toContain(text)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Filter' }).waitFor({ state: 'detached' })
}

const save = () => page.getByRole('button', { name: 'Save as…' })

test('what the table shows is saved as a view, and opened', async () => {
  await open(`?sort=-${column('Name')}&group=${column('Rank')}`)
  await filterBy('Town', 'Town 1')
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

  await filterBy('Town', 'Town 2')
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

const panelOf = (name: string) => page.getByRole('complementary', { name: `Settings of ${name}` })
async function edit(name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for the view ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit view' }).click()
  await panelOf(name).waitFor()
  return panelOf(name)
}
const section = (panel: Locator, name: string) => panel.getByRole('button', { name, exact: true })
/** The colour at the left end of a row of the grid. */
const barOf = (row: number) =>
  page.evaluate((at) => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-testid="data-grid-canvas"]')
    const scale = (canvas?.width ?? 0) / (canvas?.clientWidth || 1)
    const markers = 52
    const [x, y] = [(markers + 2) * scale, (32 + 32 * at + 16) * scale]
    const data = canvas?.getContext('2d')?.getImageData(x, y, 1, 1).data ?? []
    return `#${[...data]
      .slice(0, 3)
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`
  }, row)
const [red, orange] = ['#e5484d', '#f2811d']

test('a view is edited beside itself, with each change shown before it is saved', async () => {
  const { id } = await api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: people.id,
      type: 'table',
      internalName: 'By town',
      recordNameDataFieldId: people.DataFields[0]?.id ?? null,
    } as never,
  })
  // What was changed in the list goes on in the panel.
  await open(`?view=${id}&sort=-${column('Name')}`)
  await page.getByRole('region', { name: 'Changes of the view' }).waitFor()
  const panel = await edit('By town')
  await page.getByRole('region', { name: 'Changes of the view' }).waitFor({ state: 'detached' })
  await panel.getByText('Changes are not saved yet.').waitFor()
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 40')
  expect(parameter('sort')).toBeNull()
  // The focus is in it, the first section is open, and others open by keyboard.
  await expect.poll(() => panel.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await panel.getByLabel('Internal name').fill('Of town 0')
  await section(panel, 'Records').focus()
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Add condition' }).first().click()
  await panel
    .getByRole('combobox', { name: 'Field', exact: true })
    .or(panel.getByRole('textbox', { name: 'Field', exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Town', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Value' }).fill('Town 0')
  await page.getByText('14 records', { exact: true }).waitFor()
  await settled(page)
  expect(await axe(page)).toEqual([])
  const stored = () => api.call(viewsApi.get, { params: { teamId, dataViewId: id } })
  expect((await stored()).filter).toBeNull()

  // A record is looked at meanwhile, and nothing is lost.
  await grid.goTo(at('Name'), 0)
  await page.keyboard.press('Space')
  const record = page.getByRole('complementary', { name: /^Member \d+$/ })
  await record.waitFor()
  await record.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor()
  // Nor by Escape, without being asked.
  expect(await panel.getByLabel('Internal name').inputValue()).toBe('Of town 0')
  await panel.getByLabel('Internal name').focus()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })

  await panel.getByRole('button', { name: 'Save changes' }).click()
  await panelOf('Of town 0').getByText('Saved', { exact: true }).waitFor()
  expect(await stored()).toMatchObject({
    internalName: 'Of town 0',
    filter: { field: column('Town'), op: 'contains', value: 'Town 0' },
    sort: [{ field: column('Name'), direction: 'desc' }],
  })
  // Its page has the same sections, open.
  await panelOf('Of town 0').getByRole('link', { name: 'Open the settings on a page of their own' }).click()
  await page.getByRole('heading', { level: 1, name: 'Of town 0' }).waitFor()
  await page.getByRole('textbox', { name: 'Value' }).waitFor()
  expect(await axe(page)).toEqual([])
})

test('rows of a view have colours by rules, of which the first that matches counts', async () => {
  const { id } = await api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: people.id,
      type: 'table',
      internalName: 'In colour',
      recordNameDataFieldId: people.DataFields[0]?.id ?? null,
      sort: [{ field: column('Name'), direction: 'asc' }],
    } as never,
  })
  await open(`?view=${id}`)
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 01')
  const panel = await edit('In colour')
  await section(panel, 'Colors by rule').click()
  const rules = panel.getByRole('list', { name: 'Colors by rule' })
  const add = panel.getByRole('button', { name: 'Add rule' })
  await add.click()
  // Without a condition it is for all records; the next rule has another colour.
  await expect.poll(() => barOf(0)).toBe(red)
  const rule = (n: number) => rules.getByRole('listitem').nth(n)
  const choose = async (n: number, field: string, value: string) => {
    await rule(n).getByRole('button', { name: 'Add condition' }).click()
    const input = rule(n)
    await input
      .getByRole('combobox', { name: 'Field', exact: true })
      .or(input.getByRole('textbox', { name: 'Field', exact: true }))
      .click()
    // The name of a record may be listed twice: as its field, and as what every record has.
    await page.getByRole('option', { name: field, exact: true }).first().click()
    await input.getByRole('textbox', { name: 'Value' }).fill(value)
  }
  await choose(0, 'Town', 'Town 1')
  await expect.poll(() => barOf(1)).toBe(red)
  await expect.poll(() => barOf(0)).not.toBe(red)
  await add.click()
  await expect.poll(() => barOf(0)).toBe(orange)
  await choose(1, 'Name', 'Member 0')
  await expect.poll(() => barOf(9)).not.toBe(orange)
  await expect.poll(() => Promise.all([barOf(0), barOf(1), barOf(2)])).toEqual([orange, red, orange])
  await settled(page)
  expect(await axe(page)).toEqual([])

  // Moved by keyboard, the other rule comes first.
  await rules.getByRole('button', { name: 'Move rule 2', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByText(/rule 2 moved to position 2 of 2/).waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText(/moved to position 1 of 2/).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await expect.poll(() => Promise.all([barOf(0), barOf(1), barOf(10)])).toEqual([orange, orange, red])
  await panel.getByRole('button', { name: 'Save changes' }).click()
  await panel.getByText('Saved', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => barOf(0)).toBe(orange)

  // A value that is edited gives the row its new colour once the reader has moved on.
  await grid.goTo(at('Town'), 10)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Elsewhere')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return barOf(10)
    })
    .not.toBe(red)

  // On a phone, too.
  const phone = (await visitSignedIn(browser, { viewport: { width: 390, height: 844 } })).page
  await phone.goto(listUrl(`?view=${id}`))
  const first = phone.getByRole('list', { name: 'Members' }).getByRole('listitem').first()
  await expect
    .poll(() => first.evaluate((one) => getComputedStyle(one).boxShadow))
    .toContain('rgb(242, 129, 29)')
  expect(await axe(phone)).toEqual([])
})
