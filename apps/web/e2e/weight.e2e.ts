/** The pages that people open first are small, for those on slow connections. */
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './support/api.ts'
import { makeTeam } from './support/app.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { makeGuests, makeInvitation } from './support/wizards.ts'

const kilobytes = 1024
let browser: Browser
/** Of a public wizard. */
let address = ''

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Opens a page, and prints and adds up the scripts it loads. @param button what it then shows */
async function weighed(address: string, button: string): Promise<number> {
  const { context, page, errors } = await visit(browser)
  const scripts: Promise<{ name: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return
    const name = new URL(response.url()).pathname
    scripts.push(response.body().then((body) => ({ name, bytes: gzipSync(body, { level: 9 }).length })))
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: button }).waitFor()
  const loaded = (await Promise.all(scripts)).sort((a, b) => b.bytes - a.bytes)
  const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0)
  const lines = loaded.map((one) => `${(one.bytes / kilobytes).toFixed(1)} KB ${one.name}`)
  console.info([`JavaScript of ${address}: ${(bytes / kilobytes).toFixed(1)} KB`, ...lines].join('\n  '))
  expect(loaded.length).toBeGreaterThan(0)
  // Waiting for an answer costs more than its bytes.
  expect(loaded.length).toBeLessThanOrEqual(16)
  expect(errors).toEqual([])
  await context.close()
  return bytes
}

test('before sign-in less than 206 KB of JavaScript is loaded, compressed, in few files', async () => {
  expect(await weighed('/login', 'Sign in')).toBeLessThan(206 * kilobytes)
})

test('a public wizard begins with less than 140 KB, compressed, in few files', async () => {
  const api = await signInToApi()
  const { teamId } = await makeTeam(api, 'Light')
  const settings = { isPublic: true, runsWith: 'wizard' } as const
  const wizard = await makeInvitation(api, teamId, await makeGuests(api, teamId), settings)
  address = `/public/team-${teamId}/wizards/${wizard.id}`
  expect(await weighed(address, 'Start')).toBeLessThan(140 * kilobytes)
})

test('its first question loads no editor that it does not show', async () => {
  const { context, page, errors } = await visit(browser)
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByLabel('Your name').waitFor()
  // What a worker has loaded cannot be read in the browser.
  const loaded = await Promise.all([...new Set(scripts)].map(async (url) => (await fetch(url)).text()))
  const bytes = loaded.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
  console.info(`JavaScript up to the first question: ${(bytes / kilobytes).toFixed(1)} KB`)
  // Each is told by a text of its own.
  const heavy = { 'formatted text': 'ProseMirror', maps: 'maplibregl', tables: 'data-grid-canvas' }
  const found = Object.entries(heavy).filter(([, text]) => loaded.some((one) => one.includes(text)))
  expect(found).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
