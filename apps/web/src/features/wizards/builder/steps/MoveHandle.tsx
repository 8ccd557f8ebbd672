/** What a step or a task is dragged by, or moved with the keys. It keeps the focus when it moves to another place. */
import { memo, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { handleMark } from './drag.tsx'
import type { Taken } from './order.ts'
import classes from './StepsBoard.module.css'
import type { HandleState, StepOrder } from './use-order.ts'

interface MoveHandleProps extends HandleState {
  own: Taken
  label: string
  onKey: StepOrder['onKey']
}

/** Not drawn again for each thing that is dragged over: there may be 60 of them. */
export const MoveHandle = memo(function MoveHandle(props: MoveHandleProps) {
  const { own, label, taken, isLanded, place, onKey } = props
  const { t } = useTranslation('wizards')
  const button = useRef<HTMLButtonElement>(null)
  // A card that moves to another step is a new element there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move
  useLayoutEffect(() => {
    const isMoving = taken === 'keyboard'
    const isLost = isLanded && document.activeElement === document.body
    if (!isMoving && !isLost) return
    button.current?.focus()
    button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [taken, isLanded, place])
  return (
    <button
      type="button"
      ref={button}
      className={classes.handle}
      {...handleMark}
      aria-label={label}
      aria-pressed={taken !== null}
      aria-description={t('reorder.instructions')}
      onKeyDown={(event) => {
        if (onKey(event.key, own)) event.preventDefault()
      }}
    >
      <Glyph name="drag" size={14} />
    </button>
  )
})
