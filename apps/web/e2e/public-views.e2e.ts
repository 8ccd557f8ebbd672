/** Public views in other people's websites: by script tag and iframe, in three languages, four brands, and on a phone. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { CreateView } from '@muster/contract/views/views.schema'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { allOffices, makeOffices, makePeople, makeView, somePeople } from './support/places.ts'
import { site } from './support/site.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let host: http.Server
let siteUrl: string
let html = ''
let mapKey: string
let calendar: { id: number; publicKey: string }
let peopleId: number
let nameFieldId: number
/** The sample team, because it has its data in three languages. */
const speaking = 1

const base = () => site.baseUrl
const placed = allOffices.filter(({ lat }) => lat !== null)
const number = (value: number) => value.toLocaleString('en')

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Outside', { enumAppBrandId: 2 })).teamId
  mapKey = (await makeView(api, teamId, await makeOffices(api, teamId), 'map')).publicKey
  const people = await makePeople(api, speaking, somePeople, ['Person of the past', 'People of the past'])
  peopleId = people.collection.id
  nameFieldId = people.field('name').id
  calendar = await makeView(api, speaking, people, 'calendar', {
    missingRecordMessage: 'Nobody of that number.',
    missingRecordMessageTranslations: { fr: 'Personne à ce numéro.' },
  })
  host = http.createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  )
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  if (peopleId) {
    const params = { teamId: speaking, dataCollectionId: peopleId }
    await api.call(collectionsApi.remove, { params })
  }
  host?.close()
})

const heightOf = (page: Page, title: RegExp | string) =>
  page.getByTitle(title).evaluate((one) => (one as HTMLIFrameElement).clientHeight)

const dayIn = (frame: FrameLocator | Page, day: string) =>
  frame.locator(`[role="gridcell"][data-day="${day}"]`)

test('a plain page of another origin shows the map and the calendar, and contacts nobody else', async () => {
  const born = somePeople.find(({ birthday }) =>
    birthday.startsWith('1745-04'),
  ) as (typeof somePeople)[number]
  const calendarUrl = `${base()}/public/team-${speaking}/views/${calendar.publicKey}?embed=1&amp;language=es&amp;date=${born.birthday}`
  html = `<!doctype html><html lang="en"><title>Somebody’s site</title><h1>Our offices</h1>
    <script src="${base()}/widget.js" data-team="${teamId}" data-view="${mapKey}" async></script>
    <div id="below"></div>
    <script src="${base()}/widget.js" data-team="${speaking}" data-view="${calendar.publicKey}" data-target="#below"
      data-language="fr" data-title="Anniversaires" data-hide-filters="1" async></script>
    <iframe src="${calendarUrl}" title="Cumpleaños" width="100%" height="700"></iframe></html>`
  const { page, context, errors } = await visit(browser)
  const hosts = new Set<string>()
  context.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(siteUrl)

  // The widget has the title of its view, and the height of its content.
  const offices = page.frameLocator('iframe[title="Offices"]')
  await offices.locator('[data-clusters]').waitFor()
  await offices.getByText(`${number(placed.length)} places here`).waitFor()
  const clusters = async () => Number(await offices.locator('[data-clusters]').getAttribute('data-clusters'))
  await expect.poll(clusters).toBeGreaterThan(5)
  await expect.poll(() => heightOf(page, 'Offices')).toBeGreaterThan(560)

  await offices.getByRole('combobox', { name: 'State' }).or(offices.getByLabel('State')).first().click()
  await offices.getByRole('option', { name: 'CA', exact: true }).click()
  const inCalifornia = placed.filter(({ state }) => state === 'CA').length
  await offices.getByText(`${inCalifornia} places here`).waitFor()

  const french = page.frameLocator('iframe[title="Anniversaires"]')
  await page.getByTitle('Anniversaires').scrollIntoViewIfNeeded()
  await french.getByRole('grid').waitFor()
  await french.getByRole('button', { name: 'Aujourd’hui' }).waitFor()
  await french.getByRole('searchbox').first().waitFor({ state: 'detached' })

  const spanish = page.frameLocator('iframe[title="Cumpleaños"]')
  await page.getByTitle('Cumpleaños').scrollIntoViewIfNeeded()
  await spanish.getByRole('heading', { name: 'Abril de 1745' }).waitFor()
  await dayIn(spanish, born.birthday)
    .getByRole('link', { name: new RegExp(born.name) })
    .waitFor()

  expect([...hosts].sort()).toEqual([new URL(base()).host, new URL(siteUrl).host].sort())
  expect(errors).toEqual([])
  await context.close()
})

