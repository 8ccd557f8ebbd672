/** Calendars and maps inside the app, by keyboard and without the internet. */
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { chooseFrom, enter } from './support/keyboard.ts'
import { allOffices, makeOffices, makePeople, makeView, type Person, somePeople } from './support/places.ts'
import { site } from './support/site.ts'

let browser: Browser
let visited: Visit
let page: Page
let api: ApiClient
let teamId: number
let maps: string
let birthdays: string
let calendarId: number
let people: Awaited<ReturnType<typeof makePeople>>

const placed = allOffices.filter(({ lat }) => lat !== null)

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Places')).teamId
  const offices = await makeOffices(api, teamId)
  people = await makePeople(api, teamId)
  const map = await makeView(api, teamId, offices, 'map')
  const calendar = await makeView(api, teamId, people, 'calendar')
  maps = `/team-${teamId}/data-collections/${offices.collection.id}/records?view=${map.id}`
  calendarId = calendar.id
  birthdays = `/team-${teamId}/data-collections/${people.collection.id}/records?view=${calendar.id}`
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  page = visited.page
  // Only our own server can be reached.
  const own = new URL(site.baseUrl).host
  await visited.context.route('**', (route) =>
    new URL(route.request().url()).host === own ? route.continue() : route.abort(),
  )
})
afterAll(() => browser?.close())

test('1,312 offices are on the map in clusters; a filter leaves those of one state', async () => {
  expect(allOffices).toHaveLength(1312)
  await page.goto(maps)
  const map = page.locator('[data-clusters]')
  await map.waitFor()
  await page.getByText(`${placed.length.toLocaleString('en')} places here`).waitFor()
  await page.getByText(`${allOffices.length - placed.length} records have no place.`).waitFor()
  await expect.poll(async () => Number(await map.getAttribute('data-clusters'))).toBeGreaterThan(5)

  await page.getByRole('button', { name: 'State: All' }).click()
  await page.getByRole('textbox', { name: /State/ }).fill('WY')
  // Checked once the address has it, which `check` would not wait for.
  await page.getByRole('checkbox', { name: 'WY', exact: true }).click()
  await page.keyboard.press('Escape')
  const inWyoming = placed.filter(({ state }) => state === 'WY')
  await page.getByText(`${inWyoming.length} places here`).waitFor()
  const first = [...inWyoming].sort((a, b) => a.name.localeCompare(b.name, 'en'))[0]?.name as string

  // The list is one tab stop; arrow keys move in it, and the pin beside a row zooms to its point.
  const list = page.getByRole('list', { name: 'Places on the map' })
  const link = list.getByRole('link', { name: first }).first()
  await link.focus()
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() =>
      list
        .getByRole('link')
        .nth(1)
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true)
  // The displayed fields of a place besides its name.
  await tip().getByText('Address').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => Number(/\d+/.exec((await page.getByText(/places? here/).textContent()) ?? '')?.[0]))
    .toBeLessThan(inWyoming.length)
  expect(await axe(page)).toEqual([])

  await list.getByRole('link').first().press('Enter')
  await page.waitForURL(/record=\d+/)
  expect(visited.errors).toEqual([])
})

const tip = () => page.getByRole('tooltip')
const dayCell = (day: string) => page.locator(`[role="gridcell"][data-day="${day}"]`)
const stopOf = (day: string) => dayCell(day).locator('[data-day-stop]')
const isFocused = (day: string) =>
  expect.poll(() => stopOf(day).evaluate((one) => one === document.activeElement)).toBe(true)

