/** What a step or a task is dragged by, or moved with the keys. It keeps the focus when it moves to another place. */
import { useDraggable } from '@dnd-kit/core'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { placeOf, type Taken } from './order.ts'
import classes from './StepsBoard.module.css'
import type { StepOrder } from './use-order.ts'

export function MoveHandle({ own, label, moves }: { own: Taken; label: string; moves: StepOrder }) {
  const { t } = useTranslation('wizards')
  const { listeners, setNodeRef } = useDraggable({ id: `move ${own.kind} ${own.id}`, data: { own } })
  const button = useRef<HTMLButtonElement>(null)
  const { taken, landed } = moves
  const isTaken = taken?.kind === own.kind && taken.id === own.id
  const isLanded = landed?.kind === own.kind && landed.id === own.id
  const { step, at } = placeOf(moves.order, own)
  // A card that moves to another step is a new element there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useLayoutEffect(() => {
    const isMoving = isTaken && taken.by === 'keyboard'
    const isLost = isLanded && document.activeElement === document.body
    if (!isMoving && !isLost) return
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isTaken, isLanded, step, at])
  return (
    <button
      type="button"
      ref={(element) => {
        button.current = element
        setNodeRef(element)
      }}
      className={classes.handle}
      {...listeners}
      aria-label={label}
      aria-pressed={isTaken}
      aria-description={t('reorder.instructions')}
      onKeyDown={(event) => {
        if (moves.onKey(event.key, own)) event.preventDefault()
      }}
    >
      <Glyph name="drag" size={14} />
    </button>
  )
}
