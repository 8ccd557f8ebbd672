/** Ctrl+F in the grid: the bar, the matches, and moving between them. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Column } from '../data/layout.ts'
import type { GridRows } from '../data/rows.ts'
import { useFind } from '../data/use-find.ts'
import type { CellPlace } from '../grid/port.ts'
import { FindBar } from './FindBar.tsx'

/** Matches before and after the current one that are marked in the grid. */
const marked = 300

export const nothingFound: readonly CellPlace[] = []

export function GridFind({
  rows,
  columns,
  textOf,
  onFound,
  onGo,
  onClose,
}: {
  rows: GridRows
  columns: readonly Column[]
  textOf(record: DataRecord, column: Column): string
  onFound(found: readonly CellPlace[]): void
  onGo(place: CellPlace): void
  onClose(): void
}) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const found = useFind(rows.source, columns, isOpen ? text : '', textOf)
  const latest = useRef({ onFound, onGo })
  latest.current = { onFound, onGo }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'f'
      if (!isFind || event.defaultPrevented || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      setOpen(true)
      document.querySelector<HTMLInputElement>('search input')?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const places = useMemo(() => {
    const byColumn = new Map(columns.map(({ id }, column) => [id, column]))
    return found.hits.flatMap(({ offset, column }) => {
      const row = rows.rowOf(offset)
      const place = byColumn.get(column)
      return row === undefined || place === undefined ? [] : [{ row, column: place }]
    })
  }, [found, rows, columns])
  useEffect(
    () =>
      latest.current.onFound(
        places.length > 0 ? places.slice(Math.max(0, at - marked), at + marked) : nothingFound,
      ),
    [places, at],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text starts over
  useEffect(() => setAt(-1), [text, isOpen])

  if (!isOpen) return null
  return (
    <FindBar
      text={text}
      found={{ ...found, hits: found.hits.slice(0, places.length) }}
      at={Math.min(at, places.length - 1)}
      onText={setText}
      onStep={(by) => {
        if (places.length === 0) return
        const next = (at + by + places.length) % places.length
        setAt(at < 0 && by < 0 ? places.length - 1 : next)
        const place = places[at < 0 && by < 0 ? places.length - 1 : next]
        if (place) latest.current.onGo(place)
      }}
      onClose={() => {
        setOpen(false)
        onClose()
      }}
    />
  )
}
