/** Records that are there twice are found, compared, merged and brought back, by keyboard alone. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let people: DataCollection
let ids: number[] = []

beforeAll(async () => {
  api = await signInToApi(inject('baseUrl'), inject('admin'))
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
        { values: { name: 'Ben Okri', email: 'ben@example.org' } },
        { values: { name: 'Ben Ókri', city: 'Lagos' } },
        { values: { name: 'Carla Ruiz', email: 'carla@example.org' } },
        ...Array.from({ length: 40 }, (_, n) => ({ values: { name: `Pair ${Math.floor(n / 2)}` } })),
      ],
    },
  } as never)
  ids = answer.created
  browser = await launchBrowser()
}, 300_000)
afterAll(() => browser?.close())

/** Presses Tab until something is focused; a person without a pointer has no other way. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      const labels = [...((element as HTMLInputElement | null)?.labels ?? [])].map(
        (label) => label.textContent,
      )
      return [element?.getAttribute('aria-label'), element?.textContent, ...labels].filter(Boolean).join(' ')
    })
    if (typeof name === 'string' ? focused.includes(name) : name.test(focused)) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

test('by keyboard alone: search, compare, choose, merge, undo', async () => {
  const { page, context, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`/team-${teamId}/data-collections/${people.id}/records`)
  await page.getByRole('button', { name: 'More actions' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Find duplicates' }).press('Enter')
  await page.waitForURL('**/duplicates')
  await page.getByRole('heading', { level: 1, name: 'Duplicates in People' }).waitFor()
  expect(await axe(page)).toEqual([])
  await tabTo(page, 'Find duplicates')
  await page.keyboard.press('Enter')
  await page.waitForURL(/scan=\d+/)
  await page.getByText('22 groups to look at').waitFor()
  const groups = page.getByRole('listbox', { name: 'Groups of duplicates' })
  // Most certain first: the same mailbox.
  await groups.getByRole('option').first().getByText('Ana Torres · ana torres').waitFor()
  await page.getByRole('columnheader', { name: /^Ana Torres/ }).waitFor()
  expect(await axe(page)).toEqual([])

  // The newer city is proposed; the older one is taken.
  const city = page.getByRole('radio', { name: 'City, Ana Torres: Lima' })
  expect(await page.getByRole('radio', { name: 'City, ana torres: Bonn' }).isChecked()).toBe(true)
  await city.focus()
  await page.keyboard.press('Space')
  expect(await city.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Merge 2 records' }).focus()
  await page.keyboard.press('Enter')
  await toastOf(page, '2 records merged').waitFor()
  await page.getByText('21 groups to look at').waitFor()
  const survivor = await api.call(recordsApi.get, { params: { teamId, dataRecordId: ids[0]! } })
  expect(survivor.values).toMatchObject({ name: 'ana torres', city: 'Lima' })

  // Its old address leads to where it lives on.
  await page.goto(`/team-${teamId}/data-records/${ids[1]}`)
  await page.waitForURL(new RegExp(`/data-records/${ids[0]}(/|$)`))
  await page.getByText('That record was merged into this one.').waitFor()
  await page.goBack()
  await page.getByText('21 groups to look at').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('22 groups to look at').waitFor()
  const again = await api.call(recordsApi.get, { params: { teamId, dataRecordId: ids[1]! } })
  expect(again).toMatchObject({ deletedAt: null, values: { city: 'Bonn' } })

  // What is none stays none, and arrow keys walk through the groups.
  await groups.focus()
  await page.keyboard.press('Home')
  await page.getByRole('columnheader', { name: /^Ana Torres/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('columnheader', { name: /^Ben Okri/ }).waitFor()
  await page.getByRole('button', { name: 'Not duplicates' }).press('Enter')
  await toastOf(page, 'not duplicates').waitFor()
  await page.getByText('21 groups to look at').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('all certain groups at once, in the background, with one undo', async () => {
  const { page, context, errors } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await page.getByRole('button', { name: 'Merge 21 exact matches' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  // Left and found again.
  const address = page.url()
  await page.goto(`/team-${teamId}/dashboard`)
  await page.goto(address)
  await page.getByText('21 groups merged.').waitFor()
  await page.getByText('All done: every group has been looked at').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('21 groups to look at').waitFor()
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByText('Your latest searches').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a record that somebody changes meanwhile is shown anew before it is merged', async () => {
  const { page, context } = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`/team-${teamId}/data-collections/${people.id}/duplicates`)
  await page.getByRole('button', { name: 'Find duplicates' }).click()
  await page.getByRole('columnheader', { name: /^Ana Torres/ }).waitFor()
  // The live stream would tell at once: this window does not hear it.
  await page.route('**/dataRecords/query', (route) => route.abort())
  await api.call(recordsApi.update, {
    params: { teamId, dataRecordId: ids[1]! },
    body: { values: { city: 'Quito' } },
  })
  await page.unroute('**/dataRecords/query')
  await page.getByRole('button', { name: 'Merge 2 records' }).click()
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
