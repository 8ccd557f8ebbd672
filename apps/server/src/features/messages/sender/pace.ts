/**
 * Keeps a sender at or below its messages per second, in every sliding second, however late answers and timers are.
 *
 * When exactly the other side counts a message is not known; it is some moment between its hand-over and the answer. So a
 * message counts from its hand-over until a second after its answer. What an answer takes is lost to the limit; taking
 * the usual time off would exceed it whenever answers become faster, as after the first ones of new connections.
 *
 * A slow sender would otherwise hand over all of a second's messages together, again and again. Each would wait for the
 * others' answers, and a mail server sees bursts; so the messages of a second are spread over most of it.
 */

/** A second, and as much as clocks may differ. */
const windowMs = 1004

/** The part of a second over which its messages are spread; the rest makes up for late timers. */
const spread = 0.8
/** Up to this limit, in messages per second: more follow each other as closely as timers can tell. */
const mostSpread = 100

export class Pace {
  readonly #limit: number
  readonly #now: () => number
  #onTheWay = 0
  /** When those of the last second were answered, in order. */
  #answered: number[] = []
  readonly #gapMs: number
  /** When the next one may go, as far as spreading them is concerned. */
  #notBefore = Number.NEGATIVE_INFINITY

  /** @param limit messages per second @param now milliseconds of a clock that never goes back */
  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
    this.#gapMs = limit <= mostSpread ? (1000 * spread) / limit : 0
  }

  /** How many may be handed over at this moment, or will be when `inMs` have passed. */
  free(inMs = 0): number {
    this.#forget()
    const at = this.#now() + inMs
    const over = inMs === 0 ? 0 : this.#answered.filter((answered) => answered + windowMs <= at).length
    return Math.max(
      0,
      Math.min(this.#spreadUntil(at), this.#limit - this.#onTheWay - this.#answered.length + over),
    )
  }

  /** How many may go until a moment, as far as spreading them is concerned. */
  #spreadUntil(at: number): number {
    if (this.#gapMs === 0) return this.#limit
    return at < this.#notBefore
      ? 0
      : 1 + Math.floor((at - Math.max(this.#notBefore, this.#now())) / this.#gapMs)
  }

  /** Milliseconds until one more may go; null if that takes an answer first. */
  untilNext(): number | null {
    if (this.free() > 0) return 0
    this.#forget()
    const now = this.#now()
    const untilSpread = Math.max(0, this.#notBefore - now)
    if (this.#onTheWay + this.#answered.length < this.#limit) return untilSpread
    const [oldest] = this.#answered
    return oldest === undefined ? null : Math.max(untilSpread, oldest + windowMs - now)
  }

  /** How long ago those of the last second were answered, in milliseconds; for who goes on with this sender. */
  answeredAgo(): number[] {
    this.#forget()
    const now = this.#now()
    return this.#answered.map((at) => now - at)
  }

  /** Goes on where another process stopped, before anything is handed over. @param ages of its answers */
  goOn(ages: readonly number[]): void {
    const now = this.#now()
    this.#answered = ages.map((age) => now - age).sort((a, b) => a - b)
    this.#notBefore = (this.#answered.at(-1) ?? Number.NEGATIVE_INFINITY) + this.#gapMs
  }

  #forget(): void {
    const now = this.#now()
    const first = this.#answered.findIndex((at) => at + windowMs > now)
    if (first < 0) this.#answered = []
    else if (first > 0) this.#answered = this.#answered.slice(first)
  }

  /** One is handed over now. */
  started(): void {
    this.#onTheWay++
    this.#notBefore = this.#now() + this.#gapMs
  }

  /** One was answered, or will never be. */
  ended(): void {
    this.#onTheWay--
    this.#answered.push(this.#now())
  }
}
