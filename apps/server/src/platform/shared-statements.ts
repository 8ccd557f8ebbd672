/**
 * One statement for all who ask for the same at the same time. A statement for five records costs PostgreSQL and its driver
 * little more than one for a single record; somebody who asks alone waits for nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import {
  canShareStatement,
  currentReadTimeout,
  type Hot,
  queryBytes,
  type Statement,
  withReadTimeout,
} from './db.ts'

/** The answer to an item that is to be worked on alone. */
const isAlone = Symbol('alone')

interface Waiting<Item, Result> {
  item: Item
  mayBeAlone: boolean
  resolve(result: Result | typeof isAlone): void
  reject(error: unknown): void
}

interface Queue<Item, Result> {
  waiting: Waiting<Item, Result>[]
  running: number
  /** Runs while no second statement may start beside the latest one. */
  untilSecond: NodeJS.Timeout | undefined
  /** An item is being worked on alone. */
  hasAlone: boolean
  isScheduled: boolean
}

export type SharedWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>

/** The first of more would wait long for the last. */
const maxItems = 32
/** Statements of one kind at a time: with more of them each has fewer items. */
const maxRunning = 2

export class SharedStatements<Item, Result> {
  private readonly queues = new WeakMap<object, Map<string, Queue<Item, Result>>>()
  private readonly secondAfterMs: number
  /** A shared statement has no requester or transaction: those of its first caller are not those of the others. */
  private readonly forNobody = AsyncLocalStorage.snapshot()

  /**
   * @param options.secondAfterMs how long a statement of a kind runs until a second one starts beside it. Two have half as
   * many items each and cost as much; but one that waits for somebody else must not hold up all others.
   */
  constructor({ secondAfterMs = 0 } = {}) {
    this.secondAfterMs = secondAfterMs
  }

  /**
   * Runs `work` with this item and those of others who ask in the same turn of the event loop, or while as many statements of
   * the same kind are running as may run. A time limit of `withReadTimeout` is kept, and counts from when the statement begins.
   *
   * @param owner with `key`: equal for everybody for whom the same `work` is right
   * @param work answers in the order of the items; an error is thrown to all of them
   * @param alone instead of `work`, and as its caller, for an item that nobody asks beside; nobody waits for it
   */
  run(
    owner: object,
    key: string,
    item: Item,
    work: SharedWork<Item, Result>,
    alone?: () => Promise<Result>,
  ): Promise<Result> {
    const timeout = currentReadTimeout()
    if (timeout === undefined) return this.enqueue(owner, key, item, work, alone)
    const limited: SharedWork<Item, Result> = (items) => withReadTimeout(timeout, () => work(items))
    return this.enqueue(owner, `${timeout} ${key}`, item, limited, alone)
  }

  private async enqueue(
    owner: object,
    key: string,
    item: Item,
    work: SharedWork<Item, Result>,
    alone: (() => Promise<Result>) | undefined,
  ): Promise<Result> {
    const queues = this.queues.get(owner) ?? new Map<string, Queue<Item, Result>>()
    this.queues.set(owner, queues)
    const queue = queues.get(key) ?? {
      waiting: [],
      running: 0,
      untilSecond: undefined,
      hasAlone: false,
      isScheduled: false,
    }
    queues.set(key, queue)
    const startNext = () => {
      if (queue.isScheduled || queue.running >= maxRunning || queue.untilSecond) return
      if (queue.waiting.length === 0) {
        if (queue.running === 0 && !queue.hasAlone) queues.delete(key)
        return
      }
      queue.isScheduled = true
      setImmediate(() => {
        queue.isScheduled = false
        const group = queue.waiting.splice(0, maxItems)
        const [first] = group as [Waiting<Item, Result>]
        if (group.length === 1 && first.mayBeAlone && queue.running === 0 && !queue.hasAlone) {
          queue.hasAlone = true
          first.resolve(isAlone)
          return
        }
        queue.running++
        const timer = this.secondAfterMs > 0 ? setTimeout(allowSecond, this.secondAfterMs) : undefined
        queue.untilSecond = timer
        startNext()
        void this.forNobody(() => answer(group, work)).finally(() => {
          clearTimeout(timer)
          if (queue.untilSecond === timer) queue.untilSecond = undefined
          queue.running--
          startNext()
        })
      })
    }
    const allowSecond = () => {
      queue.untilSecond = undefined
      startNext()
    }
    const result = await new Promise<Result | typeof isAlone>((resolve, reject) => {
      queue.waiting.push({ item, mayBeAlone: alone !== undefined, resolve, reject })
      startNext()
    })
    if (result !== isAlone) return result
    try {
      return await (alone as () => Promise<Result>)()
    } finally {
      queue.hasAlone = false
      startNext()
    }
  }
}

/** The first row of a statement, or none. */
export type ByteRow = (Buffer | null)[] | undefined

/** Reads that are the same for all who ask for them at the same time, such as a page that a class opens. */
export class SharedReads {
  private readonly statements = new SharedStatements<undefined, ByteRow>()

  /** @param owner equal for callers with equal access, who therefore may have each other's answer */
  row(pool: pg.Pool, owner: object, statement: Statement, isHot: Hot): Promise<ByteRow> {
    const load = async () => (await queryBytes(pool, statement, isHot))[0]
    if (!canShareStatement(pool)) return load()
    const key = `${JSON.stringify(statement.values)} ${statement.text}`
    return this.statements.run(owner, key, undefined, async (all) => {
      const row = await load()
      return all.map(() => row)
    })
  }
}

async function answer<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  work: SharedWork<Item, Result>,
): Promise<void> {
  try {
    const results = await work(group.map(({ item }) => item))
    for (const [n, { resolve }] of group.entries()) resolve(results[n] as Result)
  } catch (error) {
    for (const { reject } of group) reject(error)
  }
}
