/** What the server shows of a public wizard before its scripts are there, and that nothing done there is lost. */
import { recordsApi } from '@muster/contract/records/records.api'
import { wizardsApi } from '@muster/contract/wizards/wizards.api'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { type Browser, devices, type Page, type Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, signInToApi } from './support/api.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { makePublicInvitation } from './support/wizards.ts'

let browser: Browser
let api: ApiClient
let teamId: number
let guestsId: number
let wizard: DataWizard

beforeAll(async () => {
  api = await signInToApi()
  ;({ teamId, guestsId, wizard } = await makePublicInvitation(api, 'First look', 2))
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const address = (id = wizard.id) => `/public/team-${teamId}/wizards/${id}`

const { userAgent } = devices['Pixel 7']
const phone = { viewport: { width: 390, height: 844 }, userAgent }

const prerendered = (page: Page) => page.locator('#prerendered')

/** A page as the server sends it. */
async function htmlOf(page: Page, url: string): Promise<string> {
  return (await page.request.get(url, { headers: { accept: 'text/html' } })).text()
}

/** Opens the page without the scripts of the app. @returns lets them come */
async function openWithoutScripts(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/assets\/(?!prerendered-stage-).*\.js$/, (route) => {
    if (isHeld) held.push(route)
    else void route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  // Nothing is painted before the style sheet and this script are there.
  await page.locator('#prerendered[data-stage]').waitFor({ state: 'attached' })
  return async () => {
    isHeld = false
    await Promise.all(held.map((route) => route.continue()))
  }
}

/** Keeps the fonts away, which come some time after the scripts. */
const withoutFonts = (page: Page) => page.route(/\.woff2$/, () => {})

/** Where everything is that is seen; with the fonts, a few lines move by a pixel. */
const places = (page: Page) =>
  page
    .locator('h1, h2, label, input, select, button, header, p')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((one) => {
        const { y, width, height } = one.getBoundingClientRect()
        return [one.tagName, y, width, height].join(' ')
      }),
    )

test('on a phone the first question is read and answered before the scripts are there', async () => {
  const { page, context, errors } = await visit(browser, phone)
  await withoutFonts(page)
  const letScriptsCome = await openWithoutScripts(page, address())
  await page.getByRole('heading', { name: 'Summer party', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Start' }).click()
  const name = page.getByLabel('Your name')
  await name.pressSequentially('Ada')
  expect(await prerendered(page).count()).toBe(1)
  expect(await axe(page)).toEqual([])
  const before = await places(page)
  await letScriptsCome()
  await expect.poll(() => prerendered(page).count()).toBe(0)
  expect(await places(page)).toEqual(before)
  // It goes on where it was: the focus is at the end of what was typed.
  await page.keyboard.type(' Lovelace')
  expect(await name.inputValue()).toBe('Ada Lovelace')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await page.getByLabel('Email').fill('ada@example.org')
  await next.click()
  await next.click()
  await page.getByRole('heading', { name: 'What you eat' }).waitFor()
  await next.click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByText('See you in July!').waitFor()
  const { items } = await api.call(recordsApi.query, {
    params: { teamId, dataCollectionId: guestsId },
    body: { filter: { field: '@name', op: 'is', value: 'Ada Lovelace' } },
  })
  expect(items).toHaveLength(1)
  expect(errors).toEqual([])
  await context.close()
})

test('who has pressed Next already comes to the next question, in their language', async () => {
  const { page, context, errors } = await visit(browser, { ...phone, locale: 'fr-FR', colorScheme: 'dark' })
  const letScriptsCome = await openWithoutScripts(page, address())
  await page.getByRole('button', { name: 'Commencer' }).click()
  await page.getByLabel('Votre nom').fill('Sophie Germain')
  await page.keyboard.press('Enter')
  await letScriptsCome()
  await page.getByText('Question 2 sur 3').waitFor()
  await page.getByRole('button', { name: 'Retour' }).click()
  expect(await page.getByLabel('Votre nom').inputValue()).toBe('Sophie Germain')
  // A reload in the middle of a run shows neither its start nor its first question.
  await page.route(/\/assets\/(?!prerendered-stage-).*\.js$/, () => {})
  await page.reload({ waitUntil: 'commit' })
  await prerendered(page).waitFor({ state: 'attached' })
  await page.locator('#root').waitFor({ state: 'attached' })
  expect(await prerendered(page).isVisible()).toBe(false)
  expect(errors).toEqual([])
  await context.close()
})

test('a question whose inputs are loaded later comes with the scripts; Start is not pressed in vain', async () => {
  const { page, context, errors } = await visit(browser)
  const letScriptsCome = await openWithoutScripts(page, address())
  // In a wide window the birthday is among the first inputs.
  expect(await page.getByLabel('Your name').count()).toBe(0)
  await page.getByLabel('Language').selectOption('Français')
  const start = page.getByRole('button', { name: 'Commencer' })
  await start.click()
  expect(await start.isVisible()).toBe(true)
  await letScriptsCome()
  await page.getByRole('textbox', { name: 'Votre nom' }).waitFor()
  expect(await prerendered(page).count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('texts for fields in the address are not in it; a closed wizard has none', async () => {
  const { page, context } = await visit(browser, phone)
  const prefilled = await htmlOf(page, `${address()}?name=Grace%20Hopper`)
  expect(prefilled).toContain('data-part="start"')
  expect(prefilled).not.toContain('data-part="question"')
  expect(prefilled).not.toContain('Grace')
  await page.goto(`${address()}?name=Grace%20Hopper`)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Grace Hopper')
  await api.call(wizardsApi.update, { params: { teamId, dataWizardId: wizard.id }, body: { isOpen: false } })
  expect(await htmlOf(page, address())).not.toContain('data-part')
  await context.close()
})
