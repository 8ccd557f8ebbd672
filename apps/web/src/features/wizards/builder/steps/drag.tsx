/**
 * Dragging steps and tasks by their handles. The board is the only thing that can be dragged and nothing is a place to
 * drop on: the library would draw all handles again and measure all places when a drag begins, which is more than a frame's
 * work with 60 tasks. The browser knows what is under the pointer.
 */
import { type CollisionDetection, type DragMoveEvent, type DragStartEvent, useDraggable } from '@dnd-kit/core'
import { type ReactNode, type SyntheticEvent, useRef } from 'react'
import type { Taken } from './order.ts'

/** For the element of a step or a task. */
export const placeMark = ({ kind, id }: Taken) => ({ 'data-place': `${kind} ${id}` })

/** For what either is dragged by. */
export const handleMark = { 'data-handle': true }

function readPlace(element: Element | null | undefined): { taken: Taken; element: Element } | null {
  const place = element?.closest<HTMLElement>('[data-place]')
  const [kind, id] = place?.dataset.place?.split(' ') ?? []
  return place && (kind === 'step' || kind === 'task')
    ? { taken: { kind, id: Number(id) }, element: place }
    : null
}

interface Dragged {
  own: Taken | null
}

/** @param children where handles may be */
export function DragArea({ className, children }: { className: string | undefined; children: ReactNode }) {
  const data = useRef<Dragged>({ own: null }).current
  const { listeners, setNodeRef } = useDraggable({ id: 'board', data })
  const onHandle = Object.entries(listeners ?? {}).map(([name, listener]) => [
    name,
    (event: SyntheticEvent) => {
      const handle =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null
      const place = readPlace(handle)
      if (!place) return
      data.own = place.taken
      // What flies begins where it is.
      setNodeRef(handle)
      listener(event)
    },
  ])
  return (
    <div className={className} {...Object.fromEntries(onHandle)}>
      {children}
    </div>
  )
}

export const draggedBy = ({ active }: DragStartEvent): Taken | null =>
  (active.data.current as Dragged | undefined)?.own ?? null

/** Where it would be dropped: before or after what is under the pointer. */
export interface Hit {
  target: Taken
  isAfter: boolean
}

export const hitOf = ({ collisions }: DragMoveEvent): Hit | null =>
  (collisions?.[0]?.data as { hit: Hit } | undefined)?.hit ?? null

/** A step goes where the nearest step is; a task to the task under the pointer, else into the step under it. */
export const underPointer: CollisionDetection = ({ active, collisionRect, pointerCoordinates }) => {
  const { own } = active.data.current as Dragged
  if (!own || !pointerCoordinates) return []
  const { x, y } = pointerCoordinates
  const place = own.kind === 'step' ? nearestStep(collisionRect) : placeAt(x, y)
  const isAfter = own.kind === 'task' && place ? isAfterIt(place.element, elementOf(own), y) : false
  if (!place || isAfter === null) return []
  const hit: Hit = { target: place.taken, isAfter }
  return [{ id: `${place.taken.kind} ${place.taken.id}`, data: { hit } }]
}

const elementOf = ({ kind, id }: Taken) => document.querySelector(`[data-place="${kind} ${id}"]`)

/**
 * Whether a task is dropped after another one, so that it is then under the pointer; null if it would not be, as beside a
 * much taller one: the two would change places with each movement.
 */
function isAfterIt(other: Element, own: Element | null, y: number): boolean | null {
  if (!own || other.parentElement !== own.parentElement) return false
  const [there, here] = [other.getBoundingClientRect(), own.getBoundingClientRect()]
  if (there.top > here.top) return y > there.bottom - here.height ? true : null
  return y < there.top + here.height ? false : null
}

/** Under what flies with the pointer, which keeps everything else from being hovered. */
function placeAt(x: number, y: number) {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = readPlace(element)
    if (place) return place
  }
  return null
}

type Rect = Parameters<CollisionDetection>[0]['collisionRect']

function nearestStep(to: Rect) {
  const distance = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return Math.hypot(left + width / 2 - to.left - to.width / 2, top + height / 2 - to.top - to.height / 2)
  }
  const steps = [...document.querySelectorAll('[data-place^="step "]')]
  return readPlace(steps.sort((a, b) => distance(a) - distance(b))[0])
}
