/** Two people on one collection: each sees the other's changes, nobody loses their place or their input. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, openListening, visitSignedIn } from './support/app.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { openField } from './support/field-steps.ts'
import { makePerson } from './support/people.ts'

let browser: Browser
let api: ApiClient
let colleague: ApiClient
let teamId: number
let people: DataCollection
let ids: number[] = []
let mine: Visit
let theirs: Visit

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Together')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Person', pluralName: 'People' },
  })
  const inPeople = { teamId, dataCollectionId: people.id }
  await api.call(collectionsApi.createField, {
    params: inPeople,
    body: { title: 'City', dataType: 'plain_text' },
  } as never)
  const { created } = await api.call(recordsApi.bulk, {
    params: inPeople,
    body: {
      create: Array.from({ length: 300 }, (_, n) => ({
        values: { name: `Person ${String(n).padStart(3, '0')}`, city: `City ${n}` },
      })),
    },
  } as never)
  ids = created
  const person = await makePerson(api, teamId, 'Rosa', 'Diaz')
  const { email, password } = person
  colleague = await signInToApi({ email, password })
  browser = await launchBrowser()
  mine = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  theirs = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } }, person)
})
afterAll(() => browser?.close())

const list = () => `/team-${teamId}/data-collections/${people.id}/records?sort=name`
/** The grid is drawn; a hidden grid for screen readers has its content. */
const textOf = (page: Page, column: number, row: number) =>
  page.evaluate((id) => document.getElementById(id)?.textContent ?? null, `glide-cell-${column + 1}-${row}`)
const storedOf = async (id: number, client = api) =>
  (await client.call(recordsApi.get, { params: { teamId, dataRecordId: id } })).values

async function openList({ page }: Visit, first: string): Promise<void> {
  await openListening(page, list())
  await expect.poll(() => textOf(page, 0, 0)).toBe(first)
}

/** The cursor on a cell near the top, by pointer and keys. */
async function goTo(page: Page, column: number, row: number): Promise<void> {
  const cursor = () =>
    page.evaluate(() => document.querySelector('[role="gridcell"][aria-selected="true"]')?.id ?? null)
  await page.getByRole('group', { name: 'People' }).click({ position: { x: 90, y: 48 } })
  await expect.poll(cursor).not.toBeNull()
  await page.keyboard.press('Control+Home')
  await expect.poll(cursor).toBe('glide-cell-1-0')
  for (let n = 0; n < row; n++) await page.keyboard.press('ArrowDown')
  for (let n = 0; n < column; n++) await page.keyboard.press('ArrowRight')
  await expect.poll(cursor).toBe(`glide-cell-${column + 1}-${row}`)
}

test('an edit appears in the other window, which keeps its place', async () => {
  await openList(mine, 'Person 000')
  await openList(theirs, 'Person 000')
  const { page } = theirs
  await goTo(page, 1, 2)
  const scrolled = () => page.evaluate(() => document.querySelector('.dvn-scroller')?.scrollTop)
  await goTo(mine.page, 1, 3)
  await mine.page.keyboard.press('Enter')
  await mine.page.keyboard.press('Control+a')
  await mine.page.keyboard.type('Oslo')
  await mine.page.keyboard.press('Enter')
  await expect.poll(() => textOf(page, 1, 3)).toBe('Oslo')
  await expect.poll(scrolled).toBe(0)
  const selected = () =>
    page.evaluate(() => document.querySelector('[role="gridcell"][aria-selected="true"]')?.id)
  await expect.poll(selected).toBe('glide-cell-2-2')
})

test('each sees that the other is here, where they edit, and when they leave', async () => {
  await mine.page.locator('[data-presence="Rosa Diaz"]').first().waitFor()
  await goTo(theirs.page, 1, 5)
  await theirs.page.keyboard.press('Enter')
  await mine.page.locator('[data-writer="Rosa Diaz"]').waitFor({ state: 'visible' })
  await theirs.page.keyboard.press('Escape')
  await mine.page.locator('[data-writer="Rosa Diaz"]').waitFor({ state: 'detached' })
  await theirs.page.goto(`/team-${teamId}/dashboard`)
  await mine.page.locator('[data-presence="Rosa Diaz"]').first().waitFor({ state: 'detached' })
})

