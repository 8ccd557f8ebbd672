/** Pictures at web addresses: in the gallery, the grid, on the record's page and in public; then fetched as files. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { type GridPage, gridOn } from './support/grid.ts'

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let works: DataCollection
let grid: GridPage
let museum: http.Server
let view: { id: number; publicKey: string }
let ids: number[] = []
/** What pages requested of other origins than our own. */
const foreign: string[] = []
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const base = () => `/team-${teamId}/data-collections/${works.id}`
const columnOf = (title: string) => works.DataFields.find((field) => field.title === title)?.columnName ?? ''
const fieldId = (title: string) => works.DataFields.find((field) => field.title === title)?.id ?? 0
const reload = async () => {
  const { dataCollection } = await api.call(collectionsApi.list, { params: { teamId }, query: {} })
  works = dataCollection.find(({ id }) => id === works.id) ?? works
}

beforeAll(async () => {
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: wide })
  page = visited.page
  const drawn = await page.screenshot()
  museum = http.createServer(({ url = '' }, response) =>
    url.endsWith('.png')
      ? response.writeHead(200, { 'content-type': 'image/png' }).end(drawn)
      : response.writeHead(404).end(),
  )
  museum.listen(0, '127.0.0.1')
  await once(museum, 'listening')
  const { port } = museum.address() as AddressInfo
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Pictures')).teamId
  works = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Work', pluralName: 'Works' },
  })
  const params = { teamId, dataCollectionId: works.id }
  await api.call(collectionsApi.createField, { params, body: { title: 'Image', dataType: 'url' } })
  await reload()
  const name = works.DataFields[0]?.columnName ?? ''
  const { created } = await api.call(recordsApi.bulk, {
    params,
    body: {
      create: ['lilies.png', 'night.png', 'lost'].map((file) => ({
        values: { [name]: file, [columnOf('Image')]: at(file) },
      })),
    },
  })
  ids = created
  grid = gridOn(page, 'Works')
  page.on('request', (request) => {
    if (request.url().includes(`:${port}/`)) foreign.push(request.url())
  })
})
afterAll(async () => {
  await browser?.close()
  museum?.closeAllConnections()
  museum?.close()
})

/** Whether an image is loaded and drawn. */
const isDrawn = (image: Locator) =>
  expect
    .poll(() =>
      image.evaluate((one) => (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0)
const shot = async (on: Page, name: string) => {
  if (!process.env.SHOTS) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await on.emulateMedia({ colorScheme })
    await on.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
  await on.emulateMedia({ colorScheme: 'light' })
}
const lost = 'There is nothing at this address.'

test('a field is set to show pictures, by keyboard', async () => {
  await page.goto(`/team-${teamId}/admin/data-collections/${works.id}/data-fields`)
  await page
    .getByRole('table', { name: 'Data fields' })
    .getByRole('button', { name: 'Image', exact: true })
    .press('Enter')
  const select = page.getByRole('combobox', { name: 'Show as' })
  await select.waitFor()
  await select.focus()
  await page.keyboard.press('ArrowDown')
  await select.selectOption('picture')
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-field')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect
    .poll(async () => {
      await reload()
      return works.DataFields.find(({ title }) => title === 'Image')?.settings
    })
    .toEqual({ showAs: 'picture' })
})

test('a gallery, the grid and a record’s page show the pictures, and why one is missing', async () => {
  view = await api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: works.id,
      internalName: 'Gallery',
      type: 'list',
      isVisibleExternally: true,
      recordNameDataFieldId: works.DataFields[0]?.id,
      displayOptions: { layout: 'gallery', imageDataFieldId: fieldId('Image') },
      sort: [{ field: works.DataFields[0]?.columnName, direction: 'asc' }],
    },
  } as never)
  await page.goto(`${base()}/records?view=${view.id}`)
  const gallery = page.getByRole('list', { name: 'Gallery' })
  const images = gallery.locator('img[src*="/pictures/"]')
  await expect.poll(() => images.count()).toBe(2)
  await isDrawn(images.first())
  await gallery.getByRole('img', { name: lost }).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-gallery')
  await page.setViewportSize(phone)
  await isDrawn(images.last())
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-gallery-phone')
  await page.setViewportSize(wide)

  const drawn = page.waitForResponse((answer) => answer.url().includes(`/${ids[0]}/pictures/`) && answer.ok())
  await page.goto(`${base()}/records`)
  await drawn
  await vi.waitFor(async () => expect(await grid.textOf(1, 0)).toContain('/lilies.png'), { timeout: 30_000 })
  await shot(page, 'web-pictures-grid')

  await page.goto(`/team-${teamId}/data-records/${ids[0]}`)
  await isDrawn(page.locator('img[src*="/pictures/"]').first())
  await page.getByRole('link', { name: /lilies\.png/ }).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-record')
  await page.goto(`/team-${teamId}/data-records/${ids[2]}`)
  await page.getByText(lost).waitFor()
  await page.getByRole('link', { name: /\/lost/ }).waitFor()
  await page.setViewportSize(phone)
  await page.getByText(lost).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-lost-phone')
  await page.setViewportSize(wide)
  expect(foreign).toEqual([])
})

test('a public view shows them to visitors', async () => {
  const open = await visit(browser, { viewport: phone })
  await open.page.goto(`/public/team-${teamId}/views/${view.publicKey}`)
  const images = open.page.locator('img[src*="/pictures/"]')
  await expect.poll(() => images.count()).toBe(2)
  await isDrawn(images.first())
  await open.page.getByRole('img', { name: lost }).waitFor()
  expect(await axe(open.page)).toEqual([])
  await shot(open.page, 'web-pictures-public-phone')
  await open.context.close()
})

test('they are fetched as files into a new field, with what is missing listed, and one undo', async () => {
  await page.goto(`${base()}/records`)
  await vi.waitFor(async () => expect(await grid.textOf(1, 0)).toContain('/lilies.png'), { timeout: 30_000 })
  await grid.goTo(1, 0)
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Fetch pictures as files' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Fetch pictures as files' })
  await dialog.getByLabel('Name of the field').fill('Photo')
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-fetch')
  await dialog.getByLabel('Name of the field').press('Enter')
  const left = page.getByRole('dialog', { name: 'Values that were not changed' })
  await left.getByText('1 value was left as it was.').waitFor({ timeout: 60_000 })
  await left.getByRole('link', { name: 'lost' }).waitFor()
  await left.getByText(lost).waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'web-pictures-left')
  await page.keyboard.press('Escape')
  await reload()
  const photos = async () =>
    Promise.all(
      ids.map(async (dataRecordId) => {
        const { values } = await api.call(recordsApi.get, { params: { teamId, dataRecordId } })
        return (values[columnOf('Photo')] as { name: string } | null)?.name ?? null
      }),
    )
  expect(await photos()).toEqual(['lilies.png', 'night.png', null])
  await expect.poll(() => grid.textOf(2, 0)).toBe('lilies.png')
  await shot(page, 'web-pictures-fetched')
  await grid.goTo(1, 0)
  await page.keyboard.press('Control+z')
  await expect.poll(photos).toEqual([null, null, null])
})
