/** The column layout of a list, remembered per user on the server; over a view, only the reader's own part. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api, call, queryKeyOf, useApi } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { emptyLayout, type GridLayout, readLayout } from './layout.ts'
import type { BaseColumns } from './view-state.ts'

const saveMs = 800

export interface LayoutState {
  layout: GridLayout
  /** False until the remembered layout has loaded (or failed). */
  isReady: boolean
  /** The reader chose other columns, or another order, than the view has. */
  hasOwnColumns: boolean
  change(change: (layout: GridLayout) => GridLayout): void
  /** Columns as the view has them. */
  resetColumns(): void
}

/** The columns of a saved view; widths, pins, heights and aggregates are always the reader's. */
export interface LayoutOfView {
  id: number
  base: BaseColumns | null
}

/** A layout over a view's columns: they follow the view until the reader changes them. */
interface Kept {
  layout: GridLayout
  isOwn: boolean
}

export function useGridLayout(
  teamId: number,
  dataCollectionId: number,
  view: LayoutOfView | null = null,
): LayoutState {
  const key = view ? `grid.${dataCollectionId}.${view.id}` : `grid.${dataCollectionId}`
  const stored = useApi(
    api.teams.getSetting,
    { params: { teamId, key } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const [own, setOwn] = useState<{ of: string; kept: Kept } | null>(null)
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null)

  const isView = view !== null
  const base = view?.base ?? null
  const kept = useMemo(
    () => over(own?.of === key ? own.kept : readKept(stored.data?.value), isView, base),
    [own, key, stored.data, isView, base],
  )
  const latest = useRef({ kept, base })
  latest.current = { kept, base }

  const keep = useCallback(
    (next: Kept) => {
      latest.current = { ...latest.current, kept: next }
      setOwn({ of: key, kept: next })
      clearTimeout(waiting.current?.timer)
      const params = { teamId, key }
      const value = { ...next.layout, ...(next.isOwn ? { isOwn: true } : {}) }
      const save = () => {
        waiting.current = null
        queryClient.setQueryData(queryKeyOf(api.teams.getSetting, { params }), { value })
        // A layout that could not be saved still applies to this visit.
        call(api.teams.putSetting, { params, body: { value } }, { keepalive: true }).catch(
          (error: unknown) => {
            console.error('The column layout could not be kept.', error)
          },
        )
      }
      waiting.current = { timer: setTimeout(save, saveMs), save }
    },
    [teamId, key],
  )
  const change = useCallback(
    (make: (layout: GridLayout) => GridLayout) => {
      const { kept: now } = latest.current
      const next = make(now.layout)
      if (next === now.layout) return
      const isMoved = next.order !== now.layout.order || next.hidden !== now.layout.hidden
      keep({ layout: next, isOwn: now.isOwn || isMoved })
    },
    [keep],
  )
  const resetColumns = useCallback(() => {
    const { kept: now, base: of } = latest.current
    keep({ layout: { ...now.layout, ...(of ?? { order: [], hidden: [] }) }, isOwn: false })
  }, [keep])

  // A pending save is sent when the screen, the view or the page is left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other key
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
  }, [key])
  return {
    layout: kept.layout,
    isReady: !stored.isPending,
    hasOwnColumns: isView && kept.isOwn,
    change,
    resetColumns,
  }
}

function readKept(value: unknown): Kept {
  const isOwn = typeof value === 'object' && value !== null && Reflect.get(value, 'isOwn') === true
  return { layout: value === undefined || value === null ? emptyLayout : readLayout(value), isOwn }
}

function over(kept: Kept, isView: boolean, base: BaseColumns | null): Kept {
  if (!isView || kept.isOwn) return kept
  return { ...kept, layout: { ...kept.layout, ...(base ?? { order: [], hidden: [] }) } }
}
