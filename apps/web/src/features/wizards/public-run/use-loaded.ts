/** What a page of a visitor shows first, without the cache of the app. */
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/call.ts'

interface Loaded<Data> {
  /** Stays while something else is loaded. */
  data: Data | undefined
  error: unknown
  refetch(): void
}

const pauseMs = 1000
const mostRetries = 2

/**
 * @param key what is loaded; another one loads again
 * @param load rejects with ApiError
 */
export function useLoaded<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<{ data?: Data; error: unknown }>({ error: null })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say what is to be loaded, and when again
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = (retries: number) => {
      latest.current(controller.signal).then(
        (data) => controller.signal.aborted || setState({ data, error: null }),
        (error: unknown) => {
          if (controller.signal.aborted) return
          if (retries > 0 && mayComeBack(error)) timer = setTimeout(attempt, pauseMs, retries - 1)
          else setState((before) => ({ ...before, error }))
        },
      )
    }
    attempt(mostRetries)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [key, turn])
  return { data: state.data, error: state.error, refetch: () => setTurn((before) => before + 1) }
}

const mayComeBack = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502)
