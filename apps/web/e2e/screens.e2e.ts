/** Each screen can be used without a mouse or good eyes, in each language, on a phone. */
import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataType } from '@muster/contract/fields/families'
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit, visit } from './support/browser.ts'
import { makeDraft, makeSender, makeTemplate } from './support/messages.ts'
import { addressOf, allScreens, type Screen } from './support/routes.ts'
import { makeGuests, makeInvitation } from './support/wizards.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

interface Place {
  teamId: number
  params: Record<string, string | number>
}

let browser: Browser
let api: ApiClient
let visited: Visit
/** Not signed in. */
let stranger: Visit
/** One team of each brand, with something in it. */
let places: Place[] = []

/** Public screens; the first ones have made-up links, which the server refuses. */
const isForLink = ({ path }: Screen) =>
  /verify-email|reset-password|accept-invite|setup-password|AuthPublicDataWizard|^\/(u|subscription)\//.test(
    path,
  )
const isPublic = (screen: Screen) =>
  isForLink(screen) || /^\/(login|sign-up|forgot-password)/.test(screen.path)

const screens = allScreens()
const signedInScreens = screens.filter((screen) => !isPublic(screen))
const publicScreens = screens.filter(isPublic)
/** Those whose parts the others are made of. */
const representative = [
  'root.team.dashboard',
  'root.team.dataCollection.records',
  'root.team.dataRecord.allFields',
  'root.team.dataRecord.tab',
  'root.team.admin.dataCollection.dataFields',
  'root.team.admin.dataCollection.dataCardGroups',
  'root.team.user.preferences',
  'root.team.admin.users',
].map((name) => {
  const screen = signedInScreens.find((one) => one.name === name)
  if (!screen) throw new Error(`There is no screen ${name}`)
  return screen
})

beforeAll(async () => {
  api = await signInToApi()
  places = await Promise.all([1, 2, 3, 4].map(makePlace))
  browser = await launchBrowser()
  visited = await visitSignedIn(browser, { viewport: desk })
  stranger = await visit(browser, { viewport: desk })
})
afterAll(() => browser?.close())

const fieldTypes = [
  'plain_text',
  'number',
  'boolean',
  'date',
  'money',
  'email_address',
  'payment_status',
  'detail_list',
] as const satisfies DataType[]

async function makePlace(enumAppBrandId: number): Promise<Place> {
  const { teamId } = await makeTeam(api, 'Screens', { enumAppBrandId })
  const make = (name: string, isList: boolean) =>
    api.call(collectionsApi.create, {
      params: { teamId },
      body: { name, pluralName: `${name}s`, IsUsedAsCustomList: isList, isShownOnTeamDashboard: !isList },
    })
  const collection = await make('Visitor', false)
  const list = await make('Choice', true)
  const params = { teamId, dataCollectionId: collection.id }
  for (const dataType of fieldTypes) {
    const title = `A ${dataType.replaceAll('_', ' ')}`
    await api.call(collectionsApi.createField, {
      params,
      body: { title, columnName: `a_${dataType}`, dataType },
    })
  }
  const { record } = await api.call(recordsApi.create, {
    params,
    body: {
      values: {
        [collection.DataFields[0]!.columnName]: 'Ada Lovelace',
        a_plain_text: 'A text',
        a_number: 1815,
        a_boolean: true,
        a_date: '1815-12-10',
        a_money: { amount: 12.5, currency: 'EUR' },
        a_email_address: 'ada@example.org',
        a_payment_status: 'paid',
        a_detail_list: [{ label: 'Born', value: 'London' }],
      },
    },
  })
  const item = { [list.DataFields[0]!.columnName]: 'First' }
  await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: list.id },
    body: { values: item },
  })
  const dataCardGroupId = await layOut(teamId, collection.id)
  const view = await makeView(teamId, collection.id)
  const { items: roles } = await api.call(rolesApi.list, { params: { teamId } })
  // Linked to itself, so that cards of links have one.
  await api.call(recordsApi.update, {
    params: { teamId, dataRecordId: record.id },
    body: { values: { visits: [record.id] } },
  })
  await makeSender(api, teamId)
  const ogmTemplateId = await makeTemplate(api, teamId)
  const outgoingMessageId = await makeDraft(api, teamId, 'Summer news')
  const guests = await makeGuests(api, teamId)
  const wizard = await makeInvitation(api, teamId, guests, { isPublic: true, runsWith: 'wizard' })
  return {
    teamId,
    params: {
      ogmTemplateId,
      outgoingMessageId,
      dataCardGroupId,
      dataViewId: view.id,
      publicKey: view.publicKey,
      dataWizardId: wizard.id,
      wizardStepId: wizard.steps[0]!.id,
      stepTaskId: wizard.steps[0]!.tasks[0]!.id,
      userRoleId: roles[0]!.id,
      teamId,
      dataCollectionId: collection.id,
      listId: list.id,
      dataRecordId: record.id,
      record: record.id,
      userId: 'nobody',
      token: 'none',
    },
  }
}

