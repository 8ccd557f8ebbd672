/**
 * While the app starts, the grid is drawn in turns, each in a task of its own, for a slow processor would take too long for
 * all at once: the columns, the first rows once they are there, the others.
 */
import { useContext, useMemo, useRef } from 'react'
import { StartContext } from '../../../ui/Gradually.tsx'
import type { CellContent, CellPlace } from './port.ts'

/** By turn, the first row that is not drawn. */
const ends = [0, 10, Number.MAX_SAFE_INTEGER] as const
const lastTurn = ends.length - 1

/** @param redraw draws these rows, both included */
export function useTurns(
  redraw: (first: number, last: number) => void,
  cellAt: (place: CellPlace) => CellContent,
) {
  const turn = useRef(useContext(StartContext) ? 0 : lastTurn)
  const isNextDue = useRef(false)
  const latestCellAt = useRef(cellAt)
  latestCellAt.current = cellAt
  return useMemo(() => {
    /** The first column has names, which no record is without. */
    const areRowsThere = () => !isWaiting(latestCellAt.current({ column: 0, row: 0 }))
    const begin = () => {
      isNextDue.current = false
      const from = ends[turn.current] ?? 0
      turn.current++
      redraw(from, (ends[turn.current] ?? 0) - 1)
      awaitNext()
    }
    const awaitNext = () => {
      if (turn.current === lastTurn || isNextDue.current) return
      if (turn.current > 0 && !areRowsThere()) return
      isNextDue.current = true
      setTimeout(begin)
    }
    return {
      /** To be called whenever a cell is drawn. */
      awaitNext,
      /** Whether a cell is left empty. What is not there yet costs little, and looks the same in all rows. */
      isHeld: (row: number, content: CellContent): boolean =>
        row >= (ends[turn.current] ?? 0) && !isWaiting(content),
    }
  }, [redraw])
}

const isWaiting = ({ kind }: CellContent): boolean => kind === 'blank' || kind === 'loading'
