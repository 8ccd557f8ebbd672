import { expect, test } from 'vitest'
import { FairSlots } from './fair-slots.ts'

const never = new AbortController().signal
const unwatched = () => {
  throw new Error('It has not had to wait.')
}

/** Slots with work that runs until `end` is called. */
function testSlots(limits = { total: 3, perKey: 2, maxWaiting: 5 }) {
  const slots = new FairSlots<string>(limits)
  const running: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, signal = never) =>
    slots.run(
      name.slice(0, 1),
      () => signal,
      async () => {
        running.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        running.splice(running.indexOf(name), 1)
        return name
      },
    )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { add, end, running }
}

test('limits work per key and in total, and serves the keys in round-robin order', async () => {
  const { add, end, running } = testSlots()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => add(name))
  expect(running).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(running).toEqual(['a2', 'b1', 'a3'])
  await end('b1')
  expect(running).toEqual(['a2', 'a3', 'c1'])
  await end('a2')
  expect(running).toEqual(['a3', 'c1', 'b2'])
  await end('c1')
  expect(running).toEqual(['a3', 'b2', 'a4'])
  for (const name of ['a3', 'b2', 'a4']) await end(name)
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])
})

test('rejects work when the queue is full, and drops work whose signal is aborted', async () => {
  const { add, end, running } = testSlots({ total: 1, perKey: 1, maxWaiting: 2 })
  const first = add('a1')
  const aborted = new AbortController()
  const second = add('a2', aborted.signal)
  const third = add('a3')
  await expect(add('a4')).rejects.toMatchObject({ code: 'busy' })
  aborted.abort()
  await expect(second).rejects.toMatchObject({ code: 'busy' })
  const fifth = add('a5')
  await end('a1')
  expect(running).toEqual(['a3'])
  for (const name of ['a3', 'a5']) await end(name)
  expect(await Promise.all([first, third, fifth])).toEqual(['a1', 'a3', 'a5'])
})

test('work that fails frees its slot', async () => {
  const slots = new FairSlots<string>({ total: 1, perKey: 1, maxWaiting: 1 })
  await expect(slots.run('a', unwatched, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots.run('a', unwatched, async () => 'yes')).toBe('yes')
})
