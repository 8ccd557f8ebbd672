/** A new version is installed while a page is open: parts that the page has not loaded yet are no longer there. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './support/browser.ts'
import { api, inATeam, page as staffPage, teamId, visited } from './support/in-a-team.ts'
import { makeGuests, makeInvitation } from './support/wizards.ts'

inATeam('Versions', { viewport: { width: 1440, height: 900 } })

/**
 * From now on, scripts that match are missing, until the page is reloaded.
 *
 * @param forEver they stay missing then too
 * @returns how often the page was loaded since then; the router may ask for it too, at the same time
 */
async function withoutScripts(page: Page, scripts: RegExp, forEver = false): Promise<() => number> {
  let asked = 0
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    (route) => {
      const request = route.request()
      if (request.isNavigationRequest()) asked++
      const isMissing = scripts.test(request.url()) && (forEver || asked === 0)
      return isMissing ? route.fulfill({ status: 404, body: 'Not found' }) : route.fallback()
    },
  )
  return () => loads
}

/** The browser reports each missing file; nothing else may go wrong. */
const otherErrors = (errors: readonly string[]) =>
  errors.filter((error) => !/404|dynamically imported module|Unable to preload/.test(error))

test('a screen whose part is gone comes with a reload', async () => {
  await staffPage.goto(`/team-${teamId}/dashboard`, { waitUntil: 'networkidle' })
  const loads = await withoutScripts(staffPage, /\/assets\/.*\.js$/)
  await staffPage.getByRole('link', { name: 'Projects and tasks' }).click()
  await staffPage.getByRole('heading', { name: 'Projects and tasks', level: 1 }).waitFor()
  expect(loads()).toBe(1)
  expect(otherErrors(visited.errors)).toEqual([])
  await staffPage.unrouteAll({ behavior: 'wait' })
})

test('a visitor who starts a wizard goes on after the reload', async ({ onTestFinished }) => {
  const settings = { isPublic: true, runsWith: 'wizard' } as const
  const wizard = await makeInvitation(api, teamId, await makeGuests(api, teamId), settings)
  const { context, page, errors } = await visit(staffPage.context().browser()!, {
    viewport: { width: 390, height: 844 },
  })
  onTestFinished(() => context.close())
  const address = `/public/team-${teamId}/wizards/${wizard.id}`
  await page.goto(address)
  const start = page.getByRole('button', { name: 'Start' })
  await start.waitFor()
  await page.goto('about:blank')
  const loads = await withoutScripts(page, /\/VisitorRun-.*\.js$/, true)
  await page.goto(address)
  await start.click()
  // Missing for good, it is not asked for again and again.
  const retry = page.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(loads()).toBe(2)
  await page.unrouteAll({ behavior: 'wait' })
  await retry.click()
  await page.getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Email').waitFor()
  expect(otherErrors(errors)).toEqual([])
})
