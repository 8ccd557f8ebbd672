/** Bounded cache with a TTL: evicts the oldest entry first, and shares one load per key. */
export class ExpiringCache<Value> {
  private readonly entries = new Map<string, { value: Promise<Value>; settled?: Value; until: number }>()
  private readonly ttlMs: number
  private readonly maxEntries: number

  constructor(options: { ttlMs: number; maxEntries: number }) {
    this.ttlMs = options.ttlMs
    this.maxEntries = options.maxEntries
  }

  /** The cached value, else that of `load`. A load that `forget` overtakes is returned but not cached. */
  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const found = this.entries.get(key)
    if (found && found.until > Date.now()) return found.value
    this.entries.delete(key)
    const entry: { value: Promise<Value>; settled?: Value; until: number } = {
      value: load(),
      until: Date.now() + this.ttlMs,
    }
    this.entries.set(key, entry)
    entry.value.then(
      (value) => {
        entry.settled = value
      },
      () => {
        if (this.entries.get(key) === entry) this.entries.delete(key)
      },
    )
    if (this.entries.size > this.maxEntries) {
      for (const oldest of this.entries.keys()) {
        this.entries.delete(oldest)
        break
      }
    }
    return entry.value
  }

  /** Removes the entries that match, and all that are still loading. */
  forget(matches: (value: Value, key: string) => boolean): void {
    for (const [key, entry] of this.entries) {
      if (!('settled' in entry) || matches(entry.settled as Value, key)) this.entries.delete(key)
    }
  }

  clear(): void {
    this.entries.clear()
  }
}