/** A tab with a card of each type. @returns the group's id */
async function layOut(teamId: number, dataCollectionId: number): Promise<number> {
  const params = { teamId }
  const source = await api.call(collectionsApi.createField, {
    params: { teamId, dataCollectionId },
    body: {
      title: 'Visits',
      columnName: 'visits',
      dataType: 'multi_data_record',
      settings: { dataCollectionId },
    },
  })
  const dataCardIds: number[] = []
  for (const card of [
    { title: 'Form', fieldsShown: [{ dataFieldId: source.id }] },
    { title: 'Table', cardType: 'table', sourceDataFieldId: source.id },
    { title: 'Pictures', cardType: 'thumbnails', sourceDataFieldId: source.id, isReverse: true },
  ] as const) {
    const body = { ...card, dataCollectionId } as never
    dataCardIds.push((await api.call(cardsApi.create, { params, body })).id)
  }
  const body = { dataCollectionId, name: 'Main', dataCardIds }
  return (await api.call(cardsApi.createGroup, { params, body })).id
}

/** A calendar, which has the most screens, with content on each. */
async function makeView(teamId: number, dataCollectionId: number): Promise<SavedView> {
  const params = { teamId }
  const { DataFields } = await api.call(collectionsApi.get, {
    params: { teamId, dataCollectionId },
    query: {},
  })
  const [first, ...others] = DataFields.map(({ id }) => ({ dataFieldId: id }))
  const dateDataFieldId = DataFields.find(({ dataType }) => dataType === 'date')?.id
  const body = {
    dataCollectionId,
    type: 'calendar',
    internalName: 'Birthdays',
    recordNameDataFieldId: first?.dataFieldId,
    eventStartDataFieldId: dateDataFieldId,
    displayedFields: others,
    filterFields: others.slice(0, 3),
    calendarDateInfo: [{ dataCollectionId, dateDataFieldId }],
    isVisibleExternally: true,
  }
  return api.call(viewsApi.create, { params, body: body as never })
}

/** The address of a screen; custom lists are collections of their own. */
function addressIn(place: Place, screen: Screen): string {
  const { listId, ...params } = place.params
  const isList = screen.path.includes('custom-lists/')
  return addressOf(screen, isList ? { ...params, dataCollectionId: listId as number } : params)
}

/** Waits until the screen has its title, and nothing on it has been loading for some frames. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    (framesOfRest) => {
      const recorded = globalThis as unknown as { restingFrames?: number }
      const title = document.querySelector('h1')
      const isRest = title?.checkVisibility() === true && !document.querySelector('[role="status"][title]')
      recorded.restingFrames = isRest ? (recorded.restingFrames ?? 0) + 1 : 0
      return recorded.restingFrames > framesOfRest
    },
    10,
    { polling: 'raf' },
  )
}

/** As somebody who types an address. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load' })
  await settle(page)
}

interface Router {
  navigate(to: { href: string }): Promise<void>
}

/** As somebody who follows a link, where the app is open already: to start it takes longer than most screens do. */
async function go(page: Page, address: string): Promise<void> {
  const isOpen = await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Router }
    await router?.navigate({ href })
    return router !== undefined
  }, address)
  if (isOpen) await settle(page)
  else await open(page, address)
}

/** Texts and names that are keys of the locale files instead of words. */
const keysOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const key = /^(?:[a-z][a-zA-Z]*:)?[a-z][a-zA-Z_]*(?:\.[a-zA-Z_]+)+$|^[a-z][a-zA-Z]*:[a-zA-Z_]+$/
    const texts: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.push(element.getAttribute(name) ?? '')
    }
    return texts.filter((text) => key.test(text))
  })

/** By how many pixels the page, or its scrolling content, is wider than the screen. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scrollers = [document.documentElement, document.body, ...document.querySelectorAll('main')]
    return Math.max(0, ...scrollers.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  })

/** Errors since the last check; a refused link is the server's answer, and no error of the screen. */
function newErrors({ errors }: Visit, screen: Screen): string[] {
  const recorded = errors.splice(0)
  return isForLink(screen) ? recorded.filter((text) => !/status of 4\d\d/.test(text)) : recorded
}

