/** A team's screens are laid out, filled and cleaned by keyboard alone. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { chooseFrom, enter, settled, tabTo, take } from './support/keyboard.ts'

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let animals: DataCollection
/** Records in the order of creation: Anna, and Bello twice; Cleo is no exact match of anybody. */
let ids: number[] = []

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Keyboard')).teamId
  animals = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Animal', pluralName: 'Animals' },
  })
  const params = { teamId, dataCollectionId: animals.id }
  for (const [title, dataType] of [
    ['Species', 'plain_text'],
    ['Legs', 'number'],
    ['Food', 'plain_text'],
    ['Papers', 'multi_file'],
    ['Keeper', 'email_address'],
  ] as const) {
    await api.call(collectionsApi.createField, { params, body: { title, dataType } } as never)
  }
  const bodies = [
    { name: 'Anna' },
    { name: 'Bello Okri', keeper: 'ben@example.org', food: 'Meat' },
    { name: 'bello okri', keeper: 'BEN@example.org', food: 'Bread' },
    { name: 'Cleo Ruiz' },
    { name: 'Cleo Ruíz' },
  ]
  const made = await api.call(recordsApi.bulk, {
    params,
    body: { create: bodies.map((values) => ({ values })) },
  } as never)
  ids = made.created
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1280, height: 900 } })
  page = visited.page
})
afterAll(() => browser?.close())

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })

const read = (n: number) => api.call(recordsApi.get, { params: { teamId, dataRecordId: ids[n] as number } })

test('a card group with three cards is created and reordered', async () => {
  await page.goto(`/team-${teamId}/admin/data-collections/${animals.id}/data-card-groups`)
  await enter(button('New card group').first())
  const groupDrawer = page.getByRole('dialog', { name: 'New card group' })
  await groupDrawer.waitFor()
  await tabTo(groupDrawer.getByLabel('Name'))
  await page.keyboard.type('Care')
  expect(await axe(page)).toEqual([])
  for (const [title, shown] of [
    ['Body', 'Legs'],
    ['Meals', 'Food'],
    ['Kind', 'Species'],
  ] as const) {
    await enter(button('New card', groupDrawer))
    const cardDrawer = page.getByRole('dialog', { name: 'New data card' })
    await tabTo(cardDrawer.getByLabel('Title', { exact: false }).first())
    await page.keyboard.type(title)
    await tabTo(cardDrawer.getByRole('combobox', { name: 'Add a field' }))
    await page.keyboard.type(shown)
    await page.getByRole('option', { name: shown }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // The preview shows the card on a real record while it is edited.
    await cardDrawer.getByRole('region', { name: title }).getByText(shown, { exact: true }).waitFor()
    if (title === 'Kind') expect(await axe(page)).toEqual([])
    await enter(button('Create card', cardDrawer))
    await cardDrawer.waitFor({ state: 'detached' })
    await button(`Move ${title}`, groupDrawer).waitFor()
  }

  // The last one to the top.
  await take(page, 'Kind')
  await page.keyboard.press('ArrowUp')
  await page.getByText('Kind moved to position 2 of 3.').waitFor({ state: 'attached' })
  await settled(page)
  await page.keyboard.press('ArrowUp')
  await page.getByText('Kind moved to position 1 of 3.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await page.getByText('Kind dropped at position 1 of 3.').waitFor({ state: 'attached' })
  await enter(button('Create card group', groupDrawer))
  await toastOf(page, 'Data card group “Care” created.').waitFor()
  await groupDrawer.waitFor({ state: 'detached' })

  expect(visited.errors.splice(0)).toEqual([])
})

test('a record is filled in, and a file uploaded', async () => {
  // The record opens on its first tab; every field of it can be reached by Tab.
  await page.goto(`/team-${teamId}/data-records/${ids[0]}`)
  await page.getByRole('heading', { level: 1, name: 'Anna' }).waitFor()
  await page.waitForURL(/\/tab-\d+/)
  const headings = () => page.locator('main h2').allTextContents()
  await expect.poll(headings).toEqual(['Kind', 'Body', 'Meals'])
  for (const [title, text] of [
    ['Species', 'Owl'],
    ['Legs', '2'],
    ['Food', 'Mice'],
  ] as const) {
    await tabTo(button(`Edit ${title}`))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab')
  const kept = async () => (await read(0)).values
  await expect.poll(kept).toMatchObject({ species: 'Owl', legs: 2, food: 'Mice' })
  expect(await axe(page)).toEqual([])

  await enter(page.getByRole('link', { name: 'All fields' }))
  await enter(button('Edit Papers'))
  await tabTo(button('Papers'))
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles([{ name: 'pass.txt', mimeType: 'text/plain', buffer: Buffer.from('May fly') }])
  await page.getByRole('list', { name: 'Papers', exact: true }).getByText('pass.txt').waitFor()
  await expect.poll(async () => (await kept()).papers).toMatchObject([{ name: 'pass.txt' }])
  expect(await axe(page)).toEqual([])
  expect(visited.errors.splice(0)).toEqual([])
})

test('two records of one animal are found, compared, merged and restored', async () => {
  await page.goto(`/team-${teamId}/data-collections/${animals.id}/records`)
  await chooseFrom(button('More actions').first(), 'Find duplicates')
  await page.waitForURL('**/duplicates')
  await page.getByRole('heading', { level: 1, name: 'Duplicates in Animals' }).waitFor()
  expect(await axe(page)).toEqual([])
  await enter(button('Find duplicates'))
  await page.waitForURL(/scan=\d+/)
  await page.getByText('2 groups to review').waitFor()
  const groups = page.getByRole('listbox', { name: 'Groups of duplicates' })
  // Best match first: the same mailbox.
  await groups.getByRole('option').first().getByText('Bello Okri · bello okri').waitFor()
  await page.getByRole('columnheader', { name: /^Bello Okri/ }).waitFor()
  expect(await axe(page)).toEqual([])

  // The newer food is proposed; the older one is chosen.
  const proposed = page.getByRole('radio', { name: 'Food, bello okri: Bread' })
  await expect.poll(() => proposed.isChecked()).toBe(true)
  await tabTo(proposed)
  await page.keyboard.press('ArrowLeft')
  const older = page.getByRole('radio', { name: 'Food, Bello Okri: Meat' })
  await expect.poll(() => older.isChecked()).toBe(true)
  await enter(button('Merge 2 records'))
  await toastOf(page, '2 records merged').waitFor()
  await page.getByText('1 group to review').waitFor()
  expect((await read(1)).values).toMatchObject({ name: 'bello okri', food: 'Meat' })

  // Its old address redirects to the survivor.
  await page.goto(`/team-${teamId}/data-records/${ids[2]}`)
  await page.waitForURL(new RegExp(`/data-records/${ids[1]}(/|$)`))
  await page.getByText('That record was merged into this one.').waitFor()
  await page.goBack()
  await page.getByText('1 group to review').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('2 groups to review').waitFor()
  expect(await read(2)).toMatchObject({ deletedAt: null, values: { food: 'Bread' } })

  // Dismissed groups stay dismissed, and arrow keys move through the groups.
  await tabTo(groups)
  await page.keyboard.press('Home')
  await page.getByRole('columnheader', { name: /^Bello Okri/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('columnheader', { name: /^Cleo Ruiz/ }).waitFor()
  await enter(button('Not duplicates'))
  await toastOf(page, 'not duplicates').waitFor()
  await page.getByText('1 group to review').waitFor()
  expect(visited.errors.splice(0)).toEqual([])
})
