/** A change of the team's account shows at once in every window of the team, and its rule for exports holds. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { sysAdminApi } from '@muster/contract/sysAdmin/sysAdmin.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { makeTeam, openListening, toastOf, visitSignedIn } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, type Visit } from './support/browser.ts'
import { tabTo } from './support/keyboard.ts'
import { makePerson } from './support/people.ts'
import { site } from './support/site.ts'

const shots = process.env.SHOTS

let browser: Browser
let api: ApiClient
let teamId: number
let peopleId: number
let mine: Visit
let theirs: Visit

beforeAll(async () => {
  api = await signInToApi()
  teamId = (await makeTeam(api, 'Account')).teamId
  const { id } = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'Person', pluralName: 'People' },
  })
  peopleId = id
  await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: id },
    body: { values: { name: 'Ada' } },
  })
  const person = await makePerson(api, teamId, 'Rosa', 'Diaz', false)
  browser = await launchBrowser()
  mine = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } })
  theirs = await visitSignedIn(browser, { viewport: { width: 1440, height: 900 } }, person)
})
afterAll(() => browser?.close())

const address = () => `/team-${teamId}/admin/account`
const read = () => api.call(teamsApi.account, { params: { teamId } })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return
  const size = page.viewportSize()!
  if (!(await page.getByRole('dialog').isVisible())) await page.setViewportSize({ ...size, height: 2400 })
  await page.screenshot({ path: `${shots}/account-${name}.png` })
  await page.setViewportSize(size)
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
}

test('quotas and their use are shown', async () => {
  const { page } = mine
  const { items } = await api.call(sysAdminApi.teams, { query: { limit: 200, search: 'Account' } })
  const { name, shortName, description, version } = items.find((one) => one.teamId === teamId)!
  const quotas = { maxRecords: 1, maxStorageBytes: 2_500_000, maxUsers: null }
  const body = { name, shortName, description, version, quotas }
  await api.call(sysAdminApi.updateTeam, { params: { teamId }, body })
  await page.goto(address())
  const shown = section(page, 'Use and quotas')
  await shown.getByText('1 of 1', { exact: true }).waitFor()
  await shown.getByText('Nothing more can be added.').waitFor()
  await shown.getByText('0 bytes of 2.5 MB').waitFor()
  await shown.getByText('2, no limit').waitFor()
  expect(await axe(page)).toEqual([])
  const free = { ...body, version: version + 1, quotas: { ...quotas, maxRecords: null } }
  await api.call(sysAdminApi.updateTeam, { params: { teamId }, body: free })
})

test('name, brand, zone and languages show in another window without a reload', async () => {
  await openListening(theirs.page, `/team-${teamId}/dashboard`)
  await openListening(mine.page, address())
  const { page } = mine
  const details = section(page, 'Team details')
  await details.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Trust')
  await details.getByLabel('Website').fill('harbour.example.org')
  await details.getByLabel('Billing address').fill('1 Quay')
  await section(page, 'Brand').getByRole('radio', { name: 'Harbor' }).check()
  const region = section(page, 'Time zone and languages')
  await region.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await region.getByLabel('Español').check()
  await region.getByLabel('Default data language').selectOption('es')
  await region.getByText('change places with their Spanish translations').waitFor()
  expect(await axe(page)).toEqual([])
  await shot(page, 'changed')
  await save(page)
  expect(await read()).toMatchObject({
    name: 'Harbour Trust',
    website: 'https://harbour.example.org',
    billingAddress: '1 Quay',
    enumAppBrandId: 2,
    primaryTimezone: 'Asia/Tokyo',
    availableDataLanguages: ['en', 'es'],
    defaultDataLanguage: 'es',
  })
  for (const visited of [mine, theirs]) {
    await visited.page.getByRole('button', { name: /Harbour Trust/ }).waitFor()
    await expect.poll(() => accentOf(visited.page)).toBe(await accentOf(mine.page))
  }
  await expect.poll(() => accentOf(theirs.page)).not.toBe('')

  await region.getByLabel('Default interface language').selectOption('fr')
  await save(page)
  await expect.poll(() => theirs.page.evaluate(() => document.documentElement.lang)).toBe('fr')
  await page.getByRole('heading', { name: 'Détails du compte' }).waitFor()
  await section(page, 'Fuseau horaire et langues')
    .getByLabel('Langue d’interface par défaut')
    .selectOption('en')
  await page.getByRole('button', { name: 'Enregistrer les modifications' }).click()
  await page.getByRole('heading', { name: 'Account details' }).waitFor()
})

const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--m-accent').trim())

test('a wrong value is reported at its field, nothing is lost, and leaving asks first', async () => {
  const { page } = mine
  await openListening(page, address())
  const details = section(page, 'Team details')
  await details.getByLabel('Website').fill('javascript:alert(1)')
  await details.getByLabel('Short name').fill('HT')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const website = details.getByRole('textbox', { name: 'Website' })
  await expect.poll(() => website.getAttribute('aria-invalid')).toBe('true')
  expect(await details.getByLabel('Short name').inputValue()).toBe('HT')
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Users' }).first().click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()

  // Somebody else changes the account meanwhile.
  const { version } = await read()
  await api.call(teamsApi.update, { params: { teamId }, body: { version, description: 'Theirs' } })
  await details.getByLabel('Website').fill('https://example.org')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toastOf(page, 'Someone else has changed the team meanwhile').waitFor()
  await expect.poll(() => details.getByLabel('Description').inputValue()).toBe('Theirs')
  expect(await details.getByLabel('Short name').inputValue()).toBe('HT')
  await save(page)
  expect(await read()).toMatchObject({
    shortName: 'HT',
    description: 'Theirs',
    website: 'https://example.org',
  })
})

test('a logo is cut out by keyboard and shows in another window', async () => {
  const { page } = mine
  await openListening(theirs.page, `/team-${teamId}/dashboard`)
  await openListening(page, address())
  const logos = section(page, 'Logos')
  // 240 by 120: red on the left, blue on the right.
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 240
    canvas.height = 120
    const context = canvas.getContext('2d')!
    context.fillStyle = 'red'
    context.fillRect(0, 0, 120, 120)
    context.fillStyle = 'blue'
    context.fillRect(120, 0, 120, 120)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    logos.getByRole('button', { name: 'Choose a picture: Square logo' }).click(),
  ])
  await chooser.setFiles(file)
  const dialog = page.getByRole('dialog', { name: 'Cut out: Square logo' })
  const area = dialog.getByRole('group', { name: /^Picture/ })
  await tabTo(area)
  expect(await axe(page)).toEqual([])
  // Further than the picture goes: its blue right half is in the frame.
  for (let n = 0; n < 12; n++) await page.keyboard.press('ArrowLeft')
  await shot(page, 'crop')
  await tabTo(dialog.getByRole('button', { name: 'Save logo' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const { squareLogo } = await read()
  const switcher = (of: Page) => of.getByRole('button', { name: /Switch team/ }).locator('img')
  for (const visited of [mine, theirs]) {
    await expect.poll(() => switcher(visited.page).getAttribute('src')).toBe(squareLogo)
  }
  const [width, height, color] = await theirs.page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const middle = context.getImageData(image.width / 2, image.height / 2, 1, 1).data
    return [image.width, image.height, [...middle].join()] as const
  }, squareLogo!)
  expect([width, height, color]).toEqual([120, 120, '0,0,255,255'])
  // Without a session as well.
  expect((await fetch(`${site.baseUrl}${squareLogo}`)).headers.get('content-type')).toBe('image/png')

  await logos
    .getByLabel('Square logo', { exact: true })
    .setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await logos.getByRole('alert').waitFor()
  await logos.getByLabel('Horizontal logo', { exact: true }).setInputFiles(file)
  const wide = page.getByRole('dialog', { name: 'Cut out: Horizontal logo' })
  await wide.getByText('2 : 1').waitFor()
  await wide.getByRole('button', { name: 'Save logo' }).click()
  await logos.getByRole('img', { name: 'Horizontal logo' }).waitFor()
  await shot(page, 'logos')
  await logos.getByRole('button', { name: 'Remove: Square logo' }).click()
  await page
    .getByRole('dialog', { name: 'Remove this logo?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect.poll(() => switcher(theirs.page).count()).toBe(0)
})

test('somebody without one of the roles that may export sees why they cannot', async () => {
  const list = `/team-${teamId}/data-collections/${peopleId}/records`
  await openListening(theirs.page, list)
  await openListening(mine.page, address())
  const exports = section(mine.page, 'Exports')
  await exports.getByRole('radio', { name: 'Only users with these roles' }).check()
  await exports.getByText('only team administrators may export').waitFor()
  await save(mine.page)
  const { page } = theirs
  const item = page.getByRole('menuitem', { name: 'Export' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await item.filter({ hasText: 'Only some roles of this team may export.' }).waitFor()
  expect(await item.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')

  await exports.getByRole('checkbox', { name: 'Member (everyone)' }).check()
  await save(mine.page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect.poll(() => item.isEnabled()).toBe(true)
  await item.click()
  await page.getByRole('dialog', { name: 'Export' }).waitFor()
})

test('fits a phone', async () => {
  const { page } = mine
  await page.setViewportSize({ width: 390, height: 844 })
  await openListening(page, address())
  await section(page, 'Exports').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axe(page)).toEqual([])
  await section(page, 'Team details').getByLabel('Short name').fill('Harbour')
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await shot(page, 'phone')
  for (const visited of [mine, theirs])
    expect(visited.errors.filter((text) => !/40[09]/.test(text))).toEqual([])
})
