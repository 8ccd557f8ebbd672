/** Saves what is being edited soon after each change, one request at a time. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SaveStateName } from '../../../ui/SaveState.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'

const pauseMs = 900

export interface Autosave<Change extends object> {
  state: SaveStateName
  add(change: Change): void
  /** Saves at once what is left. @returns whether everything is saved */
  flush(): Promise<boolean>
}

/** @param send saves some values; what it throws is told by the caller, and the values are kept */
export function useAutosave<Change extends object>(
  send: (change: Change) => Promise<unknown>,
): Autosave<Change> {
  const [state, setState] = useState<SaveStateName>('idle')
  const left = useRef<Change | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const running = useRef<Promise<void> | null>(null)
  const latest = useRef(send)
  latest.current = send

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current)
    while (running.current) await running.current
    const change = left.current
    if (change === null) return true
    left.current = null
    setState('saving')
    let isSaved = false
    running.current = latest
      .current(change)
      .then(() => {
        isSaved = true
      })
      .catch(() => {
        left.current = { ...change, ...left.current }
      })
      .finally(() => {
        running.current = null
      })
    await running.current
    if (isSaved && left.current !== null) return flush()
    setState(isSaved ? 'saved' : 'failed')
    return isSaved
  }, [])

  const add = useCallback(
    (change: Change) => {
      left.current = { ...left.current, ...change }
      setState('saving')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), pauseMs)
    },
    [flush],
  )
  useLeaveGuard(() => left.current !== null || running.current !== null, undefined, flush)
  useEffect(() => () => void flush(), [flush])
  return { state, add, flush }
}
