/** The column layout of a list, remembered per user on the server; over a view, only the reader's own part. */
import { useCallback, useMemo, useRef } from 'react'
import { useOwnSetting } from '../../../lib/own-setting.ts'
import { emptyLayout, type GridLayout, readLayout } from './layout.ts'
import type { BaseColumns } from './view-state.ts'

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
  const { value, isReady, set } = useOwnSetting(teamId, key)

  const isView = view !== null
  const base = view?.base ?? null
  const kept = useMemo(() => over(readKept(value), isView, base), [value, isView, base])
  const latest = useRef({ kept, base })
  latest.current = { kept, base }

  const keep = useCallback(
    (next: Kept) => {
      latest.current = { ...latest.current, kept: next }
      set({ ...next.layout, ...(next.isOwn ? { isOwn: true } : {}) })
    },
    [set],
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
  return {
    layout: kept.layout,
    isReady,
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
