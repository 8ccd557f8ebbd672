/** The types of blocks: a click adds one after the selected block, dragging puts it where one wants it. */
import { useDraggable } from '@dnd-kit/core'
import { type MessageBlock, messageBlocks } from '@muster/contract/messages/blocks/index'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { blockUi } from './blocks/index.ts'
import classes from './editor.module.css'
import { useEditorContext } from './editor-context.ts'

type Offered = MessageBlock['type']

const offered = Object.values(messageBlocks)
  .filter(({ isOffered }) => isOffered)
  .map(({ type }) => type as Offered)

/** The id that a dragged type has, and the type of such an id. */
const dragId = (type: Offered): string => `new:${type}`
export const draggedType = (id: string): Offered | undefined => offered.find((type) => dragId(type) === id)

export function Palette({ onInsert }: { onInsert: (type: Offered) => void }) {
  const { t } = useTranslation('messageEditor')
  return (
    <nav className={classes.palette} aria-label={t('palette')}>
      <ul>
        {offered.map((type) => (
          <li key={type}>
            <PaletteItem type={type} onInsert={onInsert} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PaletteItem({ type, onInsert }: { type: Offered; onInsert: (type: Offered) => void }) {
  const { t } = useTranslation('messageEditor')
  const { isDisabled } = useEditorContext()
  const { setNodeRef, listeners } = useDraggable({ id: dragId(type), disabled: isDisabled })
  // By keyboard the button adds the block; dragging is for the mouse and for fingers.
  const pointer = listeners?.onPointerDown
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.paletteItem}
      disabled={isDisabled}
      onPointerDown={(event) => pointer?.(event)}
      onClick={() => onInsert(type)}
    >
      <Glyph name={blockUi(type).glyph} />
      {t(`blocks.${type}`)}
    </button>
  )
}
