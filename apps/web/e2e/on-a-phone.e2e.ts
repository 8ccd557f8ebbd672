/** What lists show on a phone: nothing is squeezed beside something else, and a view shows its own fields. */
import { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { CreateView } from '@muster/contract/views/views.schema'
import type { Locator } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { axe } from './support/axe.ts'
import { api, inATeam, page, teamId, visited } from './support/in-a-team.ts'

inATeam('Phone', { viewport: { width: 390, height: 844 } })

const name = 'The long name of a boat that does not fit on one line of a phone'
const memo = 'Ask the harbour master about the berth before the end of the month, and about the mast'
let boats: number
let boat: number
/** Ids of the fields by title. */
const fields = new Map<string, number>()

beforeAll(async () => {
  const params = { teamId }
  const made = await api.call(collectionsApi.create, { params, body: { name: 'Boat', pluralName: 'Boats' } })
  boats = made.id
  fields.set('Name', made.DataFields[0]!.id)
  const columns: Record<string, string> = {}
  for (const title of ['Colour', 'Builder', 'Sail', 'Berth']) {
    const body = { title, dataType: 'plain_text' } as const
    const field = await api.call(collectionsApi.createField, {
      params: { teamId, dataCollectionId: boats },
      body,
    })
    fields.set(title, field.id)
    columns[title] = field.columnName
  }
  const values = Object.fromEntries(
    Object.entries(columns).map(([title, column]) => [column, `The ${title}`]),
  )
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: boats },
    body: { values: { name, ...values } },
  })
  boat = record.id
  await api.call(bookmarksApi.put, { params: { teamId, dataRecordId: boat }, body: { memo } })
})
afterEach(() => expect(visited.errors.splice(0)).toEqual([]))

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const boxOf = async (what: Locator) => (await what.boundingBox())!
const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

test('a table view shows its own fields', async () => {
  const shown = ['Sail', 'Berth'].map((title) => ({ dataFieldId: fields.get(title)! }))
  const view = await api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: boats,
      type: 'table',
      internalName: 'Sails',
      recordNameDataFieldId: fields.get('Name'),
      displayedFields: shown,
    } as CreateView,
  })
  await page.goto(`/team-${teamId}/data-collections/${boats}/records?view=${view.id}`)
  const row = page.getByRole('list', { name: 'Boats' }).getByRole('listitem')
  await row.getByText('The Sail').waitFor()
  await row.getByText('The Berth').waitFor()
  expect(await row.getByText(/The (Colour|Builder)/).count()).toBe(0)
  expect(await fits()).toBe(true)
  expect(await axe(page)).toEqual([])
})

test('a bookmark’s memo is under its name on the dashboard', async () => {
  await page.goto(`/team-${teamId}/dashboard`)
  const link = page.getByRole('region', { name: 'Bookmarked' }).getByRole('link', { name: new RegExp(name) })
  await link.waitFor()
  const [title, note] = [
    await boxOf(link.getByText(name, { exact: true })),
    await boxOf(link.getByText(memo)),
  ]
  expect(note.y).toBeGreaterThanOrEqual(title.y + title.height)
  expect(note.x).toBe(title.x)
  expect(await fits()).toBe(true)
  expect(await axe(page)).toEqual([])
})

test.each([390, 1440])('at %i pixels a picture stands beside the name, not above it', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  // Any picture: here only its place counts.
  await page.route('**/a-picture.png', (route) => route.fulfill({ contentType: 'image/png', body: png }))
  await page.route('**/bookmarks?*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const item of body.items) item.avatar = '/a-picture.png'
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`/team-${teamId}/bookmarked`)
  const link = page.getByRole('table', { name: 'Bookmarked' }).getByRole('link', { name })
  const picture = link.locator('img')
  await picture.waitFor()
  const [image, text] = await Promise.all([
    boxOf(picture),
    link.evaluate((element) => {
      const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!
      const range = document.createRange()
      range.selectNodeContents(words)
      const { x, y, height } = range.getBoundingClientRect()
      return { x, y, height }
    }),
  ])
  expect(text.x).toBeGreaterThanOrEqual(image.x + image.width)
  expect(image.y).toBeLessThan(text.y + text.height)
  expect(image.y + image.height).toBeGreaterThan(text.y)
  await page.getByRole('cell', { name: memo }).waitFor()
  expect(await fits()).toBe(true)
  await page.unroute('**/bookmarks?*')
})
