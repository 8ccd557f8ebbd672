/** Administration of views: each kind is created from scratch, and errors are shown where they are. */
import fs from 'node:fs'
import path from 'node:path'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { settled } from './support/keyboard.ts'
import { site } from './support/site.ts'

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let events: DataCollection
const names = ['Spring fair', 'Summer camp', 'Winter market']

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Views', { primaryTimezone: 'UTC' })).teamId
  events = await makeCollection('Event')
  for (const [title, dataType] of [
    ['Day', 'date'],
    ['Place', 'physical_address'],
    ['Note', 'plain_text'],
    ['Seats', 'number'],
  ] as const) {
    await api.call(collectionsApi.createField, { params: at(events), body: { title, dataType } })
  }
  for (const [n, name] of names.entries()) {
    const day = dayOf(n)
    const place = { line1: `${n} Main Street`, city: 'Springfield', country: 'US', lat: 39.8, lng: -89.6 - n }
    const values = { name, day, place, note: `Note of ${name}`, seats: 10 * (n + 1) }
    await api.call(recordsApi.create, { params: at(events), body: { values } })
  }
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1280, height: 900 } })
  page = visited.page
})
afterAll(() => browser?.close())

/** Days of this month that are next to each other. */
const dayOf = (n: number) => `${new Date().toISOString().slice(0, 7)}-1${n}`

const at = ({ id }: { id: number }) => ({ teamId, dataCollectionId: id })

const makeCollection = (name: string) =>
  api.call(collectionsApi.create, { params: { teamId }, body: { name, pluralName: `${name}s` } })

const listUrl = (collection = events) => `/team-${teamId}/admin/data-collections/${collection.id}/data-views`

const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })

const views = async () =>
  (await api.call(viewsApi.list, { params: { teamId }, query: { dataCollectionId: events.id } })).items

const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

