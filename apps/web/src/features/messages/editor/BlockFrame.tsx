/** A block on the canvas with its tools: a handle to drag it by, and buttons that do the same. */
import { useSortable } from '@dnd-kit/sortable'
import type { MessageBlock } from '@muster/contract/messages/blocks/index'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { blockUi } from './blocks/index.ts'
import type { CanvasProps } from './canvas-props.ts'
import classes from './editor.module.css'
import { useEditorContext } from './editor-context.ts'

export function BlockFrame({
  block,
  isSelected,
  isFirst,
  isLast,
  canvas,
  children,
}: {
  block: MessageBlock
  isSelected: boolean
  isFirst: boolean
  isLast: boolean
  canvas: CanvasProps
  /** The lists in it. */
  children?: ReactNode
}) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled, problems } = useEditorContext()
  const sortable = useSortable({ id: block.id, disabled: isDisabled })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    sortable
  const { Preview } = blockUi(block.type)
  const name = t(`blocks.${block.type}`)
  const count = problems.filter(({ blockId }) => blockId === block.id).length
  const {
    paddingTop = 0,
    paddingBottom = 0,
    backgroundColor,
  } = block.settings as Partial<{
    paddingTop: number
    paddingBottom: number
    backgroundColor: string | null
  }>
  const place: CSSProperties = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition,
  }
  return (
    <li
      ref={setNodeRef}
      style={place}
      className={classes.block}
      data-block={block.id}
      data-selected={isSelected || undefined}
      data-moving={isDragging || undefined}
      data-problem={count > 0 || undefined}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button of the block's name does the same by keyboard */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        className={classes.body}
        style={{ paddingTop, paddingBottom, background: backgroundColor ?? undefined }}
        onClick={(event) => {
          event.stopPropagation()
          canvas.onSelect(block.id)
        }}
      >
        <Preview
          settings={block.settings as never}
          set={(change, of) => canvas.onSet(block.id, change, of)}
          errorOf={() => undefined}
          isSelected={isSelected}
        />
        {children}
      </div>
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.name}
          aria-pressed={isSelected}
          onClick={() => canvas.onSelect(block.id)}
        >
          {name}
          {count > 0 && (
            <span className={classes.problemCount}>
              <Glyph name="warning" size={12} />
              {t('problemCount', { count })}
            </span>
          )}
        </button>
        {!isDisabled && (
          <>
            <button
              type="button"
              ref={setActivatorNodeRef}
              className={classes.handle}
              {...attributes}
              {...listeners}
              aria-label={t('tools.drag', { name })}
            >
              <Glyph name="drag" size={14} />
            </button>
            <IconButton
              glyph="arrowUp"
              size="sm"
              label={t('tools.up', { name })}
              disabled={isFirst}
              onClick={() => canvas.onMoveBy(block.id, -1)}
            />
            <IconButton
              glyph="arrowDown"
              size="sm"
              label={t('tools.down', { name })}
              disabled={isLast}
              onClick={() => canvas.onMoveBy(block.id, 1)}
            />
            <IconButton
              glyph="copy"
              size="sm"
              label={t('tools.duplicate', { name })}
              onClick={() => canvas.onDuplicate(block.id)}
            />
            <IconButton
              glyph="trash"
              size="sm"
              label={t('tools.remove', { name })}
              onClick={() => canvas.onRemove(block.id)}
            />
          </>
        )}
      </div>
    </li>
  )
}
