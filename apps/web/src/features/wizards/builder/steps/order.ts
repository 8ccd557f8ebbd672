/** The order of steps and tasks while something is dragged. Pure. */
import type { WizardOrder, WizardStep } from '@muster/contract/wizards/wizards.schema'

export type Order = WizardOrder['steps']
export type Taken = { kind: 'step' | 'task'; id: number }

export interface Place {
  /** Position of the step. */
  step: number
  /** Position within the step; of a step itself 0. */
  at: number
}

export const orderOf = (steps: readonly WizardStep[]): Order =>
  steps.map(({ id, tasks }) => ({ id, stepTaskIds: tasks.map((task) => task.id) }))

export function placeOf(order: Order, { kind, id }: Taken): Place {
  if (kind === 'step') return { step: order.findIndex((step) => step.id === id), at: 0 }
  const step = order.findIndex(({ stepTaskIds }) => stepTaskIds.includes(id))
  return { step, at: order[step]?.stepTaskIds.indexOf(id) ?? -1 }
}

/** Puts it there; positions beyond an end mean that end. */
export function moved(order: Order, taken: Taken, to: Place): Order {
  const { kind, id } = taken
  const step = Math.max(0, Math.min(order.length - 1, to.step))
  if (kind === 'step') {
    const own = order.find((one) => one.id === id)
    if (!own) return order
    const others = order.filter((one) => one.id !== id)
    return [...others.slice(0, step), own, ...others.slice(step)]
  }
  return order.map((one, n) => {
    const others = one.stepTaskIds.filter((other) => other !== id)
    if (n !== step) return { ...one, stepTaskIds: others }
    const at = Math.max(0, Math.min(others.length, to.at))
    return { ...one, stepTaskIds: [...others.slice(0, at), id, ...others.slice(at)] }
  })
}

/** Where an arrow key moves it; a task passes over the end of its step into the next one. */
export function placeByKey(order: Order, taken: Taken, key: string): Place | null {
  const { step, at } = placeOf(order, taken)
  const tasksIn = (n: number) => order[n]?.stepTaskIds.length ?? 0
  if (taken.kind === 'step') {
    if (key === 'ArrowLeft' || key === 'ArrowUp') return step > 0 ? { step: step - 1, at: 0 } : null
    if (key === 'ArrowRight' || key === 'ArrowDown')
      return step < order.length - 1 ? { step: step + 1, at: 0 } : null
    return null
  }
  switch (key) {
    case 'ArrowUp':
      if (at > 0) return { step, at: at - 1 }
      return step > 0 ? { step: step - 1, at: tasksIn(step - 1) } : null
    case 'ArrowDown':
      if (at < tasksIn(step) - 1) return { step, at: at + 1 }
      return step < order.length - 1 ? { step: step + 1, at: 0 } : null
    case 'ArrowLeft':
      return step > 0 ? { step: step - 1, at: Math.min(at, tasksIn(step - 1)) } : null
    case 'ArrowRight':
      return step < order.length - 1 ? { step: step + 1, at: Math.min(at, tasksIn(step + 1)) } : null
    default:
      return null
  }
}

export const isSameOrder = (one: Order, other: Order): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
