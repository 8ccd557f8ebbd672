/** Links both ways: whoever links works to artists finds the works of an artist on their page. */
import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Locator } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { toastOf } from './support/app.ts'
import { axe } from './support/axe.ts'
import { inputOf } from './support/field-steps.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'
import { enter, settled, tabTo } from './support/keyboard.ts'
import { pickOption } from './support/options.ts'

inATeam('Links', { viewport: { width: 1440, height: 900 } })

let artists: DataCollection
let works: DataCollection
let ada: number

beforeAll(async () => {
  const make = (name: string) =>
    api.call(collectionsApi.create, { params: { teamId }, body: { name, pluralName: `${name}s` } })
  artists = await make('Artist')
  works = await make('Work')
  ada = (await create(artists, 'Ada')).id
  await create(works, 'Sunrise')
})
afterEach(() => expect(visited.errors.splice(0)).toEqual([]))

const create = async (collection: DataCollection, name: string) => {
  const params = { teamId, dataCollectionId: collection.id }
  return (await api.call(recordsApi.create, { params, body: { values: { name } } })).record
}
const fieldsUrl = () => `/team-${teamId}/admin/data-collections/${works.id}/data-fields`
const artistUrl = () => `/team-${teamId}/data-records/${ada}`
const card = (name: string) => page.getByRole('region', { name, exact: true })
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Opens the settings of the link. */
const settings = async () => {
  await page.goto(fieldsUrl())
  await page
    .getByRole('table', { name: 'Data fields' })
    .getByRole('button', { name: 'Artist', exact: true })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Artist' })
  await drawer.getByRole('switch', { name: 'Show on the linked records' }).waitFor()
  return drawer
}
const save = async (drawer: Locator) => {
  await button(drawer, 'Save changes').click()
  await drawer.waitFor({ state: 'detached' })
}

test('a new link field lists its records on the page of what they link to, by keyboard', async () => {
  await page.goto(fieldsUrl())
  await enter(page.getByRole('button', { name: 'Add field' }).first())
  const drawer = page.getByRole('dialog')
  const search = drawer.getByLabel('Search field types')
  await tabTo(search)
  await page.keyboard.type('Link to a record')
  await enter(drawer.getByRole('button').filter({ has: page.getByText('Link to a record', { exact: true }) }))
  await tabTo(inputOf(drawer, 'Title'))
  await page.keyboard.type('Artist')
  const isShown = drawer.getByRole('switch', { name: 'Show on the linked records' })
  // Until it is known what the field links to, there is nothing to say.
  expect(await isShown.count()).toBe(0)
  await tabTo(inputOf(drawer, 'Collection'))
  await page.keyboard.type('Artists')
  await page.getByRole('option', { name: 'Artists' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await settled(page)
  await page.keyboard.press('Enter')
  await tabTo(isShown)
  expect(await isShown.isChecked()).toBe(true)
  await drawer.getByText('On the page of each record of “Artists”, a card lists').waitFor()
  await tabTo(inputOf(drawer, 'Name of the list'))
  expect(await inputOf(drawer, 'Name of the list').getAttribute('placeholder')).toBe('Works')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await toastOf(page, '“Artist” was added.').waitFor()

  await page.goto(artistUrl())
  await card('Works').getByText('Nothing is linked yet.').waitFor()
  await enter(button(card('Works'), 'Link a record'))
  await card('Works').getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Sunr')
  await pickOption(page.getByRole('option', { name: 'Sunrise' }))
  await card('Works').getByRole('link', { name: 'Sunrise' }).waitFor()
  await page.keyboard.type('Sunset')
  await pickOption(page.getByRole('option', { name: 'Create “Sunset”' }))
  await toastOf(page, 'Sunset created and linked').waitFor()
  await card('Works').getByRole('link', { name: 'Sunset' }).waitFor()
  await enter(button(card('Works'), 'Close'))
  await button(card('Works'), 'Link a record').waitFor()
  expect(await axe(page)).toEqual([])
})

test('it is renamed, removed and restored in the settings of the field', async () => {
  const renamed = await settings()
  await inputOf(renamed, 'Name of the list').fill('Paintings')
  await save(renamed)
  await page.goto(artistUrl())
  await card('Paintings').getByText('From Works').waitFor()

  const removed = await settings()
  await removed.getByRole('switch', { name: 'Show on the linked records' }).press('Space')
  await removed
    .getByText('The cards that list by this field on the pages of “Artists” are removed.')
    .waitFor()
  expect(await axe(page)).toEqual([])
  await save(removed)
  await page.goto(artistUrl())
  await page.getByRole('button', { name: 'Edit Name' }).waitFor()
  expect(await page.getByRole('region', { name: /Works|Paintings/ }).count()).toBe(0)

  const restored = await settings()
  await restored.getByRole('switch', { name: 'Show on the linked records' }).press('Space')
  await save(restored)
  await page.goto(artistUrl())
  await card('Works').getByRole('link', { name: 'Sunrise' }).waitFor()
})

test('it is shown beside the list too, and on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  await page.goto(artistUrl())
  await card('Works').getByRole('link', { name: 'Sunrise' }).waitFor()
  expect(await fits()).toBe(true)
  expect(await axe(page)).toEqual([])
  const drawer = await settings()
  await inputOf(drawer, 'Name of the list').waitFor()
  expect(await fits()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/team-${teamId}/data-collections/${artists.id}/records?record=${ada}`)
  const beside = page.getByRole('complementary', { name: 'Ada' })
  await beside
    .getByRole('region', { name: 'Works', exact: true })
    .getByRole('link', { name: 'Sunset' })
    .waitFor()
  expect(await axe(page)).toEqual([])
})

test('once it is on a tab, all fields are shown without it', async () => {
  const { items } = await api.call(cardsApi.list, {
    params: { teamId },
    query: { dataCollectionId: artists.id as never },
  })
  await api.call(cardsApi.createGroup, {
    params: { teamId },
    body: { dataCollectionId: artists.id, name: 'Art', dataCardIds: items.map(({ id }) => id) },
  })
  await page.goto(artistUrl())
  await card('Works').getByRole('link', { name: 'Sunrise' }).waitFor()
  await page.getByRole('link', { name: 'All fields' }).click()
  await page.getByRole('button', { name: 'Edit Name' }).waitFor()
  expect(await card('Works').count()).toBe(0)
})
