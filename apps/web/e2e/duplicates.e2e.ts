/** Many duplicates are merged at once, and the merge is undone; keyboard.e2e.ts merges two. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let people: DataCollection
let ids: number[] = []

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Twice')).teamId
  people = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Person', pluralName: 'People' },
  })
  const dataCollectionId = people.id
  for (const [title, dataType] of [
    ['Email', 'email_address'],
    ['City', 'plain_text'],
  ] as const) {
    await api.call(collectionsApi.createField, {
      params: { teamId, dataCollectionId },
      body: { title, dataType },
    } as never)
  }
  const answer = await api.call(recordsApi.bulk, {
    params: { teamId, dataCollectionId },
    body: {
      create: [
        { values: { name: 'Ana Torres', email: 'ana@example.org', city: 'Lima' } },
        { values: { name: 'ana torres', email: 'ANA@example.org', city: 'Bonn' } },
        { values: { name: 'Carla Ruiz', email: 'carla@example.org' } },
        ...Array.from({ length: 40 }, (_, n) => ({
          values: { name: `Pair ${Math.floor(n / 2)}`, email: `pair${Math.floor(n / 2)}@example.org` },
        })),
      ],
    },
  } as never)
  ids = answer.created
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test('all exact matches at once, in the background, with one undo', async () => {
  const { page, context, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  // Ana lives in two towns: that pair is for a person to decide, and the question says so.
  await page.getByRole('button', { name: 'Merge 20 exact matches' }).click()
  await page
    .getByRole('dialog')
    .getByText('1 group is left for you to look at, because its records differ: City (1).')
    .waitFor()
  await Promise.all([
    page.waitForResponse((answer) => /\/duplicateScans\/\d+\/merge$/.test(answer.url())),
    page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click(),
  ])
  // Left and reopened.
  const address = page.url()
  await page.goto(`/team-${teamId}/dashboard`)
  await page.goto(address)
  await page.getByText('20 groups merged.').waitFor()
  await page.getByText('1 group to review').first().waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('21 groups to review').waitFor()
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByText('Your latest searches').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a record that somebody changes meanwhile is refreshed before it is merged', async () => {
  const { page, context } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await page.getByRole('columnheader', { name: /^Ana Torres/ }).waitFor()
  // The live stream would report it at once: the requests it causes are held back until after the merge.
  let merged = () => {}
  const isMerged = new Promise<void>((resolve) => {
    merged = resolve
  })
  await page.route('**/dataRecords/query', async (route) => {
    await isMerged
    await route.continue().catch(() => {})
  })
  await api.call(recordsApi.update, {
    params: { teamId, dataRecordId: ids[1]! },
    body: { values: { city: 'Quito' } },
  })
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/merges')),
    page.getByRole('button', { name: 'Merge 2 records' }).click(),
  ])
  merged()
  await page.getByRole('radio', { name: /Quito/ }).waitFor()
  await context.close()
})

test('on a phone: the list, then one group', async () => {
  const { page, context, errors } = await visitSignedIn(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Merge 2 records' }).waitFor()
  expect(await axe(page)).toEqual([])
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isWide).toBe(false)
  await page.getByRole('button', { name: 'All groups' }).click()
  await page.getByRole('listbox').waitFor()
  expect(errors).toEqual([])
  await context.close()
})
