/** What the page of a team carries is what the app asks for, and nothing of it is requested again. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { launchBrowser, type Visit } from './support/browser.ts'

let browser: Browser
let visited: Visit
const pages: Record<string, string> = {}

beforeAll(async () => {
  const api = await signInToApi()
  const { teamId } = await makeTeam(api, 'Early')
  const { id } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Early bird', pluralName: 'Early birds' },
  })
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: id },
    body: { values: { name: 'Wren' } },
  })
  pages.dashboard = `/team-${teamId}/dashboard`
  pages.grid = `/team-${teamId}/data-collections/${id}/records`
  pages.record = `/team-${teamId}/data-records/${record.id}`
  browser = await launchBrowser()
  visited = await visitSignedIn(browser)
})
afterAll(() => browser?.close())

test.each([
  ['dashboard', 5],
  ['grid', 8],
  ['record', 5],
])('on the %s', async (name, count) => {
  const { page, errors } = visited
  const html = await (
    await page.request.get(pages[name] as string, { headers: { accept: 'text/html' } })
  ).text()
  const carried = [...html.matchAll(/ data-answer="([^"]+)"/g)].map(([, one]) =>
    one?.replaceAll('&amp;', '&'),
  )
  expect(carried).toHaveLength(count)
  const requested: string[] = []
  const onRequest = (request: { url(): string }) => {
    const { pathname, search } = new URL(request.url())
    requested.push(pathname + search)
  }
  page.on('request', onRequest)
  await page.goto(pages[name] as string)
  // Each is taken by the call that asks for it.
  await expect.poll(() => page.locator('script[data-answer]').count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(carried.filter((one) => one !== undefined && requested.includes(one))).toEqual([])
  page.off('request', onRequest)
  expect(errors).toEqual([])
})
