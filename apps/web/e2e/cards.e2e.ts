/** The record page: a team lays out its records, and finds everything about one of them. */
import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { settled, take } from './support/keyboard.ts'
import { pickOption } from './support/options.ts'

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let animals: DataCollection
let visits: DataCollection
/** Records of animals, by name. */
const ids = new Map<string, number>()

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Cards')).teamId
  const make = (name: string) =>
    api.call(collectionsApi.create, { params: { teamId }, body: { name, pluralName: `${name}s` } })
  animals = await make('Animal')
  visits = await make('Visit')
  const cardOf = async (title: string, fieldTitle: string, dataType: string) => {
    const { id } = await field(animals, { title: fieldTitle, dataType })
    const body = { dataCollectionId: animals.id, title, fieldsShown: [{ dataFieldId: id }] }
    return (await api.call(cardsApi.create, { params: { teamId }, body })).id
  }
  const dataCardIds = [
    await cardOf('Kind', 'Species', 'plain_text'),
    await cardOf('Body', 'Legs', 'number'),
    await cardOf('Meals', 'Food', 'plain_text'),
  ]
  await api.call(cardsApi.createGroup, {
    params: { teamId },
    body: { dataCollectionId: animals.id, name: 'Care', dataCardIds },
  })
  await field(visits, {
    title: 'Animal',
    columnName: 'animal',
    dataType: 'single_data_record',
    settings: { dataCollectionId: animals.id },
    linkBack: null,
  })
  for (const name of ['Anna', 'Bello', 'Cleo']) {
    const { record } = await create(animals, { name })
    ids.set(name, record.id)
  }
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1280, height: 900 } })
  page = visited.page
})
afterAll(() => browser?.close())

const field = (collection: DataCollection, body: object) =>
  api.call(collectionsApi.createField, {
    params: { teamId, dataCollectionId: collection.id },
    body: body as never,
  })

const create = (collection: DataCollection, values: Record<string, unknown>) =>
  api.call(recordsApi.create, { params: { teamId, dataCollectionId: collection.id }, body: { values } })

const visitNamed = async (name: string) => {
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: visits.id },
    body: { search: name, limit: 5 },
  })
  return items.find((one) => one.name === name)
}

const recordUrl = (name: string) => `/team-${teamId}/data-records/${ids.get(name)}`

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })

const headings = () => page.locator('main h2').allTextContents()

test('groups are reordered by keyboard, and deleted after a confirmation', async () => {
  const params = { teamId }
  const body = { dataCollectionId: animals.id, name: 'Empty' }
  const { id } = await api.call(cardsApi.createGroup, { params, body })
  await page.goto(`/team-${teamId}/admin/data-collections/${animals.id}/data-card-groups`)
  await take(page, 'Empty')
  await page.keyboard.press('ArrowUp')
  await page.getByText('Empty moved to position 1 of 2.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  const order = async () => {
    const query = { dataCollectionId: animals.id }
    const { items } = await api.call(cardsApi.listGroups, { params, query: query as never })
    return items.map(({ name }) => name)
  }
  await expect.poll(order).toEqual(['Empty', 'Care'])
  // A tab without cards says so, and links to where to add some.
  await page.goto(`${recordUrl('Bello')}/tab-${id}`)
  await page.getByText('This tab has no cards yet.').waitFor()
  await page.goto(`/team-${teamId}/admin/data-collections/${animals.id}/data-card-groups`)
  await button('Actions for Empty').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the card group “Empty”?' })
  await button('Cancel', question).click()
  await question.waitFor({ state: 'detached' })
  await button('Move Empty').waitFor()
  await button('Actions for Empty').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button('Delete card group', question).click()
  await toastOf(page, 'Data card group “Empty” deleted.').waitFor()
  await button('Move Empty').waitFor({ state: 'detached' })
  // The address of a deleted group leads to the first group.
  await page.goto(`${recordUrl('Bello')}/tab-${id}`)
  await expect.poll(headings).toEqual(['Kind', 'Body', 'Meals'])
  expect(visited.errors.splice(0)).toEqual([])
})

test('a refused card keeps its input and shows what is wrong', async () => {
  await page.goto(`/team-${teamId}/admin/data-collections/${animals.id}/data-cards`)
  await button('New data card').first().click()
  const drawer = page.getByRole('dialog', { name: 'New data card' })
  await drawer.getByLabel('Title').first().fill('Listing')
  await drawer.getByText('Table', { exact: true }).click()
  await button('Create card', drawer).click()
  await drawer.getByText('Fill this in.').waitFor()
  expect(await drawer.getByLabel('Title').first().inputValue()).toBe('Listing')
  expect(visited.errors.splice(0).filter((text) => !/status of 400/.test(text))).toEqual([])
})

