/**
 * Cards in columns by the value of a field, in a manual order where the board has one. Cards are dragged by
 * pointer, or by keyboard: Space picks one up, arrow keys move it, Space drops it, Escape cancels. A phone
 * shows one column.
 */
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { Select, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import styles from '../../../../ui/shared.module.css'
import { type FieldContext, fieldTitle } from '../../../fields/public.ts'
import type { ViewSource } from '../../source.ts'
import { type BoardSource, type CardLook, columnKey } from './board.ts'
import type { BoardColumn } from './columns.ts'
import { focusBeside } from './focus.ts'
import classes from './Kanban.module.css'
import { helpId } from './KanbanCard.tsx'
import { KanbanColumn } from './KanbanColumn.tsx'
import { cardUnder, type Taken, useDrag, useDragSensors } from './use-drag.ts'
import { useKanban } from './use-kanban.ts'

export interface KanbanProps {
  source: Pick<ViewSource, 'key' | 'query'>
  board: BoardSource
  look: CardLook
  /** The reader's language, zone and team; the names that values refer to come with the records. */
  context: FieldContext
  /** Accessible name of the board. */
  label: string
}

export function Kanban({ source, board, look, context, label }: KanbanProps) {
  const { t } = useTranslation('kanban')
  const isPhone = useMediaQuery('(max-width: 719px)', window.innerWidth < 720)
  const { columns, moving, move, error, retry } = useKanban(source, board, context)
  const sensors = useDragSensors()
  const [chosen, setChosen] = useState<string | null>(null)
  const [landed, setLanded] = useState<{ id: number; in: string } | null>(null)
  const onLanded = useCallback(() => setLanded(null), [])
  const first = columns?.find(({ count, key }) => count > 0 && key !== columnKey(null)) ?? columns?.[0]
  const alone = isPhone ? (columns?.find(({ key }) => key === chosen) ?? first) : undefined
  const { isOrdered = false } = board
  const drag = useDrag(alone ? [alone] : (columns ?? []), isOrdered, ({ record, from, by }, to, place) => {
    move?.(record, from, to, place)
    if (by === 'keyboard') setLanded({ id: record.id, in: to.key })
  })
  const { dragged } = drag

  if (error && !columns) return <ErrorState error={error} title={t('failed')} onRetry={retry} />
  if (!columns) return <BoardSkeleton />
  const fold = (key: string, isFolded: boolean) =>
    board.onFolded?.(isFolded ? [...board.folded, key] : board.folded.filter((one) => one !== key))
  const column = (one: BoardColumn) => (
    <KanbanColumn
      key={one.key}
      source={source}
      look={look}
      context={context}
      board={board}
      column={one}
      columns={columns}
      moving={moving}
      move={move}
      drag={drag}
      isFolded={!alone && board.folded.includes(one.key)}
      onFold={(isFolded) => fold(one.key, isFolded)}
      isAlone={alone !== undefined}
      landed={landed?.in === one.key ? landed.id : null}
      onLanded={onLanded}
    />
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={cardUnder}
      // Announced below, for pointer and keyboard alike.
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => drag.take(active.data.current as Taken, 'pointer')}
      onDragMove={drag.over}
      onDragEnd={({ over }) => (over ? drag.drop() : drag.cancel())}
      onDragCancel={drag.cancel}
    >
      {!move && !board.field.canUpdate && (
        <p className={classes.note}>
          <Glyph name="lock" size={12} />
          {t('readOnly', { field: fieldTitle(board.field, context.format.language) })}
        </p>
      )}
      {alone ? (
        <section className={styles.column} aria-label={label}>
          <ColumnChooser
            columns={columns}
            chosen={alone}
            board={board}
            context={context}
            onChoose={setChosen}
          />
          {column(alone)}
        </section>
      ) : (
        <section className={classes.board} aria-label={label}>
          <fieldset className={classes.columns} aria-label={label} onKeyDown={focusBeside}>
            {columns.map(column)}
          </fieldset>
        </section>
      )}
      <VisuallyHidden id={helpId}>
        {t(isOrdered ? 'ordered.instructions' : 'drag.instructions')}
      </VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive" data-board-announcement="">
        {drag.announcement}
      </VisuallyHidden>
      <DragOverlay dropAnimation={null}>
        {dragged?.by === 'pointer' && (
          <div className={`${classes.card} ${classes.overlay}`}>
            {look.renderBody(
              dragged.record,
              dragged.name,
              dragged.context,
              <span className={classes.head}>
                <span className={classes.name}>{dragged.name}</span>
              </span>,
            )}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

const nothing = () => undefined
const silent = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing }

function ColumnChooser({
  columns,
  chosen,
  board,
  context,
  onChoose,
}: {
  context: FieldContext
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
