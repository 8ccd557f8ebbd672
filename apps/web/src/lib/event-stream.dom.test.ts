/** The stream reconnects, and reports when events may have been missed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followStream } from './event-stream.ts'

class FakeSource {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  beat: (() => void) | null = null
  addEventListener(_name: string, listener: () => void) {
    this.beat = listener
  }
  close() {
    this.readyState = FakeSource.CLOSED
  }
  opens() {
    this.readyState = FakeSource.OPEN
    this.onopen?.()
  }
  isRefused() {
    this.readyState = FakeSource.CLOSED
    this.onerror?.()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function follow() {
  const sources: FakeSource[] = []
  const received = { events: [] as unknown[], missed: 0, refused: 0 }
  const stream = followStream({
    open: () => {
      const source = new FakeSource()
      sources.push(source)
      return source as unknown as EventSource
    },
    onEvent: (event) => received.events.push(event),
    onMissed: () => received.missed++,
    onRefused: () => received.refused++,
  })
  return { sources, received, stream, last: () => sources.at(-1) as FakeSource }
}

test('reports missed events after a reconnection, not on the first connection', () => {
  const { last, received, stream, sources } = follow()
  last().opens()
  last().onmessage?.({ data: '{"kind":"collections"}' })
  last().onmessage?.({ data: 'no json' })
  expect(received).toEqual({ events: [{ kind: 'collections' }], missed: 0, refused: 0 })
  last().opens() // the browser's own reconnection
  expect(received.missed).toBe(1)
  stream.close()
  expect(sources).toHaveLength(1)
})

test('retries with growing pauses when it is refused, and stops when nobody follows', () => {
  const { last, received, stream, sources } = follow()
  last().opens()
  last().isRefused()
  expect(received.refused).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(sources).toHaveLength(2)
  last().isRefused()
  vi.advanceTimersByTime(1_500)
  expect(sources).toHaveLength(2)
  vi.advanceTimersByTime(500)
  expect(sources).toHaveLength(3)
  last().opens()
  expect(received.missed).toBe(1)
  last().isRefused()
  stream.close()
  vi.advanceTimersByTime(120_000)
  expect(sources).toHaveLength(3)
})

test('a stream without heartbeats is reopened; one with heartbeats is not', () => {
  const { last, stream, sources } = follow()
  last().opens()
  for (let beats = 0; beats < 4; beats++) {
    vi.advanceTimersByTime(25_000)
    last().beat?.()
  }
  expect(sources).toHaveLength(1)
  vi.advanceTimersByTime(75_000)
  expect(sources).toHaveLength(2)
  stream.close()
})
