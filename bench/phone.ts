/** A browser on a slow phone, as Lighthouse has it: 1.6 Mbit/s, 150 ms until an answer begins, a processor four times slower. */
import { type Browser, type CDPSession, chromium, devices, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../scripts/browser.mjs'

const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
export const slowerProcessor = 4
/** Servers know phones by it. */
const { userAgent } = devices['Moto G4']

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs })
}

export interface Phone {
  page: Page
  devTools: CDPSession
  close(): Promise<void>
}

/** With an empty cache. */
export async function openPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    userAgent,
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', network)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  return { page, devTools, close: () => context.close() }
}
