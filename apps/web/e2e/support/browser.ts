/** A browser for one test file. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../../../../scripts/browser.mjs'
import { reportErrorsOf, reportFailures } from './failed-pages.ts'
import { site } from './site.ts'

/**
 * Most tests leave a page before optimised code pays: compiling it, and a process for graphics, were a fourth of the
 * processor's time.
 */
const argsForShortLife = ['--js-flags=--no-maglev --no-opt', '--in-process-gpu']

/**
 * Call it in `beforeAll`, and `close` its result in `afterAll`.
 *
 * @param options.isMeasured for tests that measure how long the page takes: with all that a user's browser does
 */
export async function launchBrowser({ isMeasured = false } = {}): Promise<Browser> {
  const args = [...chromiumArgs, ...(isMeasured ? [] : argsForShortLife)]
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args })
  reportFailures(browser)
  return browser
}

/**
 * With `MUSTER_E2E_SLOW=200` every answer takes that many milliseconds longer and pages run four times slower: tests
 * that look or press a key too early then fail each time, and not once in a hundred.
 */
const slowMs = Number(process.env.MUSTER_E2E_SLOW ?? 0)

const isSlow = slowMs > 0

export interface Visit {
  context: BrowserContext
  page: Page
  /** What went wrong in the page: uncaught errors and console errors. A test ends with none of them. */
  errors: string[]
}

/** A visitor with no cookies, in front of the server under test. */
export async function visit(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: site.baseUrl,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Nothing is half faded in when a test looks; tests of motion switch it on themselves.
    reducedMotion: 'reduce',
    ...options,
  })
  // As long as `expect.poll` waits, see vitest.e2e.config.ts.
  context.setDefaultTimeout(isSlow ? 240_000 : 60_000)
  if (isSlow) {
    context.on('page', (page) => void slowDown(page))
    await context.route('**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      // A page that is being left cancels its requests.
      await route.fallback().catch(() => {})
    })
  }
  const page = await context.newPage()
  // Registers for dialogs now, and not only some time after the first wait.
  page.on('filechooser', () => {})
  const errors: string[] = []
  reportErrorsOf(page, errors)
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { context, page, errors }
}

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
