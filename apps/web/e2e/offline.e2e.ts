/** Nothing typed is lost: without a connection edits wait, and are sent again once, in order. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'

/** Seconds without a connection: longer than the pauses between attempts; `MUSTER_E2E_OFFLINE=30` for half a minute. */
const seconds = Number(process.env.MUSTER_E2E_OFFLINE ?? 6)
const cells = 20

let browser: Browser
let visited: Visit
let api: ApiClient
let teamId: number
let people: DataCollection
let town: string
let ids: number[]
let grid: GridPage

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Offline')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Member', pluralName: 'Members' },
  })
  const params = { teamId, dataCollectionId: people.id }
  town = (
    await api.call(collectionsApi.createField, { params, body: { title: 'Town', dataType: 'plain_text' } })
  ).columnName
  const name = people.DataFields[0]?.columnName ?? ''
  ids = (
    await api.call(recordsApi.bulk, {
      params,
      body: { create: Array.from({ length: 40 }, (_, n) => ({ values: { [name]: `Member ${n + 1}` } })) },
    })
  ).created
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  grid = gridOn(visited.page, 'Members')
  await visited.page.goto(`/team-${teamId}/data-collections/${people.id}/records`)
  await visited.page.getByText('40 records').waitFor()
})
afterAll(() => browser?.close())

const townsNow = async (): Promise<unknown[]> =>
  (
    await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: people.id },
      body: { limit: 100 },
    })
  ).items.map(({ values }) => values[town])

/** How often each record's town was written. */
const writesOf = async (dataRecordId: number) =>
  (await api.call(recordsApi.logEvents, { params: { teamId, dataRecordId }, query: {} })).items.filter(
    ({ type }) => type === 'updated',
  ).length

async function typeTowns(count: number, textOf: (n: number) => string): Promise<void> {
  const { page } = visited
  await grid.goTo(1, 0)
  for (let n = 0; n < count; n++) {
    await page.keyboard.type(textOf(n))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit Town' }).waitFor({ state: 'hidden' })
  }
}

test(`${cells} cells typed without a connection for ${seconds} s all arrive once`, async () => {
  const { page, context } = visited
  await expect.poll(() => grid.textOf(0, 0)).toBe('Member 1')
  await context.setOffline(true)
  const began = Date.now()
  await typeTowns(cells, (n) => `Town ${n}`)
  await expect.poll(() => grid.textOf(1, cells - 1)).toBe(`Town ${cells - 1}`)
  await page.getByText(`${cells} edits are waiting.`).waitFor()
  // Leaving the page now would lose them: the browser asks first.
  const asksBeforeLeaving = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await expect.poll(asksBeforeLeaving).toBe(true)
  await page.waitForTimeout(Math.max(0, seconds * 1000 - (Date.now() - began)))
  expect((await townsNow()).every((value) => value === null)).toBe(true)
  await context.setOffline(false)
  const expected = ids.map((_, n) => (n < cells ? `Town ${n}` : null))
  await expect.poll(townsNow).toEqual(expected)
  await page.getByText('edits are waiting').waitFor({ state: 'hidden' })
  for (const id of ids.slice(0, cells)) expect(await writesOf(id)).toBe(1)
  await expect.poll(asksBeforeLeaving).toBe(false)
})

test('an edit whose answer was lost is neither repeated nor treated as somebody else’s', async () => {
  const { page } = visited
  let lost = 0
  // The server saves it, and the answer never arrives.
  await page.route('**/dataRecords/*', async (route) => {
    if (route.request().method() !== 'PUT' || lost >= 2) return route.continue()
    lost++
    await route.fetch()
    await route.abort('connectionreset')
  })
  await typeTowns(2, (n) => `City ${n}`)
  await expect.poll(async () => (await townsNow()).slice(0, 2)).toEqual(['City 0', 'City 1'])
  // A value typed over it meanwhile is sent after it.
  await typeTowns(1, () => 'Village')
  await expect.poll(async () => (await townsNow())[0]).toBe('Village')
  await expect.poll(() => page.getByText(/not saved|waiting/).count()).toBe(0)
  expect(lost).toBe(2)
  expect(await writesOf(ids[0] as number)).toBe(3)
  expect(await writesOf(ids[1] as number)).toBe(2)
  await page.unroute('**/dataRecords/*')
})