test.each([
  ['en', 'April 1745', 'Today'],
  ['es', 'Abril de 1745', 'Hoy'],
  ['fr', 'Avril 1745', 'Aujourd’hui'],
] as const)('historical birthdays are shown in %s', async (language, month, today) => {
  const born = somePeople.find(({ birthday }) =>
    birthday.startsWith('1745-04'),
  ) as (typeof somePeople)[number]
  // In the browser's own language, which the address does not name.
  const { page, context, errors } = await visit(browser, { locale: language, timezoneId: 'Pacific/Auckland' })
  await page.goto(`/public/team-${speaking}/views/${calendar.publicKey}?date=${born.birthday}`)
  await page.getByRole('heading', { name: month }).waitFor()
  await page.getByRole('button', { name: today }).waitFor()
  const spoken = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  const label = (await dayIn(page, born.birthday).locator('[data-day-stop]').getAttribute('aria-label')) ?? ''
  expect(label.toLowerCase()).toContain(spoken.format(new Date(born.birthday)).toLowerCase())
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)

  // An item opens on a page of its own, and back.
  await dayIn(page, born.birthday)
    .getByRole('link', { name: new RegExp(born.name) })
    .click()
  await page.getByRole('heading', { name: born.name }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test.each([
  [1440, 900],
  [390, 844],
])('at %i pixels a calendar that is loading shows where its days will be', async (width, height) => {
  const { page, context, errors } = await visit(browser, { viewport: { width, height } })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/dataRecords/calendar', async (route) => {
    await asked
    await route.fallback()
  })
  await page.goto(`/public/team-${speaking}/views/${calendar.publicKey}?date=1745-04-01&language=en`)
  await page.getByRole('heading', { name: 'April 1745' }).waitFor()
  const loading = page.getByRole('status', { name: 'Loading' })
  await expect.poll(() => loading.evaluate((shape) => getComputedStyle(shape).opacity)).toBe('1')
  expect(await axe(page)).toEqual([])
  const before = (await loading.boundingBox())!
  answer()
  const month = page.getByRole('grid', { name: 'April 1745' })
  await month.waitFor()
  await loading.waitFor({ state: 'detached' })
  const after = (await month.boundingBox())!
  if (width > 640) expect(after).toEqual(before)
  else expect(after.y).toBe(before.y)
  expect(errors).toEqual([])
  await context.close()
})

test('a missing record is explained in the visitor’s language, and so is a missing view', async () => {
  const { page, context } = await visit(browser, { locale: 'fr' })
  await page.goto(`/public/team-${speaking}/views/${calendar.publicKey}/records/999999999`)
  await page.getByText('Personne à ce numéro.').waitFor()
  await page.goto(`/public/team-${teamId}/views/${'0'.repeat(64)}`)
  await page.getByRole('alert').or(page.locator('main')).first().waitFor()
  await expect.poll(() => page.locator('main').textContent()).not.toBe('')
  await context.close()
})

test('a record links to its own address, and a missing one redirects to the view’s address', async () => {
  const born = somePeople.find(({ birthday }) =>
    birthday.startsWith('1745-04'),
  ) as (typeof somePeople)[number]
  const params = { teamId: speaking, dataCollectionId: peopleId }
  const field = await api.call(collectionsApi.createField, {
    params,
    body: { title: 'Homepage', dataType: 'url' },
  })
  const { items } = await api.call(recordsApi.query, {
    params,
    body: { filter: { field: 'name', op: 'is', value: born.name }, limit: 1 },
  } as never)
  const own = `${siteUrl}/born`
  await api.call(recordsApi.update, {
    params: { teamId: speaking, dataRecordId: items[0]?.id as number },
    body: { values: { [field.columnName]: own } },
  })
  await api.call(viewsApi.update, {
    params: { teamId: speaking, dataViewId: calendar.id },
    body: { itemUrlOverrideDataFieldId: field.id, missingRecordRedirectUrl: `${siteUrl}/gone` },
  })
  html = '<!doctype html><title>Elsewhere</title>'
  const { page, context } = await visit(browser)
  await page.goto(`/public/team-${speaking}/views/${calendar.publicKey}?date=${born.birthday}`)
  await dayIn(page, born.birthday)
    .getByRole('link', { name: new RegExp(born.name) })
    .click()
  await page.waitForURL(own)
  await page.goto(`/public/team-${speaking}/views/${calendar.publicKey}/records/999999999`)
  await page.waitForURL(`${siteUrl}/gone`)
  await context.close()
})

