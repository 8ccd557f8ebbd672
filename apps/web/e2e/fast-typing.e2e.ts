/**
 * Someone types as fast as keys repeat, on a server that takes 300 ms for each answer: every edit arrives, and every
 * Ctrl+Z of one hold takes one back. A paste with new rows leaves the reader where they are.
 */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'

const edits = 200
const keyMs = 15
const serverMs = 300

let browser: Browser
let visited: Visit
let api: ApiClient
let teamId: number
let people: DataCollection
let name: string
let town: string
let grid: GridPage

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Fast')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Member', pluralName: 'Members' },
  })
  const params = { teamId, dataCollectionId: people.id }
  const field = { title: 'Town', dataType: 'plain_text' } as const
  town = (await api.call(collectionsApi.createField, { params, body: field })).columnName
  const rank = { title: 'Rank', dataType: 'number' } as const
  await api.call(collectionsApi.createField, { params, body: rank })
  name = people.DataFields[0]?.columnName ?? ''
  await api.call(recordsApi.bulk, {
    params,
    body: { create: Array.from({ length: 400 }, (_, n) => ({ values: { [name]: `Member ${n + 1}` } })) },
  })
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  grid = gridOn(visited.page, 'Members')
  await visited.page.goto(`/team-${teamId}/data-collections/${people.id}/records`)
  await visited.page.getByText('400 records').waitFor()
})
afterAll(() => browser?.close())

const townsNow = async (): Promise<unknown[]> =>
  (
    await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: people.id },
      body: { limit: 1000 },
    })
  ).items.map(({ values }) => values[town])

test(`${edits} edits at ${keyMs} ms a key are all saved, and one hold of Ctrl+Z takes back all`, async () => {
  const { page, errors } = visited
  await page.route('**/api/teams/**', async (route) => {
    if (route.request().url().includes('/events')) return route.continue()
    await new Promise((resolve) => setTimeout(resolve, serverMs))
    await route.continue()
  })
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 1')
  await grid.goTo(1, 0)
  for (let n = 0; n < edits; n++) {
    await page.keyboard.type(`t${n}`, { delay: keyMs })
    await page.keyboard.press('ArrowDown', { delay: keyMs })
  }
  await expect.poll(grid.cursor).toBe(`glide-cell-2-${edits}`)
  const typed = Array.from({ length: 400 }, (_, n) => (n < edits ? `t${n}` : null))
  await expect.poll(townsNow).toEqual(typed)

  await page.keyboard.down('Control')
  for (let n = 0; n < edits; n++) await page.keyboard.down('z')
  await page.keyboard.up('z')
  await page.keyboard.up('Control')
  await vi.waitFor(async () => expect((await townsNow()).filter(Boolean)).toEqual([]), {
    timeout: 300_000,
    interval: 1000,
  })
  await page.unrouteAll({ behavior: 'wait' })
  expect(errors).toEqual([])
})

test('edits undone before they are saved are gone, and come back with Ctrl+Y', async () => {
  const { page } = visited
  await page.route('**/dataRecords/*', async (route) => {
    if (route.request().method() === 'PUT') await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await grid.goTo(1, 0)
  for (let n = 0; n < 5; n++) {
    await page.keyboard.type(`p${n}`)
    await page.keyboard.press('Enter')
  }
  for (let n = 0; n < 3; n++) await page.keyboard.press('Control+z')
  await expect.poll(async () => (await townsNow()).slice(0, 6)).toEqual(['p0', 'p1', null, null, null, null])
  for (let n = 0; n < 3; n++) await page.keyboard.press('Control+y')
  await expect.poll(async () => (await townsNow()).slice(0, 6)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', null])
  await page.unrouteAll({ behavior: 'wait' })
})

test('the empty row at the end takes typing, cell by cell, and a paste below replaces nothing', async () => {
  const { page, errors } = visited
  await grid.goTo(0, 0)
  await page.keyboard.press('Control+End')
  await expect.poll(grid.cursor).toBe('glide-cell-3-399')
  await page.keyboard.press('Control+ArrowDown')
  await expect.poll(grid.cursor).toBe('glide-cell-3-400')
  await expect.poll(() => grid.textOf(0, 400)).toBe('New record')
  await page.keyboard.press('Home')
  // A slow server: the next cells of the row are typed before it is created.
  await page.route('**/dataRecords', async (route) => {
    if (route.request().method() === 'POST') await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type('London')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('Blaise')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => grid.textOf(0, 402)).toBe('New record')
  const last = async (count: number) =>
    (
      await api.call(recordsApi.query, {
        params: { teamId, dataCollectionId: people.id },
        body: { offset: 399, limit: 1000 },
      })
    ).items
      .slice(0, count)
      .map(({ values }) => [values[name], values[town]])
  await expect
    .poll(() => last(9))
    .toEqual([
      ['Member 400', null],
      ['Ada', 'London'],
      ['Blaise', null],
    ])
  await grid.write('Emmy\tErlangen\nSofia\tStockholm')
  await page.keyboard.press('Control+v')
  await toastOf(page, '4 cells pasted').waitFor()
  await expect
    .poll(() => last(9))
    .toEqual([
      ['Member 400', null],
      ['Ada', 'London'],
      ['Blaise', null],
      ['Emmy', 'Erlangen'],
      ['Sofia', 'Stockholm'],
    ])
  await expect.poll(() => grid.textOf(0, 403)).toBe('Sofia')
  await grid.goTo(0, 0)
  // The paste, the second record, the town, and the first record.
  for (let n = 0; n < 4; n++) await page.keyboard.press('Control+z')
  await expect.poll(() => last(9)).toEqual([['Member 400', null]])
  await page.unrouteAll({ behavior: 'wait' })
  expect(errors).toEqual([])
})

test('the button beside the last column adds a field', async () => {
  const { page } = visited
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page
    .getByRole('button', { name: /^Whole number/ })
    .or(page.getByRole('option', { name: /^Whole number/ }))
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Height')
  await page.getByRole('button', { name: 'Create field' }).click()
  await toastOf(page, 'Height').waitFor()
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.querySelectorAll('[role="columnheader"]')].map((one) => one.textContent),
      ),
    )
    .toContain('Height')
})

test('after a paste with new rows the list shows them, and undo gives the focus back', async () => {
  const { page, errors } = visited
  await grid.goTo(0, 0)
  await page.keyboard.press('Control+ArrowDown')
  await expect.poll(() => grid.textOf(0, 399)).toBe('Member 400')
  await grid.write(Array.from({ length: 60 }, (_, n) => `New ${n}\tTown\t${n === 3 ? 'x' : n}`).join('\n'))
  await page.keyboard.press('Control+v')
  await toastOf(page, 'cells pasted').waitFor()
  const report = page.getByRole('region', { name: 'Cells that were not changed' })
  await report.getByText('1 cell was not changed').waitFor()
  await page.getByText('459 records').waitFor()
  // Without scrolling: what the reader had in view, and what came below it.
  const names = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[id^="glide-cell-1-"]')].map(({ textContent }) => textContent),
    )
  await expect
    .poll(async () => {
      const shown = await names()
      return shown.length > 5 && shown.every(Boolean)
    })
    .toBe(true)
  // The toast is above the report.
  const toastBox = await toastOf(page, 'cells pasted').boundingBox()
  const reportBox = await report.boundingBox()
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(reportBox?.y ?? 0)
  await page.keyboard.press('Control+z')
  await report.waitFor({ state: 'hidden' })
  await expect.poll(grid.cursor).not.toBeNull()
  await page.getByText('400 records').waitFor()
  expect(errors).toEqual([])
})