test('linked records are listed, searched, linked, created and unlinked in place', async () => {
  for (let n = 1; n <= 12; n++) {
    await create(visits, { name: `Checkup ${String(n).padStart(2, '0')}`, animal: ids.get('Cleo') })
  }
  await create(visits, { name: 'Vaccination' })
  const vet = await field(visits, { title: 'Vet', dataType: 'plain_text', isRequired: true })
  const link = visits.id
  const { DataFields } = await api.call(collectionsApi.get, {
    params: { teamId, dataCollectionId: link },
    query: {},
  })
  const source = DataFields.find(({ columnName }) => columnName === 'animal')!
  const card = await api.call(cardsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: animals.id,
      title: 'Checkups',
      cardType: 'table',
      sourceDataFieldId: source.id,
      isReverse: true,
      fieldsShownAsColumns: [{ dataFieldId: vet.id }],
    },
  })
  await api.call(cardsApi.createGroup, {
    params: { teamId },
    body: { dataCollectionId: animals.id, name: 'History of visits', dataCardIds: [card.id] },
  })
  await page.goto(recordUrl('Cleo'))
  await page.getByRole('link', { name: 'History of visits' }).click()
  const listed = page.getByRole('region', { name: 'Checkups' }).first()
  await listed.getByText('From Visits').waitFor()
  await listed.getByText('1 to 10 of 12').waitFor()
  await button('Next page', listed).click()
  await listed.getByText('11 to 12 of 12').waitFor()
  await listed.getByRole('link', { name: 'Checkup 12' }).waitFor()
  await listed.getByPlaceholder('Search').fill('checkup 05')
  await expect.poll(() => listed.getByRole('row').count()).toBe(2)
  await listed.getByPlaceholder('Search').fill('')
  await listed.getByText('1 to 10 of 12').waitFor()

  await button('Link a record', listed).click()
  await listed.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Vaccin')
  await pickOption(page.getByRole('option', { name: 'Vaccination' }))
  await listed.getByText('1 to 10 of 13').waitFor()
  await page.keyboard.type('Operation')
  await pickOption(page.getByRole('option', { name: 'Create “Operation”' }))
  // Required fields of a visit are asked for in place, and the typed name is kept.
  const form = listed.getByRole('form', { name: 'New: Visit' })
  await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Operation')
  await button('Create and link', form).click()
  await form.getByText('Fill this in.').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByRole('textbox', { name: 'Vet' }).fill('Dr. Ito')
  await button('Create and link', form).click()
  await toastOf(page, 'Operation created and linked').waitFor()
  await listed.getByText('1 to 10 of 14').waitFor()
  await form.waitFor({ state: 'detached' })

  // Values are edited in place, by keyboard too.
  await button('Edit Vet of Checkup 01', listed).press('ArrowDown')
  await button('Edit Vet of Checkup 02', listed).and(page.locator(':focus')).press('Enter')
  await page.getByRole('dialog', { name: 'Edit Vet' }).locator(':focus').waitFor()
  await page.keyboard.type('Dr. Roy')
  await page.keyboard.press('Enter')
  await listed
    .getByRole('row', { name: /Checkup 02/ })
    .getByText('Dr. Roy')
    .waitFor()
  await expect.poll(async () => (await visitNamed('Checkup 02'))?.values.vet).toBe('Dr. Roy')
  expect(await axe(page)).toEqual([])
  await button('Actions for Checkup 01', listed).click()
  await page.getByRole('menuitem', { name: 'Unlink' }).click()
  // The toast stays while the pointer is on it.
  const unlinked = toastOf(page, 'Checkup 01 unlinked')
  await unlinked.hover()
  await listed.getByText('1 to 10 of 13').waitFor()
  // And undone.
  await unlinked.getByRole('button', { name: 'Undo' }).click()
  await listed.getByText('1 to 10 of 14').waitFor()
  expect(visited.errors.splice(0)).toEqual([])
})