test('arrow keys move through a calendar of the 18th century', async () => {
  const born = somePeople.find(({ birthday }) =>
    birthday.startsWith('1745-04'),
  ) as (typeof somePeople)[number]
  await page.goto(`${birthdays}&date=${born.birthday}`)
  const cell = stopOf(born.birthday)
  await cell.waitFor()
  await page.getByRole('heading', { name: 'April 1745' }).waitFor()
  // Enter opens a day's events, or creates a record on an empty day.
  await dayCell(born.birthday)
    .getByRole('link', { name: new RegExp(born.name) })
    .waitFor()
  const event = dayCell(born.birthday).getByRole('link', { name: new RegExp(born.name) })
  await event.hover()
  await tip().getByText('Birthday').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await tip().waitFor({ state: 'detached' })
  const spoken = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })
  expect(await cell.getAttribute('aria-label')).toContain(spoken.format(new Date(born.birthday)))
  await cell.focus()
  await page.keyboard.press('ArrowRight')
  const next = new Date(Date.parse(born.birthday) + 86_400_000).toISOString().slice(0, 10)
  await isFocused(next)
  await page.keyboard.press('PageDown')
  await page.getByRole('heading', { name: 'May 1745' }).waitFor()
  await isFocused('1745-05-01')
  await page.keyboard.press('PageUp')
  await page.getByRole('heading', { name: 'April 1745' }).waitFor()
  await isFocused('1745-04-01')
  expect(page.url()).toContain('date=1745-04-01')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await cell.focus()
  await page.keyboard.press('Enter')
  await expect.poll(focused).toContain(born.name)
  await page.keyboard.press('Escape')
  await isFocused(born.birthday)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(focused).toContain(born.name)
  await page.keyboard.press('Enter')
  await page.waitForURL(/record=\d+/)
})

test('an event is dragged to another day, and the move is undone', async () => {
  const born = somePeople.find(({ birthday }) =>
    birthday.startsWith('1745-04'),
  ) as (typeof somePeople)[number]
  const dayOf = async () => {
    const found = await api.call(recordsApi.query, {
      params: { teamId, dataCollectionId: people.collection.id },
      body: { search: born.name, limit: 5 },
    })
    return found.items.find(({ name }) => name === born.name)?.values.birthday
  }
  await page.goto(`${birthdays}&date=${born.birthday}`)
  const cell = dayCell(born.birthday)
  await cell.getByRole('link', { name: new RegExp(born.name) }).dragTo(dayCell('1745-04-20'))
  // The toast stays while the pointer is on it.
  const moved = toastOf(page, /./)
  await moved.hover()
  await expect.poll(dayOf).toBe('1745-04-20')
  await dayCell('1745-04-20')
    .getByRole('link', { name: new RegExp(born.name) })
    .waitFor()
  await moved.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(dayOf).toBe(born.birthday)
  expect(visited.errors).toEqual([])
})

