/**
 * What a person waits for in a browser: sign-in with an empty cache; grid, record page and dashboard in a profile that has
 * been there, on this machine's processor and on one four times slower. Against a page without a framework, whose script
 * asks a bare server for the same 50 records and puts them into a table. `ratio` is that page's time divided by ours.
 */
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import type { Limit, Result } from './load.ts'
import { p50, p99 } from './load.ts'
import { slowerProcessor } from './phone.ts'
import { launchTabs, type Tab, type Tabs } from './tabs.ts'
import { call, createPeople, type World } from './world.ts'

export const browserName = 'browser'

const rounds = 5
/** Before the measurement: the browser keeps a file at the first visit, and at the next ones what V8 has compiled of it. */
const earlierVisits = 4
/** After a page is shown, for tasks that are still to come. */
const restMs = 1000
const mostSignInRequests = 20
const mostSignInKilobytes = 180
const mostGridRequests = 30
const mostTaskMs = 100

/** A page, and what tells that it is shown. */
interface Target {
  url: string
  /** An element, or a text on a canvas. */
  shows: { selector: string } | { drawn: string }
}

interface Opened {
  /** Until it is shown, by the page's own clock. */
  ms: number
  /** Until then. */
  requests: number
  /** Of `requests`, those that no cache answered. */
  fromNetwork: number
  /** Over the wire, until the page rests. */
  scriptBytes: number
  /** Until the page rests, in milliseconds; 0 if none took 50. */
  longestTask: number
}

/** A team with six collections, each of fourteen fields. @param people with at least 50 records */
export async function measureBrowser(world: World, people: { id: number }): Promise<Result[]> {
  for (const name of ['Volunteers', 'Donors', 'Families', 'Pupils', 'Suppliers'])
    await createPeople(world, name)
  const { items } = await call<{ items: Person[] }>(
    world,
    'POST',
    `/teams/${world.teamId}/dataCollections/${people.id}/dataRecords/query`,
    { limit: 50 },
  )
  const plain = await startPlainPage(items)
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-bench-profile-'))
  const tabs = await launchTabs(profile, viewport)
  try {
    const [first] = items as [Person]
    const pages = pagesOf(world, people.id, first)
    const { cold, bare } = await byTurns({
      cold: () => openCold(tabs, pages.signIn),
      bare: () => openCold(tabs, plain.target),
    })
    const results = [
      resultOf('sign-in with an empty cache', cold, bare, [
        { of: 'requests', value: middle(cold, 'requests'), atMost: mostSignInRequests },
        { of: 'kB of JavaScript', value: middle(cold, 'scriptBytes') / 1000, atMost: mostSignInKilobytes },
      ]),
    ]
    await tabs.addCookies(cookiesOf(world))
    const { grid, record, dashboard } = pages
    for (let visit = 0; visit < earlierVisits; visit++) {
      for (const target of [grid, record, dashboard, plain.target]) await open(tabs, target)
    }
    for (const rate of [1, slowerProcessor]) {
      const all = await byTurns({
        grid: () => open(tabs, grid, rate),
        record: () => open(tabs, record, rate),
        dashboard: () => open(tabs, dashboard, rate),
        bare: () => open(tabs, plain.target, rate),
      })
      const speed = rate === 1 ? '' : `, a processor ${rate} times slower`
      const result = (name: string, own: readonly Opened[], mostRequests?: number, mostMs?: number) =>
        resultOf(`${name}${speed}`, own, all.bare, [
          { of: 'requests', value: middle(own, 'requests'), atMost: mostRequests },
          { of: 'of them from the network', value: middle(own, 'fromNetwork') },
          { of: 'ms of the longest task', value: middle(own, 'longestTask'), atMost: mostMs },
        ])
      results.push(
        result('grid', all.grid, mostGridRequests, rate === 1 ? undefined : mostTaskMs),
        result('record page', all.record),
        result('dashboard', all.dashboard),
      )
    }
    return results
  } finally {
    await tabs.close()
    fs.rmSync(profile, { recursive: true, force: true })
    plain.server.close()
  }
}

interface Person {
  id: number
  values: Record<string, unknown>
}

/** @param first the record at the top of the grid */
function pagesOf({ url, teamId }: Pick<World, 'url' | 'teamId'>, peopleId: number, first: Person) {
  const team = `${url}/team-${teamId}`
  return {
    signIn: { url: `${url}/login`, shows: { selector: 'form button[type="submit"]' } },
    grid: {
      url: `${team}/data-collections/${peopleId}/records`,
      shows: { drawn: String(first.values.last_name) },
    },
    record: {
      url: `${team}/data-records/${first.id}`,
      shows: { selector: `a[href="mailto:${first.values.email}"]` },
    },
    dashboard: {
      url: `${team}/dashboard`,
      shows: { selector: `main a[href$="/data-collections/${peopleId}/records"]` },
    },
  } satisfies Record<string, Target>
}

const viewport = { width: 1440, height: 900 }

/** A browser context with the caller's session. */
export async function signedIn(browser: Browser, world: World): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, locale: 'en-US' })
  await context.addCookies(cookiesOf(world))
  return context
}

function cookiesOf({ url, cookie }: Pick<World, 'url' | 'cookie'>) {
  return cookie.split('; ').map((one) => {
    const at = one.indexOf('=')
    return { name: one.slice(0, at), value: one.slice(at + 1), url }
  })
}

