/**
 * Lets only a few requests begin in each turn of the event loop. A burst of requests that are refused at once would
 * otherwise fill every turn, and work that waits for the database many times would wait for the burst each time.
 */
export class Turns {
  private readonly perTurn: number
  private begun = 0
  private readonly waiting: (() => void)[] = []

  constructor(perTurn: number) {
    this.perTurn = perTurn
  }

  /** Resolves when the request may begin, in order of arrival: at once, unless the turn is full. */
  async begin(): Promise<void> {
    if (this.begun >= this.perTurn) return new Promise((resolve) => this.waiting.push(resolve))
    if (this.begun++ === 0) setImmediate(() => this.nextTurn())
  }

  private nextTurn(): void {
    const next = this.waiting.splice(0, this.perTurn)
    this.begun = next.length
    if (next.length > 0) setImmediate(() => this.nextTurn())
    for (const start of next) start()
  }
}
