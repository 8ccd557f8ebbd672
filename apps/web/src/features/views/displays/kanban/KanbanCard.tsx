/** A card of a board with its drag handle. */
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { useMergedRef } from '@mantine/hooks'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../../ui/ActionMenu.tsx'
import type { FieldContext } from '../../../fields/public.ts'
import type { BoardSource, CardLook } from './board.ts'
import type { BoardColumn } from './columns.ts'
import classes from './Kanban.module.css'
import type { BoardDrag } from './use-drag.ts'
import type { Kanban } from './use-kanban.ts'

/** Describes a card that can be moved. */
export const helpId = 'board-help'

export interface KanbanCardProps {
  record: DataRecord
  column: BoardColumn
  columns: readonly BoardColumn[]
  look: CardLook
  context: FieldContext
  /** The card of its column that is the tab stop. */
  isStop: boolean
  isMoving: boolean
  isOrdered: boolean
  move: Kanban['move']
  drag: BoardDrag
  menuOf: BoardSource['menuOf']
}

export function KanbanCard(props: KanbanCardProps) {
  const { record, column, columns, look, context, isOrdered, move, drag, menuOf } = props
  const { t } = useTranslation(['kanban', 'common'])
  const name = look.nameOf(record, context)
  const taken = { record, from: column, name, context }
  const { listeners, setNodeRef } = useDraggable({ id: `card ${record.id}`, data: taken, disabled: !move })
  const drop = useDroppable({
    id: `over ${record.id}`,
    data: { columnKey: column.key, recordId: record.id },
    disabled: !isOrdered,
  })
  const ref = useMergedRef(setNodeRef, drop.setNodeRef)
  const grip = {
    tabIndex: props.isStop ? 0 : -1,
    'data-card': record.id,
    className: classes.name,
    ...(move
      ? {
          'aria-describedby': helpId,
          'aria-roledescription': t('kanban:card'),
          onKeyDown(event: KeyboardEvent) {
            if (event.ctrlKey || event.metaKey || event.altKey) return
            if (drag.onKey(event.key, taken)) event.preventDefault()
          },
        }
      : {}),
  }
  const moves = move
    ? columns
        .filter(({ key }) => key !== column.key)
        .map((to) => ({
          label: to.name,
          action: () => move(record, column, to, drag.endOf(to, record)),
        }))
    : []
  const others = menuOf?.(record) ?? []
  const moveTo = t('kanban:moveTo', { name })
  const head = (
    <span className={classes.head}>
      {look.renderName(record, name, grip)}
      {(move || others.length > 0) && (
        <span className={classes.actions}>
          <ActionMenu
            label={others.length > 0 ? t('common:reorder.actionsFor', { name }) : moveTo}
            items={
              others.length > 0 && moves.length > 0 ? [...others, { header: moveTo }, ...moves] : [...others, ...moves]
            }
            width={240}
            trapFocus
          />
        </span>
      )}
    </span>
  )
  return (
    <div
      ref={ref}
      className={classes.card}
      data-dragging={drag.dragged?.record.id === record.id || undefined}
      data-moving={props.isMoving || undefined}
      data-movable={move ? '' : undefined}
      {...listeners}
    >
      {look.renderBody(record, name, context, head)}
    </div>
  )
}