test('an open editor keeps its text while the list changes under it, and both values are offered', async () => {
  const { page } = mine
  await goTo(page, 1, 7)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Mine')
  await colleague.call(recordsApi.update, {
    params: { teamId, dataRecordId: ids[7]! },
    body: { values: { city: 'Theirs' } },
  })
  // Another record's change moves every row down by one, which shows that the list is fresh.
  await colleague.call(recordsApi.create, {
    params: { teamId, dataCollectionId: people.id },
    body: { values: { name: 'A first one' } },
  })
  await page.getByText('301 records').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Theirs', { exact: true }).first().waitFor()
  await page
    .getByRole('button', { name: /Keep mine/i })
    .first()
    .waitFor()
  expect((await storedOf(ids[7]!)).city).toBe('Theirs')
  await page
    .getByRole('button', { name: /Keep mine/i })
    .first()
    .click()
  await expect.poll(async () => (await storedOf(ids[7]!)).city).toBe('Mine')
})

test('on a record’s page a colleague’s change of the field being edited is offered beside it', async () => {
  const { page } = mine
  await openListening(page, `/team-${teamId}/data-records/${ids[9]}/all-fields`)
  const city = page.getByRole('textbox', { name: 'City' })
  await openField(page.getByRole('main'), 'City')
  await city.fill('My word')
  await openListening(theirs.page, `/team-${teamId}/data-records/${ids[9]}/all-fields`)
  // The editor shows that somebody else is editing.
  await theirs.page.locator('[data-writer]').waitFor()
  await colleague.call(recordsApi.update, {
    params: { teamId, dataRecordId: ids[9]! },
    body: { values: { city: 'Their word' } },
  })
  await theirs.page.getByRole('group', { name: 'City' }).getByText('Their word').waitFor()
  await expect.poll(() => city.inputValue()).toBe('My word')
  await city.blur()
  const offered = page.getByRole('alert').filter({ hasText: 'Their word' })
  await offered.waitFor()
  await offered.getByText('My word').waitFor()
  expect((await storedOf(ids[9]!)).city).toBe('Their word')
})

test('changes during a lost connection appear when it is back', async () => {
  const { page, context } = theirs
  await openList(theirs, 'A first one')
  await context.setOffline(true)
  await colleague.call(recordsApi.update, {
    params: { teamId, dataRecordId: ids[0]! },
    body: { values: { city: 'While away' } },
  })
  await context.setOffline(false)
  await expect.poll(() => textOf(page, 1, 1)).toBe('While away')
})

test('eight tabs of a browser share one stream: all load, all see an edit, and all are signed out', async () => {
  const { context, page: first } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  const subscribed: Page[] = []
  const isStream = (url: string) => new URL(url).pathname.endsWith(`/teams/${teamId}/events`)
  context.on('request', (request) => isStream(request.url()) && subscribed.push(request.frame().page()))
  const pages = [first]
  while (pages.length < 8) pages.push(await context.newPage())
  // A browser renders only the tab in front.
  const seesIn = async (page: Page, cell: [number, number], text: string) => {
    await page.bringToFront()
    await expect.poll(() => textOf(page, ...cell)).toBe(text)
  }
  for (const page of pages) {
    // The first holds the stream for all of them.
    await (page === first ? openListening(page, list()) : page.goto(list()))
    await seesIn(page, [0, 0], 'A first one')
  }
  expect(subscribed).toEqual([first])
  const edit = (city: string) =>
    colleague.call(recordsApi.update, {
      params: { teamId, dataRecordId: ids[1]! },
      body: { values: { city } },
    })
  await edit('Seen by all')
  for (const page of pages) await seesIn(page, [1, 2], 'Seen by all')
  // The tab with the stream closes; another one takes over, and nothing is lost in between.
  await first.close()
  await edit('After the first')
  const left = pages.slice(1)
  for (const page of left) await seesIn(page, [1, 2], 'After the first')
  expect(subscribed).toHaveLength(2)
  expect(left).toContain(subscribed[1])
  // Signed out in one, all leave.
  const last = left.at(-1)!
  await last.bringToFront()
  await last.getByRole('button', { name: 'User menu' }).click()
  await last.getByRole('menuitem', { name: 'Log out' }).click()
  for (const page of left) await page.waitForURL(/login/)
})