async function save(): Promise<void> {
  await button('Save changes').click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

const types = ['List', 'Detail', 'Calendar', 'Table', 'Map', 'Timeline', 'Form'] as const

test.each(types)('a %s is created from scratch', async (type) => {
  await page.goto(listUrl())
  await button('New data view').first().click()
  const dialog = page.getByRole('dialog', { name: 'New data view' })
  await dialog.getByLabel('Internal name').fill(`Our ${type}`)
  await dialog.getByRole('radio', { name: type }).check()
  if (type === 'List') expect(await axe(page)).toEqual([])
  await button('Create data view', dialog).click()
  await page.waitForURL(/\/admin\/data-views\/\d+\/details$/)
  await page.getByRole('heading', { level: 1, name: `Our ${type}` }).waitFor()
  expect(await axe(page)).toEqual([])
  await tab('Preview').click()
  const preview = page.getByRole('region', { name: `Preview of Our ${type}` })
  // A form asks for the fields. One record at a time, with previous and next; all of them elsewhere.
  for (const name of type === 'Form' ? ['Day', 'Place', 'Note', 'Seats'] : names) {
    await preview.getByText(name, { exact: true }).first().waitFor()
    if (type === 'Detail' && name !== names.at(-1)) await button('Next page', preview).click()
  }
  expect(await axe(page)).toEqual([])
  expect(visited.errors.splice(0)).toEqual([])
})

test('several fields are added at once, reordered by keyboard, and shown as set', async () => {
  const view = (await views()).find(({ type }) => type === 'table')!
  await page.goto(`/team-${teamId}/admin/data-views/${view.id}/displayed-fields`)
  const list = page.getByRole('list', { name: 'Displayed fields' })
  for (const title of ['Day', 'Place', 'Note', 'Seats']) await button(`Remove ${title}`, list).click()
  await page.getByText('This view shows no fields yet', { exact: false }).waitFor()
  await button('Add fields').click()
  await page.getByText('Field is required').waitFor()
  const input = page.getByRole('combobox', { name: 'Fields to add' })
  for (const title of ['Note', 'Day']) {
    await input.click()
    await page.getByRole('option', { name: title, exact: true }).click()
  }
  await page.keyboard.press('Escape')
  await button('Add fields').click()
  await button('Remove Day', list).waitFor()
  await button('Move Day', list).focus()
  await page.keyboard.press('Space')
  await page.getByText('Day moved to position 2 of 2.').waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText('Day moved to position 1 of 2.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await page.getByText('Day dropped at position 1 of 2.').waitFor({ state: 'attached' })
  await button('Settings of Day', list).click()
  await list.getByLabel('Date-time display format').selectOption('weekday')
  await list.getByLabel('Field grouping key').first().fill('When')
  expect(await axe(page)).toEqual([])

  // Nothing is saved yet, and the preview shows it all the same.
  await tab('Preview').click()
  const table = page.getByRole('table', { name: 'Our Table' })
  await table.getByRole('columnheader', { name: 'When' }).waitFor()
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(dayOf(0)),
  )
  await table.getByText(weekday, { exact: false }).first().waitFor()
  await save()
  const saved = (await views()).find(({ id }) => id === view.id)!
  const titles = saved.displayedFields.map(({ dataFieldId }) => dataFieldId)
  const { DataFields } = await api.call(collectionsApi.get, { params: at(events), query: {} })
  expect(titles).toEqual(['day', 'note'].map((name) => DataFields.find((f) => f.columnName === name)?.id))
  expect(visited.errors.splice(0)).toEqual([])
})

test('a filter field narrows the preview under its own label', async () => {
  const view = (await views()).find(({ type }) => type === 'list')!
  await page.goto(`/team-${teamId}/admin/data-views/${view.id}/filter-fields`)
  await page.getByRole('combobox', { name: 'Fields to add' }).click()
  await page.getByRole('option', { name: 'Note', exact: true }).click()
  await page.keyboard.press('Escape')
  await button('Add fields').click()
  await button('Settings of Note').click()
  await page.getByLabel('Filter label', { exact: true }).fill('Remarks')
  await page.getByLabel('Select-all text', { exact: true }).fill('Any remark')
  expect(await axe(page)).toEqual([])
  await tab('Preview').click()
  await button('Remarks: Any remark').click()
  await page.getByRole('dialog').getByRole('textbox').fill('camp')
  const preview = page.getByRole('region', { name: 'Preview of Our List' })
  await preview.getByText('Spring fair', { exact: true }).waitFor({ state: 'detached' })
  await preview.getByText('Summer camp', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  // As visitors see it, and as wide as a phone.
  await page.getByText('Public page', { exact: true }).click()
  await preview.getByRole('searchbox', { name: 'Search' }).waitFor()
  await page.getByText('Phone', { exact: true }).click()
  await expect.poll(async () => (await preview.boundingBox())?.width).toBeLessThanOrEqual(390)
  await save()
  expect(visited.errors.splice(0)).toEqual([])
})

test('date info of another collection shows on days', async () => {
  const view = (await views()).find(({ type }) => type === 'calendar')!
  await page.goto(`/team-${teamId}/admin/data-views/${view.id}/calendar-date-info`)
  await button('Add date info').click()
  await button('Save changes').click()
  await expect.poll(() => page.getByText('Field is required').count()).toBe(2)
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: 'Events', exact: true }).click()
  await page.getByRole('combobox', { name: 'Date field' }).click()
  await page.getByRole('option', { name: 'Day', exact: true }).click()
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await save()
  expect((await views()).find(({ id }) => id === view.id)?.calendarDateInfo).toHaveLength(1)
  expect(visited.errors.splice(0)).toEqual([])
})

