/** Text typed on a row that is not loaded yet: kept until it is, so that nothing typed is lost. */
import { useRef } from 'react'
import type { GridRows } from '../data/rows.ts'
import type { CellPlace, CellRange } from '../grid/port.ts'

export interface HeldText {
  type(place: CellPlace, key: string): void
  /** The reader moved on: what was typed before is saved where it was typed. */
  leave(to: CellPlace | null): void
}

/** @param edit opens the editor with what was typed, once the row is there */
export function useHeldText(
  rows: GridRows,
  paste: (range: CellRange, texts: string[][]) => void,
  edit: (place: CellPlace, text: string) => void,
): HeldText {
  const held = useRef<{ place: CellPlace; text: string } | null>(null)
  const latest = useRef({ paste, edit })
  latest.current = { paste, edit }
  const isAt = (place: CellPlace | null) =>
    held.current?.place.row === place?.row && held.current?.place.column === place?.column
  const leave = (to: CellPlace | null) => {
    const left = held.current
    if (!left || isAt(to)) return
    held.current = null
    latest.current.paste({ ...left.place, width: 1, height: 1 }, [[left.text]])
  }
  return {
    leave,
    type(place, key) {
      if (held.current && isAt(place)) {
        held.current.text += key
        return
      }
      leave(place)
      const mine = { place, text: key }
      held.current = mine
      const open = (isLeft = 100) => {
        if (held.current !== mine) return
        if (rows.recordAt(place.row)) {
          held.current = null
          latest.current.edit(place, mine.text)
        } else if (isLeft > 0) setTimeout(() => open(isLeft - 1), 50)
      }
      open()
    },
  }
}
