/**
 * Keeps a sender at or below its messages per second, in every sliding second, however late answers and timers are.
 *
 * When exactly the other side counts a message is not known; it is some moment between its hand-over and the answer. So a
 * message counts from its hand-over until a second after its answer, less the shortest time that one has taken lately:
 * the next one will not arrive sooner than that either.
 */

/** A second, and as much as clocks and timers may differ. */
const windowMs = 1004
/** Among how many the shortest time is looked for. */
const remembered = 64

export class Pace {
  readonly #limit: number
  readonly #now: () => number
  #onTheWay = 0
  /** When those that were answered lately count, in about that order. */
  #counted: number[] = []
  readonly #durations: number[] = []

  /** @param limit messages per second @param now milliseconds of a clock that never goes back */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** How many may be handed over at this moment. */
  free(): number {
    const now = this.#now()
    const first = this.#counted.findIndex((at) => at + windowMs > now)
    if (first < 0) this.#counted = []
    else if (first > 0) this.#counted = this.#counted.slice(first)
    return Math.max(0, this.#limit - this.#onTheWay - this.#counted.length)
  }

  /** Milliseconds until one more may go; null if that takes an answer first. */
  untilNext(): number | null {
    if (this.free() > 0) return 0
    const [oldest] = this.#counted
    return oldest === undefined ? null : Math.max(0, oldest + windowMs - this.#now())
  }

  /** One is handed over now. @returns what `ended` takes */
  started(): number {
    this.#onTheWay++
    return this.#now()
  }

  /** It was answered, or will never be. */
  ended(startedAt: number): void {
    const now = this.#now()
    this.#onTheWay--
    this.#durations.push(now - startedAt)
    if (this.#durations.length > remembered) this.#durations.shift()
    this.#counted.push(now - Math.min(...this.#durations))
  }
}
