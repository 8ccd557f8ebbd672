/** A new team designs its collection, fills it in, changes it and undoes changes. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { type DataType, dataTypes } from '@muster/contract/fields/families'
import names from '@muster/contract/locales/en/dataTypes.json' with { type: 'json' }
import { recordsApi } from '@muster/contract/records/records.api'
import type { Team } from '@muster/contract/teams/teams.schema'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf } from './support/app.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { fieldSteps, inputOf, openField, peopleName, type Targets } from './support/field-steps.ts'
import { site } from './support/site.ts'

const admin = site.admin
const recordName = 'The first thing'
let browser: Browser
let visited: Visit
let api: ApiClient
let team: Team
let otherTeam: Team
let teamId: number
let things: DataCollection
let recordId: number
const targets: Targets = { people: { collectionId: 0, ada: 0, grace: 0 }, items: {} }

const titleOf = (type: DataType): string => names.name[type]
const records = () => `/team-${teamId}/data-collections/${things.id}/records`

beforeAll(async () => {
  api = await signInToApi()
  team = await makeTeam(api, 'First day', { primaryTimezone: 'America/New_York' })
  teamId = team.teamId
  otherTeam = await makeTeam(api, 'Second home', { enumAppBrandId: 4 })
  await makePeople()
  browser = await launchBrowser()
  visited = await visit(browser)
  // A video player is a third-party page.
  await visited.context.route(
    (url) => url.origin !== site.baseUrl,
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  )
})
afterAll(() => browser?.close())

async function makePeople(): Promise<void> {
  const people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Person', pluralName: peopleName },
  })
  const params = { teamId, dataCollectionId: people.id }
  const column = people.DataFields[0]!.columnName
  const make = async (name: string) =>
    (await api.call(recordsApi.create, { params, body: { values: { [column]: name } } })).record.id
  targets.people = {
    collectionId: people.id,
    ada: await make('Ada Lovelace'),
    grace: await make('Grace Hopper'),
  }
}

const readThings = async () =>
  (await api.call(collectionsApi.list, { params: { teamId }, query: {} })).dataCollection.find(
    ({ pluralName }) => pluralName === 'Things',
  )!
const readRecord = () => api.call(recordsApi.get, { params: { teamId, dataRecordId: recordId } })
const columnOf = (type: DataType): string =>
  things.DataFields.find((field) => field.title === titleOf(type))!.columnName

test('the first administrator signs in, and another team brings its own brand', async () => {
  const { page } = visited
  await page.goto(`/team-${teamId}/dashboard`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Team Dashboard' }).waitFor()
  const look = () =>
    page.evaluate(() => ({
      accent: getComputedStyle(document.documentElement).getPropertyValue('--m-accent'),
      mark: document.querySelector('link[rel="icon"]')?.getAttribute('href'),
    }))
  const first = await look()

  const switchTeam = async (from: Team, to: Team) => {
    await page.getByRole('button', { name: `Team: ${from.name}` }).click()
    await page.getByRole('menuitem', { name: to.name }).click()
    await page.getByRole('button', { name: `Team: ${to.name}` }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/team-${to.teamId}/dashboard`)
  }
  await switchTeam(team, otherTeam)
  await expect.poll(async () => (await look()).accent).not.toBe(first.accent)
  await expect.poll(async () => (await look()).mark).not.toBe(first.mark)
  await switchTeam(otherTeam, team)
  await expect.poll(look).toEqual(first)
})

test('a collection is created in the browser', async () => {
  const { page } = visited
  await page.goto(`/team-${teamId}/admin/data-collections`)
  await page.getByRole('link', { name: 'New data collection' }).first().click()
  await inputOf(page.getByRole('main'), 'Name').fill('Thing')
  await expect.poll(() => inputOf(page.getByRole('main'), 'Plural name').inputValue()).toBe('Things')
  await page.getByRole('button', { name: 'Create collection' }).click()
  await page.getByRole('table', { name: 'Data fields' }).waitFor()
  things = await readThings()
  expect(things).toMatchObject({ name: 'Thing', pluralName: 'Things' })
})

test(`it takes a field of each of the ${dataTypes.length} types`, async () => {
  const { page } = visited
  const table = page.getByRole('table', { name: 'Data fields' })
  for (const type of dataTypes) {
    const title = titleOf(type)
    await page.getByRole('button', { name: 'Add field' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search field types').fill(title)
    await dialog
      .getByRole('button')
      .filter({ has: page.getByText(title, { exact: true }) })
      .click()
    await inputOf(dialog, 'Title').fill(title)
    await fieldSteps[type].setUp?.({ page, scope: dialog, title })
    await dialog.getByRole('button', { name: 'Create field' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await table.getByRole('button', { name: title, exact: true }).waitFor()
  }
  things = await readThings()
  expect(things.DataFields.map(({ dataType }) => dataType).sort()).toEqual(
    ['plain_text' as DataType, ...dataTypes].sort(),
  )
  const listId = things.DataFields.find(({ dataType }) => dataType === 'single_selection_from_list')!.settings
    .listId as number
  const items = await api.call(recordsApi.query, { params: { teamId, dataCollectionId: listId }, body: {} })
  targets.items = Object.fromEntries(items.items.map(({ name, id }) => [name, id]))
})

test('a record is created with a value in each', async () => {
  const { page } = visited
  await page.goto(records())
  await page.getByRole('button', { name: 'New record' }).first().click()
  const scope = page.getByRole('complementary', { name: 'New: Thing' })
  await inputOf(scope, 'Name').fill(recordName)
  await scope.getByRole('button', { name: `${dataTypes.length} other fields` }).click()
  for (const type of dataTypes) await fieldSteps[type].fill({ page, scope, title: titleOf(type) })
  await scope.getByRole('button', { name: 'Create', exact: true }).click()
  await toastOf(page, `${recordName} created`).waitFor()

  const found = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: things.id },
    body: { limit: 10 },
  })
  expect(found.items).toHaveLength(1)
  recordId = found.items[0]!.id
  const { name, values } = await readRecord()
  expect(name).toBe(recordName)
  for (const type of dataTypes) {
    expect(values[columnOf(type)], type).toEqual(fieldSteps[type].value(targets))
  }
})

/** Changes the values of some types and waits until each is saved. */
async function change(scope: Locator, types: readonly DataType[]): Promise<void> {
  const { page } = visited
  for (const type of types) {
    await openField(scope, titleOf(type))
    await fieldSteps[type].change({ page, scope, title: titleOf(type) })
    // Leaving a field saves it.
    await page.getByRole('heading', { name: recordName }).first().click()
    await expect
      .poll(async () => (await readRecord()).values[columnOf(type)], { message: type })
      .toEqual(fieldSteps[type].changed(targets))
  }
}

