/** What the pages of a failed test show. Files of a process share this list: see on-failure.ts. */
import type { Browser, Page } from 'playwright-core'

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

/** What is on all pages of the browsers, with the errors that they have reported. */
export async function screensNow(): Promise<string> {
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()))
  return (await Promise.all(pages.map(screenOf))).join('\n')
}
