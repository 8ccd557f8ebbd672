import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { describe, expect, it, vi } from 'vitest'
import { UndoStack } from './undo-stack.ts'

const operation = (id: number, kind: OperationRef['kind'] = 'update_records'): OperationRef => ({
  id,
  kind,
  recordCount: 1,
})

function setup(earlier: (OperationRef & { isUndone: boolean })[] = []) {
  let next = 100
  const undo = vi.fn(async (_id: number) => ({ operation: operation(next++, 'undo') }))
  const ask = vi.fn(async () => earlier)
  return { undo, ask, stack: new UndoStack({ undo, earlier: ask }) }
}

describe('UndoStack', () => {
  it('undoes the newest first and redoes by undoing the undo', async () => {
    const { stack, undo } = setup()
    stack.begin()(operation(1))
    stack.begin()(operation(2))
    await stack.undo()
    await stack.undo()
    await stack.redo()
    await stack.redo()
    await stack.undo()
    expect(undo.mock.calls.map(([id]) => id)).toEqual([2, 1, 101, 100, 103])
  })

  it('clears the redo stack when something new is done', async () => {
    const { stack } = setup()
    stack.begin()(operation(1))
    await stack.undo()
    stack.begin()(operation(2))
    expect(await stack.redo()).toBeNull()
  })

  it('continues with operations from before the page was opened', async () => {
    const { stack, undo, ask } = setup([
      { ...operation(9, 'undo'), isUndone: false },
      { ...operation(8), isUndone: true },
      { ...operation(7, 'delete_records'), isUndone: false },
    ])
    await stack.undo()
    expect(undo).toHaveBeenCalledWith(7)
    expect(await stack.undo()).toBeNull()
    expect(ask).toHaveBeenCalledOnce()
  })

  it('keeps an operation when the connection fails, and drops one that is refused', async () => {
    const { stack, undo } = setup()
    stack.begin()(operation(1))
    undo.mockRejectedValueOnce(Object.assign(new Error('offline'), { status: 0 }))
    await expect(stack.undo()).rejects.toThrow('offline')
    undo.mockRejectedValueOnce(Object.assign(new Error('expired'), { status: 409 }))
    await expect(stack.undo()).rejects.toThrow('expired')
    expect(await stack.undo()).toBeNull()
  })

  it('carries out every press, one at a time', async () => {
    const { stack, undo } = setup()
    for (let id = 1; id <= 20; id++) stack.begin()(operation(id))
    let running = 0
    undo.mockImplementation(async () => {
      expect(++running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      return { operation: operation(100, 'undo') }
    })
    await Promise.all(Array.from({ length: 20 }, () => stack.undo()))
    expect(undo.mock.calls.map(([id]) => id)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n))
    expect(await stack.undo()).toBeNull()
  })

  it('waits for what is being saved, and does not take what is done after the press', async () => {
    const { stack, undo } = setup()
    stack.begin()(operation(1))
    const settle = stack.begin()
    const first = stack.undo()
    const second = stack.undo()
    stack.begin()(operation(3))
    await Promise.resolve()
    expect(undo).not.toHaveBeenCalled()
    settle(operation(2))
    await Promise.all([first, second])
    expect(undo.mock.calls.map(([id]) => id)).toEqual([2, 1])
    await stack.undo()
    expect(undo).toHaveBeenLastCalledWith(3)
  })

  it('passes over what was refused', async () => {
    const { stack, undo } = setup()
    stack.begin()(operation(1))
    stack.begin()(operation(2))
    const settle = stack.begin()
    const presses = [stack.undo(), stack.undo(), stack.undo()]
    settle(null)
    const [first, second, third] = await Promise.all(presses)
    expect(undo.mock.calls.map(([id]) => id)).toEqual([2, 1])
    expect([first, second].every(Boolean)).toBe(true)
    expect(third).toBeNull()
  })

  it('redoes what an undo that is under way will have undone', async () => {
    const { stack, undo } = setup()
    stack.begin()(operation(1))
    await Promise.all([stack.undo(), stack.redo(), stack.undo()])
    expect(undo.mock.calls.map(([id]) => id)).toEqual([1, 100, 101])
  })

  it('drops the presses that wait when the connection fails, and keeps what they were for', async () => {
    const { stack, undo } = setup()
    for (const id of [1, 2, 3]) stack.begin()(operation(id))
    undo.mockRejectedValueOnce(Object.assign(new Error('offline'), { status: 0 }))
    const [first, second] = [stack.undo(), stack.undo()]
    await expect(first).rejects.toThrow('offline')
    expect(await second).toBeUndefined()
    await stack.undo()
    await stack.undo()
    expect(undo.mock.calls.map(([id]) => id)).toEqual([3, 3, 2])
  })

  it('undoes one by its toast', async () => {
    const { stack, undo } = setup()
    stack.begin()(operation(1))
    stack.begin()(operation(2))
    await stack.undoOne(1)
    await stack.undo()
    expect(undo.mock.calls.map(([id]) => id)).toEqual([1, 2])
  })
})
