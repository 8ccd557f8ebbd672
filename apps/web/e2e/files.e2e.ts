/** Files and rich values: dropped, chosen by keyboard, viewed; formatted text; a place on a map. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataType } from '@muster/contract/fields/families'
import type { FileObject } from '@muster/contract/files/files.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { gridOn } from './support/grid.ts'
import { settled } from './support/keyboard.ts'
import { site } from './support/site.ts'

const titles = {
  Photos: 'multi_image',
  Papers: 'multi_file',
  Story: 'formatted_text',
  Place: 'physical_address',
  Film: 'video',
  'On loan': 'boolean',
} as const satisfies Record<string, DataType>

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let exhibits: DataCollection
let recordId: number
/** Addresses of other origins that the page requested. */
const foreignRequests: string[] = []

const columnOf = (title: string) => exhibits.DataFields.find((field) => field.title === title)!.columnName
const recordsUrl = () => `/team-${teamId}/data-collections/${exhibits.id}/records`
const readValues = async () =>
  (await api.call(recordsApi.get, { params: { teamId, dataRecordId: recordId } })).values

beforeAll(async () => {
  api = await signInToApi()
  const team = await makeTeam(api, 'Files', { primaryTimezone: 'America/New_York' })
  teamId = team.teamId
  exhibits = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Exhibit', pluralName: 'Exhibits' },
  })
  const params = { teamId, dataCollectionId: exhibits.id }
  for (const [title, dataType] of Object.entries(titles)) {
    const settings = dataType === 'boolean' ? { displayFormat: 'switch' } : {}
    await api.call(collectionsApi.createField, { params, body: { title, dataType, settings } } as never)
  }
  const { dataCollection } = await api.call(collectionsApi.list, { params: { teamId }, query: {} })
  exhibits = dataCollection.find(({ id }) => id === exhibits.id)!
  browser = await launchBrowser()
  visited = await visitSignedIn(browser)
  page = visited.page
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== site.baseUrl) foreignRequests.push(request.url())
  })
})
afterAll(() => browser?.close())

/** A picture of one colour, drawn in the page, as base64. */
const picture = (color: string, width = 1200, height = 800) =>
  page.evaluate(
    ([fill, w, h]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: w, height: h })
      const context = canvas.getContext('2d')!
      context.fillStyle = fill as string
      context.fillRect(0, 0, w as number, h as number)
      return canvas.toDataURL('image/jpeg').split(',')[1] as string
    },
    [color, width, height] as const,
  )

/** Drags files from a folder and drops them. */
async function drop(onto: Locator, files: { name: string; type: string; base64: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const made = new DataTransfer()
    for (const { name, type, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      made.items.add(new File([bytes], name, { type }))
    }
    return made
  }, files)
  for (const type of ['dragenter', 'dragover', 'drop'])
    await onto.dispatchEvent(type, { dataTransfer: transfer })
}

const drawer = () => page.getByRole('complementary', { name: 'New: Exhibit' })
const filesOf = (title: string) => drawer().getByRole('list', { name: title, exact: true })
/** A file is listed while it is uploading. */
const haveArrived = (title: string) =>
  expect.poll(() => filesOf(title).getByRole('progressbar').count()).toBe(0)
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('several pictures are dropped on a field, and rejected ones are explained in place', async () => {
  await page.goto(recordsUrl())
  await page.getByRole('button', { name: 'New record' }).first().click()
  await drawer().getByRole('textbox', { name: 'Name' }).fill('Astrolabe')
  await drawer().getByRole('button', { name: '6 other fields' }).click()
  const zone = drawer().getByRole('button', { name: 'Photos', exact: true })
  await drop(zone, [
    { name: 'front.jpg', type: 'image/jpeg', base64: await picture('teal') },
    { name: 'back.jpg', type: 'image/jpeg', base64: await picture('crimson', 800, 1200) },
    { name: 'notes.png', type: 'image/png', base64: base64('<script>alert(1)</script>') },
    { name: 'side.jpg', type: 'image/jpeg', base64: await picture('navy') },
  ])
  for (const name of ['front.jpg', 'back.jpg', 'side.jpg'])
    await filesOf('Photos').getByAltText(name).waitFor()
  await filesOf('Photos').getByRole('alert').getByText('This kind of file is not allowed here.').waitFor()
  await haveArrived('Photos')
  expect(await axe(page)).toEqual([])
  await drawer().getByRole('button', { name: 'Cancel notes.png' }).click()
  await expect.poll(() => filesOf('Photos').getByRole('listitem').count()).toBe(3)
})