async function check(at: Visit, place: Place, screen: Screen, goTo = go): Promise<void> {
  const { page } = at
  const address = addressIn(place, screen)
  await goTo(page, address)
  // A draft has no summary yet; its details are shown.
  expect(page.url()).toContain(address.replace(/summary$/, 'details'))
  const found = { axe: await axe(page), keys: await keysOn(page), errors: newErrors(at, screen) }
  expect(found).toEqual({ axe: [], keys: [], errors: [] })
  await page.setViewportSize(phone)
  // Scripts adapt the screen to the width a moment after the styles do.
  await expect.poll(() => overflow(page), { message: 'wider than a phone' }).toBe(0)
  await page.setViewportSize(desk)
}

test('an unknown address says so', async () => {
  const missing = { name: 'not found', path: '/team-{$teamId}/nothing/here', isEmpty: false }
  await check(visited, places[0]!, missing)
  expect(await visited.page.locator('h1').textContent()).toBe('Not Found')
})

test('all screens are covered', () => {
  // As many as the specification's section on screens names, and a few more.
  expect(screens.length).toBeGreaterThan(55)
  expect(signedInScreens.filter(({ isEmpty }) => !isEmpty).length).toBeGreaterThan(25)
  expect(publicScreens.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/login', '/forgot-password']),
  )
})

describe('in English, light, in the first brand', () => {
  test.each(signedInScreens)('$name', async (screen) => {
    await check(visited, places[0]!, screen)
  })

  test.each(publicScreens)('$name', async (screen) => {
    await check(stranger, places[0]!, screen, open)
  })
})

describe('on a phone', () => {
  test('screens that change their layout there follow the same rules', async () => {
    const hand = await visitSignedIn(browser, { viewport: phone, hasTouch: true, isMobile: true })
    const wrong: Record<string, unknown> = {}
    for (const screen of representative) {
      await go(hand.page, addressIn(places[0]!, screen))
      const found = [...(await axe(hand.page)), ...newErrors(hand, screen)]
      await expect
        .poll(() => overflow(hand.page), { message: `${screen.name} is wider than a phone` })
        .toBe(0)
      if (found.length > 0) wrong[screen.name] = found
    }
    expect(wrong).toEqual({})
    await hand.context.close()
  })
})

describe.each(['es', 'fr'] as const)('in %s', (language: Language) => {
  // The English run finds screens that lack a text; the locale checks find languages that lack one.
  test('screens are translated', async () => {
    const { page } = visited
    const { teamId } = places[0]!
    const prefer = (InterfaceLanguage: Language | null) =>
      api.call(teamsApi.preferences, { params: { teamId }, body: { InterfaceLanguage } })
    await prefer(language)
    try {
      const wrong: Record<string, unknown> = {}
      await open(page, `/team-${teamId}/dashboard`)
      for (const screen of representative) {
        await go(page, addressIn(places[0]!, screen))
        const found = [...(await keysOn(page)), ...newErrors(visited, screen)]
        const lang = await page.evaluate(() => document.documentElement.lang)
        if (found.length > 0 || lang !== language) wrong[screen.name] = { found, lang }
      }
      expect(wrong).toEqual({})
    } finally {
      await prefer(null)
    }
  })

  test('so are the screens before sign-in', async () => {
    await open(stranger.page, '/login')
    await stranger.page.evaluate((locale) => localStorage.setItem('locale', locale), language)
    const wrong: Record<string, unknown> = {}
    for (const screen of publicScreens) {
      await open(stranger.page, addressIn(places[0]!, screen))
      const found = [...(await keysOn(stranger.page)), ...newErrors(stranger, screen)]
      const lang = await stranger.page.evaluate(() => document.documentElement.lang)
      if (found.length > 0 || lang !== language) wrong[screen.name] = { found, lang }
    }
    expect(wrong).toEqual({})
  })
})

test.each([1, 2, 3, 4])('brand %d is readable in light and dark colours', async (brand) => {
  const looked = await visitSignedIn(browser, { viewport: desk })
  const wrong: Record<string, unknown> = {}
  const look = async (screen: Screen, goTo = go) => {
    await goTo(looked.page, addressIn(places[brand - 1]!, screen))
    // The light colours of the first brand are checked with everything else, above.
    for (const scheme of brand === 1 ? (['dark'] as const) : (['light', 'dark'] as const)) {
      await looked.page.emulateMedia({ colorScheme: scheme })
      await looked.page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
      const found = await axe(looked.page, ['color-contrast'])
      if (found.length > 0) wrong[`${screen.name} in ${scheme} colours`] = found
    }
  }
  for (const screen of representative) await look(screen)
  // Before sign-in there is no team, so only the host's brand remains in its other scheme.
  if (brand === 1) {
    await looked.context.clearCookies()
    for (const screen of publicScreens) await look(screen, open)
  }
  expect(wrong).toEqual({})
  await looked.context.close()
})
