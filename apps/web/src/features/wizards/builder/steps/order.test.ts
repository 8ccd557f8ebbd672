/** Where steps and tasks go when they are moved. */
import { describe, expect, it } from 'vitest'
import { moved, type Order, placeByKey, placeOf } from './order.ts'

const order: Order = [
  { id: 1, stepTaskIds: [11, 12] },
  { id: 2, stepTaskIds: [] },
  { id: 3, stepTaskIds: [31] },
]
const task = { kind: 'task', id: 12 } as const
const step = { kind: 'step', id: 1 } as const

describe('the order of steps and tasks', () => {
  it('moves a task within its step and into another one', () => {
    expect(moved(order, task, { step: 0, at: 0 })[0]).toEqual({ id: 1, stepTaskIds: [12, 11] })
    expect(
      moved(order, task, { step: 2, at: Number.POSITIVE_INFINITY }).map((one) => one.stepTaskIds),
    ).toEqual([[11], [], [31, 12]])
    expect(moved(order, task, { step: 9, at: -1 })[2]).toEqual({ id: 3, stepTaskIds: [12, 31] })
  })

  it('moves a step with its tasks', () => {
    expect(moved(order, step, { step: 1, at: 0 }).map(({ id }) => id)).toEqual([2, 1, 3])
    expect(moved(order, step, { step: 1, at: 0 })[1]).toEqual(order[0])
  })

  it('lets arrow keys pass over the ends of steps', () => {
    const byKey = (key: string) => placeByKey(order, task, key)
    expect(placeOf(order, task)).toEqual({ step: 0, at: 1 })
    expect(byKey('ArrowUp')).toEqual({ step: 0, at: 0 })
    expect(byKey('ArrowDown')).toEqual({ step: 1, at: 0 })
    expect(byKey('ArrowRight')).toEqual({ step: 1, at: 0 })
    expect(byKey('ArrowLeft')).toBeNull()
    expect(placeByKey(order, { kind: 'task', id: 31 }, 'ArrowUp')).toEqual({ step: 1, at: 0 })
    expect(placeByKey(order, { kind: 'task', id: 31 }, 'ArrowDown')).toBeNull()
    expect(placeByKey(order, step, 'ArrowRight')).toEqual({ step: 1, at: 0 })
    expect(placeByKey(order, step, 'ArrowLeft')).toBeNull()
  })
})
