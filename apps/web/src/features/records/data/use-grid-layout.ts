/** The column layout of a collection, remembered per user on the server. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { emptyLayout, type GridLayout, readLayout } from './layout.ts'

const saveMs = 800

export interface LayoutState {
  layout: GridLayout
  /** False until the remembered layout has come (or could not). */
  isReady: boolean
  change(change: (layout: GridLayout) => GridLayout): void
}

export function useGridLayout(teamId: number, dataCollectionId: number): LayoutState {
  const params = { teamId, key: `grid.${dataCollectionId}` }
  const stored = useApi(api.teams.getSetting, { params }, { staleTime: Number.POSITIVE_INFINITY })
  const [own, setOwn] = useState<{ of: number; layout: GridLayout } | null>(null)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null)

  const layout =
    own?.of === dataCollectionId ? own.layout : stored.data ? readLayout(stored.data.value) : emptyLayout
  const latest = useRef(layout)
  latest.current = layout

  const change = useCallback(
    (make: (layout: GridLayout) => GridLayout) => {
      const next = make(latest.current)
      if (next === latest.current) return
      latest.current = next
      setOwn({ of: dataCollectionId, layout: next })
      clearTimeout(waiting.current?.timer)
      const params = { teamId, key: `grid.${dataCollectionId}` }
      const save = () => {
        waiting.current = null
        queryClient.setQueryData(queryKeyOf(api.teams.getSetting, { params }), { value: next })
        // A layout that could not be kept is no harm: it stays for this visit.
        call(api.teams.putSetting, { params, body: { value: next } }).catch((error: unknown) => {
          console.error('The column layout could not be kept.', error)
        })
      }
      waiting.current = { timer: setTimeout(save, saveMs), save }
    },
    [teamId, dataCollectionId],
  )

  // What is waiting is kept when the screen is left.
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer)
      waiting.current?.save()
    },
    [],
  )
  return { layout, isReady: !stored.isPending, change }
}
