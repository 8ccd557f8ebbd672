/**
 * Tasks in columns by their status. A task is moved by dragging, or by keyboard: Space takes it, arrows move it, Space
 * puts it down, Escape leaves it where it was.
 */
import {
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { Task } from '../data/tasks.ts'
import { type Column, useBoard } from '../data/use-board.ts'
import type { Place } from '../data/use-projects.ts'
import type { ProjectsView } from '../url-state.ts'
import classes from './Board.module.css'
import { BoardColumn } from './BoardColumn.tsx'
import { CardBody } from './TaskCard.tsx'
import { useHeld } from './use-held.ts'

export function Board({
  teamId,
  place,
  view,
  onOpen,
}: {
  teamId: number
  place: Place
  view: ProjectsView
  onOpen(id: number): void
}) {
  const { t } = useTranslation(['projects'])
  const board = useBoard(teamId, place, view)
  const { columns, linked } = board
  const grip = useHeld(columns, (task, column, index) => void board.move(task, column.status, index))
  const { held } = grip
  const frame = useRef<HTMLElement>(null)
  const heldBy = held?.by
  const heldId = held?.task.id
  const heldColumn = held?.column
  // The card in the other column is another element: the focus goes with the task.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it was moved
  useEffect(() => {
    if (heldBy !== 'keyboard') return
    const card = frame.current?.querySelector<HTMLElement>(`[data-task="${heldId}"]`)
    card?.focus()
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [heldBy, heldId, heldColumn, held?.index])

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 6 } }),
  )
  const onDragMove = ({ over, active, activatorEvent, delta }: DragMoveEvent) => {
    if (!over || !held) return
    const column = columns.findIndex(({ status }) => status.id === over.data.current?.statusId)
    if (column < 0) return
    const others = (columns[column] as Column).tasks.filter(({ id }) => `task-${id}` !== active.id)
    const at = others.findIndex(({ id }) => id === over.data.current?.taskId)
    if (at < 0) {
      // Over itself nothing changes; over the rest of a column it goes to the end.
      if (`over-${held.task.id}` !== over.id) grip.to(column, others.length)
      return
    }
    const start = pointOf(activatorEvent)
    const isBelow = start !== null && start + delta.y > over.rect.top + over.rect.height / 2
    grip.to(column, isBelow ? at + 1 : at)
  }
  const onDragEnd = ({ over }: DragEndEvent) => (over ? grip.drop() : grip.cancel())

  if (board.error) return <ErrorState error={board.error} title={t('failed')} onRetry={board.retry} />
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={(args) => {
        const under = pointerWithin(args)
        const cards = under.filter(({ id }) => String(id).startsWith('over-'))
        return cards.length > 0 ? cards : under
      }}
      // Said below, for the pointer and the keyboard alike.
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => grip.take(active.data.current?.task as Task, 'pointer')}
      onDragMove={onDragMove}
      onDragEnd={onDragEnd}
      onDragCancel={grip.cancel}
    >
      <section ref={frame} className={classes.board} aria-label={t('board.label')}>
        {columns.map((column, at) => (
          <BoardColumn
            key={String(column.status.id)}
            teamId={teamId}
            place={place}
            view={view}
            column={column}
            linked={linked}
            held={held}
            at={at}
            showMore={board.showMore(column)}
            onOpen={onOpen}
            onKey={grip.onKey}
            onAdded={board.settle}
          />
        ))}
      </section>
      <VisuallyHidden id="board-help">{t('board.help')}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive">
        {grip.said}
      </VisuallyHidden>
      <DragOverlay dropAnimation={null}>
        {held?.by === 'pointer' && (
          <div className={classes.card} data-overlay>
            <span className={classes.name}>{held.task.name || t('unnamed')}</span>
            <CardBody teamId={teamId} task={held.task} linked={linked} isDone={false} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const nothing = () => undefined
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }

/** How far down the page a drag began. */
function pointOf(event: Event): number | null {
  if (event instanceof MouseEvent) return event.clientY
  return typeof TouchEvent !== 'undefined' && event instanceof TouchEvent
    ? (event.touches[0]?.clientY ?? null)
    : null
}
