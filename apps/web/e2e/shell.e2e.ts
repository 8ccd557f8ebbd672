/** The shell: signing in, navigation, signing out, and its layout on a phone. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './support/api.ts'
import { makeTeam } from './support/app.ts'
import { axe } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { site } from './support/site.ts'

let browser: Browser
/** In English, which another file's team may not be: without a last team the first by name is opened. */
let teamId: number
beforeAll(async () => {
  teamId = (await makeTeam(await signInToApi(), 'Shell')).teamId
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function signIn(page: Page): Promise<void> {
  const { email, password } = site.admin
  const dashboard = `/team-${teamId}/dashboard`
  await page.goto(dashboard)
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === dashboard)
  await page.getByRole('heading', { level: 1, name: 'Team Dashboard' }).waitFor()
}

test('a tab that was open before a new version finds its next screen by a reload', async () => {
  const { context, page } = await visit(browser)
  await signIn(page)
  // As if the files of this version were gone; a page that is loaded now is of the new one.
  let isGone = true
  let loads = 0
  await context.route('**/assets/**', (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()))
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return
    isGone = false
    loads += 1
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Recently Changed' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Recently Changed' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/team-${teamId}/recent`)
  expect(loads).toBe(1)
  await context.close()
})

test('a visitor is sent to sign-in and comes back to where they were heading', async () => {
  const { context, page, errors } = await visit(browser)
  await page.goto('/team-1/recent?a=1')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/team-1/recent?a=1')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Email or password is wrong.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.org')
  const { email, password } = site.admin
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/team-1/recent?a=1')
  // Only the locale and the last team are kept in the browser.
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  expect(
    kept.filter((key) => !['locale', 'lastSelectedTeamId'].includes(key) && !key.startsWith('tsr-')),
  ).toEqual([])
  expect(errors.filter((text) => !text.includes('401'))).toEqual([])
  await context.close()
})

test('menus, palette, not found and signing out', async () => {
  const { context, page, errors } = await visit(browser)
  await signIn(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search all records').fill('preferences')
  await page.getByText('User preferences').last().waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/team-1/no-such-page')
  await page.getByText("Oops! We couldn't find what you're looking for.").waitFor()
  await page.goto('/team-999999/dashboard')
  await page.getByText('You do not have the necessary permissions to access this page.').waitFor()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await page.goto('/team-1/dashboard')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(errors).toEqual([])
  await context.close()
})

test('signing out while a screen is loading sends no request without a session', async () => {
  const { context, page, errors } = await visit(browser)
  await signIn(page)
  // A slow answer: the request reaches the server only after the session has ended.
  let isEnded = () => {}
  const ended = new Promise<void>((resolve) => {
    isEnded = resolve
  })
  await page.route(/\/api\/teams\/\d+\/recentChanges/, async (route) => {
    await ended
    await route.continue().catch(() => {})
  })
  page.on('response', (response) => {
    if (/signOut|sign-out/.test(response.url())) isEnded()
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Recently Changed' }).first().click()
  await page.waitForURL('**/recent')
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('on a phone there are four entries at the bottom and the sidebar is a drawer', async () => {
  const { context, page } = await visit(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // Colours are meaningless half-way through the drawer's transition.
    reducedMotion: 'reduce',
  })
  await signIn(page)
  const bar = page.getByRole('navigation', { name: 'Quick access' })
  await expect.poll(() => bar.locator('a, button').count()).toBe(4)
  await bar.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByText('Team Administration').waitFor()
  expect(await axe(page)).toEqual([])
  await context.close()
})