test('a screenshot is pasted', async () => {
  const zone = drawer().getByRole('button', { name: 'Photos', exact: true })
  await zone.focus()
  const content = await picture('gold', 300, 200)
  await zone.evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob(given), (sign) => sign.charCodeAt(0))
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, content)
  await filesOf('Photos').getByAltText('image.png').waitFor()
  await drawer().getByRole('button', { name: 'Remove image.png' }).press('Enter')
  await filesOf('Photos').getByAltText('image.png').waitFor({ state: 'detached' })
})

test('files are uploaded by keyboard, and an existing one is chosen again', async () => {
  const choose = drawer().getByRole('button', { name: 'Papers', exact: true })
  await choose.focus()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles([
    { name: 'loan.txt', mimeType: 'text/plain', buffer: Buffer.from('Lent for a year') },
    { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') },
  ])
  for (const name of ['loan.txt', 'plan.csv']) await filesOf('Papers').getByText(name).waitFor()
  await haveArrived('Papers')

  await drawer().getByRole('button', { name: 'Choose from files for Papers' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose a file' })
  const option = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  await option('front.jpg').waitFor()
  await option('loan.txt').first().waitFor({ state: 'detached' })
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('FRONT')
  await option('side.jpg').waitFor({ state: 'detached' })
  await option('front.jpg').press('Space')
  await dialog.getByRole('button', { name: 'Add 1 file' }).press('Enter')
  await filesOf('Papers').getByText('front.jpg').waitFor()
})

test('text is formatted by keyboard', async () => {
  const editor = drawer().getByRole('textbox', { name: 'Story', exact: true })
  await editor.focus()
  await page.keyboard.type('Made in ')
  await settled(page)
  await page.keyboard.press('Control+B')
  await page.keyboard.type('Toledo')
  await settled(page)
  await page.keyboard.press('Control+B')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- brass')
  await page.keyboard.press('Enter')
  await page.keyboard.type('glass')
  await expect.poll(() => editor.locator('strong').textContent()).toBe('Toledo')
  await expect.poll(() => editor.getByRole('listitem').count()).toBe(2)
  expect(await axe(page)).toEqual([])
})

test('a place is put on the map by keyboard, without the internet', async () => {
  const group = drawer().getByRole('group', { name: 'Place', exact: true })
  await group.getByRole('textbox', { name: 'City' }).fill('Toledo')
  await group.getByRole('button', { name: 'Place on the map' }).press('Enter')
  await group.locator('[data-state="drawn"]').waitFor()
  await group.getByRole('button', { name: 'Place the pin in the center' }).press('Enter')
  const pin = group.getByRole('button', { name: /^Pin at/ })
  await expect.poll(() => pin.evaluate((element) => element === document.activeElement)).toBe(true)
  const latitude = () => group.getByRole('textbox', { name: 'Latitude' }).inputValue().then(Number)
  const longitude = () => group.getByRole('textbox', { name: 'Longitude' }).inputValue().then(Number)
  const before = [await latitude(), await longitude()] as const
  await page.keyboard.press('ArrowUp')
  await expect.poll(latitude).toBeGreaterThan(before[0])
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(longitude).toBeLessThan(before[1] - 10)
  expect(await axe(page)).toEqual([])
  // Typing coordinates moves the pin.
  await group.getByRole('textbox', { name: 'Latitude' }).fill('39.85670, -4.02440')
  await pin.and(page.getByRole('button', { name: 'Pin at 39.8567, -4.0244' })).waitFor()
})

test('yes, no, and empty are three values', async () => {
  const onLoan = drawer().getByRole('switch', { name: 'On loan', exact: true })
  await onLoan.press('Space')
  await drawer().getByRole('button', { name: 'Clear On loan' }).press('Enter')
  await expect.poll(() => onLoan.isChecked()).toBe(false)
  await drawer().getByRole('textbox', { name: 'Film', exact: true }).fill('https://youtu.be/dQw4w9WgXcQ')
})

test('the record keeps everything', async () => {
  await drawer().getByRole('button', { name: 'Create', exact: true }).click()
  await toastOf(page, 'Astrolabe created').waitFor()
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: exhibits.id },
    body: { limit: 10 },
  })
  recordId = items[0]!.id
  const values = await readValues()
  const names = (title: string) => (values[columnOf(title)] as FileObject[]).map(({ name }) => name)
  // In the order they were dropped in, whichever arrived first.
  expect(names('Photos')).toEqual(['front.jpg', 'back.jpg', 'side.jpg'])
  expect(names('Papers').sort()).toEqual(['front.jpg', 'loan.txt', 'plan.csv'])
  expect(values[columnOf('Story')]).toBe(
    '<p>Made in <strong>Toledo</strong></p><ul><li><p>brass</p></li><li><p>glass</p></li></ul>',
  )
  expect(values[columnOf('Place')]).toMatchObject({ city: 'Toledo', lat: 39.8567, lng: -4.0244 })
  expect(values[columnOf('On loan')]).toBeNull()
  expect(values[columnOf('Film')]).toBe('https://youtu.be/dQw4w9WgXcQ')
})

