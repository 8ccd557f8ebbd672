/** Tabs share one stream: one of them holds it, all receive its events, and another takes over when that tab closes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareStream } from './shared-stream.ts'

class FakeSource {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  addEventListener() {}
  close() {
    this.readyState = FakeSource.CLOSED
  }
  opens() {
    this.readyState = FakeSource.OPEN
    this.onopen?.()
  }
  says(event: object) {
    this.onmessage?.({ data: JSON.stringify(event) })
  }
}

/** Channels of one browser; a frozen tab's channel receives nothing. */
class FakeChannel {
  static all = new Set<FakeChannel>()
  onmessage: ((message: { data: unknown }) => void) | null = null
  isFrozen = false
  readonly name: string
  constructor(name: string) {
    this.name = name
    FakeChannel.all.add(this)
  }
  postMessage(data: unknown) {
    if (!FakeChannel.all.has(this)) throw new Error('The channel is closed')
    for (const other of FakeChannel.all) {
      if (other !== this && other.name === this.name && !other.isFrozen) other.onmessage?.({ data })
    }
  }
  close() {
    FakeChannel.all.delete(this)
  }
}

/** Web Locks of one browser, as far as used: exclusive, in line, `ifAvailable`, `steal`, `signal`. */
class FakeLocks {
  private held = new Map<string, { rejects: (reason: unknown) => void }>()
  private line: { name: string; grant: () => void }[] = []
  async request(
    name: string,
    { ifAvailable, steal, signal }: LockOptions,
    act: (lock: object | null) => unknown,
  ): Promise<unknown> {
    if (ifAvailable && this.held.has(name)) return act(null)
    if (steal) {
      this.held.get(name)?.rejects(new DOMException('stolen', 'AbortError'))
      this.held.delete(name)
    } else if (this.held.has(name)) {
      await new Promise<void>((grant, reject) => {
        const waiting = { name, grant }
        this.line.push(waiting)
        signal?.addEventListener('abort', () => {
          this.line = this.line.filter((other) => other !== waiting)
          reject(new DOMException('gone', 'AbortError'))
        })
      })
    }
    return new Promise((resolve, rejects) => {
      const lock = { rejects }
      this.held.set(name, lock)
      void Promise.resolve(act(lock)).then((answer) => {
        if (this.held.get(name) === lock) this.held.delete(name)
        const next = this.line.findIndex((waiting) => waiting.name === name)
        if (next >= 0) this.line.splice(next, 1)[0]?.grant()
        resolve(answer)
      })
    })
  }
}

let sources: FakeSource[]
beforeEach(() => {
  sources = []
  FakeChannel.all.clear()
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const openSources = () => sources.filter(({ readyState }) => readyState !== FakeSource.CLOSED)

async function openTab(name = 'team 1') {
  const received = { events: [] as unknown[], missed: 0, refused: 0 }
  const stream = shareStream({
    name,
    open: () => {
      const source = new FakeSource()
      sources.push(source)
      return source as unknown as EventSource
    },
    onEvent: (event) => received.events.push(event),
    onMissed: () => received.missed++,
    onRefused: () => received.refused++,
  })
  const channel = [...FakeChannel.all].at(-1)
  await settle()
  return { received, channel, close: () => stream.close() }
}

test('eight tabs hold one stream, and all receive its events', async () => {
  const tabs = []
  for (let n = 0; n < 8; n++) tabs.push(await openTab())
  expect(sources).toHaveLength(1)
  sources[0]?.opens()
  sources[0]?.says({ kind: 'collections' })
  for (const { received } of tabs)
    expect(received).toMatchObject({ events: [{ kind: 'collections' }], missed: 0 })
  sources[0]?.opens() // the browser's own reconnection
  for (const { received } of tabs) expect(received.missed).toBe(1)
})

test('all tabs learn that the stream is refused', async () => {
  const tabs = [await openTab(), await openTab()]
  const [source] = sources
  source?.close()
  source?.onerror?.()
  expect(tabs.map(({ received }) => received.refused)).toEqual([1, 1])
})

test('when the leading tab closes, another takes over, and all catch up', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()]
  sources[0]?.opens()
  first.close()
  await settle()
  expect(sources).toHaveLength(2)
  expect(openSources()).toEqual([sources[1]])
  sources[1]?.opens()
  expect([first.received.missed, second.received.missed, third.received.missed]).toEqual([0, 1, 1])
  sources[1]?.says({ kind: 'imports' })
  expect(first.received.events).toEqual([])
  expect(third.received.events).toEqual([{ kind: 'imports' }])
})

test('a follower that closes leaves the stream alone; with the last tab it ends', async () => {
  const [first, second] = [await openTab(), await openTab()]
  second.close()
  await settle()
  expect(openSources()).toHaveLength(1)
  first.close()
  await settle()
  expect(openSources()).toHaveLength(0)
  expect(sources).toHaveLength(1)
})

test('other teams, and other people, have streams of their own', async () => {
  const [mine, theirs] = [await openTab('team 1'), await openTab('team 2')]
  expect(openSources()).toHaveLength(2)
  sources[0]?.says({ kind: 'collections' })
  expect(mine.received.events).toHaveLength(1)
  expect(theirs.received.events).toHaveLength(0)
})

test('a frozen tab loses the lead, and follows when it wakes', async () => {
  const [first, second] = [await openTab(), await openTab()]
  sources[0]?.opens()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(sources).toHaveLength(1) // it answers
  if (first.channel) first.channel.isFrozen = true
  await vi.advanceTimersByTimeAsync(100_000)
  const leading = sources.at(-1)
  expect(openSources()).toEqual([leading])
  leading?.opens()
  expect(second.received.missed).toBeGreaterThan(0)
  if (first.channel) first.channel.isFrozen = false
  leading?.says({ kind: 'collections' })
  expect(first.received.events).toEqual([{ kind: 'collections' }])
  expect(second.received.events).toEqual([{ kind: 'collections' }])
})

test.each(['locks', 'channel'])('without %s each tab has a stream of its own', async (missing) => {
  if (missing === 'locks') vi.stubGlobal('navigator', {})
  else vi.stubGlobal('BroadcastChannel', undefined)
  const [first, second] = [await openTab(), await openTab()]
  expect(openSources()).toHaveLength(2)
  sources[1]?.says({ kind: 'collections' })
  expect(first.received.events).toHaveLength(0)
  expect(second.received.events).toHaveLength(1)
})

test('where locks are refused, each tab has a stream of its own', async () => {
  vi.stubGlobal('navigator', { locks: { request: async () => Promise.reject(new Error('refused')) } })
  await openTab()
  await openTab()
  expect(openSources()).toHaveLength(2)
})
