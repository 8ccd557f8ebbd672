/** The pages that people open first are small, for those on slow connections. */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { recordsApi } from '@muster/contract/records/records.api'
import type { Browser, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './support/api.ts'
import { makeTeam, visitSignedIn } from './support/app.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { makeGuests, makeInvitation } from './support/wizards.ts'

const kilobytes = 1024
/** As Lighthouse has it for phones: 1.6 Mbit/s, 150 ms until an answer begins. */
const slowPhone = { bytesPerSecond: 200_000, secondsPerAnswer: 0.15 }
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Opens a page, and prints and adds up the scripts it loads. @param button what it then shows */
async function weighed(address: string, button: string): Promise<number> {
  const { context, page, errors } = await visit(browser)
  const scripts: Promise<{ name: string; bytes: number; text: string }>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' && !response.url().endsWith('.js')) return
    const name = new URL(response.url()).pathname
    scripts.push(
      response
        .body()
        .then((body) => ({ name, bytes: gzipSync(body, { level: 9 }).length, text: body.toString() })),
    )
  })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: button }).waitFor()
  const loaded = (await Promise.all(scripts)).sort((a, b) => b.bytes - a.bytes)
  const bytes = loaded.reduce((sum, one) => sum + one.bytes, 0)
  const lines = loaded.map((one) => `${(one.bytes / kilobytes).toFixed(1)} KB ${one.name}`)
  console.info([`JavaScript of ${address}: ${(bytes / kilobytes).toFixed(1)} KB`, ...lines].join('\n  '))
  expect(loaded.length).toBeGreaterThan(0)
  // Waiting for an answer costs more than its bytes.
  expect(loaded.length).toBeLessThanOrEqual(8)
  // Each file that the app starts with is a script of its own, after those that it imports: they run one at a time.
  const ofPage = await page
    .locator('script[defer][src]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')?.replace('/assets/', '') ?? ''))
  expect(ofPage.length).toBeGreaterThan(2)
  ofPage.forEach((script, index) => {
    const text = loaded.find(({ name }) => name === `/assets/${script}`)?.text ?? ''
    expect(ofPage.slice(0, index)).toEqual(expect.arrayContaining(importsOf(text)))
  })
  expect(importsOf(loaded.find(({ name }) => name === `/assets/${ofPage.at(-1)}`)?.text ?? '')).not.toEqual(
    [],
  )
  // The browser compiles what they call while it loads them.
  const compiledAtOnce = loaded.filter(({ text }) => text.startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(compiledAtOnce.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringMatching('/app-'), expect.stringMatching('/start-')]),
  )
  expect(errors).toEqual([])
  await context.close()
  return bytes
}

