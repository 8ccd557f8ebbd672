/** The card that is being dragged by pointer or keyboard, and its drop position. Each step is announced. */
import {
  type CollisionDetection,
  type DragMoveEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldContext } from '../../../fields/public.ts'
import type { CardPlace } from './board.ts'
import type { BoardColumn } from './columns.ts'

export interface Taken {
  record: DataRecord
  name: string
  from: BoardColumn
  context: FieldContext
}

export interface Dragged extends Taken {
  /** Key of the column under it. */
  to: string
  /** The number of other cards before it in that column; irrelevant for boards without an order. */
  index: number
  by: 'pointer' | 'keyboard'
}

/** The loaded cards of a column. */
export interface Shelf {
  cards: readonly DataRecord[]
  hasMore: boolean
}

export interface BoardDrag {
  dragged: Dragged | null
  /** The last step as text for screen readers. */
  announcement: string
  /** By key of a column; columns register theirs. */
  shelves: Map<string, Shelf>
  take(taken: Taken, by: Dragged['by']): void
  over(event: DragMoveEvent): void
  drop(): void
  cancel(): void
  /** Handles keys on a card; true if it used one. */
  onKey(key: string, taken: Taken): boolean
  /** The end of a column, as far as it is loaded. */
  endOf(column: BoardColumn, record: DataRecord): CardPlace | null
}

export function useDrag(
  columns: readonly BoardColumn[],
  isOrdered: boolean,
  onDrop: (dragged: Dragged, to: BoardColumn, place: CardPlace | null) => void,
): BoardDrag {
  const { t } = useTranslation('kanban')
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { current: shelves } = useRef(new Map<string, Shelf>())

  const othersIn = (key: string, { id }: DataRecord) =>
    (shelves.get(key)?.cards ?? []).filter((one) => one.id !== id)
  const say = (
    step: 'taken' | 'over' | 'dropped' | 'cancelled',
    { record, name, from, to, index }: Dragged,
  ) => {
    const column = columns.find(({ key }) => key === to) ?? from
    const others = othersIn(to, record).length
    const count = Math.max(others + 1, column.count + (to === from.key ? 0 : 1))
    setAnnouncement(
      t(isOrdered ? `ordered.${step}` : `drag.${step}`, {
        name,
        column: column.name,
        place: index + 1,
        count,
      }),
    )
  }
  const take: BoardDrag['take'] = (taken, by) => {
    const cards = shelves.get(taken.from.key)?.cards ?? []
    const index = Math.max(
      0,
      cards.findIndex(({ id }) => id === taken.record.id),
    )
    const next = { ...taken, to: taken.from.key, index, by }
    setDragged(next)
    say('taken', next)
  }
  const to = (key: string, index: number) => {
    if (!dragged) return
    // More cards follow after the last loaded one.
    const most = othersIn(key, dragged.record).length - (shelves.get(key)?.hasMore ? 1 : 0)
    const next = { ...dragged, to: key, index: isOrdered ? Math.max(0, Math.min(most, index)) : 0 }
    if (next.to === dragged.to && (next.index === dragged.index || !isOrdered)) return
    setDragged(next)
    say('over', next)
  }
  const cancel = () => {
    if (dragged) say('cancelled', { ...dragged, to: dragged.from.key })
    setDragged(null)
  }
  const drop = () => {
    const column = columns.find(({ key }) => key === dragged?.to)
    if (!dragged || !column) return cancel()
    setDragged(null)
    say('dropped', dragged)
    const isBack = column.key === dragged.from.key
    const cards = shelves.get(column.key)?.cards ?? []
    if (isBack && (!isOrdered || cards[dragged.index]?.id === dragged.record.id)) return
    const place = isOrdered ? { index: dragged.index, others: othersIn(column.key, dragged.record) } : null
    onDrop(dragged, column, place)
  }
  return {
    dragged,
    announcement,
    shelves,
    take,
    drop,
    cancel,
    over({ over, active, activatorEvent, delta }) {
      const { columnKey, recordId } = (over?.data.current ?? {}) as { columnKey?: string; recordId?: number }
      if (!over || !dragged || columnKey === undefined) return
      if (recordId === undefined) return to(columnKey, Number.POSITIVE_INFINITY)
      const at = othersIn(columnKey, dragged.record).findIndex(({ id }) => id === recordId)
      // Over itself nothing changes.
      if (at < 0 || active.id === over.id) return
      const start = heightOf(activatorEvent)
      const isBelow = start !== null && start + delta.y > over.rect.top + over.rect.height / 2
      to(columnKey, isBelow ? at + 1 : at)
    },
    onKey(key, taken) {
      if (!dragged) {
        if (key !== ' ') return false
        take(taken, 'keyboard')
        return true
      }
      if (dragged.by !== 'keyboard' || dragged.record.id !== taken.record.id) return false
      const at = columns.findIndex((column) => column.key === dragged.to)
      const beside = { ArrowLeft: columns[at - 1], ArrowRight: columns[at + 1] }[key]
      if (key === ' ' || key === 'Enter') drop()
      else if (key === 'Escape' || key === 'Tab') cancel()
      else if (key === 'ArrowUp') to(dragged.to, dragged.index - 1)
      else if (key === 'ArrowDown') to(dragged.to, dragged.index + 1)
      else if (beside) to(beside.key, dragged.index)
      else return key.startsWith('Arrow')
      return key !== 'Tab'
    },
    endOf(column, record) {
      const others = othersIn(column.key, record)
      return isOrdered && shelves.has(column.key) ? { index: others.length, others } : null
    },
  }
}

/** The vertical position where a drag began. */
function heightOf(event: Event): number | null {
  if (event instanceof MouseEvent) return event.clientY
  return typeof TouchEvent !== 'undefined' && event instanceof TouchEvent
    ? (event.touches[0]?.clientY ?? null)
    : null
}

/** The card under the pointer, else the column above or below it. */
export const cardUnder: CollisionDetection = (args) => {
  const under = pointerWithin(args)
  const cards = under.filter(({ id }) => String(id).startsWith('over'))
  if (under.length > 0) return cards.length > 0 ? cards : under
  const { x } = args.pointerCoordinates ?? { x: args.collisionRect.left }
  return args.droppableContainers.flatMap(({ id }) => {
    const rect = args.droppableRects.get(id)
    return rect && String(id).startsWith('column') && rect.left <= x && x <= rect.right ? [{ id }] : []
  })
}

export const useDragSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
