/** One run on the screen: its moves, one at a time, and what went wrong. Nothing typed is lost by a failure. */
import type { FieldError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '../../../lib/call.ts'
import { loadTexts } from './run-language.ts'
import type { RunPort } from './run-port.ts'

export type Move = 'advance' | 'back' | 'language' | 'cancel' | 'search'

export interface Run {
  screen: RunScreen
  busy: Move | null
  /** It had moved on elsewhere; this is where it stands. */
  hasMovedOn: boolean
  /** What failed, besides wrong values. */
  failure: { error: ApiError | Error; move: Move } | null
  /** @returns the values that the server refused; null once the answer was taken, or if something else failed */
  advance(answer: Answer): Promise<readonly FieldError[] | null>
  /** Narrows a list; the question stays. */
  search(answer: Answer): Promise<void>
  back(): Promise<void>
  setLanguage(language: Language): Promise<void>
  cancel(): Promise<void>
}

export function useRun(port: RunPort, screen: RunScreen, onScreen: (screen: RunScreen) => void): Run {
  const [busy, setBusy] = useState<Move | null>(null)
  const [hasMovedOn, setMovedOn] = useState(false)
  const [failure, setFailure] = useState<Run['failure']>(null)
  const latest = useRef({ port, screen, onScreen })
  latest.current = { port, screen, onScreen }
  const isBusy = useRef(false)

  const show = useCallback((next: RunScreen) => {
    latest.current.screen = next
    latest.current.onScreen(next)
  }, [])

  /** @returns whether it worked */
  const move = useCallback(
    async (kind: Move, act: (port: RunPort, screen: RunScreen) => Promise<RunScreen>) => {
      if (isBusy.current) return null
      isBusy.current = true
      setBusy(kind)
      setFailure(null)
      setMovedOn(false)
      try {
        const next = await act(latest.current.port, latest.current.screen)
        if (kind === 'language') await loadTexts(next.language)
        show(next)
        return null
      } catch (error) {
        const refused = wrongValues(error)
        if (refused) return refused
        const place = await placeAfter(error, latest.current.port)
        if (place) {
          show(place)
          setMovedOn(true)
        } else setFailure({ error: error instanceof Error ? error : new Error(String(error)), move: kind })
        return null
      } finally {
        isBusy.current = false
        setBusy(null)
      }
    },
    [show],
  )

  return {
    screen,
    busy,
    hasMovedOn,
    failure,
    advance: (answer) => move('advance', (to, at) => to.advance(at, answer)),
    search: async (answer) => void (await move('search', (to, at) => to.advance(at, answer))),
    back: async () => void (await move('back', (to, at) => to.back(at))),
    setLanguage: async (language) => void (await move('language', (to) => to.setLanguage(language))),
    cancel: async () => void (await move('cancel', (to) => to.cancel())),
  }
}

const wrongValues = (error: unknown): readonly FieldError[] | null =>
  error instanceof ApiError && error.code === 'validation_failed' && error.errors.length > 0
    ? error.errors
    : null

/** Where a run stands that went on, or ended, elsewhere; null if that is not what happened. */
async function placeAfter(error: unknown, port: RunPort): Promise<RunScreen | null> {
  if (!(error instanceof ApiError)) return null
  if (error.code !== 'run_moved_on' && error.code !== 'run_ended') return null
  const given = error.params.screen
  if (typeof given === 'object' && given !== null && 'stepToken' in given) return given as RunScreen
  try {
    return await port.get()
  } catch {
    return null
  }
}
