/** Search in the list on screen: every cell's text as shown, in slices. */

import type { DataRecord } from '@muster/contract/records/records.schema'
import { fold } from '@muster/contract/text'
import { useEffect, useMemo, useState } from 'react'
import { pause } from '../../../lib/slices.ts'
import type { Column } from './layout.ts'
import type { RecordSource } from './record-source.ts'

export interface Hit {
  /** The record's position in the list. */
  offset: number
  column: string
}

export interface Found {
  hits: readonly Hit[]
  /** Records searched so far and in total; equal when done. */
  seen: number
  total: number
}

const chunk = 500
const sliceMs = 10
/** Matches beyond this number are not counted. */
export const mostHits = 10_000
const typingMs = 200

const none: Found = { hits: [], seen: 0, total: 0 }

/** `text` empty: no search. */
export function useFind(
  source: RecordSource,
  columns: readonly Column[],
  text: string,
  textOf: (record: DataRecord, column: Column) => string,
): Found {
  const [found, setFound] = useState<Found>(none)
  const [round, setRound] = useState(0)
  const shown = useMemo(() => columns.map(({ id }) => id).join(), [columns])
  useEffect(() => source.onRefresh(() => setRound((times) => times + 1)), [source])

  // biome-ignore lint/correctness/useExhaustiveDependencies: columns by their names; again when the list changes
  useEffect(() => {
    const wanted = fold(text.trim())
    if (wanted === '') {
      setFound(none)
      return
    }
    const search = { isOver: false }
    const timer = setTimeout(() => {
      void scan(source, columns, wanted, textOf, search, setFound).catch(() => {})
    }, typingMs)
    return () => {
      search.isOver = true
      clearTimeout(timer)
    }
  }, [source, shown, text, round])
  return found
}

async function scan(
  source: RecordSource,
  columns: readonly Column[],
  wanted: string,
  textOf: (record: DataRecord, column: Column) => string,
  search: { isOver: boolean },
  report: (found: Found) => void,
): Promise<void> {
  const hits: Hit[] = []
  const total = () => source.total.count ?? 0
  let until = performance.now() + sliceMs
  let seen = 0
  for (;;) {
    const records = await source.rows(seen, chunk)
    if (search.isOver) return
    for (const [at, record] of records.entries()) {
      for (const column of columns) {
        if (hits.length < mostHits && fold(textOf(record, column)).includes(wanted)) {
          hits.push({ offset: seen + at, column: column.id })
        }
      }
      if (performance.now() < until) continue
      await pause()
      if (search.isOver) return
      until = performance.now() + sliceMs
    }
    seen += records.length
    const isOver = records.length < chunk || hits.length >= mostHits
    report({ hits: [...hits], seen: isOver ? total() : seen, total: total() })
    if (isOver) return
  }
}
