/** A mail with every kind of block as mail programs show it: on phones and wide screens, light and dark, without pictures, and as text. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { type MessageBlock, newBlock } from '@muster/contract/messages/blocks/index'
import { messagesApi } from '@muster/contract/messages/messages.api'
import { messageSendersApi } from '@muster/contract/messages/senders.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { Page, Route } from 'playwright-core'
import type { Email } from 'postal-mime'
import { beforeAll, expect, test, vi } from 'vitest'
import { axe } from './support/axe.ts'
import { api, inATeam, teamId, visited } from './support/in-a-team.ts'
import { makeDraft, makeSender } from './support/messages.ts'
import { readMailsTo } from './support/outbox.ts'
import { site } from './support/site.ts'

inATeam('Mails')

const shots = process.env.SHOTS
const alt = 'Two volunteers sort apples into crates'
/** The colors of words, as the design and its dark mode have them. */
const words = { light: 'rgb(24, 24, 27)', dark: 'rgb(244, 244, 245)' }
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 3"><rect width="6" height="3" fill="#0f766e"/></svg>'

let mail: Email
let page: Page
let hasPictures = true

/** A collection with records. @returns its id and those of its fields, the name first */
async function makeCollection(name: string, fields: Record<string, string>, rows: readonly string[][]) {
  const params = { teamId }
  const made = await api.call(collectionsApi.create, {
    params,
    body: { name, pluralName: `${name}s`, representsPeople: name === 'Guest' },
  })
  const at = { teamId, dataCollectionId: made.id }
  const ids = [made.IdDataFieldDataObjectName as number]
  const columns = ['name']
  for (const [title, dataType] of Object.entries(fields)) {
    const field = await api.call(collectionsApi.createField, {
      params: at,
      body: { title, dataType } as never,
    })
    ids.push(field.id)
    columns.push(field.columnName)
  }
  for (const row of rows) {
    const values = Object.fromEntries(row.map((value, n) => [columns[n], value]))
    await api.call(recordsApi.create, { params: at, body: { values } })
  }
  return { dataCollectionId: made.id, ids }
}

let last = 0
function block<Type extends MessageBlock['type']>(type: Type, settings: object = {}) {
  const made = newBlock(type, () => `b${++last}`)
  return { ...made, settings: { ...made.settings, ...settings } } as Extract<MessageBlock, { type: Type }>
}

