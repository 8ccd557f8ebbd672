/** Limits how much work runs at a time, in all and per key, and serves waiting keys in turn. */
import { AppError } from '@muster/contract/errors'

interface SlotLimits {
  total: number
  perKey: number
  /** Waiting work per key; more is refused. */
  maxWaiting: number
}

interface Waiting {
  start(): void
}

export class FairSlots<Key> {
  private readonly limits: SlotLimits
  private running = 0
  private readonly runningOf = new Map<Key, number>()
  /** In the order in which the keys are served next; no list is empty. */
  private readonly waiting = new Map<Key, Waiting[]>()

  constructor(limits: SlotLimits) {
    this.limits = limits
  }

  /**
   * Runs the work when it is its turn.
   *
   * @param signal aborted when nobody waits for the result any more; work that has not started yet then never does
   * @throws AppError busy when too much is waiting, or when the signal was aborted first
   */
  async run<Result>(key: Key, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (!this.isFree(key)) await this.wait(key, signal)
    else this.take(key)
    try {
      return await work()
    } finally {
      this.release(key)
    }
  }

  private isFree(key: Key): boolean {
    return this.running < this.limits.total && (this.runningOf.get(key) ?? 0) < this.limits.perKey
  }

  private take(key: Key): void {
    this.running++
    this.runningOf.set(key, (this.runningOf.get(key) ?? 0) + 1)
  }

  private release(key: Key): void {
    this.running--
    const left = (this.runningOf.get(key) ?? 1) - 1
    if (left === 0) this.runningOf.delete(key)
    else this.runningOf.set(key, left)
    this.startNext()
  }

  /** @returns with the slot taken */
  private wait(key: Key, signal: AbortSignal): Promise<void> {
    const queue = this.waiting.get(key) ?? []
    if (queue.length >= this.limits.maxWaiting || signal.aborted) throw new AppError('busy')
    this.waiting.set(key, queue)
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(entry), 1)
        if (queue.length === 0) this.waiting.delete(key)
        reject(new AppError('busy'))
      }
      const entry: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.push(entry)
    })
  }

  /** A key that was served goes to the end of the line. */
  private startNext(): void {
    for (const [key, queue] of this.waiting) {
      if (!this.isFree(key)) continue
      const [next] = queue.splice(0, 1)
      this.waiting.delete(key)
      if (queue.length > 0) this.waiting.set(key, queue)
      this.take(key)
      next?.start()
      return
    }
  }
}
