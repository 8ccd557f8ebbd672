import { describe, expect, it, vi } from 'vitest'
import { EditQueue } from './edits.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

function setup() {
  const answers: { resolve: (saved: { version: number }) => void; reject: (error: unknown) => void }[] = []
  const save = vi.fn(
    (_id: number, _values: Record<string, unknown>, _version: number | undefined) =>
      new Promise<{ version: number }>((resolve, reject) => answers.push({ resolve, reject })),
  )
  const onSaved = vi.fn()
  const queue = new EditQueue({ save, onSaved })
  return { queue, save, onSaved, answers }
}

describe('EditQueue', () => {
  it('shows a value at once and forgets the edit when saved', async () => {
    const { queue, answers, onSaved } = setup()
    queue.set(1, 'name', 'new', 'old', 3)
    expect(queue.apply({ id: 1, values: { name: 'old', age: 1 } }).values).toEqual({ name: 'new', age: 1 })
    expect(queue.get(1, 'name')?.state).toBe('saving')
    answers[0]?.resolve({ version: 4 })
    await settle()
    expect(queue.get(1, 'name')).toBeUndefined()
    expect(onSaved).toHaveBeenCalledOnce()
    expect(queue.hasUnsaved).toBe(false)
  })

  it('sends the edits of one record in sequence, each with the version it started from', async () => {
    const { queue, save, answers } = setup()
    queue.set(1, 'a', 1, null, 3)
    queue.set(1, 'b', 2, null, 3)
    queue.set(2, 'a', 9, null, 7)
    expect(save.mock.calls).toEqual([
      [1, { a: 1 }, 3],
      [2, { a: 9 }, 7],
    ])
    answers[0]?.resolve({ version: 4 })
    await settle()
    // Not 4: that would overwrite unseen what somebody else wrote into b before that save.
    expect(save.mock.calls[2]).toEqual([1, { b: 2 }, 3])
  })

  it('treats an own save of the same field as no conflict, before and after it is answered', async () => {
    const { queue, save, answers } = setup()
    queue.set(1, 'a', 1, null, 3)
    queue.set(1, 'a', 2, 1, 3)
    answers[0]?.resolve({ version: 4 })
    await settle()
    expect(save.mock.calls[1]).toEqual([1, { a: 2 }, 4])
    answers[1]?.resolve({ version: 5 })
    await settle()
    // The list on screen has not refreshed yet.
    queue.set(1, 'a', 3, 2, 3)
    expect(save.mock.calls[2]).toEqual([1, { a: 3 }, 5])
  })

  it('tells in the order of typing what became of each edit', async () => {
    const { save, answers } = setup()
    const ends: string[] = []
    let begun = 0
    const queue = new EditQueue({
      save,
      onSaved: () => {},
      onBegun: () => {
        const name = `edit ${++begun}`
        return (result) => ends.push(`${name}: ${result?.version ?? 'refused'}`)
      },
    })
    queue.set(1, 'a', 1, null, 3)
    queue.set(1, 'b', 2, null, 3)
    // Typed over one that is not sent yet, and over one that is.
    queue.set(1, 'b', 3, 2, 3)
    queue.set(1, 'a', 4, 1, 3)
    expect(begun).toBe(3)
    answers[0]?.resolve({ version: 4 })
    await settle()
    answers[1]?.reject(new Error('no'))
    await settle()
    answers[2]?.resolve({ version: 5 })
    await settle()
    expect(ends).toEqual(['edit 1: 4', 'edit 3: refused', 'edit 2: 5'])
  })

  it('keeps a refused value with its error, retries and discards', async () => {
    const { queue, save, answers } = setup()
    queue.set(1, 'a', 'bad', 'good', 3)
    answers[0]?.reject(new Error('no'))
    await settle()
    expect(queue.get(1, 'a')).toMatchObject({ state: 'failed', value: 'bad', before: 'good' })
    queue.retry(1, 'a')
    expect(save).toHaveBeenCalledTimes(2)
    answers[1]?.reject(new Error('no'))
    await settle()
    queue.discard(1, 'a')
    expect(queue.hasUnsaved).toBe(false)
  })

  it('can overwrite a newer change', async () => {
    const { queue, save, answers } = setup()
    queue.set(1, 'a', 'mine', 'old', 3)
    answers[0]?.reject(new Error('conflict'))
    await settle()
    queue.retry(1, 'a', { isForced: true })
    expect(save.mock.calls[1]).toEqual([1, { a: 'mine' }, undefined])
  })

  it('sends what was typed while an older value was being sent', async () => {
    const { queue, save, answers } = setup()
    queue.set(1, 'a', 'first', 'old', 3)
    queue.set(1, 'a', 'second', 'first', 3)
    expect(queue.get(1, 'a')?.before).toBe('old')
    answers[0]?.reject(new Error('no'))
    await settle()
    expect(save.mock.calls[1]).toEqual([1, { a: 'second' }, 3])
    expect(queue.get(1, 'a')).toMatchObject({ value: 'second', state: 'saving' })
  })
})