test('date info shows on the days of a month, a week and a day', async () => {
  const holidays = await makePeople(
    api,
    teamId,
    [{ name: 'Easter Sunday', birthday: '1745-04-18' }],
    ['Holiday', 'Holidays'],
  )
  const view = await makeView(api, teamId, people, 'calendar', {
    calendarDateInfo: [
      { dataCollectionId: holidays.collection.id, dateDataFieldId: holidays.field('birthday').id },
    ],
  } as never)
  const url = `/team-${teamId}/data-collections/${people.collection.id}/records?view=${view.id}`
  for (const [mode, name] of [
    ['month', 'Month'],
    ['week', 'Week'],
    ['day', 'Day'],
  ] as const) {
    await page.goto(`${url}&date=1745-04-18&mode=${mode}`)
    await page.getByText('Easter Sunday', { exact: true }).waitFor()
    expect(await page.getByRole('radio', { name, exact: true }).isChecked()).toBe(true)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${url}&date=1745-04-18`)
  await page.getByText('Easter Sunday', { exact: true }).first().waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(visited.errors).toEqual([])
})

test('a week without events can be scrolled by keyboard', async () => {
  await page.goto(`${birthdays}&date=1745-04-18&mode=week`)
  const hours = page.locator('[data-hours]')
  await hours.waitFor()
  expect(await axe(page)).toEqual([])
  const top = () => hours.evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  await hours.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(top).toBeLessThan(before)
  expect(visited.errors).toEqual([])
})

test('rules colour pictures, cards and events', async () => {
  const red = 'rgb(229, 72, 77)'
  const tints = ['rgb(251, 226, 227)', 'rgb(172, 54, 58)']
  const rules = (value: string) => ({
    displayOptions: { rowColors: [{ filter: { field: 'name', op: 'is', value }, color: '#e5484d' }] },
  })
  const coloured = await makeTeam(api, 'Coloured')
  const offices = await makeOffices(api, coloured.teamId, allOffices.slice(0, 12))
  const [first, second] = allOffices.map(({ name }) => name) as [string, string]
  const born = await makePeople(api, coloured.teamId, somePeople.slice(0, 2))
  const [one, other] = somePeople as [Person, Person]
  const open = async (made: typeof offices, type: 'calendar' | 'list', value: string, layout?: string) => {
    const options = rules(value)
    const view = await makeView(api, coloured.teamId, made, type, {
      displayOptions: {
        ...options.displayOptions,
        ...(layout ? { layout } : {}),
        ...(layout === 'kanban' ? { groupDataFieldId: made.field('state').id } : {}),
      },
    } as never)
    const { id } = made.collection
    await page.goto(
      `/team-${coloured.teamId}/data-collections/${id}/records?view=${view.id}&date=${one.birthday}`,
    )
  }
  const colorsIn = (name: string) =>
    page
      .locator('[data-record], li')
      .filter({ hasText: name })
      .last()
      .evaluate((element) =>
        [element, ...element.querySelectorAll('*')].flatMap((each) => {
          const { backgroundColor, borderTopColor, color } = getComputedStyle(each)
          return [backgroundColor, borderTopColor, color]
        }),
      )
  for (const layout of ['gallery', 'kanban']) {
    await open(offices, 'list', first, layout)
    await page.getByText(first, { exact: true }).first().waitFor()
    await expect.poll(() => colorsIn(first)).toContain(red)
    expect(await colorsIn(second)).not.toContain(red)
    expect(await axe(page)).toEqual([])
  }
  // An event is filled with a tint of the colour, and the text is a shade of it.
  await open(born, 'calendar', one.name)
  await expect.poll(() => colorsIn(one.name)).toEqual(expect.arrayContaining(tints))
  await open(born, 'calendar', other.name)
  await page.getByText(one.name).first().waitFor()
  expect(await colorsIn(one.name)).not.toEqual(expect.arrayContaining(tints))
  expect(visited.errors).toEqual([])
})

test('a calendar program reads a view under a private address, until the person ends it', async () => {
  const read = async (url: string) => (await fetch(url)).status
  const dialog = page.getByRole('dialog', { name: 'Subscribe in a calendar program' })
  const address = dialog.getByRole('group', { name: 'Private address' }).locator('code')
  const open = async () => {
    await page.goto(birthdays)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await chooseFrom(
      page.getByRole('button', { name: 'More actions' }).first(),
      'Subscribe in a calendar program',
    )
  }
  await open()
  await enter(dialog.getByRole('button', { name: 'Create address' }))
  await dialog.getByText('It is shown only now.').waitFor()
  expect(await axe(page)).toEqual([])
  const first = (await address.textContent()) ?? ''
  const calendar = await fetch(first)
  expect(calendar.status).toBe(200)
  expect(await calendar.text()).toContain('BEGIN:VCALENDAR')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // Afterwards it is only known that there is one; a new one replaces it.
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  await dialog.getByText(/You have had an address since/).waitFor()
  expect(await address.count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await enter(dialog.getByRole('button', { name: 'Create a new address' }))
  await address.waitFor()
  const second = (await address.textContent()) ?? ''
  expect([await read(first), await read(second)]).toEqual([404, 200])
  await enter(dialog.getByRole('button', { name: 'End it' }))
  await dialog.getByRole('button', { name: 'Create address' }).waitFor()
  await expect.poll(() => read(second)).toBe(404)
  expect(await api.call(viewsApi.getFeed, { params: { teamId, dataViewId: calendarId } })).toEqual({
    feed: null,
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(visited.errors).toEqual([])
})
