/**
 * Writes that must arrive, once and in order. While there is no connection they wait; each is retried under its own
 * key, so that one whose answer was lost is not repeated. Knows nothing of HTTP.
 */

export interface RetryQueueOptions {
  /** Whether a failure means only that the server was not reached. */
  isLost: (error: unknown) => boolean
  newKey: () => string
  /** Pauses between attempts, in milliseconds; the last one repeats. */
  pauses?: readonly number[]
}

interface Waiting {
  order: number
  send: (key: string) => Promise<unknown>
  key: string
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const defaultPauses = [500, 1000, 2000, 4000, 8000, 15_000]

export class RetryQueue {
  #options: Required<RetryQueueOptions>
  #queue: Waiting[] = []
  #last = 0
  #tries = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSending = false
  #listeners = new Set<() => void>()

  constructor(options: RetryQueueOptions) {
    this.#options = { pauses: defaultPauses, ...options }
  }

  /** Number of writes that wait for the connection. */
  get waiting(): number {
    return this.#queue.length
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the write has arrived, however long that takes. @throws when the server refuses it */
  send<T>(attempt: (key: string) => Promise<T>): Promise<T> {
    const order = ++this.#last
    const key = this.#options.newKey()
    return new Promise<T>((resolve, reject) => {
      const one: Waiting = { order, send: attempt, key, resolve: resolve as Waiting['resolve'], reject }
      // New writes queue behind waiting ones.
      if (this.#queue.length > 0) this.#wait(one)
      else void this.#try(one)
    })
  }

  /** Retries at once: the connection may be back. */
  hurry(): void {
    if (this.#queue.length > 0) void this.#flush()
  }

  async #try(one: Waiting): Promise<void> {
    try {
      one.resolve(await one.send(one.key))
    } catch (error) {
      if (this.#options.isLost(error)) this.#wait(one)
      else one.reject(error)
    }
  }

  #wait(one: Waiting): void {
    this.#queue.push(one)
    this.#queue.sort((a, b) => a.order - b.order)
    this.#notify()
    if (!this.#isSending) this.#schedule()
  }

  #schedule(): void {
    if (this.#timer !== undefined) return
    const { pauses } = this.#options
    const ms = pauses[Math.min(this.#tries, pauses.length - 1)] ?? 1000
    this.#timer = setTimeout(() => void this.#flush(), ms)
  }

  async #flush(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (let head = this.#queue[0]; head; head = this.#queue[0]) {
      try {
        const result = await head.send(head.key)
        this.#tries = 0
        this.#queue.shift()
        head.resolve(result)
      } catch (error) {
        if (this.#options.isLost(error)) {
          this.#tries++
          break
        }
        this.#queue.shift()
        head.reject(error)
      }
      this.#notify()
    }
    this.#isSending = false
    if (this.#queue.length > 0) this.#schedule()
    else this.#tries = 0
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