/** A picture of the team. @returns its id */
async function storePicture(): Promise<string> {
  const answer = await fetch(`${site.baseUrl}/api/teams/${teamId}/outgoingMessagePictures?name=crate.png`, {
    method: 'POST',
    headers: { cookie: site.adminCookie, 'content-type': 'application/octet-stream' },
    body: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  return ((await answer.json()) as { fileId: string }).fileId
}

interface Shown {
  fileId: string
  dataViewId: number
  dataFieldIds: readonly number[]
}

/** Every kind of block, some with colors of their own. */
function everyBlock({ fileId, dataViewId, dataFieldIds }: Shown): MessageBlock[] {
  const halves = block('columns')
  halves.children[0]!.children = [
    block('image', { source: { kind: 'file', fileId }, alt: 'A crate', width: 120, align: 'left' }),
    block('heading', { text: 'Give food', level: 3 }),
    block('text', { html: '<p>Crates stand at the door.</p>' }),
  ]
  halves.children[1]!.settings.backgroundColor = '#fef3c7'
  halves.children[1]!.children = [
    block('heading', { text: 'Give time', level: 3 }),
    block('text', { html: '<p>Two hours <a href="https://example.org/time">are enough</a>.</p>' }),
  ]
  const quarters = block('columns', { ratio: '1-1-1-1', stacksOnPhones: false })
  quarters.children = ['Mon', 'Tue', 'Wed', 'Thu'].map((day) => ({
    ...structuredClone(halves.children[0]!),
    id: `c${day}`,
    children: [block('text', { html: `<p><strong>${day}</strong></p><p>10 to 12</p>`, align: 'center' })],
  }))
  const records = { dataViewId, dataFieldIds: [...dataFieldIds] }
  return [
    block('heading', { text: 'The harvest is in' }),
    block('text', {
      html: '<p>Dear {{ field.name }},</p><p>there is much to do, as <a href="https://example.org/harvest">our report</a> says:</p><ul><li>sorting apples</li><li>driving crates</li></ul>',
    }),
    block('heading', { text: 'A color that is too dark for the dark', level: 2, color: '#0f766e' }),
    block('image', {
      source: { kind: 'url', url: 'https://pictures.example/harvest.svg' },
      alt,
      url: 'https://example.org/pictures',
    }),
    block('button', { label: 'Join us on Saturday', url: 'https://example.org/join', align: 'center' }),
    halves,
    quarters,
    block('divider'),
    block('spacer'),
    block('heading', { text: 'Next courses', level: 2 }),
    block('view_list', { ...records, showsTitles: true }),
    block('view_list', { ...records, layout: 'table', showsTitles: true }),
    block('html', {
      html: '<table width="600" cellpadding="8"><tr><td style="background-color:#fef3c7">Open today</td><td bgcolor="#e0e7ff">Closed tomorrow</td></tr></table>',
    }),
    block('html', { html: '<h2>From our kitchen</h2><p>Soup, <em>every</em> day.</p>' }),
    block('social', {
      links: [
        { network: 'mastodon', url: 'https://social.example/@food' },
        { network: 'youtube', url: 'https://video.example/food' },
      ],
    }),
    block('text', {
      html: '<p><a href="{{ system.unsubscribe_url }}">Unsubscribe</a></p>',
      align: 'center',
      backgroundColor: '#e4e4e7',
    }),
  ]
}

beforeAll(async () => {
  const email = `ines.${teamId}@example.org`
  const guests = await makeCollection('Guest', { Email: 'email_address' }, [['Inés', email]])
  const courses = await makeCollection('Course', { Day: 'plain_text', Room: 'plain_text' }, [
    ['Bread for beginners', 'Monday', 'Kitchen'],
    ['Preserving vegetables', 'Wednesday', 'Greenhouse'],
  ])
  const { dataCollectionId, ids } = courses
  const view = await api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId,
      internalName: 'Courses',
      type: 'list',
      recordNameDataFieldId: ids[0],
      displayedFields: ids.map((dataFieldId) => ({ dataFieldId })),
      sort: [{ field: 'name', direction: 'asc' }],
    },
  } as never)
  const senderId = await makeSender(api, teamId)
  await api.call(messageSendersApi.saveSettings, {
    params: { teamId },
    body: { requiresApproval: false, tracksClicks: true, tracksOpens: true, postalAddress: '1 Quay Street' },
  })
  const blocks = everyBlock({ fileId: await storePicture(), dataViewId: view.id, dataFieldIds: ids })
  const outgoingMessageId = await makeDraft(api, teamId, 'Harvest')
  const params = { teamId, outgoingMessageId }
  await api.call(messagesApi.saveContent, {
    params: { ...params, languageId: 'en' },
    body: {
      subjectLine: 'The harvest is in',
      preheader: 'Help us on Saturday',
      design: { settings: {}, blocks },
    } as never,
  })
  const audience = { include: [{ kind: 'collection', dataCollectionId: guests.dataCollectionId }] }
  const { version } = await api.call(messagesApi.get, { params })
  await api.call(messagesApi.update, { params, body: { version, senderId, audience } as never })
  await api.call(messagesApi.send, { params, body: {} })
  mail = await vi.waitUntil(async () => (await readMailsTo(email))[0], { timeout: 60_000 })
  page = await visited.context.newPage()
  await page.route('**', (route) => {
    if (route.request().resourceType() === 'document')
      return route.fulfill({ body: mail.html!, contentType: 'text/html; charset=utf-8' })
    if (!hasPictures) return route.abort()
    // A page on the web may not load from this machine.
    const url = route.request().url()
    if (url.startsWith(site.baseUrl)) return fulfillFrom(route, url)
    return route.fulfill({ body: svg, contentType: 'image/svg+xml' })
  })
})

async function fulfillFrom(route: Route, url: string): Promise<void> {
  const answer = await fetch(url)
  const contentType = answer.headers.get('content-type') ?? ''
  await route.fulfill({
    status: answer.status,
    contentType,
    body: Buffer.from(await answer.arrayBuffer()),
  })
}

/** Opens the mail. @returns how far something in it is beyond its window, in pixels */
async function open(width: number, scheme: 'light' | 'dark'): Promise<number> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.goto('https://mail.example/')
  if (shots) {
    const path = `${shots}/${width}-${scheme}${hasPictures ? '' : '-without-pictures'}.png`
    await page.screenshot({ path, fullPage: true })
  }
  // What is cut off at an edge does not make the page wider.
  return page.evaluate(() => {
    const edges = [...document.body.querySelectorAll('*')].map((element) => element.getBoundingClientRect())
    return Math.max(0, ...edges.map(({ left, right }) => Math.max(-left, right - innerWidth)))
  })
}

