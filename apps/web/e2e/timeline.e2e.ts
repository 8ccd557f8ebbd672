/** A timeline from nothing: created, zoomed by keyboard, a record moved by its year; publicly, and on a phone. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { site } from './support/site.ts'

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let artists: DataCollection

const given = [
  { name: 'Vincent van Gogh', born: 1853, died: 1890, school: 'Modern' },
  { name: 'Paul Gauguin', born: 1848, died: 1903, school: 'Modern' },
  { name: 'Hilma af Klint', born: 1862, died: 1944, school: 'Abstract' },
  { name: 'Giotto', born: 1267, died: 1337, school: 'Gothic' },
  { name: 'Unknown', born: null, died: null, school: 'Gothic' },
]

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Timelines', { primaryTimezone: 'America/New_York' })).teamId
  const params = { teamId }
  const { version } = await api.call(teamsApi.account, { params })
  await api.call(teamsApi.update, { params, body: { version, availableDataLanguages: ['en', 'es', 'fr'] } })
  artists = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Artist', pluralName: 'Artists' },
  })
  for (const [title, dataType] of [
    ['Born', 'number'],
    ['Died', 'number'],
    ['School', 'plain_text'],
  ] as const)
    await api.call(collectionsApi.createField, { params: at(), body: { title, dataType } })
  await api.call(recordsApi.bulk, {
    params: at(),
    body: { create: given.map((values) => ({ values })) },
  })
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  page = visited.page
})
afterAll(() => browser?.close())

const at = () => ({ teamId, dataCollectionId: artists.id })
const button = (name: string, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
const records = () => `/team-${teamId}/data-collections/${artists.id}/records`
const plotIn = (within: Page, name: string) => within.getByRole('group', { name, exact: true })
const lane = (within: Page, name: string) => within.getByRole('region', { name, exact: true })
const namesIn = (part: Locator) =>
  part.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
const middle = async (part: Locator) => {
  const box = await part.boundingBox()
  return box ? box.x + box.width / 2 : 0
}

test('it is created from nothing, with lanes, and opens with all records in sight', async () => {
  await page.goto(`/team-${teamId}/admin/data-collections/${artists.id}/data-views`)
  await button('New data view').first().click()
  const dialog = page.getByRole('dialog', { name: 'New data view' })
  await dialog.getByLabel('Internal name').fill('Lives')
  await dialog.getByRole('radio', { name: 'Timeline' }).check()
  // The only fields that fit are whole numbers, which are years here.
  await dialog.getByRole('combobox', { name: 'Event start' }).waitFor()
  await button('Create data view', dialog).click()
  await page.getByRole('heading', { level: 1, name: 'Lives' }).waitFor()
  await page.getByRole('combobox', { name: 'End', exact: true }).click()
  await page.getByRole('option', { name: 'Died', exact: true }).click()
  await page.getByRole('combobox', { name: 'Lanes by' }).click()
  await page.getByRole('option', { name: 'School', exact: true }).click()
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  expect(await axe(page)).toEqual([])
  await button('Save changes').click()
  await page.getByText('Saved', { exact: true }).waitFor()

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Preview' }).click()
  await plotIn(page, 'Lives').waitFor()
  await lane(page, 'Gothic').getByRole('link', { name: 'Giotto, 1267 to 1337' }).waitFor()
  expect(await namesIn(lane(page, 'Modern'))).toEqual([
    'Paul Gauguin, 1848 to 1903',
    'Vincent van Gogh, 1853 to 1890',
  ])
  // A record without a year is not on it.
  expect(await page.getByText('Unknown').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  expect(visited.errors.splice(0)).toEqual([])
})

test('the keyboard zooms from decades to days, and goes to the first and the last record', async () => {
  const [view] = (await api.call(viewsApi.list, { params: { teamId }, query: {} })).items
  await page.goto(`${records()}?view=${view?.id}`)
  const plot = plotIn(page, 'Lives')
  const zoom = page.getByRole('combobox', { name: 'Zoom', exact: true })
  await lane(page, 'Gothic').getByRole('link').first().waitFor()
  await zoom.selectOption({ label: 'Decades' })
  await plot.focus()
  for (const level of ['Years', 'Months', 'Weeks', 'Days']) {
    await page.keyboard.press('+')
    await expect
      .poll(() => zoom.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text))
      .toBe(level)
  }
  await page.keyboard.press('Home')
  await page.getByRole('heading', { name: /1267/ }).waitFor()
  // Only what is in sight is in the page.
  await lane(page, 'Gothic').getByRole('link', { name: 'Giotto, 1267 to 1337' }).waitFor()
  expect(await lane(page, 'Modern').getByRole('link').count()).toBe(0)
  await page.keyboard.press('End')
  await page.getByRole('heading', { name: /1945|1944/ }).waitFor()
  await lane(page, 'Abstract').getByRole('link', { name: 'Hilma af Klint, 1862 to 1944' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  for (const level of ['Weeks', 'Months', 'Years', 'Decades']) {
    await page.keyboard.press('-')
    await expect
      .poll(() => zoom.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text))
      .toBe(level)
  }
  await button('Show all records').click()
  await lane(page, 'Gothic').getByRole('link').first().waitFor()
  expect(visited.errors.splice(0)).toEqual([])
})

test('a record opens beside it, and moves when its year is changed', async () => {
  const giotto = lane(page, 'Gothic').getByRole('link', { name: /^Giotto/ })
  const klint = lane(page, 'Abstract').getByRole('link', { name: /^Hilma/ })
  const before = await middle(klint)
  await klint.click()
  const drawer = page.getByRole('complementary', { name: 'Hilma af Klint' })
  await drawer.waitFor()
  await button('Close', drawer).click()
  await drawer.waitFor({ state: 'detached' })
  const [record] = (
    await api.call(recordsApi.query, {
      params: at(),
      body: { filter: { field: 'name', op: 'is', value: 'Hilma af Klint' }, limit: 1 },
    })
  ).items
  await api.call(recordsApi.update, {
    params: { teamId, dataRecordId: record!.id },
    body: { values: { born: 1400, died: 1460 } },
  })
  await lane(page, 'Abstract').getByRole('link', { name: 'Hilma af Klint, 1400 to 1460' }).waitFor()
  await expect.poll(() => middle(klint)).toBeLessThan(before - 100)
  // The first record is where it was.
  await giotto.waitFor()
  expect(visited.errors.splice(0)).toEqual([])
})

test('dragging moves along the time, and does not open a record', async () => {
  const link = lane(page, 'Gothic').getByRole('link', { name: /^Giotto/ })
  const box = (await link.boundingBox())!
  const before = box.x
  await page.mouse.move(box.x + 10, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 10, { steps: 4 })
  await page.mouse.move(box.x + 160, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await link.boundingBox())?.x ?? 0).toBeGreaterThan(before + 100)
  expect(await page.getByRole('complementary', { name: 'Giotto' }).count()).toBe(0)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await link.boundingBox())?.width ?? 0).toBeGreaterThan(box.width * 1.3)
  await button('Show all records').click()
  expect(visited.errors.splice(0)).toEqual([])
})

test('many records are counted, and a click on a count comes closer', async () => {
  const many = Array.from({ length: 620 }, (_, n) => ({
    name: `Work ${n}`,
    born: 1500 + (n % 310),
    died: null,
    school: 'Modern',
  }))
  await api.call(recordsApi.bulk, { params: at(), body: { create: many.map((values) => ({ values })) } })
  const count = lane(page, 'Modern').getByRole('button', { name: /^1500s: 20 records/ })
  await count.click()
  await lane(page, 'Modern').getByRole('link', { name: 'Work 3, 1503' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(visited.errors.splice(0)).toEqual([])
})

test('visitors see it in their language, on a phone as well', async () => {
  const [view] = (await api.call(viewsApi.list, { params: { teamId }, query: {} })).items
  const { DataFields } = await api.call(collectionsApi.get, { params: at(), query: {} })
  await api.call(viewsApi.update, {
    params: { teamId, dataViewId: view!.id },
    body: {
      isVisibleExternally: true,
      displayedFields: DataFields.map(({ id }) => ({ dataFieldId: id })) as never,
      filter: { field: 'name', op: 'startsWith', value: 'G' },
    },
  })
  const address = `${site.baseUrl}/public/team-${teamId}/views/${view!.publicKey}`
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const phone = await context.newPage()
  try {
    for (const [language, show, when] of [
      ['en', 'Show all records', '1267 to 1337'],
      ['es', 'Mostrar todos los registros', 'de 1267 a 1337'],
      ['fr', 'Afficher tous les enregistrements', 'de 1267 à 1337'],
    ] as const) {
      await phone.goto(`${address}?language=${language}`)
      await button(show, phone as never).waitFor()
      await phone.getByText('Giotto', { exact: true }).first().waitFor()
      await phone.locator(`[aria-label="Giotto, ${when}"]`).waitFor()
      expect(await axe(phone)).toEqual([])
      // Nothing is wider than the phone.
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    }
  } finally {
    await context.close()
  }
})