test('an invalid style sheet shows the line of the error, and leaving loses nothing typed', async () => {
  const view = (await views()).find(({ type }) => type === 'list')!
  await page.goto(`/team-${teamId}/admin/data-views/${view.id}/details`)
  const css = page.getByLabel('Internal CSS')
  await css.fill('.view-item { color: navy }\n.view-item {{ }')
  await button('Save changes').click()
  await page.getByText(/^Line 2/).waitFor()
  await page.getByRole('link', { name: 'Data views', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await button('Stay', question).click()
  await question.waitFor({ state: 'detached' })
  expect(await css.inputValue()).toContain('{{')
  await css.fill('.view-item { background: rgb(1, 2, 3) }')
  await save()
  await tab('Preview').click()
  const item = page.getByRole('region', { name: 'Preview of Our List' }).getByRole('listitem').first()
  await expect
    .poll(() => item.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(1, 2, 3)')

  // What the server would refuse has no effect in the preview of an unsaved style.
  await tab('Details').click()
  await css.fill('.view-item { background: rgb(4, 5, 6); position: fixed }')
  await tab('Preview').click()
  const look = () =>
    item.evaluate((element) => {
      const { backgroundColor, position } = getComputedStyle(element)
      return [backgroundColor, position]
    })
  await expect.poll(async () => (await look())[0]).toBe('rgb(4, 5, 6)')
  expect((await look())[1]).not.toBe('fixed')
  await button('Discard changes').click()
  expect(visited.errors.splice(0).filter((text) => !/status of 400/.test(text))).toEqual([])
})

test('a public view has the code that websites need', async () => {
  const view = (await views()).find(({ type }) => type === 'list')!
  await page.goto(`/team-${teamId}/admin/data-views/${view.id}/details`)
  await page.getByLabel('Visible externally').check()
  await page.getByText('Visitors see: Name, Day, Place, Note, Seats.').waitFor()
  await save()
  const address = `${site.baseUrl}/public/team-${teamId}/views/${view.publicKey}`
  await page.getByRole('link', { name: address }).waitFor()
  await page.goto(`/team-${teamId}/admin/data-collections/${events.id}/website-widgets`)
  await page.getByText(`data-view="${view.publicKey}" data-language="en" async`, { exact: false }).waitFor()
  await page.getByLabel('Language').selectOption('fr')
  await page.getByLabel('Hide the filters').check()
  await page
    .getByText(`data-view="${view.publicKey}" data-language="fr" data-hide-filters="1" async`, {
      exact: false,
    })
    .waitFor()
  await page.getByText('embed=1&amp;language=fr&amp;hideFilters=1', { exact: false }).waitFor()
  // Not the view's internal name.
  await page.getByText('hideFilters=1" title="Events"', { exact: false }).waitFor()
  await page.getByRole('link', { name: /dataViews\/[0-9a-f]{64}\.csv/ }).waitFor()
  // The address shows the public page.
  const frame = page.frameLocator('iframe')
  await frame.getByText(names[0]!, { exact: false }).first().waitFor()
  expect(await axe(page)).toEqual([])
})

test('views are reordered, copied and deleted', async () => {
  await page.goto(listUrl())
  await button('Move Our Detail').focus()
  await page.keyboard.press('Space')
  await page.getByText(`Our Detail moved to position 2 of ${types.length}.`).waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText(`Our Detail moved to position 1 of ${types.length}.`).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  const order = async () => (await views()).map(({ internalName }) => internalName)
  await expect.poll(async () => (await order())[0]).toBe('Our Detail')
  await button('Actions for Our Detail').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await toastOf(page, 'Data view “Our Detail” duplicated.').waitFor()
  await button('Actions for Our Detail (copy)').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the view “Our Detail (copy)”?' })
  await button('Delete data view', question).click()
  await toastOf(page, 'Data view “Our Detail (copy)” deleted.').waitFor()
  await button('Actions for Our Detail (copy)').waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
})

/** The texts of a language: `errors`, `viewsAdmin`. */
function textsOf(language: Language, name: string) {
  const folder = path.resolve(import.meta.dirname, '../../../packages/contract/locales')
  return JSON.parse(fs.readFileSync(path.join(folder, language, `${name}.json`), 'utf8'))
}

describe.each(['en', 'es', 'fr'] as const)('in %s each error says what is wrong', (language) => {
  const { field: wrong } = textsOf(language, 'errors')
  const words = textsOf(language, 'viewsAdmin')
  const common = textsOf(language, 'common')
  const { reorder } = textsOf(language, 'common')
  const toastWith = (text: string) =>
    page.getByRole('region', { name: common.notifications }).getByText(text, { exact: false })
  const failing = (method: string) =>
    page.route('**/api/teams/*/dataViews**', (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' })
        : route.fallback(),
    )
  const unblock = () => page.unroute('**/api/teams/*/dataViews**')

  test('in the dialog, at the fields, and in toasts', async () => {
    const body = { InterfaceLanguage: language }
    await api.call(teamsApi.preferences, { params: { teamId }, body })
    await page.goto(listUrl())
    await button(words.list.new).first().click()
    const dialog = page.getByRole('dialog', { name: words.list.new })
    const create = button(words.new.create, dialog)
    await dialog.getByLabel(words.details.internalName).fill('our list')
    await create.click()
    await dialog.getByText(wrong.view_name_taken).waitFor()
    expect(await dialog.getByLabel(words.details.internalName).inputValue()).toBe('our list')

    // Choosing it again deselects it.
    const nameField = dialog.getByRole('combobox', { name: words.details.nameField })
    const chooseName = async () => {
      await nameField.click()
      await page.getByRole('option', { name: /^(Name|Nombre|Nom)$/ }).click()
    }
    await chooseName()
    await create.click()
    await dialog.getByText(wrong.view_name_field_missing).waitFor()

    await failing('POST')
    await chooseName()
    await create.click()
    await toastWith(words.error.create).waitFor()
    await unblock()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await failing('DELETE')
    await button(reorder.actionsFor.replace('{{name}}', 'Our Map')).click()
    await page.getByRole('menuitem', { name: common.delete }).click()
    await button(words.delete.confirm).click()
    await toastWith(words.error.delete).waitFor()
    await unblock()

    await failing('GET')
    await page.goto(`/team-${teamId}/admin/data-views/${(await views())[0]!.id}/details`)
    await toastWith(words.error.get).waitFor()
    await unblock()
    visited.errors.splice(0)
  })

  test('where a chosen field was deleted, or there is none at all', async () => {
    const extra = await api.call(collectionsApi.createField, {
      params: at(events),
      body: { title: `Gone ${language}`, dataType: 'plain_text' },
    })
    const view = (await views()).find(({ type }) => type === 'list')!
    await page.goto(`/team-${teamId}/admin/data-views/${view.id}/displayed-fields`)
    await page.getByRole('combobox', { name: words.fields.choose }).click()
    await page.getByRole('option', { name: extra.title, exact: true }).click()
    await page.keyboard.press('Escape')
    await button(words.fields.add).click()
    await button(words.fields.move.replace('{{field}}', extra.title)).waitFor()
    await api.call(collectionsApi.removeField, { params: { ...at(events), dataFieldId: extra.id } })
    await button(common.saveChanges).click()
    await page.getByText(wrong.view_field_gone).first().waitFor()

    const collectionsUrl = `**/api/teams/${teamId}/dataCollections?**`
    // The name field cannot be deleted; so this is what a reader without access to it gets.
    const bare = await makeCollection(`Bare ${language}`)
    await page.route(collectionsUrl, async (route) => {
      // A page that is being left cancels its requests.
      const response = await route.fetch().catch(() => null)
      if (!response) return
      const json = await response.json()
      for (const one of json.dataCollection) if (one.id === bare.id) one.DataFields = []
      await route.fulfill({ response, json })
    })
    await button(common.unsaved.discardAll).click()
    await page.goto(listUrl(bare))
    await button(words.list.new).first().click()
    await page.getByRole('dialog').getByText(wrong.view_without_fields).waitFor()
    expect(await axe(page)).toEqual([])
    await page.unroute(collectionsUrl)
    visited.errors.splice(0)
  })
})