/** WCAG's rules; those for whole sites, such as landmarks, are not for a mail. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test.each(['light', 'dark'] as const)('it fits every screen and can be read, %s', async (scheme) => {
  hasPictures = true
  for (const width of [320, 600, 1200]) expect([width, await open(width, scheme)]).toEqual([width, 0])
  expect(await axe(page, rules)).toEqual([])
  const own = page.getByRole('img', { name: 'A crate' })
  expect(await own.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  const background = await page.evaluate(() => {
    const content = document.querySelector('.m-content > table')!
    return getComputedStyle(content).backgroundColor
  })
  expect(background).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(39, 39, 42)')
})

test.each(['light', 'dark'] as const)('without pictures it says what they show, %s', async (scheme) => {
  hasPictures = false
  for (const width of [1200, 600, 320]) {
    expect([width, await open(width, scheme)]).toEqual([width, 0])
    const picture = page.getByRole('img', { name: alt })
    const shown = await picture.evaluate((image: HTMLImageElement) => {
      const { color, fontSize } = getComputedStyle(image)
      const { width, height } = image.getBoundingClientRect()
      return { isLoaded: image.naturalWidth > 0, color, fontSize, hasRoom: width > 200 && height >= 16 }
    })
    // It is a link: its words have the color of links.
    const color = scheme === 'light' ? 'rgb(67, 56, 202)' : 'rgb(165, 180, 252)'
    expect(shown).toEqual({ isLoaded: false, color, fontSize: '16px', hasRoom: true })
  }
  expect(await axe(page, rules)).toEqual([])
  const { height } = (await page.getByRole('link', { name: 'Join us on Saturday' }).boundingBox())!
  expect(height).toBeGreaterThanOrEqual(44)
})

test('a color that the dark swallows gives way there, and backgrounds keep theirs', async () => {
  const colorOf = (name: string) =>
    page.getByRole('heading', { name }).evaluate((heading) => getComputedStyle(heading).color)
  await open(320, 'light')
  expect(await colorOf('too dark')).toBe('rgb(15, 118, 110)')
  await open(320, 'dark')
  expect(await colorOf('too dark')).toBe(words.dark)
  expect(await colorOf('Give food')).toBe(words.dark)
  expect(await colorOf('Give time')).toBe(words.light)
})

test('it keeps what Outlook needs', () => {
  const html = mail.html!
  expect(html).toMatch(/<!--\[if mso \| IE\]>/)
  expect(html.match(/<!--\[if /g)).toHaveLength(html.match(/<!\[endif\]-->/g)!.length)
  // Outlook sizes pictures by their attribute, and knows neither of the others.
  for (const [image] of html.matchAll(/<img [^>]*>/g)) expect(image).toMatch(/ width="\d+"/)
  expect(html).not.toMatch(/display:\s*(flex|grid)|position:\s*(absolute|fixed)/)
})

test('its text can be read aloud', () => {
  const text = mail.text!
  expect(text).not.toMatch(/<[a-z/!]|&[a-z]+;|\{[{%]/i)
  const addresses = text.match(/https?:\/\/[^\s)]+/g)!
  for (const address of addresses) expect(URL.canParse(address)).toBe(true)
  expect(text.replace(/https?:\/\/[^\s)]+/g, 'LINK').trim()).toBe(aloud)
})

const aloud = `The harvest is in

Dear Inés,

there is much to do, as our report (LINK) says:

- sorting apples
- driving crates

A color that is too dark for the dark

Two volunteers sort apples into crates: LINK

Join us on Saturday: LINK

A crate

Give food

Crates stand at the door.

Give time

Two hours are enough (LINK).

Mon

10 to 12

Tue

10 to 12

Wed

10 to 12

Thu

10 to 12

---

Next courses

- Bread for beginners
  Day: Monday
  Room: Kitchen
- Preserving vegetables
  Day: Wednesday
  Room: Greenhouse

- Bread for beginners | Day: Monday | Room: Kitchen
- Preserving vegetables | Day: Wednesday | Room: Greenhouse

Open today Closed tomorrow

From our kitchen

Soup, every day.

Mastodon: LINK
YouTube: LINK

Unsubscribe (LINK)`
