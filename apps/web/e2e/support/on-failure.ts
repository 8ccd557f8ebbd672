/** Adds what was on the screen to the error of a failed test: a run on another machine leaves no other trace. */
import type { Browser, Page } from 'playwright-core'
import { afterEach } from 'vitest'

const browsers = new Set<Browser>()

/** From now on, a failed test reports the pages of a browser. */
export function reportFailures(browser: Browser): void {
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
}

const errorsOf = new WeakMap<Page, readonly string[]>()

/** @param errors errors of the page, which may still grow */
export function reportErrorsOf(page: Page, errors: readonly string[]): void {
  errorsOf.set(page, errors)
}

/** A page as a screen reader sees it: enough to see what was open, and short enough for a log. */
const mostCharacters = 6000

async function screenOf(page: Page): Promise<string> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: 10_000 })
    .catch((error: unknown) => `(no snapshot: ${String(error)})`)
  const focused = await page
    .evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
    .catch((error: unknown) => String(error))
  const errors = errorsOf.get(page) ?? []
  return [`── ${page.url()}`, `focus: ${focused}`, ...errors, tree.slice(0, mostCharacters)].join('\n')
}

afterEach(async ({ task }) => {
  const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined
  if (!error) return
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))
  const screens = await Promise.all(pages.map(screenOf))
  error.message += `\n\nOn the screen then:\n${screens.join('\n')}`
})
