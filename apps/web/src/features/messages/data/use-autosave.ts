/** Saves what is being edited soon after each change, one request at a time. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'

const pauseMs = 900

/** @typeParam Part names what is saved by a request of its own, such as a language */
export interface Autosave<Part extends string, Change extends object> {
  state: SaveStateName
  add(part: Part, change: Change): void
  /** Saves at once what is left. @returns whether everything is saved */
  flush(): Promise<boolean>
  /** Forgets what is left of a part. @returns what that was */
  discard(part: Part): Promise<Change | undefined>
}

/**
 * What of a change may be saved later. What the server will never take is not sent again, as everything that is edited
 * afterwards would be refused along with it.
 */
function withoutRefused<Change extends object>(change: Change, error: unknown): Partial<Change> {
  if (!(error instanceof ApiError)) return change
  if (error.code === 'access_denied') return {}
  if (error.code !== 'validation_failed') return change
  const refused = new Set(error.errors.map(({ path }) => path.split('.')[0]))
  const rest = Object.entries(change).filter(([key]) => !refused.has(key))
  // An error of no value of its own is one of them all.
  return rest.length < Object.keys(change).length ? (Object.fromEntries(rest) as Partial<Change>) : {}
}

/** @param send saves some values of a part; what it throws is told by the caller */
export function useAutosave<Part extends string, Change extends object>(
  send: (part: Part, change: Change) => Promise<unknown>,
): Autosave<Part, Change> {
  const [state, setState] = useState<SaveStateName>('idle')
  const left = useRef(new Map<Part, Change>())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const latest = useRef(send)
  latest.current = send

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    while (running.current) await running.current
    const [first] = left.current
    if (!first) {
      // What was refused is not left.
      setState((now) => (now === 'failed' ? 'idle' : now))
      return true
    }
    const [part, change] = first
    left.current.delete(part)
    setState('saving')
    let outcome: 'saved' | 'refused' | 'failed' = 'saved'
    running.current = latest
      .current(part, change)
      .then(
        () => {},
        (error: unknown) => {
          const rest = withoutRefused(change, error)
          outcome = rest === change ? 'failed' : 'refused'
          if (Object.keys(rest).length > 0)
            left.current.set(part, { ...(rest as Change), ...left.current.get(part) })
        },
      )
      .finally(() => {
        running.current = null
      })
    await running.current
    const ended = outcome as 'saved' | 'refused' | 'failed'
    const isRestSaved = ended !== 'failed' && (left.current.size === 0 || (await flush()))
    const isSaved = ended === 'saved' && isRestSaved
    setState(isSaved ? 'saved' : 'failed')
    return isSaved
  }, [])

  const add = useCallback(
    (part: Part, change: Change) => {
      left.current.set(part, { ...left.current.get(part), ...change } as Change)
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), pauseMs)
    },
    [flush],
  )
  const discard = useCallback(async (part: Part) => {
    while (running.current) await running.current
    const change = left.current.get(part)
    left.current.delete(part)
    if (left.current.size === 0) setState('idle')
    return change
  }, [])
  useLeaveGuard(() => left.current.size > 0 || running.current !== null, undefined, flush)
  useEffect(() => () => void flush(), [flush])
  return { state, add, flush, discard }
}