/** With an empty cache. */
const openCold = async (tabs: Tabs, target: Target): Promise<Opened> =>
  visit(await tabs.open({ isFresh: true }), target)

/** @param rate how many times slower the processor is */
const open = async (tabs: Tabs, target: Target, rate = 1): Promise<Opened> =>
  visit(await tabs.open(), target, rate)

async function visit(tab: Tab, { url, shows }: Target, rate = 1): Promise<Opened> {
  try {
    const requests = await watchRequests(tab)
    await tab.send('Emulation.setCPUThrottlingRate', { rate })
    await tab.send('Page.enable')
    // In the page: what watches it from outside answers late.
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watch(shows) })
    await tab.send('Page.navigate', { url })
    const shownAt = await untilShown(tab)
    await wait(restMs)
    const longestTask = (await tab.read<number>('longestTask')) as number
    const timeOrigin = (await tab.read<number>('performance.timeOrigin')) as number
    const until = requests.filter(({ startedAt }) => startedAt <= timeOrigin + shownAt)
    return {
      ms: shownAt,
      requests: until.length,
      fromNetwork: until.filter(({ isCached }) => !isCached).length,
      scriptBytes: requests.reduce((sum, { isScript, bytes }) => sum + (isScript ? bytes : 0), 0),
      longestTask,
    }
  } finally {
    await tab.close()
  }
}

/** @returns milliseconds since the page began @throws Error after a minute */
async function untilShown(tab: Tab): Promise<number> {
  for (let times = 0; times < 600; times++) {
    const shownAt = await tab.read<number>('globalThis.shownAt')
    if (shownAt !== undefined) return shownAt
    await wait(100)
  }
  throw new Error('The page does not show what it should')
}

interface Requested {
  /** Milliseconds since 1970. */
  startedAt: number
  isScript: boolean
  isCached: boolean
  /** Over the wire, with headers. */
  bytes: number
}

/** @returns a list that grows */
async function watchRequests(tab: Tab): Promise<readonly Requested[]> {
  const all: Requested[] = []
  const byId = new Map<string, Requested>()
  tab.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (!request.url.startsWith('http')) return
    const one = { startedAt: wallTime * 1000, isScript: false, isCached: false, bytes: 0 }
    all.push(one)
    byId.set(requestId, one)
  })
  tab.on('Network.requestServedFromCache', ({ requestId }) => {
    const one = byId.get(requestId)
    if (one) one.isCached = true
  })
  tab.on('Network.responseReceived', ({ requestId, response }) => {
    const one = byId.get(requestId)
    if (!one) return
    one.isScript = /javascript/.test(response.mimeType)
    if (response.fromDiskCache || response.fromPrefetchCache) one.isCached = true
  })
  tab.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = byId.get(requestId)
    if (one && !one.isCached) one.bytes = encodedDataLength
  })
  await tab.send('Network.enable')
  return all
}

/** A script that notes when something is shown, once it is painted, and the longest task. */
const watch = (shows: Target['shows']): string => `
  window.longestTask = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  let isDue = false
  const note = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => setTimeout(() => { window.shownAt = performance.now() }))
  }
  const { selector, drawn } = ${JSON.stringify(shows)}
  if (selector) {
    const look = () => {
      if (!document.querySelector(selector)?.checkVisibility({ visibilityProperty: true })) return
      observer.disconnect()
      note()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  } else {
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...more) {
      if (text === drawn) note()
      return fillText.call(this, text, ...more)
    }
  }`

/** HTML, a script and 50 records, one after the other. */
async function startPlainPage(
  records: readonly Person[],
): Promise<{ server: http.Server; url: string; target: Target }> {
  const script = `const records = await (await fetch('/records')).json()
    const table = document.createElement('table')
    for (const { values } of records) {
      const row = table.insertRow()
      for (const value of Object.values(values)) row.insertCell().textContent = value
    }
    document.body.append(table)`
  const files: Record<string, [type: string, text: string]> = {
    '/': [
      'text/html',
      '<!doctype html><title>People</title><body><script type="module" src="/page.js"></script>',
    ],
    '/page.js': ['text/javascript', script],
    '/records': ['application/json', JSON.stringify(records)],
  }
  const server = http.createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', '']
    response.setHeader('content-type', type).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { server, url, target: { url, shows: { selector: 'td' } } }
}

/** So that noise on the machine affects all. @returns for each work what it gave, round by round */
async function byTurns<Name extends string>(
  works: Record<Name, () => Promise<Opened>>,
): Promise<Record<Name, Opened[]>> {
  const names = Object.keys(works) as Name[]
  const all = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Opened[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) all[name].push(await works[name]())
  }
  return all
}

const sorted = (all: readonly Opened[], of: keyof Opened): number[] =>
  all.map((one) => one[of]).sort((a, b) => a - b)

const middle = (all: readonly Opened[], of: keyof Opened): number => p50(sorted(all, of))

function resultOf(
  name: string,
  own: readonly Opened[],
  bare: readonly Opened[],
  limits: readonly Limit[],
): Result {
  const measured = (all: readonly Opened[]) => {
    const ms = sorted(all, 'ms')
    return { reqPerSec: 1000 / p50(ms), p50: p50(ms), p99: p99(ms) }
  }
  const [ours, baseline] = [measured(own), measured(bare)]
  return { name: `${browserName}, ${name}`, ratio: baseline.p50 / ours.p50, ...ours, baseline, limits }
}
