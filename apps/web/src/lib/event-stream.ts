/** A server-sent event stream that reconnects: after a lost connection, sleep, or a restart of the server. */
import type { LiveEvent } from '@muster/contract/events/events.api'

export interface Stream {
  close(): void
}

export interface StreamOptions {
  open(): EventSource
  onEvent(event: LiveEvent): void
  /** Reconnected: events in between were missed. */
  onMissed(): void
  /** The server refuses the stream. It is retried with growing pauses. */
  onRefused(): void
  /** A heartbeat of the server. */
  onBeat?(): void
  /** Another stream was followed before this one, so events may have been missed until it is open. */
  isSuccessor?: boolean
}

/** The server sends something at least every 25 s; a stream silent for longer than this is dead. */
const silenceMs = 60_000
const checkMs = 10_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000

export function followStream(options: StreamOptions): Stream {
  const { open, onEvent, onMissed, onRefused } = options
  let source: EventSource | null = null
  let receivedAt = Date.now()
  let wasOpen = options.isSuccessor === true
  let pauseMs = firstPauseMs
  let again: ReturnType<typeof setTimeout> | undefined

  const connect = () => {
    clearTimeout(again)
    again = undefined
    source?.close()
    receivedAt = Date.now()
    const opened = open()
    source = opened
    opened.onopen = () => {
      receivedAt = Date.now()
      pauseMs = firstPauseMs
      if (wasOpen) onMissed()
      wasOpen = true
    }
    opened.onmessage = (message) => {
      receivedAt = Date.now()
      const event = parse(message.data)
      if (event) onEvent(event)
    }
    opened.addEventListener('beat', () => {
      receivedAt = Date.now()
      options.onBeat?.()
    })
    opened.onerror = () => {
      // The browser reconnects after a lost connection, but not after an answer that is no stream.
      if (opened.readyState !== EventSource.CLOSED || source !== opened || again !== undefined) return
      wasOpen = true // events until then are missed, even if this was the first attempt
      onRefused()
      again = setTimeout(connect, pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
  const isSilent = () => Date.now() - receivedAt > silenceMs
  // Also right after waking: the clock has moved on, the timer has not.
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
