/** One stream of server-sent events that comes back by itself: after a lost connection, a night asleep, a restart. */
import type { LiveEvent } from '@muster/contract/events/events.api'

export interface Stream {
  close(): void
}

export interface StreamOptions {
  open(): EventSource
  onEvent(event: LiveEvent): void
  /** It is there again after it was not: whatever happened in between was not told. */
  onMissed(): void
  /** The server refuses the stream. It is asked again, with growing pauses. */
  onRefused(): void
  /** The server lives, though it has nothing to tell. */
  onBeat?(): void
  /** Another stream was followed before this one, so something may have been missed until it is open. */
  isSuccessor?: boolean
}

/** The server says something at least every 25 s; a stream more silent than this is dead, whatever it says. */
const silenceMs = 60_000
const checkMs = 10_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

export function followStream(options: StreamOptions): Stream {
  const { open, onEvent, onMissed, onRefused } = options
  let source: EventSource | null = null
  let heardAt = Date.now()
  let wasOpen = options.isSuccessor === true
  let pauseMs = firstPauseMs
  let again: ReturnType<typeof setTimeout> | undefined

  const connect = () => {
    clearTimeout(again)
    again = undefined
    source?.close()
    heardAt = Date.now()
    const opened = open()
    source = opened
    opened.onopen = () => {
      heardAt = Date.now()
      pauseMs = firstPauseMs
      if (wasOpen) onMissed()
      wasOpen = true
    }
    opened.onmessage = (message) => {
      heardAt = Date.now()
      const event = parse(message.data)
      if (event) onEvent(event)
    }
    opened.addEventListener('beat', () => {
      heardAt = Date.now()
      options.onBeat?.()
    })
    opened.onerror = () => {
      // A lost connection the browser mends itself; an answer that is no stream it does not ask for again.
      if (opened.readyState !== EventSource.CLOSED || source !== opened || again !== undefined) return
      wasOpen = true // what happens until then is missed, even if this was the first try
      onRefused()
      again = setTimeout(connect, pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  const isSilent = () => Date.now() - heardAt > silenceMs
  // Also right after waking: the clock has gone on, the timer has not.
  const check = setInterval(() => isSilent() && again === undefined && connect(), checkMs)
  const onWake = () => {
    if (document.visibilityState === 'visible' && (isSilent() || source?.readyState !== EventSource.OPEN))
      connect()
  }
  window.addEventListener('online', onWake)
  document.addEventListener('visibilitychange', onWake)
  connect()
  return {
    close() {
      clearTimeout(again)
      clearInterval(check)
      window.removeEventListener('online', onWake)
      document.removeEventListener('visibilitychange', onWake)
      source?.close()
      source = null
    },
  }
}

function parse(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent
  } catch {
    return null
  }
}
