/** Members of a plain collection in a manual order: by dragging, by key, by the menu, on a phone. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { membershipApi } from '@muster/contract/membership/membership.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let winners: number
/** By name. */
const ids = new Map<string, number>()
let mine: Visit
let grid: GridPage

const names = ['Ada', 'Bo', 'Cy', 'Di', 'Ed']

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Arrangers')).teamId
  const people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Person', pluralName: 'People' },
  })
  const child = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Winner', pluralName: 'Winners', idParentDataCollection: people.id },
  })
  winners = child.id
  await api.call(collectionsApi.update, {
    params: { teamId, dataCollectionId: winners },
    body: { membershipOrder: 'manual' },
  })
  for (const name of names) {
    const { record } = await api.call(recordsApi.create, {
      params: { teamId, dataCollectionId: winners },
      body: { values: { name } },
    })
    ids.set(name, record.id)
  }
  browser = await launchBrowser()
  mine = await visitSignedIn(browser)
  grid = gridOn(mine.page, 'Winners')
})
afterAll(() => browser?.close())

/** The order that the server has. */
async function kept(): Promise<string> {
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: winners },
    body: { limit: 10 },
  })
  return items.map(({ name }) => name).join()
}

/** The order on the screen. */
const shown = async () => (await Promise.all(names.map((_, row) => grid.textOf(0, row)))).join()

async function bothAre(order: string): Promise<void> {
  await expect.poll(kept).toBe(order)
  await expect.poll(shown).toBe(order)
}

beforeEach(async () => {
  for (const [at, name] of names.entries()) {
    await api.call(membershipApi.place, {
      params: { teamId, dataCollectionId: winners },
      body: { dataRecordId: ids.get(name) ?? 0, afterRecordId: ids.get(names[at - 1] ?? '') ?? null },
    })
  }
  await mine.page.goto(`/team-${teamId}/data-collections/${winners}/records`)
  await expect.poll(shown).toBe('Ada,Bo,Cy,Di,Ed')
})

/** Grabs a row by the handle beside its number. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await grid.grid().boundingBox()
  if (!box) throw new Error('There is no grid.')
  const y = (row: number) => box.y + 32 + 32 * row + 16
  await page.mouse.move(box.x + 6, y(from))
  await page.mouse.down()
  await page.mouse.move(box.x + 8, y((from + to) / 2), { steps: 3 })
  await page.mouse.move(box.x + 8, y(to), { steps: 3 })
  await page.mouse.up()
}

test('a row is dragged to another place, saved, and undone', async () => {
  const { page } = mine
  await drag(page, 1, 3)
  await bothAre('Ada,Cy,Di,Bo,Ed')
  await drag(page, 4, 0)
  // The toast stays while the pointer is on it.
  const toast = toastOf(page, /“Ed”/)
  await toast.hover()
  await bothAre('Ed,Ada,Cy,Di,Bo')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await bothAre('Ada,Cy,Di,Bo,Ed')
})

test('keys move a record and the cursor with it; the steps are undone as one', async () => {
  const { page } = mine
  await grid.goTo(0, 0)
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(grid.cursor).toBe('glide-cell-1-1')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect.poll(grid.cursor).toBe('glide-cell-1-2')
  await bothAre('Bo,Cy,Ada,Di,Ed')
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await toastOf(page, /“Ada”/).last().hover()
  await bothAre('Bo,Ada,Cy,Di,Ed')
  await expect.poll(() => toastOf(page, /“Ada”/).count()).toBe(1)
  await toastOf(page, /“Ada”/).getByRole('button', { name: 'Undo' }).click()
  await bothAre('Ada,Bo,Cy,Di,Ed')
})

test('the menu of a row moves it, but not beyond the ends', async () => {
  const { page } = mine
  await grid.goTo(0, 0)
  await page.keyboard.press('Shift+F10')
  await expect.poll(() => item(page, /^Move up/).isDisabled()).toBe(true)
  await item(page, /^Move down/).click()
  await bothAre('Bo,Ada,Cy,Di,Ed')
  await expect.poll(grid.cursor).toBe('glide-cell-1-1')
})

test('a sorted list cannot be reordered', async () => {
  const { page } = mine
  await page.goto(`/team-${teamId}/data-collections/${winners}/records?sort=-name`)
  await expect.poll(shown).toBe('Ed,Di,Cy,Bo,Ada')
  await grid.goTo(0, 0)
  await page.keyboard.press('Shift+F10')
  await item(page, /^Open/).waitFor()
  await item(page, /^Move down/)
    .first()
    .waitFor({ state: 'detached' })
})

test('on a phone the records are arranged in a dialog', async () => {
  const { page, context } = await visitSignedIn(browser, { viewport: { width: 390, height: 844 } })
  await page.goto(`/team-${teamId}/data-collections/${winners}/records`)
  await page.getByRole('list', { name: 'Winners' }).getByText('Ada').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await item(page, 'Arrange by hand').click()
  const boxOf = async (name: string) => {
    const box = await page.getByRole('dialog').getByRole('button', { name }).boundingBox()
    if (!box) throw new Error(`There is no ${name}.`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await page.getByRole('dialog').getByText('Ed', { exact: true }).waitFor()
  const [from, to] = [await boxOf('Move Ada'), await boxOf('Move Cy')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
  await expect.poll(kept).toBe('Bo,Cy,Ada,Di,Ed')
  await context.close()
})

const item = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name })
