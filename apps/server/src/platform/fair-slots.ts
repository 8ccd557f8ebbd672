/** Limits concurrent work, in total and per key, and serves waiting keys in round-robin order. */
import { AppError } from '@muster/contract/errors'

interface SlotLimits {
  total: number
  perKey: number
  /** Length of the queue of a key; more work is rejected. */
  maxWaiting: number
}

interface Waiting {
  start(): void
}

export class FairSlots<Key> {
  private readonly limits: SlotLimits
  private running = 0
  private readonly runningOf = new Map<Key, number>()
  /** Queues in the order in which their keys are served; no queue is empty. */
  private readonly waiting = new Map<Key, Waiting[]>()

  constructor(limits: SlotLimits) {
    this.limits = limits
  }

  /**
   * Runs the work when it is its turn.
   *
   * @param watch gives a signal that is aborted when the result is no longer needed: work that has not started is then
   * dropped. It is called only when the work has to wait.
   * @throws AppError busy when the queue is full, or when the signal is aborted before the work starts
   */
  async run<Result>(key: Key, watch: () => AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (!this.isFree(key)) await this.wait(key, watch())
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

  /** Resolves once the slot has been taken. */
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

  /** A key that has been served goes to the end of the queue. */
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
