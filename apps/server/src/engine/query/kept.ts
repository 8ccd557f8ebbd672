/** Results of queries, each kept until a write that may change it. The oldest ones give way to new ones. */
export class Kept<Result> {
  readonly #most: number
  readonly #results = new Map<string, { version: number; result: Result }>()

  constructor(most: number) {
    this.#most = most
  }

  /** @param version of what the query reads, as it is now; see `Versions` */
  get(key: string, version: number): Result | undefined {
    const known = this.#results.get(key)
    return known?.version === version ? known.result : undefined
  }

  /** @param version of before the query, so that a write meanwhile makes the result count as old */
  keep(key: string, version: number, result: Result): void {
    this.#results.delete(key)
    this.#results.set(key, { version, result })
    const [oldest] = this.#results.keys()
    if (this.#results.size > this.#most && oldest !== undefined) this.#results.delete(oldest)
  }
}
