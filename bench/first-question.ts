/**
 * How long a visitor on a slow phone waits for the first question of a public wizard, who presses Start as soon as it is
 * there, until it is painted; and how long until the app has taken the place of the HTML that came with the page. Against
 * a page without a framework, whose script asks for the question and shows it. `ratio` is the page's time divided by ours.
 */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { prerenderedId } from '@muster/contract/wizards/prerender'
import type { Browser } from 'playwright-core'
import { p50, p99, type Result } from './load.ts'
import { launchBrowser, openPhone } from './phone.ts'
import { createWizard, fieldIdsOf } from './wizard-world.ts'
import type { World } from './world.ts'

export const firstQuestionName = 'first question'
const appName = 'first question, by the app'

const rounds = 9
const label = 'What is your name?'

export async function measureFirstQuestion(world: World, people: { id: number }): Promise<Result[]> {
  const ids = await fieldIdsOf(world, people.id)
  const wizardId = await createWizard(world, 'Summer party', [
    {
      tasks: [
        {
          type: 'create_data_record',
          title: 'About you',
          variable: 'guest',
          settings: {
            dataCollectionId: people.id,
            fields: [
              { dataFieldId: ids.last_name, mode: 'ask', label },
              { dataFieldId: ids.email, mode: 'ask' },
            ],
          },
        },
      ],
    },
  ])
  const plain = await startPlainPage()
  const browser = await launchBrowser()
  const ours: Shown[] = []
  const theirs: Shown[] = []
  try {
    const wizard = `${world.url}/public/team-${world.teamId}/wizards/${wizardId}`
    for (let round = 0; round < rounds; round++) {
      ours.push(await untilQuestion(browser, wizard, 'Start'))
      theirs.push(await untilQuestion(browser, plain.url))
    }
  } finally {
    await browser.close()
    plain.server.close()
  }
  const result = (name: string, of: keyof Shown): Result => {
    const measured = (all: Shown[]) => {
      const ms = all.map((one) => one[of]).sort((a, b) => a - b)
      return { reqPerSec: 1000 / p50(ms), p50: p50(ms), p99: p99(ms) }
    }
    const [own, baseline] = [measured(ours), measured(theirs)]
    return { name, ratio: baseline.p50 / own.p50, ...own, baseline }
  }
  return [result(firstQuestionName, 'paintedAt'), result(appName, 'completeAt')]
}

/** Milliseconds by the page's own clock. */
interface Shown {
  /** The question is on the screen. */
  paintedAt: number
  /** What shows it is the app. */
  completeAt: number
}

/** @param button pressed first */
async function untilQuestion(browser: Browser, url: string, button?: string): Promise<Shown> {
  const phone = await openPhone(browser)
  try {
    // In the page: what watches it from outside is not on a slow phone, but answers late.
    await phone.page.addInitScript(watch(button))
    await phone.page.goto(url, { waitUntil: 'commit' })
    const shown = await phone.page.waitForFunction(() => {
      const { paintedAt, completeAt } = globalThis as Partial<Shown>
      return paintedAt !== undefined && completeAt !== undefined && { paintedAt, completeAt }
    })
    return (await shown.jsonValue()) as Shown
  } finally {
    await phone.close()
  }
}

/** A script that presses a button when it can be, and notes when the question is shown. */
const watch = (button = ''): string => `
  let isDue = false
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true })
  const look = () => {
    for (const one of document.querySelectorAll('button'))
      if (one.textContent.trim() === '${button}' && !one.disabled && isSeen(one)) one.click()
    for (const one of document.querySelectorAll('label')) {
      if (!one.textContent.includes('${label}') || !isSeen(one)) continue
      if (!document.getElementById('${prerenderedId}')) window.completeAt ??= performance.now()
      if (isDue) continue
      isDue = true
      requestAnimationFrame(() => setTimeout(() => { window.paintedAt = performance.now() }))
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })`

/** HTML, a script and an answer, one after the other. */
async function startPlainPage(): Promise<{ server: http.Server; url: string }> {
  const script = `const { label } = await (await fetch('/question')).json()
    document.body.innerHTML = '<form><label>' + label + ' <input name="name"></label><button>Next</button></form>'`
  const files: Record<string, [type: string, text: string]> = {
    '/': [
      'text/html',
      '<!doctype html><title>Summer party</title><script type="module" src="/page.js"></script>',
    ],
    '/page.js': ['text/javascript', script],
    '/question': ['application/json', JSON.stringify({ label })],
  }
  const server = http.createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? ['text/plain', '']
    response.setHeader('content-type', type).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