/** Types whose values are changed on the record's page; all others, new ones too, are changed in the drawer. */
const changedOnPage: ReadonlySet<DataType> = new Set([
  'code',
  'date_range',
  'decimal',
  'email_address',
  'financial_line_items',
  'icon',
  'multi_data_collection',
  'multi_file',
  'multi_selection_from_list',
  'payment_status',
  'phone_number',
  'plain_text',
  'single_data_record',
  'single_image',
  'url',
])

test('about half of its values are changed in the drawer', async () => {
  const { page } = visited
  await page.goto(`${records()}?record=${recordId}`)
  await change(
    page.getByRole('complementary', { name: recordName }),
    dataTypes.filter((type) => !changedOnPage.has(type)),
  )
})

test('and the others on its page', async () => {
  const { page } = visited
  await page.getByRole('button', { name: 'Open as page' }).click()
  await page.getByRole('heading', { level: 1, name: recordName }).waitFor()
  await change(
    page.getByRole('main'),
    dataTypes.filter((type) => changedOnPage.has(type)),
  )
})

test('a deleted record is restored from the toast, and later from the trash', async () => {
  const { page, errors } = visited
  const drawer = page.getByRole('complementary', { name: recordName })
  const before = (await readRecord()).values
  const remove = async () => {
    await page.goto(`${records()}?record=${recordId}`)
    await drawer.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    // The toast stays while the pointer is on it; the record beside the list goes.
    await toastOf(page, `${recordName} is in the trash`).hover()
    await drawer.waitFor({ state: 'detached' })
    expect((await readRecord()).deletedAt).not.toBeNull()
  }

  await remove()
  await toastOf(page, `${recordName} is in the trash`).getByRole('button', { name: 'Undo' }).click()
  await toastOf(page, 'Undone: 1 record.').waitFor()
  expect(await readRecord()).toMatchObject({ deletedAt: null, values: before })

  await remove()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page.getByRole('heading', { level: 1, name: 'Things: trash' }).waitFor()
  await page.goto(`${records()}?trash=true&record=${recordId}`)
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restore' }).click()
  await toastOf(page, `${recordName} restored`).waitFor()
  expect(await readRecord()).toMatchObject({ deletedAt: null, values: before })
  expect(errors).toEqual([])
})
