/**
 * The user's latest operations, to undo and redo. Undoing makes an operation of its own on the server;
 * undoing that one is the redo. Presses are carried out in turn, each on what was the latest when it was pressed, and
 * wait for what is not saved yet. Knows nothing of React or HTTP.
 */
import type { OperationRef } from '@muster/contract/operations/operations.schema'

export interface UndoStackOptions<Result extends { operation: OperationRef }> {
  undo: (operationId: number) => Promise<Result>
  /** The user's operations on the server, newest first, from before this page was opened. */
  earlier: () => Promise<readonly (OperationRef & { isUndone: boolean })[]>
}

/** An operation, or the place of one that the server has not answered yet: null when nothing came of it. */
interface Entry {
  order: number
  /** Once it is answered. */
  id?: number
  operation: Promise<OperationRef | null>
}

/** What can be undone, or redone: `claimed` belongs to presses that wait for their turn. */
class Pile {
  free: Entry[] = []
  claimed: Entry[] = []

  /** Gives the next press what is the latest now. */
  claim(): void {
    const entry = this.free.pop()
    if (entry) this.claimed.push(entry)
  }

  /** Takes the latest from before a press that nobody has claimed. */
  takeBefore(order: number): Entry | undefined {
    const at = this.free.findLastIndex((entry) => entry.order <= order)
    return at < 0 ? undefined : this.free.splice(at, 1)[0]
  }

  /** Frees what is claimed. */
  giveBack(): void {
    this.free = [...this.free, ...this.claimed].sort((a, b) => a.order - b.order)
    this.claimed = []
  }
}

type Outcome<Result> = Result | null | undefined

const depth = 1000

/** Tells what became of something that was begun: its operation, or null when nothing was done. */
export type Settle = (operation: OperationRef | null) => void

export class UndoStack<Result extends { operation: OperationRef }> {
  #options: UndoStackOptions<Result>
  #done = new Pile()
  #undone = new Pile()
  #known = new Set<number>()
  #hasFetchedEarlier = false
  #order = 0
  /** The end of the last press. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Changes when presses that wait are dropped. */
  #round = 0

  constructor(options: UndoStackOptions<Result>) {
    this.#options = options
  }

  /**
   * Takes the place of an operation whose answer is awaited, in the order in which things were done. What was undone
   * before can no longer be redone.
   */
  begin(): Settle {
    this.#undone.free = []
    return this.#open(this.#done)
  }

  /**
   * Undoes what was last done when this was called.
   *
   * @returns null when there is none; undefined when the connection failed for a press before this one
   */
  undo(): Promise<Outcome<Result>> {
    return this.#press(this.#done, this.#undone)
  }

  /** Redoes what was last undone when this was called. @returns as `undo` does */
  redo(): Promise<Outcome<Result>> {
    return this.#press(this.#undone, this.#done)
  }

  /** Undoes one operation, e.g. from its toast. */
  undoOne(operationId: number): Promise<Outcome<Result>> {
    const entry = this.#done.free.find(({ id }) => id === operationId)
    this.#done.free = this.#done.free.filter((one) => one !== entry)
    const settle = this.#open(this.#undone)
    return this.#inTurn(() => this.#undo(operationId, entry, this.#done, settle), settle)
  }

  #press(from: Pile, to: Pile): Promise<Outcome<Result>> {
    const order = this.#order
    from.claim()
    const settle = this.#open(to)
    return this.#inTurn(async () => {
      const found = await this.#take(from, order)
      if (found) return this.#undo(found.operation.id, found.entry, from, settle)
      settle(null)
      return null
    }, settle)
  }

  async #undo(id: number, entry: Entry | undefined, from: Pile, settle: Settle): Promise<Result> {
    try {
      const result = await this.#options.undo(id)
      settle(result.operation)
      return result
    } catch (error) {
      settle(null)
      // One that the server refuses is dropped; when the connection failed, it and all that wait are kept.
      if (isLost(error)) {
        this.#round++
        if (entry) from.free.push(entry)
        for (const pile of [this.#done, this.#undone]) pile.giveBack()
      }
      throw error
    }
  }

  /** What the press whose turn it is undoes; the one before where nothing came of an entry. */
  async #take(from: Pile, order: number): Promise<{ entry: Entry; operation: OperationRef } | null> {
    for (;;) {
      let entry = from.claimed.shift() ?? from.takeBefore(order)
      if (!entry && from === this.#done) {
        await this.#fetchEarlier()
        entry = from.takeBefore(order)
      }
      if (!entry) return null
      const operation = await entry.operation
      if (operation) return { entry, operation }
      const next = from.takeBefore(order)
      if (next) from.claimed.push(next)
    }
  }

  #open(pile: Pile): Settle {
    let resolve: Settle = () => {}
    const entry: Entry = {
      order: ++this.#order,
      operation: new Promise((done) => {
        resolve = done
      }),
    }
    const drop = () => {
      pile.free = pile.free.filter((one) => one !== entry)
    }
    pile.free = [...pile.free.slice(1 - depth), entry]
    return (operation) => {
      if (operation) {
        entry.id = operation.id
        this.#known.add(operation.id)
      } else drop()
      resolve(operation)
    }
  }

  async #fetchEarlier(): Promise<void> {
    if (this.#hasFetchedEarlier) return
    const earlier = await this.#options.earlier()
    this.#hasFetchedEarlier = true
    const entries = earlier
      .filter(({ id, isUndone, kind }) => !isUndone && kind !== 'undo' && !this.#known.has(id))
      .map(
        ({ id, kind, recordCount }, at): Entry => ({
          order: -at,
          id,
          operation: Promise.resolve({ id, kind, recordCount }),
        }),
      )
    this.#done.free = [...entries.reverse(), ...this.#done.free]
  }

  /** After all that was asked for before; dropped when the connection fails meanwhile. */
  #inTurn(work: () => Promise<Outcome<Result>>, settle: Settle): Promise<Outcome<Result>> {
    const round = this.#round
    const mine = this.#turn.then(() => {
      if (round === this.#round) return work()
      settle(null)
      return undefined
    })
    this.#turn = mine.catch(() => {})
    return mine
  }
}

const isLost = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 0
