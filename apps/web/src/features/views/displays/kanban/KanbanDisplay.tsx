/**
 * Records as cards in columns by the value of a field. Cards are dragged by pointer, or by keyboard: Space takes one,
 * arrow keys move it from column to column, Space puts it down, Escape leaves all as it was. A phone shows one column.
 */
import { type Announcements, DndContext, type DragEndEvent, DragOverlay } from '@dnd-kit/core'
import { Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { fieldTitle } from '../../../fields/public.ts'
import type { DisplayProps } from '../parts/props.ts'
import { type BoardSource, columnKey } from './board.ts'
import type { BoardColumn } from './columns.ts'
import { columnUnder, useDragSensors } from './drag.ts'
import { focusBeside } from './focus.ts'
import classes from './Kanban.module.css'
import { CardBody } from './KanbanCard.tsx'
import { KanbanColumn } from './KanbanColumn.tsx'
import { useKanban } from './use-kanban.ts'

interface Dragged {
  record: DataRecord
  column: BoardColumn
  name: string
}

export function KanbanDisplay({
  source,
  display,
  context,
  label,
  board,
}: DisplayProps & { board: BoardSource }) {
  const { t } = useTranslation('kanban')
  const isPhone = useMediaQuery('(max-width: 719px)', window.innerWidth < 720)
  const kanban = useKanban(source, board, context)
  const sensors = useDragSensors()
  const [dragged, setDragged] = useState<Dragged | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const { columns, moving, move } = kanban
  const announcements = useMemo(() => announcementsOf(t), [t])

  if (kanban.error && !columns)
    return <ErrorState error={kanban.error} title={t('failed')} onRetry={kanban.retry} />
  if (!columns) return <BoardSkeleton />
  const fold = (key: string, isFolded: boolean) =>
    board.onFolded(isFolded ? [...board.folded, key] : board.folded.filter((one) => one !== key))
  const column = (one: BoardColumn, isAlone: boolean) => (
    <KanbanColumn
      key={one.key}
      source={source}
      display={display}
      context={context}
      board={board}
      column={one}
      columns={columns}
      moving={moving}
      move={move}
      isFolded={!isAlone && board.folded.includes(one.key)}
      onFold={(isFolded) => fold(one.key, isFolded)}
      isAlone={isAlone}
    />
  )
  const first = columns.find(({ count, key }) => count > 0 && key !== columnKey(null)) ?? columns[0]
  const alone = columns.find(({ key }) => key === chosen) ?? first
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    const from = active.data.current as Dragged | undefined
    const to = over?.data.current?.column as BoardColumn | undefined
    if (from && to) move?.(from.record, from.column, to)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={columnUnder}
      accessibility={{
        screenReaderInstructions: { draggable: t('drag.instructions') },
        announcements,
      }}
      onDragStart={({ active }) => setDragged((active.data.current as Dragged | undefined) ?? null)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(null)}
    >
      {!move && !board.field.canUpdate && (
        <p className={classes.note}>
          <Glyph name="lock" size={12} />
          {t('readOnly', { field: fieldTitle(board.field, context.format.language) })}
        </p>
      )}
      {isPhone && alone ? (
        <div className={classes.phone}>
          <ColumnChooser
            columns={columns}
            chosen={alone}
            board={board}
            context={context}
            onChoose={setChosen}
          />
          {column(alone, true)}
        </div>
      ) : (
        <div className={classes.board} data-board={dragged ? 'dragging' : 'still'}>
          <fieldset className={classes.columns} aria-label={label} onKeyDown={focusBeside}>
            {columns.map((one) => column(one, false))}
          </fieldset>
        </div>
      )}
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={`${classes.card} ${classes.overlay}`}>
            <CardBody record={dragged.record} name={dragged.name} display={display} context={context}>
              <span className={classes.name}>{dragged.name}</span>
            </CardBody>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

function ColumnChooser({
  columns,
  chosen,
  board,
  context,
  onChoose,
}: Pick<DisplayProps, 'context'> & {
  columns: readonly BoardColumn[]
  chosen: BoardColumn
  board: BoardSource
  onChoose(key: string): void
}) {
  const { t } = useTranslation('kanban')
  const at = columns.indexOf(chosen)
  const step = (by: number) => {
    const next = columns[at + by]
    if (next) onChoose(next.key)
  }
  return (
    <div className={classes.chooser}>
      <IconButton glyph="chevronLeft" label={t('previous')} disabled={at <= 0} onClick={() => step(-1)} />
      <Select
        className={classes.choice}
        aria-label={t('choose')}
        allowDeselect={false}
        data={columns.map(({ key, name, count }) => ({
          value: key,
          label: `${name} · ${context.format.number(count)}`,
        }))}
        value={chosen.key}
        onChange={(key) => key && onChoose(key)}
      />
      <IconButton
        glyph="chevronRight"
        label={t('next')}
        disabled={at >= columns.length - 1}
        onClick={() => step(1)}
      />
      {board.add && (
        <IconButton
          glyph="plus"
          label={t('add', { name: chosen.name })}
          onClick={() => board.add?.(chosen)}
        />
      )}
    </div>
  )
}

function BoardSkeleton() {
  return (
    <div className={`${classes.board} ${classes.columns}`} aria-hidden="true">
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className={classes.column}>
          <span className={classes.skeleton} />
          <span className={classes.skeleton} />
        </div>
      ))}
    </div>
  )
}

type Told = 'drag.taken' | 'drag.over' | 'drag.dropped' | 'drag.cancelled'
interface Part {
  data: { current?: unknown }
}

function announcementsOf(t: TFunction<'kanban'>): Announcements {
  const told = (key: Told, active: Part, over?: Part | null) => {
    const { name, column } = active.data.current as Dragged
    const to = (over?.data.current as { column?: BoardColumn } | undefined)?.column ?? column
    return t(key, { name, column: to.name })
  }
  return {
    onDragStart: ({ active }) => told('drag.taken', active),
    onDragOver: ({ active, over }) => (over ? told('drag.over', active, over) : undefined),
    onDragEnd: ({ active, over }) => told('drag.dropped', active, over),
    onDragCancel: ({ active }) => told('drag.cancelled', active),
  }
}
