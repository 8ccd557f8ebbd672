/** The blocks in their order. All lists share one drag, so that blocks move into columns and out of them. */
import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { columnRatios } from '@muster/contract/messages/blocks/columns'
import type { ColumnBlock, ColumnsBlock, MessageBlock } from '@muster/contract/messages/blocks/index'
import type { MessageDesign } from '@muster/contract/messages/design'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockFrame } from './BlockFrame.tsx'
import type { CanvasProps } from './canvas-props.ts'
import { type BlockPlace, listOf, placeOf, rootList } from './design-edits.ts'
import classes from './editor.module.css'
import { draggedType } from './Palette.tsx'

const endOf = (list: string) => `end:${list}`

/** What the pointer is over; by keyboard, what is nearest. */
const detect: CollisionDetection = (args) => {
  const within = pointerWithin(args)
  // A block in a column lies over the columns that it is in.
  return within.length > 0 ? within.sort(smallestFirst(args)) : closestCenter(args)
}

const smallestFirst =
  ({ droppableRects }: Parameters<CollisionDetection>[0]) =>
  (a: { id: string | number }, b: { id: string | number }) =>
    (droppableRects.get(a.id)?.height ?? 0) - (droppableRects.get(b.id)?.height ?? 0)

export function Canvas(props: CanvasProps) {
  const { design, onInsert, onMove, onSelect, palette, panel } = props
  const { t } = useTranslation(['messageEditor', 'common'])
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const to = over && targetOf(design, String(over.id))
    if (!to) return
    const type = draggedType(String(active.id))
    if (type) return onInsert(type, to)
    const from = placeOf(design, String(active.id))
    // Its own place is free once it has left.
    const isEnd = from?.list === to.list && to.at >= listOf(design, to.list).length
    onMove(String(active.id), isEnd ? { ...to, at: to.at - 1 } : to)
  }
  const nameOf = (id: unknown) => {
    const place = placeOf(design, String(id))
    const type = place ? listOf(design, place.list)[place.at]?.type : draggedType(String(id))
    return { name: type ? t(`messageEditor:blocks.${type}`) : '' }
  }
  const placeNow = (id: unknown) => {
    const place = targetOf(design, String(id))
    return { place: (place?.at ?? 0) + 1, count: listOf(design, place?.list ?? rootList).length }
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      onDragStart={({ active }) => onSelect(draggedType(String(active.id)) ? null : String(active.id))}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: t('common:reorder.instructions') },
        announcements: {
          onDragStart: ({ active }) =>
            t('common:reorder.taken', { ...nameOf(active.id), ...placeNow(active.id) }),
          onDragOver: ({ active, over }) =>
            over ? t('common:reorder.moved', { ...nameOf(active.id), ...placeNow(over.id) }) : undefined,
          onDragEnd: ({ active, over }) =>
            t('common:reorder.dropped', { ...nameOf(active.id), ...placeNow(over?.id ?? active.id) }),
          onDragCancel: ({ active }) =>
            t('common:reorder.cancelled', { ...nameOf(active.id), ...placeNow(active.id) }),
        },
      }}
    >
      <div className={classes.parts}>
        {palette}
        <div className={classes.desk} style={{ background: design.settings.backgroundColor }}>
          <section
            className={classes.sheet}
            aria-label={t('messageEditor:canvas')}
            // Gets the focus when its last block is removed.
            tabIndex={-1}
            style={{
              maxWidth: design.settings.width,
              background: design.settings.contentColor,
              borderRadius: design.settings.radius,
            }}
          >
            <BlockList {...props} list={rootList} blocks={design.blocks} />
          </section>
        </div>
        {panel}
      </div>
    </DndContext>
  )
}

/** Where something goes that is dropped on a block, or on the end of a list. */
function targetOf(design: MessageDesign, over: string): BlockPlace | undefined {
  if (!over.startsWith('end:')) return placeOf(design, over)
  const list = over.slice('end:'.length)
  return { list, at: listOf(design, list).length }
}

interface ListProps extends CanvasProps {
  list: string
  blocks: readonly MessageBlock[]
}

function BlockList({ list, blocks, ...canvas }: ListProps) {
  const { t } = useTranslation('messageEditor')
  const { setNodeRef, isOver } = useDroppable({ id: endOf(list) })
  return (
    <SortableContext items={blocks.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
      <ol className={classes.list}>
        {blocks.map((block, at) => (
          <BlockFrame
            key={block.id}
            block={block}
            isSelected={canvas.selected === block.id}
            isFirst={at === 0}
            isLast={at === blocks.length - 1}
            canvas={canvas}
          >
            {block.type === 'columns' && <Columns {...canvas} block={block} />}
          </BlockFrame>
        ))}
      </ol>
      <div
        ref={setNodeRef}
        className={classes.end}
        data-over={isOver || undefined}
        data-empty={blocks.length === 0 || undefined}
      >
        {blocks.length === 0 && t(list === rootList ? 'empty' : 'columns.empty')}
      </div>
    </SortableContext>
  )
}

function Columns({ block, ...canvas }: CanvasProps & { block: ColumnsBlock }) {
  const widths: readonly number[] = columnRatios[block.settings.ratio]
  const columns = block.children.map((_column, n) => `minmax(0, ${widths[n] ?? 50}fr)`).join(' ')
  return (
    <div className={classes.columns} style={{ '--columns': columns } as CSSProperties}>
      {block.children.map((column) => (
        <Column key={column.id} {...canvas} column={column} />
      ))}
    </div>
  )
}

function Column({ column, ...canvas }: CanvasProps & { column: ColumnBlock }) {
  return (
    <div className={classes.column} style={{ background: column.settings.backgroundColor ?? undefined }}>
      <BlockList {...canvas} list={column.id} blocks={column.children} />
    </div>
  )
}
