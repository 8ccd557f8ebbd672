/** What the page of a team names in its head is what the app asks for, and is asked once. */
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
  await visited.page.addInitScript(() => {
    const seen = globalThis as unknown as { asked: string[] }
    seen.asked = []
    const { fetch } = globalThis
    globalThis.fetch = (input, init) => {
      seen.asked.push(new URL(input instanceof Request ? input.url : input, location.href).href)
      return fetch(input, init)
    }
  })
})
afterAll(() => browser?.close())

test.each([
  ['dashboard', 5],
  ['grid', 8],
  ['record', 5],
])('on the %s', async (name, count) => {
  const { page, errors } = visited
  const sent: string[] = []
  const onRequest = (request: { url(): string }) => sent.push(request.url())
  page.on('request', onRequest)
  await page.goto(pages[name] as string)
  const named = await page
    .locator('link[rel=preload][as=fetch]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  expect(named).toHaveLength(count)
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await expect.poll(asked).toEqual(expect.arrayContaining(named))
  for (const address of named)
    expect([address, sent.filter((one) => one === address).length]).toEqual([address, 1])
  page.off('request', onRequest)
  expect(errors).toEqual([])
})