test('the settings of a view apply to its visitors', async () => {
  const own = (await makeTeam(api, 'Details')).teamId
  const offices = await makeOffices(api, own, placed.slice(0, 12))
  const people = await makePeople(api, own, somePeople.slice(0, 3))
  const map = await makeView(api, own, offices, 'map', {
    displayOptions: { showSearch: false, showListBesideMap: false, mapStart: { lat: 0, lng: 0, zoom: 6 } },
    openItemUrlInNewWindow: true,
    filterFields: [{ dataFieldId: offices.field('state').id, displayInUi: false }],
  } as Partial<CreateView>)
  const calendar = await makeView(api, own, people, 'calendar', {
    displayOptions: { calendarMode: 'list' },
    includeDatesWithNoEvents: true,
    noEventsMessage: 'Nobody that day.',
  } as Partial<CreateView>)
  const { page, context, errors } = await visit(browser)

  // A place without any office, no search, no filters, and the list is collapsed until somebody opens it.
  await page.goto(`/public/team-${own}/views/${map.publicKey}`)
  await page.getByRole('button', { name: '0 places here', expanded: false }).click()
  await page.getByRole('searchbox').first().waitFor({ state: 'detached' })
  await page.locator('search').first().waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show all places' }).click()
  const first = page.getByRole('region', { name: 'Places on the map' }).getByRole('link').first()
  await first.waitFor()
  expect(await first.getAttribute('target')).toBe('_blank')
  // Where no record matches, the message is not about missing places.
  await page.goto(`/public/team-${own}/views/${map.publicKey}?q=nowhere-at-all`)
  await page.getByText('No records match this view.').waitFor()

  const [born] = somePeople
  await page.goto(`/public/team-${own}/views/${calendar.publicKey}?date=${born?.birthday}`)
  await page.getByRole('link', { name: new RegExp(born?.name ?? '') }).waitFor()
  expect(await page.getByRole('radio', { name: 'List' }).isChecked()).toBe(true)
  await page.getByText('Nobody that day.').first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('a style sheet changes its view and paints over nothing else', async () => {
  const own = (await makeTeam(api, 'Painters')).teamId
  const offices = await makeOffices(api, own, placed.slice(0, 3))
  const cover =
    '.view-item { position: absolute; inset: -3000px; z-index: 99999; background: rgb(1, 2, 3); transform: scale(9) }'
  const { publicKey } = await makeView(api, own, offices, 'map', {
    type: 'list',
    mapLocationDataFieldId: null,
    externalCss: cover,
  } as Partial<CreateView>)
  const { page, context, errors } = await visit(browser)
  await page.goto(`/public/team-${own}/views/${publicKey}`)
  const item = page.locator('.view-item').first()
  await item.waitFor()
  await expect
    .poll(() => item.evaluate((element) => getComputedStyle(element).backgroundColor))
    .toBe('rgb(1, 2, 3)')
  const isOnTop = await page.getByRole('banner').evaluate((header) => {
    const { left, top, width, height } = header.getBoundingClientRect()
    return header.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isOnTop).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

test('a table of many fields names each record once and in whole words, and choices and collections as in the app', async () => {
  const sample = 1
  const { dataCollection } = await api.call(collectionsApi.list, { params: { teamId: sample }, query: {} })
  const { id, DataFields: all } = dataCollection.find(({ name }) => name === 'Exhibition') as DataCollection
  const view = await api.call(viewsApi.create, {
    params: { teamId: sample },
    body: {
      dataCollectionId: id,
      type: 'table',
      internalName: `Exhibitions ${Math.random().toString(36).slice(2, 8)}`,
      recordNameDataFieldId: all.find(({ columnName }) => columnName === 'name')?.id ?? null,
      displayedFields: all.map((field) => ({ dataFieldId: field.id })),
      isVisibleExternally: true,
    } as CreateView,
  })
  const { page, context, errors } = await visit(browser, { viewport: { width: 1280, height: 900 } })
  await page.goto(`/public/team-${sample}/views/${view.publicKey}?language=es`)
  const table = page.getByRole('table', { name: 'Exposiciones' })
  await table.waitFor()
  expect(await table.getByRole('columnheader', { name: 'Nombre', exact: true }).count()).toBe(1)
  const name = table.getByRole('rowheader', { name: 'Reconstruction' }).getByRole('link')
  const lines = () =>
    name.evaluate((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      return text.getClientRects().length
    })
  await expect.poll(lines).toBe(1)
  const colors = () =>
    table
      .locator('[data-column="topic"] [style]')
      .evaluateAll((chips) => [...new Set(chips.map((chip) => getComputedStyle(chip).backgroundColor))])
  // Each topic has its own.
  await expect.poll(async () => (await colors()).length).toBeGreaterThan(3)
  await table.locator('[data-column="source"]').getByText('Legisladores', { exact: true }).first().waitFor()
  expect(errors).toEqual([])
  await context.close()
  await api.call(viewsApi.remove, { params: { teamId: sample, dataViewId: view.id } })
})

test('a column of a table is as wide as its field is meant to be, and a wide table scrolls by itself', async () => {
  const params = { teamId: speaking, dataCollectionId: peopleId }
  const widths = { fifth: 80, third: 130, half: 180, two_thirds: 240, three_quarters: 260, four_fifths: 280 }
  const displayedFields: CreateView['displayedFields'] = []
  for (const displayWidth of Object.keys(widths) as (keyof typeof widths)[]) {
    const body = { title: `Column ${displayWidth}`, dataType: 'plain_text', displayWidth } as const
    const { id } = await api.call(collectionsApi.createField, { params, body })
    displayedFields.push({ dataFieldId: id } as (typeof displayedFields)[number])
  }
  const view = await api.call(viewsApi.create, {
    params: { teamId: speaking },
    body: {
      dataCollectionId: peopleId,
      type: 'table',
      internalName: 'Widths',
      recordNameDataFieldId: nameFieldId,
      displayedFields,
      isVisibleExternally: true,
    } as CreateView,
  })
  const { page, context, errors } = await visit(browser, { viewport: { width: 1000, height: 800 } })
  await page.goto(`/public/team-${speaking}/views/${view.publicKey}?language=en`)
  const table = page.getByRole('table')
  await table.waitFor()
  for (const [name, least] of Object.entries(widths)) {
    const header = table.getByRole('columnheader', { name: `Column ${name}`, exact: true })
    expect((await header.boundingBox())!.width).toBeGreaterThanOrEqual(least)
  }
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await wide()).toBeLessThanOrEqual(0)
  const around = (await table.locator('..').boundingBox())!
  expect((await table.boundingBox())!.width).toBeGreaterThan(around.width)
  expect(await axe(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test.each([1, 2, 3, 4])(
  'public views are accessible in brand %i, on a desktop and on a phone',
  async (brand) => {
    const own = (await makeTeam(api, 'Brand', { enumAppBrandId: brand })).teamId
    const few = placed.slice(0, 12)
    const map = await makeView(api, own, await makeOffices(api, own, few), 'map')
    const calendar = await makeView(api, own, await makePeople(api, own, somePeople.slice(0, 40)), 'calendar')
    for (const width of [1280, 390]) {
      const { page, context, errors } = await visit(browser, { viewport: { width, height: 844 } })
      await page.goto(`/public/team-${own}/views/${map.publicKey}`)
      await page.getByText(`${few.length} places here`).waitFor()
      await page.locator('[data-clusters]').waitFor()
      // Search and filters are on one line.
      const fields = page.locator('search .mantine-Input-input')
      const heights = () =>
        fields.evaluateAll((all) => all.map((field) => Math.round(field.getBoundingClientRect().height)))
      await expect.poll(async () => new Set(await heights()).size).toBe(1)
      expect(await axe(page)).toEqual([])
      await page.goto(`/public/team-${own}/views/${calendar.publicKey}?date=1745-04-02`)
      await page.getByRole('grid').waitFor()
      expect(await axe(page)).toEqual([])
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(wide).toBeLessThanOrEqual(0)
      expect(errors).toEqual([])
      await context.close()
    }
  },
)
