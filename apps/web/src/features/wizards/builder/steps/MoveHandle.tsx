/** What a step or a task is dragged by, or moved with the keys. It keeps the focus when it moves to another place. */
import { useDraggable } from '@dnd-kit/core'
import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import type { Taken } from './order.ts'
import classes from './StepsBoard.module.css'
import type { HandleState, StepOrder } from './use-order.ts'

interface MoveHandleProps extends HandleState {
  own: Taken
  label: string
  onKey: StepOrder['onKey']
}

export const MoveHandle = memo(function MoveHandle(props: MoveHandleProps) {
  const { own, ...handle } = props
  const { listeners, setNodeRef } = useDraggable({ id: `move ${own.kind} ${own.id}`, data: { own } })
  return <HandleButton {...handle} own={own} listeners={listeners} setNodeRef={setNodeRef} />
})

interface HandleButtonProps extends MoveHandleProps {
  listeners: ReturnType<typeof useDraggable>['listeners']
  setNodeRef: ReturnType<typeof useDraggable>['setNodeRef']
}

/** Not drawn again for each thing that is dragged over, as what has the hook is: there may be 60 of them. */
const HandleButton = memo(function HandleButton(props: HandleButtonProps) {
  const { own, label, taken, isLanded, place, onKey, listeners, setNodeRef } = props
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
  const setElement = useCallback(
    (element: HTMLButtonElement | null) => {
      button.current = element
      setNodeRef(element)
    },
    [setNodeRef],
  )
  return (
    <button
      type="button"
      ref={setElement}
      className={classes.handle}
      {...listeners}
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
