/** The sign-in page is small, for people on slow connections. */
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, visit } from './support/browser.ts'

const mostBytes = 220 * 1024
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

test(`before sign-in less than ${mostBytes / 1024} KB of JavaScript is loaded, compressed`, async () => {
  const { context, page, errors } = await visit(browser)
  const scripts: Promise<{ name: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return
    const name = new URL(response.url()).pathname
    scripts.push(response.body().then((body) => ({ name, bytes: gzipSync(body, { level: 9 }).length })))
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const loaded = (await Promise.all(scripts)).sort((a, b) => b.bytes - a.bytes)
  const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0)
  const lines = loaded.map((one) => `${(one.bytes / 1024).toFixed(1)} KB ${one.name}`)
  console.info([`JavaScript before sign-in: ${(bytes / 1024).toFixed(1)} KB`, ...lines].join('\n  '))
  expect(loaded.length).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(mostBytes)
  expect(errors).toEqual([])
  await context.close()
})
