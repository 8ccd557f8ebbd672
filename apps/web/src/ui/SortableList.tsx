/**
 * Rows reordered by dragging, or by keyboard: Space on the handle picks one up, arrows move it, Space drops
 * it, Escape cancels.
 */
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from './Glyph.tsx'
import classes from './SortableList.module.css'

export function SortableList({
  ids,
  nameOf,
  onReorder,
  children,
}: {
  ids: readonly number[]
  nameOf(id: number): string
  onReorder(ids: number[]): void
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: unknown) => ids.indexOf(Number(id)) + 1
  const params = (id: unknown) => ({ name: nameOf(Number(id)), place: place(id), count: ids.length })
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    onReorder(arrayMove([...ids], ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: t('reorder.instructions') },
        announcements: {
          onDragStart: ({ active }) => t('reorder.taken', params(active.id)),
          onDragOver: ({ active, over }) =>
            over ? t('reorder.moved', { ...params(active.id), place: place(over.id) }) : undefined,
          onDragEnd: ({ active, over }) =>
            t('reorder.dropped', { ...params(active.id), place: place(over?.id ?? active.id) }),
          onDragCancel: ({ active }) => t('reorder.cancelled', params(active.id)),
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  )
}

function useRow(id: number) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id })
  const style: CSSProperties = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
    position: 'relative',
    zIndex: isDragging ? 1 : undefined,
  }
  return { attributes, listeners, setNodeRef, setActivatorNodeRef, style, isDragging }
}

function Handle({ row, label }: { row: ReturnType<typeof useRow>; label: string }) {
  return (
    <button
      type="button"
      ref={row.setActivatorNodeRef}
      className={classes.handle}
      {...row.attributes}
      {...row.listeners}
      aria-label={label}
    >
      <Glyph name="drag" size={14} />
    </button>
  )
}

/** An `li` with its handle first. One with a negative id waits for the server's: it shows, but cannot be used yet. */
export function SortableRow({
  id,
  label,
  className,
  children,
}: {
  id: number
  label: string
  className?: string
  children: ReactNode
}) {
  const row = useRow(id)
  return (
    <li
      ref={row.setNodeRef}
      style={row.style}
      className={className}
      inert={id < 0}
      data-dragging={row.isDragging || undefined}
    >
      <Handle row={row} label={label} />
      {children}
    </li>
  )
}

/** A `tr` whose first cell is the handle. */
export function SortableTableRow({
  id,
  label,
  children,
}: {
  id: number
  label: string
  children: ReactNode
}) {
  const row = useRow(id)
  return (
    <tr ref={row.setNodeRef} style={row.style} data-dragging={row.isDragging || undefined}>
      <td className={classes.handleCell}>
        <Handle row={row} label={label} />
      </td>
      {children}
    </tr>
  )
}
