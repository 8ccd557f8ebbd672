/** Settings of this person that apply at once and are saved in the background. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError, api, call, queryKeyOf, useApi } from './api.ts'
import { queryClient } from './query-client.ts'
import { forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved-settings.ts'

const saveMs = 800

export interface OwnSetting {
  /** Undefined until it has loaded, null if there is none. */
  value: unknown
  /** False until it has loaded (or failed). */
  isReady: boolean
  /** Saved when nothing else has been set for a moment, and when the screen or the page is left. */
  set(value: unknown): void
}

export function useOwnSetting(teamId: number, key: string): OwnSetting {
  const stored = useApi(
    api.teams.getSetting,
    { params: { teamId, key } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const name = `${teamId} ${key}`
  const unsaved = useMemo(() => readUnsaved(name), [name])
  const [own, setOwn] = useState<{ of: string; value: unknown } | null>(null)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null)

  const set = useCallback(
    (value: unknown) => {
      setOwn({ of: name, value })
      const text = keepUnsaved(name, value)
      clearTimeout(waiting.current?.timer)
      const params = { teamId, key }
      const save = () => {
        waiting.current = null
        queryClient.setQueryData(queryKeyOf(api.teams.getSetting, { params }), { value })
        call(api.teams.putSetting, { params, body: { value } }, { keepalive: true }).then(
          () => forgetUnsaved(name, text),
          (error: unknown) => {
            // It still applies to this visit; the next page of the tab sends again what did not arrive.
            console.error(`The setting ${key} could not be saved.`, error)
            if (error instanceof ApiError && error.code !== 'offline') forgetUnsaved(name, text)
          },
        )
      }
      waiting.current = { timer: setTimeout(save, saveMs), save }
    },
    [teamId, key, name],
  )
  useEffect(() => {
    if (unsaved !== undefined) set(unsaved)
  }, [unsaved, set])

  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other setting
  useEffect(() => {
    const saveNow = () => {
      clearTimeout(waiting.current?.timer)
      waiting.current?.save()
    }
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [name])
  const chosen = own?.of === name ? own.value : unsaved
  return {
    value: chosen === undefined ? stored.data?.value : chosen,
    isReady: chosen !== undefined || !stored.isPending,
    set,
  }
}