test('pictures are viewed: next, previous, zoomed, saved', async () => {
  await page.goto(`${recordsUrl()}?record=${recordId}`)
  const record = page.getByRole('complementary', { name: 'Astrolabe' })
  const small = record.getByRole('img', { name: 'front.jpg' }).first()
  await small.waitFor()
  await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect
    .poll(() => small.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/thumbnail\?size=/)
  await small.click()
  const viewer = page.getByRole('dialog', { name: /^File / })
  const shown = () => viewer.getByRole('heading').textContent()
  await viewer.waitFor()
  const first = await shown()
  expect(await axe(page)).toEqual([])
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await settled(page)
  }
  await press('Home')
  const order = [await shown()]
  for (let step = 0; step < 2; step++) {
    await press('ArrowRight')
    order.push(await shown())
  }
  expect([...order].sort()).toEqual(['back.jpg', 'front.jpg', 'side.jpg'])
  expect(order).toContain(first)
  await press('ArrowRight')
  expect(await shown()).toBe(order[2])
  await press('ArrowLeft')
  expect(await shown()).toBe(order[1])

  const image = viewer.getByRole('img', { name: order[1] as string })
  await expect.poll(() => image.getAttribute('data-whole')).toBe('')
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await viewer.getByRole('button', { name: '225%: Fit to the window' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => image.evaluate((element) => element.style.transform))
    .toMatch(/translate\(-80px, 0px\) scale/)
  expect(await shown()).toBe(order[1])
  await page.keyboard.press('0')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('link', { name: `Download ${order[1]}` }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe(order[1])
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  // Only the viewer has closed.
  await record.waitFor()

  // From a cell of the grid as well.
  const grid = gridOn(page, 'Exhibits')
  await expect.poll(() => grid.textOf(0, 0)).toBe('Astrolabe')
  await grid.grid().click({ position: { x: 320, y: 48 } })
  await viewer.waitFor()
  expect(order).toContain(await shown())
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(await axe(page)).toEqual([])
})

test('no other origin is requested, and no player before somebody starts a video', async () => {
  expect(foreignRequests).toEqual([])
  expect(visited.errors.filter((error) => !/400 \(Bad Request\)/.test(error))).toEqual([])
})
