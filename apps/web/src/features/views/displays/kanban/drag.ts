/** How cards are dragged: by mouse, by a finger held down, and with Space and the arrow keys from column to column. */
import {
  type CollisionDetection,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'

/** So far inside a column the dragged card is put by keyboard. */
const inset = 8

const nextColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 0 }[event.code]
  if (by === undefined) return undefined
  event.preventDefault()
  const columns = context.droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = context.droppableRects.get(id)
      return rect ? [{ id, rect }] : []
    })
    .sort((one, other) => one.rect.left - other.rect.left)
  const next = columns[columns.findIndex(({ id }) => id === context.over?.id) + by]
  return next && by !== 0 ? { x: next.rect.left + inset, y: currentCoordinates.y } : currentCoordinates
}

/** Where the pointer is; by keyboard, where the card's left edge is. */
export const columnUnder: CollisionDetection = (args) => {
  if (args.pointerCoordinates) {
    const within = pointerWithin(args)
    if (within.length > 0) return within
  }
  const x = args.pointerCoordinates?.x ?? args.collisionRect.left + inset
  return args.droppableContainers.flatMap(({ id }) => {
    const rect = args.droppableRects.get(id)
    return rect && rect.left <= x && x <= rect.right ? [{ id }] : []
  })
}

const keys = {
  start: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
  end: [KeyboardCode.Space, KeyboardCode.Enter],
}

export function useDragSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextColumn, keyboardCodes: keys }),
  )
}
