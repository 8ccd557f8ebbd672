/**
 * One stream for all tabs of a browser, because over HTTP/1.1 a browser has only six connections per host. The tab
 * that holds the lock leads: it holds the connection and broadcasts its events. When it closes, the next in line leads.
 */
import type { LiveEvent } from '@muster/contract/events/events.api'
import { followStream, type Stream, type StreamOptions } from './event-stream.ts'

export interface SharedStreamOptions extends StreamOptions {
  /** Tabs that name the same stream share it. */
  name: string
}

/** Messages between tabs. */
type Word =
  | { kind: 'event'; event: LiveEvent }
  | { kind: 'missed' | 'refused' }
  /** A follower asks whether there is a leader, and the leader answers. */
  | { kind: 'ask' }
  | { kind: 'alive' }

const askMs = 20_000
/** A frozen tab keeps its lock; it loses it after this many unanswered questions. */
const maxUnanswered = 3

/** Like `followStream`, but shared; where a browser cannot share (no Web Locks without TLS), a stream per tab. */
export function shareStream({ name, ...options }: SharedStreamOptions): Stream {
  const locks = navigator.locks as LockManager | undefined
  if (!locks || typeof BroadcastChannel === 'undefined') return followStream(options)

  const channel = new BroadcastChannel(name)
  const broadcast = (word: Word) => channel.postMessage(word)
  let led: Stream | null = null
  let release = () => {}
  let unanswered = 0
  let turn = new AbortController()

  const lead = (isSuccessor: boolean) =>
    new Promise<void>((resolve) => {
      release = resolve
      broadcast({ kind: 'alive' })
      led = followStream({
        ...options,
        isSuccessor,
        onEvent(event) {
          broadcast({ kind: 'event', event })
          options.onEvent(event)
        },
        onMissed() {
          broadcast({ kind: 'missed' })
          options.onMissed()
        },
        onRefused() {
          broadcast({ kind: 'refused' })
          options.onRefused()
        },
        onBeat: () => broadcast({ kind: 'alive' }),
      })
    })
  const stand = (how: 'first' | 'inLine' | 'instead') => {
    turn.abort()
    turn = new AbortController()
    const { signal } = turn
    const lockOptions = { first: { ifAvailable: true }, inLine: { signal }, instead: { steal: true } }[how]
    locks
      .request(name, lockOptions, (lock) => {
        if (signal.aborted) return
        if (lock) return lead(how !== 'first')
        stand('inLine')
      })
      .catch(() => {
        if (signal.aborted) return
        if (!led) {
          led = followStream(options) // locks are there, but refused
          return
        }
        // Another tab leads instead.
        led.close()
        led = null
        unanswered = 0
        stand('inLine')
      })
  }

  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'ask') {
      if (led) broadcast({ kind: 'alive' })
      return
    }
    unanswered = 0
    if (led) return
    if (data.kind === 'event') options.onEvent(data.event)
    else if (data.kind === 'missed') options.onMissed()
    else if (data.kind === 'refused') options.onRefused()
  }
  const asking = setInterval(() => {
    if (led) return
    if (unanswered >= maxUnanswered) {
      unanswered = 0
      stand('instead')
      return
    }
    unanswered++
    broadcast({ kind: 'ask' })
  }, askMs)
  stand('first')

  return {
    close() {
      turn.abort()
      clearInterval(asking)
      led?.close()
      led = null
      channel.close()
      release()
    },
  }
}
