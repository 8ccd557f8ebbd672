/** The shell: signing in, going about, what is loaded before sign-in, and what axe says in every brand and scheme. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { brands } from '../../../brands/brands.ts'
import { launchBrowser, visit } from './support/browser.ts'

/** JavaScript before sign-in, compressed. */
const budgetBytes = 220 * 1024
// Handed over by the debugger: the page's own policy lets no foreign script in.
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

async function signIn(page: Page): Promise<void> {
  const { email, password } = inject('admin')
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/team-\d+\/dashboard$/)
  await page.getByRole('heading', { level: 1, name: 'Team Dashboard' }).waitFor()
}

/** What axe objects to, one line each. */
async function objections(page: Page): Promise<string[]> {
  await page.waitForFunction(() => !document.querySelector('[role="status"][title]'))
  await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => String(node.target)).join(', ')}`)
  })
}

test('the JavaScript loaded before sign-in is under 220 KB compressed', async () => {
  const { context, page } = await visit(browser)
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') {
      sizes.set(new URL(response.url()).pathname, gzipSync(await response.body()).length)
    }
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await context.close()
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  process.stdout.write(`JavaScript before sign-in: ${(total / 1024).toFixed(1)} KB in ${sizes.size} files\n`)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(budgetBytes)
})

test('a visitor is sent to sign-in and comes back to where he was heading', async () => {
  const { context, page, errors } = await visit(browser)
  await page.goto('/team-1/recent?a=1')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/team-1/recent?a=1')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Email or password is wrong.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('nobody@example.org')
  const { email, password } = inject('admin')
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

test('on a phone there are four entries at the bottom and the side bar is a drawer', async () => {
  const { context, page } = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await signIn(page)
  const bar = page.getByRole('navigation', { name: 'Quick access' })
  expect(await bar.locator('a, button').count()).toBe(4)
  await bar.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByText('Team Administration').waitFor()
  expect(await objections(page)).toEqual([])
  await context.close()
})

describe.each(Object.values(brands))('axe in $name', (brand) => {
  test.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
    const { context, page } = await visit(browser, { colorScheme })
    // The brand is the team's, and before that the host's: both are answered as if they were this one.
    await page.route(/\/api\/(auth\/session|users\/byAuthProvider)/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({
        response,
        body: text.replace(/"enumAppBrandId":\d/g, `"enumAppBrandId":${brand.id}`),
      })
    })
    const look = async (address: string, heading: string | RegExp) => {
      await page.goto(address)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await objections(page), `${brand.name} ${colorScheme} ${address}`).toEqual([])
    }
    await look('/login', 'Sign in')
    await look('/sign-up', 'Create account')
    await look('/forgot-password', 'Forgot your password?')
    await look('/access-denied', 'Access Denied')
    await look('/no-such-page', 'Not Found')
    await signIn(page)
    await look('/team-1/dashboard', 'Team Dashboard')
    await look('/team-1/user/preferences', 'User preferences')
    await look('/team-1/admin/users', 'Users')
    await look('/team-1/outgoing-messages/drafts', 'Drafts')
    await look('/choose-team', 'Choose a team')
    await look('/sys-admin/teams', 'Teams')
    await context.close()
  })
})
