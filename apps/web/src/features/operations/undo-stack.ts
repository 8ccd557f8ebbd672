/**
 * The user's latest operations, to undo and redo. Undoing makes an operation of its own on the server;
 * undoing that one is the redo. Knows nothing of React or HTTP.
 */
import type { OperationRef } from '@muster/contract/operations/operations.schema'

export interface UndoStackOptions<Result extends { operation: OperationRef }> {
  undo: (operationId: number) => Promise<Result>
  /** The user's operations on the server, newest first, from before this page was opened. */
  earlier: () => Promise<readonly (OperationRef & { isUndone: boolean })[]>
}

const depth = 100

export class UndoStack<Result extends { operation: OperationRef }> {
  #options: UndoStackOptions<Result>
  #done: OperationRef[] = []
  #undone: OperationRef[] = []
  #hasFetchedEarlier = false
  #isBusy = false

  constructor(options: UndoStackOptions<Result>) {
    this.#options = options
  }

  /** Records a new operation; what was undone before can no longer be redone. */
  push(operation: OperationRef): void {
    this.#done = [...this.#done.slice(1 - depth), operation]
    this.#undone = []
  }

  /** Undoes the last operation; null when there is none, or an undo is under way. */
  undo(): Promise<Result | null> {
    return this.#once(async () => {
      if (this.#done.length === 0) await this.#fetchEarlier()
      const operation = this.#done.pop()
      if (!operation) return null
      const result = await this.#tryOr(operation, this.#done)
      this.#undone.push(result.operation)
      return result
    })
  }

  /** Redoes what was last undone. */
  redo(): Promise<Result | null> {
    return this.#once(async () => {
      const operation = this.#undone.pop()
      if (!operation) return null
      const result = await this.#tryOr(operation, this.#undone)
      this.#done.push(result.operation)
      return result
    })
  }

  /** Undoes one operation, e.g. from its toast. */
  undoOne(operationId: number): Promise<Result | null> {
    return this.#once(async () => {
      const result = await this.#options.undo(operationId)
      this.#done = this.#done.filter((one) => one.id !== operationId)
      this.#undone.push(result.operation)
      return result
    })
  }

  async #fetchEarlier(): Promise<void> {
    if (this.#hasFetchedEarlier) return
    const earlier = await this.#options.earlier()
    this.#hasFetchedEarlier = true
    this.#done = earlier
      .filter(({ isUndone, kind }) => !isUndone && kind !== 'undo')
      .map(({ id, kind, recordCount }) => ({ id, kind, recordCount }))
      .reverse()
  }

  /** Keeps the operation when the connection failed; one that the server refuses is dropped. */
  async #tryOr(operation: OperationRef, stack: OperationRef[]): Promise<Result> {
    try {
      return await this.#options.undo(operation.id)
    } catch (error) {
      if (isLost(error)) stack.push(operation)
      throw error
    }
  }

  async #once(work: () => Promise<Result | null>): Promise<Result | null> {
    if (this.#isBusy) return null
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#isBusy = false
    }
  }
}

const isLost = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 0