/** Names of the files that a built script imports. */
const importsOf = (script: string): string[] => {
  const [, names = ''] = /\bSystem\.register\(\[([^\]]*)\]/.exec(script) ?? []
  return [...names.matchAll(/[`'"]\.\/([^`'"]+)/g)].map(([, name]) => String(name))
}

test('before sign-in less than 195 KB of JavaScript is loaded, compressed, in few files', async () => {
  expect(await weighed('/login', 'Sign in')).toBeLessThan(195 * kilobytes)
})

test('the first question of a public wizard is three answers away, and loads nothing that it does not show', async () => {
  const api = await signInToApi()
  const { teamId } = await makeTeam(api, 'Light')
  const settings = { isPublic: true, runsWith: 'wizard' } as const
  const wizard = await makeInvitation(api, teamId, await makeGuests(api, teamId), settings)
  const { context, page, errors } = await visit(browser, { viewport: { width: 390, height: 844 } })
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  /** Bytes over the wire with headers, by request. */
  const bytes = new Map<string, number>()
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength)
  })
  const scripts = new Set<string>()
  const styles = new Set<string>()
  let held: Route[] = []
  const worker = /\/proof\.worker-/
  let isWorkerThere = false
  await context.route('**', (route) => {
    // It has come with the page; what holds answers back keeps the browser from taking it out of its cache.
    if (isWorkerThere && worker.test(route.request().url())) return route.continue()
    held.push(route)
  })
  /** Answers all at once, when all of these wait for an answer at the same time. */
  const answer = async (...awaited: readonly RegExp[]) => {
    const missing = () =>
      awaited.filter((one) => !held.some((route) => one.test(route.request().url()))).map(String)
    await expect.poll(missing).toEqual([])
    const now = held
    held = []
    for (const url of now.map((route) => route.request().url())) {
      if (url.endsWith('.js')) scripts.add(url)
      if (url.endsWith('.css')) styles.add(url)
    }
    await Promise.all(now.map((route) => route.continue()))
  }

  const opened = page.goto(`/public/team-${teamId}/wizards/${wizard.id}`, { waitUntil: 'commit' })
  await answer(/\/wizards\/\d+$/)
  await opened
  const early = [/\/prerendered-stage-/, /\/texts-en-start-/, /\/dataWizards\/\d+\?/, /\/wizardChallenge$/]
  await answer(/\/start-.*\.js$/, /\/public-wizard-.*\.js$/, /\/start-.*\.css$/, worker, ...early)
  isWorkerThere = true
  const start = page.getByRole('button', { name: 'Start' })
  await start.waitFor()
  const begin = await weightOf(scripts)
  expect(begin.bytes).toBeLessThan(156 * kilobytes)
  expect(scripts.size).toBeLessThanOrEqual(16)
  await start.click()
  await answer(/\/dataWizards\/\d+\/runs$/, /\/VisitorRun-.*\.js$/, /\/texts-en-entry-/)
  // Nothing else is answered.
  await page.getByLabel('Your name').waitFor()
  const rounds = 3
  const sum = [...bytes.values()].reduce((all, one) => all + one, 0)
  const seconds = sum / slowPhone.bytesPerSecond + rounds * slowPhone.secondsPerAnswer
  console.info(`Up to the first question: ${(sum / kilobytes).toFixed(1)} KB, ${seconds.toFixed(2)} s`)
  expect(sum).toBeGreaterThan(100 * kilobytes)
  expect(seconds).toBeLessThan(1.5)

  const { bytes: script, texts } = await weightOf(scripts)
  const parts = [begin.bytes, script].map((one) => (one / kilobytes).toFixed(1))
  console.info(`JavaScript of the page: ${parts[0]} KB, with the first question: ${parts[1]} KB`)
  expect(script).toBeLessThan(178 * kilobytes)
  // Each is told by a text of its own.
  const heavy = {
    'formatted text': 'ProseMirror',
    maps: 'maplibregl',
    tables: 'data-grid-canvas',
    'phone numbers': 'NOT_A_NUMBER',
    'rules of types': 'invalid_union',
    'texts with markup': 'DOMPurify',
  }
  const found = Object.entries(heavy).filter(([, text]) => texts.some((one) => one.includes(text)))
  expect(found).toEqual([])
  expect(await unstyled(texts, styles)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('the screens of a team begin with the texts that they need', async () => {
  const api = await signInToApi()
  const { teamId } = await makeTeam(api, 'Fluent')
  const guests = await makeGuests(api, teamId)
  const { record } = await api.call(recordsApi.create, {
    params: { teamId, dataCollectionId: guests.id },
    body: { values: { name: 'Ada' } },
  })
  const { context, page, errors } = await visitSignedIn(browser)
  const files = new Set<string>()
  page.on('request', (request) => {
    const [, area] = /\/texts-en-(\w+)-/.exec(request.url()) ?? []
    if (area) files.add(area)
  })
  const places = {
    dashboard: 'Team Dashboard',
    [`data-collections/${guests.id}/records`]: 'Guests',
    [`data-records/${record.id}`]: 'Ada',
  }
  for (const [place, heading] of Object.entries(places)) {
    await page.goto(`/team-${teamId}/${place}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  // Another one would be asked for by what is drawn already, which a fallback then replaces.
  expect([...files].sort()).toEqual(['entry', 'start', 'work'])
  expect(errors).toEqual([])
  await context.close()
})

/** Class names of Mantine that scripts give to elements, for which the page has loaded no rules. */
async function unstyled(scripts: readonly string[], styles: Iterable<string>): Promise<string[]> {
  const classes = (text: string) => new Set(text.match(/\bm_[0-9a-f]{8}\b/g) ?? [])
  const all = fs.readFileSync(fileURLToPath(import.meta.resolve('@mantine/core/styles.layer.css')), 'utf8')
  const loaded = await Promise.all([...styles].map(async (url) => (await fetch(url)).text()))
  const [withRules, there] = [classes(all), classes(loaded.join())]
  return [...classes(scripts.join())].filter((name) => withRules.has(name) && !there.has(name))
}

/** Fetched once more: what a worker has loaded cannot be read in the browser. */
async function weightOf(scripts: Iterable<string>): Promise<{ bytes: number; texts: string[] }> {
  const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()))
  return { texts, bytes: texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) }
}
