/**
 * Tabs of a Chromium that only does what a measurement asks for. Playwright listens to the errors of each page
 * (`Runtime.enable`), and V8 then keeps for each error where it was made, also for those that React and lodash make or catch
 * while they start: for that it parses a whole file again, which no visitor's browser does. It was a third of the grid's longest
 * tasks.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../scripts/browser.mjs'

export interface Tab extends Pick<CDPSession, 'send' | 'on'> {
  /** @returns the value of an expression, which JSON can express; undefined while the page has none */
  read<Value>(expression: string): Promise<Value | undefined>
  close(): Promise<void>
}

export interface Tabs {
  /** Cookies for all tabs but fresh ones. */
  addCookies(cookies: readonly { name: string; value: string; url: string }[]): Promise<void>
  /** @param options.isFresh with an empty cache and no cookies */
  open(options?: { isFresh?: boolean }): Promise<Tab>
  close(): Promise<void>
}

/** @param profile a folder, new or used; only on disk a browser keeps what V8 has compiled */
export async function launchTabs(profile: string, size: { width: number; height: number }): Promise<Tabs> {
  const args = [
    ...chromiumArgs,
    ...['--headless', '--remote-debugging-pipe', '--lang=en-US', '--hide-scrollbars', '--mute-audio'],
    ...[`--user-data-dir=${profile}`, 'about:blank'],
  ]
  // Chromium reads commands from file 3, and writes to file 4.
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const
  const browser = spawn(await chromiumPath(), args, { stdio: [...stdio] })
  const gone = once(browser, 'exit')
  const { command, events } = speak(browser)
  const send = command as CDPSession['send']

  return {
    async addCookies(cookies) {
      await send('Storage.setCookies', { cookies: [...cookies] })
    },
    async open({ isFresh = false } = {}) {
      const { browserContextId } = isFresh ? await send('Target.createBrowserContext') : {}
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const sendToTab = ((method: string, params?: object) =>
        command(method, params, sessionId)) as CDPSession['send']
      const metrics = { ...size, deviceScaleFactor: 1, mobile: false }
      await sendToTab('Emulation.setDeviceMetricsOverride', metrics)
      return {
        send: sendToTab,
        on: ((event: string, listener: () => void) =>
          events.on(`${sessionId} ${event}`, listener)) as unknown as CDPSession['on'],
        async read<Value>(expression: string) {
          const { result } = await sendToTab('Runtime.evaluate', { expression, returnByValue: true })
          return result.value as Value | undefined
        },
        async close() {
          await send('Target.closeTarget', { targetId })
          if (browserContextId) await send('Target.disposeBrowserContext', { browserContextId })
        },
      }
    },
    async close() {
      await send('Browser.close').catch(() => browser.kill('SIGKILL'))
      await gone
    },
  }
}

/** @param sessionId of a tab, else the command is for the browser */
type Command = (method: string, params?: object, sessionId?: string) => Promise<unknown>

interface Message {
  id?: number
  method?: string
  params?: unknown
  sessionId?: string
  result?: unknown
  error?: { message: string }
}

/** Commands and events are JSON, each ended by a zero byte. */
function speak(browser: ChildProcess): { command: Command; events: EventEmitter } {
  const [, , , commands, messages] = browser.stdio as unknown as [null, null, null, Writable, Readable]
  const events = new EventEmitter()
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  let last = 0
  let text = ''
  let hasEnded = false
  const ended = () => new Error('The browser has ended')

  function receive({ id, method, params, sessionId = '', result, error }: Message): void {
    if (id === undefined) return void events.emit(`${sessionId} ${method}`, params)
    const one = waiting.get(id)
    waiting.delete(id)
    if (error) one?.reject(new Error(error.message))
    else one?.resolve(result)
  }

  messages.setEncoding('utf8').on('data', (more: string) => {
    const parts = (text + more).split('\0')
    text = parts.pop() ?? ''
    for (const part of parts) receive(JSON.parse(part))
  })
  browser.once('exit', () => {
    hasEnded = true
    for (const { reject } of waiting.values()) reject(ended())
  })
  const command: Command = (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      if (hasEnded) return reject(ended())
      const id = ++last
      waiting.set(id, { resolve, reject })
      commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  return { command, events }
}