test('a short card beside a long one leaves no hole', async () => {
  const makeCard = async (title: string, fields: number, displayWidth: 'half' | 'full') => {
    const fieldsShown: { dataFieldId: number }[] = []
    for (let at = 0; at < fields; at++) {
      const made = await field(animals, { title: `${title} ${at + 1}`, dataType: 'plain_text' })
      fieldsShown.push({ dataFieldId: made.id })
    }
    const body = { dataCollectionId: animals.id, title, displayWidth, fieldsShown }
    return (await api.call(cardsApi.create, { params: { teamId }, body })).id
  }
  const dataCardIds = [
    await makeCard('Long', 6, 'half'),
    await makeCard('Short', 1, 'half'),
    await makeCard('Next', 1, 'half'),
    await makeCard('Last', 1, 'full'),
  ]
  await api.call(cardsApi.createGroup, {
    params: { teamId },
    body: { dataCollectionId: animals.id, name: 'Columns', dataCardIds },
  })
  await page.goto(recordUrl('Anna'))
  await page.getByRole('link', { name: 'Columns' }).click()
  const boxOf = async (name: string) => {
    const { x, y, width, height } = (await page.getByRole('region', { name }).boundingBox())!
    return { left: x, top: y, bottom: y + height, width }
  }
  await page.getByRole('region', { name: 'Last' }).waitFor()
  await expect
    .poll(async () => {
      const [long, short, next, last] = [
        await boxOf('Long'),
        await boxOf('Short'),
        await boxOf('Next'),
        await boxOf('Last'),
      ]
      return {
        isBelow: next.left === short.left && next.left > long.left,
        isClose: next.top - short.bottom < 24,
        isUnderAll: last.top > long.bottom && last.top > next.bottom && last.top - long.bottom < 24,
      }
    })
    .toEqual({ isBelow: true, isClose: true, isUnderAll: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(async () => {
      const tops = [await boxOf('Long'), await boxOf('Short'), await boxOf('Next'), await boxOf('Last')]
      return tops.every((box, at) => at === 0 || box.top - tops[at - 1]!.bottom < 24)
    })
    .toBe(true)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(visited.errors.splice(0)).toEqual([])
})

test('a card shrinks and fills the window', async () => {
  await page.goto(recordUrl('Anna'))
  const card = page.getByRole('region', { name: 'Body' })
  await button('Shrink card', card).click()
  await card.getByRole('group', { name: 'Legs' }).waitFor({ state: 'hidden' })
  await button('Expand card', card).click()
  await button('Enter fullscreen', card).click()
  const full = page.getByRole('dialog', { name: 'Body' })
  await page.getByTestId('card-backdrop').waitFor()
  await page.keyboard.press('Escape')
  await full.waitFor({ state: 'detached' })
})

test('a record opened from a list sends few requests, and keys lead to its neighbours', async () => {
  const requests: string[] = []
  const unanswered = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Presence is sent repeatedly.
    if (!pathname.startsWith('/api/') || /\/events$|\/presence\//.test(pathname)) return
    requests.push(`${request.method()} ${pathname}`)
    unanswered.add(request)
  })
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  const sort = encodeURIComponent('-@name')
  await page.goto(
    `/team-${teamId}/data-collections/${animals.id}/records?sort=${sort}&record=${ids.get('Bello')}`,
  )
  await button('Open as page').waitFor()
  // The panel beside the list has the same tabs as the page.
  const panel = page.getByRole('complementary', { name: 'Bello' })
  await panel.getByRole('heading', { name: 'Meals' }).waitFor()
  await panel.getByText('All fields', { exact: true }).click()
  await panel.getByRole('heading', { name: 'Meals' }).waitFor({ state: 'detached' })
  // First all requests of the list, including those that follow from their answers.
  const allAnswered = async () => {
    for (let before = -1; before !== requests.length || unanswered.size > 0; ) {
      before = requests.length
      await page.waitForTimeout(1000)
      await settled(page)
    }
  }
  await allAnswered()
  requests.length = 0
  await button('Open as page').click()
  await page.waitForURL(/\/tab-\d+\?/)
  await expect.poll(headings).toEqual(['Kind', 'Body', 'Meals'])
  await allAnswered()
  // The drawer has fetched everything that the page needs.
  expect(requests.filter((one) => one.endsWith('/page'))).toHaveLength(0)
  expect(requests.length, requests.join()).toBeLessThanOrEqual(4)

  // Downwards by name: after Bello comes Anna.
  await expect.poll(() => button('Next record').isEnabled()).toBe(true)
  await page.keyboard.press('Control+Shift+.')
  await page.getByRole('heading', { level: 1, name: 'Anna' }).waitFor()
  await expect.poll(() => button('Next record').isDisabled()).toBe(true)
  await button('Previous record').click()
  await page.getByRole('heading', { level: 1, name: 'Bello' }).waitFor()
  await expect.poll(() => button('Previous record').isEnabled()).toBe(true)
  await page.keyboard.press('Control+Shift+,')
  await page.getByRole('heading', { level: 1, name: 'Cleo' }).waitFor()
  // Back in the list, it is unchanged.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Animals' }).click()
  await page.waitForURL(/sort=-(@|%40)name/)
  expect(visited.errors.splice(0)).toEqual([])
})

test('membership is edited on the page', async () => {
  const child = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Old animal', pluralName: 'Old animals', idParentDataCollection: animals.id },
  })
  await page.goto(recordUrl('Anna'))
  await button('Add to a collection').click()
  await page.getByRole('menuitem', { name: 'Old animals' }).click()
  const belongs = async () =>
    (
      await api.call(recordsApi.get, { params: { teamId, dataRecordId: ids.get('Anna')! } })
    ).dataCollectionIds.includes(child.id)
  await expect.poll(belongs).toBe(true)
  await button('Remove from “Old animals”').click()
  await expect.poll(belongs).toBe(false)
})

test('a missing record, and one in the trash', async () => {
  await page.goto(`/team-${teamId}/data-records/99999999`)
  await page.getByRole('heading', { level: 1, name: 'Not Found' }).waitFor()
  await page.getByText('The record with id 99999999 was not found.').waitFor()
  const { record } = await create(animals, { name: 'Gone' })
  await api.call(recordsApi.remove, { params: { teamId, dataRecordId: record.id } })
  await page.goto(`/team-${teamId}/data-records/${record.id}`)
  await page.getByText('This record is in the trash.', { exact: false }).waitFor()
  await button('Restore').click()
  await page.getByText('This record is in the trash.', { exact: false }).waitFor({ state: 'detached' })
  expect(visited.errors.splice(0).filter((text) => !/status of 404/.test(text))).toEqual([])
})
