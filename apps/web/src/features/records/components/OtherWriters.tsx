/** Over the grid: outlines and names on the cells that others are editing, which scroll with it. */
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeopleHere } from '../../live/public.ts'
import type { Column } from '../data/layout.ts'
import type { GridRows } from '../data/rows.ts'
import { type CellPlace, type GridHandle, headerHeight } from '../grid/port.ts'
import classes from './OtherWriters.module.css'

export function OtherWriters({
  teamId,
  dataCollectionId,
  columns,
  rows,
  grid,
}: {
  teamId: number
  /** The root of the tree. */
  dataCollectionId: number
  columns: readonly Column[]
  rows: GridRows
  grid: RefObject<GridHandle | null>
}) {
  const { t } = useTranslation('live', { useSuspense: false })
  const ground = useRef<HTMLDivElement>(null)
  const people = usePeopleHere(teamId, dataCollectionId).filter(
    ({ dataRecordId, field }) => dataRecordId !== null && columns.some(({ id }) => id === field),
  )
  const isAny = people.length > 0
  const latest = useRef({ people, columns, rows })
  latest.current = { people, columns, rows }

  // Cells move with every scroll, for which there is no event per pixel.
  useEffect(() => {
    if (!isAny) return
    let frame = 0
    const follow = () => {
      const { people, columns, rows } = latest.current
      const marks = [...(ground.current?.children ?? [])] as HTMLElement[]
      people.forEach(({ dataRecordId, field }, n) => {
        const mark = marks[n]
        const row = dataRecordId === null ? undefined : rows.indexOf(dataRecordId)
        const column = columns.findIndex(({ id }) => id === field)
        if (mark && ground.current)
          place(mark, ground.current, grid.current, row === undefined ? null : { column, row })
      })
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [isAny, grid])

  return (
    <div ref={ground} className={classes.ground}>
      {people.map(({ teamUserId, windowId, name, color }) => (
        <span
          key={`${teamUserId} ${windowId}`}
          className={classes.mark}
          style={{ borderColor: color }}
          data-writer={name}
          hidden
        >
          <span className={classes.name} style={{ background: color }}>
            {t('editing', { name })}
          </span>
        </span>
      ))}
    </div>
  )
}

function place(mark: HTMLElement, ground: HTMLElement, grid: GridHandle | null, at: CellPlace | null): void {
  const box = at && grid?.boxOf(at)
  const area = ground.parentElement?.querySelector('canvas')?.getBoundingClientRect()
  const first = at && at.column > 0 ? grid?.boxOf({ ...at, column: 0 }) : null
  const isInView =
    box &&
    area &&
    box.y >= area.top + headerHeight - 1 &&
    box.y + box.height <= area.bottom + 1 &&
    box.x >= (first ? first.x + first.width - 1 : area.left) &&
    box.x < area.right
  mark.hidden = !isInView
  if (!isInView) return
  const origin = ground.getBoundingClientRect()
  mark.style.transform = `translate(${box.x - origin.left}px, ${box.y - origin.top}px)`
  mark.style.width = `${Math.min(box.width, area.right - box.x)}px`
  mark.style.height = `${box.height}px`
}
