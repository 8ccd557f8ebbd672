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
    stack.push(operation(1))
    stack.push(operation(2))
    await stack.undo()
    await stack.undo()
    await stack.redo()
    await stack.redo()
    await stack.undo()
    expect(undo.mock.calls.map(([id]) => id)).toEqual([2, 1, 101, 100, 103])
  })

  it('clears the redo stack when something new is done', async () => {
    const { stack } = setup()
    stack.push(operation(1))
    await stack.undo()
    stack.push(operation(2))
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
    stack.push(operation(1))
    undo.mockRejectedValueOnce(Object.assign(new Error('offline'), { status: 0 }))
    await expect(stack.undo()).rejects.toThrow('offline')
    undo.mockRejectedValueOnce(Object.assign(new Error('expired'), { status: 409 }))
    await expect(stack.undo()).rejects.toThrow('expired')
    expect(await stack.undo()).toBeNull()
  })

  it('runs one step at a time', async () => {
    const { stack, undo } = setup()
    stack.push(operation(1))
    stack.push(operation(2))
    const [first, second] = await Promise.all([stack.undo(), stack.undo()])
    expect(first).not.toBeNull()
    expect(second).toBeNull()
    expect(undo).toHaveBeenCalledOnce()
  })

  it('undoes one by its toast', async () => {
    const { stack, undo } = setup()
    stack.push(operation(1))
    stack.push(operation(2))
    await stack.undoOne(1)
    await stack.undo()
    expect(undo.mock.calls.map(([id]) => id)).toEqual([1, 2])
  })
})
