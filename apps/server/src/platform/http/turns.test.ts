import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('as many as fit begin at once, the others two in each turn, in order', async () => {
  const turns = new Turns(2)
  const begun: number[] = []
  for (let n = 0; n < 5; n++) void turns.begin().then(() => begun.push(n))
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3])
  await nextTurn()
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('work that has begun goes on between those that wait', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  const work = (async () => {
    await turns.begin()
    for (let n = 0; n < 3; n++) {
      order.push(`work ${n}`)
      await nextTurn()
    }
  })()
  const burst = Array.from({ length: 3 }, async (_, n) => {
    await turns.begin()
    order.push(`burst ${n}`)
  })
  await Promise.all([work, ...burst])
  expect(order.indexOf('work 2')).toBeLessThan(order.indexOf('burst 2'))
})

test('one that comes later waits behind those that wait', async () => {
  const turns = new Turns(1)
  const begun: string[] = []
  for (const name of ['a', 'b', 'c']) void turns.begin().then(() => begun.push(name))
  await nextTurn()
  void turns.begin().then(() => begun.push('d'))
  while (begun.length < 4) await nextTurn()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})
