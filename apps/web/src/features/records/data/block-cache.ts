/**
 * Rows of a long list by position, fetched in blocks: the most recently used stay, requests for blocks scrolled past
 * are aborted, the next block in scroll direction is prefetched. Knows nothing of HTTP or React.
 */

export interface Block<Row> {
  rows: readonly Row[]
}

export interface BlockCacheOptions<Row> {
  /** Rows `offset` to `offset + limit`; a shorter answer means that the list ends there. */
  fetch: (offset: number, limit: number, signal: AbortSignal) => Promise<Block<Row>>
  idOf: (row: Row) => number
  blockSize?: number
  /** Maximum number of cached blocks; those in view are never dropped. */
  maxBlocks?: number
  /** Maximum number of concurrent requests. */
  maxParallel?: number
  /** Calls back when blocks that are not in view yet may be fetched; by default at once. */
  whenAhead?: (begin: () => void) => void
}

/** What changed: rows to redraw, and how far the reader's rows moved (a refresh found rows before them). */
export interface Change {
  first: number
  last: number
  /** Rows added (or, negative, removed) before the first visible row. */
  shift: number
}

/** A row added here, shown after all others until the list has been fetched with it. */
interface Added<Row> {
  row: Row
  isStored: boolean
}

interface Slot<Row> {
  rows: readonly Row[] | null
  /** Shown while a newer one is fetched. */
  isStale: boolean
  error: unknown
  request: AbortController | null
  usedAt: number
}

export type RowState = 'loaded' | 'loading' | 'failed'

export class BlockCache<Row> {
  readonly blockSize: number
  #options: Required<BlockCacheOptions<Row>>
  #slots = new Map<number, Slot<Row>>()
  #positions: Map<number, number> | null = null
  #wanted: number[] = []
  #ahead: number | null = null
  #looksAhead = false
  #visible: [first: number, last: number] = [0, 0]
  #clock = 0
  #end: number | null = null
  #added: Added<Row>[] = []
  #reach = 0
  #listeners = new Set<(change: Change) => void>()
  #refresh: AbortController | null = null
  #isDisposed = false

  constructor(options: BlockCacheOptions<Row>) {
    this.#options = {
      blockSize: 100,
      maxBlocks: 80,
      maxParallel: 3,
      whenAhead: (begin) => begin(),
      ...options,
    }
    this.blockSize = this.#options.blockSize
    this.#options.whenAhead(() => {
      this.#looksAhead = true
      this.#pump()
    })
  }

  /** Subscribes to rows that arrived, changed or failed. @returns the unsubscribe function */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  rowAt(index: number): Row | undefined {
    if (this.#end !== null && index >= this.#end) return this.#added[index - this.#end]?.row
    const slot = this.#slots.get(this.#blockOf(index))
    return slot?.rows?.[index % this.blockSize]
  }

  stateOf(index: number): RowState {
    if (this.#end !== null && index >= this.#end) return 'loaded'
    const slot = this.#slots.get(this.#blockOf(index))
    if (slot?.rows) return 'loaded'
    return slot?.error === undefined || slot.error === null ? 'loading' : 'failed'
  }

  errorAt(index: number): unknown {
    return this.#slots.get(this.#blockOf(index))?.error ?? null
  }

  /** The position of a row among the loaded blocks. */
  indexOf(id: number): number | undefined {
    if (!this.#positions) {
      this.#positions = new Map()
      for (const [block, slot] of this.#slots) {
        slot.rows?.forEach((row, i) => {
          this.#positions?.set(this.#options.idOf(row), block * this.blockSize + i)
        })
      }
      const end = this.#end
      if (end !== null) {
        this.#added.forEach(({ row }, i) => {
          this.#positions?.set(this.#options.idOf(row), end + i)
        })
      }
    }
    return this.#positions.get(id)
  }

  /** The known end of the list; null while no block was short. Overrides any count. */
  get end(): number | null {
    return this.#end === null ? null : this.#end + this.#added.length
  }

  /** The minimum number of records, by the blocks seen: overrides an estimate that is too low. */
  get reach(): number {
    return this.#reach
  }

  /**
   * Sets what is in view. Fetches what is missing of it, then one block further in scroll direction;
   * aborts requests for anything else.
   */
  show(first: number, last: number): void {
    if (this.#isDisposed) return
    const isUp = first < this.#visible[0]
    this.#visible = [first, last]
    const from = this.#blockOf(Math.max(0, first))
    const to = this.#blockOf(Math.max(first, last))
    const blocks: number[] = []
    for (let block = from; block <= to; block++) blocks.push(block)
    const ahead = isUp ? from - 1 : to + 1
    this.#ahead = ahead
    this.#wanted = isUp ? [...blocks.toReversed(), ahead] : [...blocks, ahead]
    this.#wanted = this.#wanted.filter((block) => block >= 0 && !this.#isPastEnd(block))
    for (const [block, slot] of this.#slots) {
      if (this.#wanted.includes(block)) slot.usedAt = ++this.#clock
      else if (slot.request) this.#abort(block, slot)
    }
    this.#pump()
  }

  /** Fetches a row's block again after it failed. */
  retry(index: number): void {
    const block = this.#blockOf(index)
    if (this.#slots.get(block)?.rows === null) this.#slots.delete(block)
    this.#pump()
  }

  /** Changes a row in place, e.g. by the answer of a write. */
  patch(id: number, change: (row: Row) => Row): void {
    const index = this.#patchOne(id, change)
    if (index !== undefined) this.#notify(index, index)
  }

  /** Changes many rows in place with one notification. */
  patchAll(ids: Iterable<number>, change: (row: Row) => Row): void {
    let first = Number.MAX_SAFE_INTEGER
    let last = -1
    for (const id of ids) {
      const index = this.#patchOne(id, change)
      if (index === undefined) continue
      first = Math.min(first, index)
      last = Math.max(last, index)
    }
    if (last >= 0) this.#notify(first, last)
  }

  /** Shows a row after all others, before the server has it. Only where the end of the list is known. */
  add(row: Row): void {
    this.#added.push({ row, isStored: false })
    this.#noteAdded()
  }

  /** The server has an added row now: the next refresh shows it in its place. Null: it was refused. */
  settleAdded(id: number, row: Row | null): void {
    const isKnown = row !== null && [...this.#slots.values()].some((slot) => this.#hasRow(slot, row))
    this.#added = this.#added.flatMap((one) => {
      if (this.#options.idOf(one.row) !== id) return [one]
      return row === null || isKnown ? [] : [{ row, isStored: true }]
    })
    this.#noteAdded()
  }

  #hasRow({ rows }: Slot<Row>, row: Row): boolean {
    const { idOf } = this.#options
    return rows?.some((one) => idOf(one) === idOf(row)) ?? false
  }

  #noteAdded(): void {
    this.#positions = null
    if (this.#end !== null) this.#notify(this.#end, Number.MAX_SAFE_INTEGER)
  }

  #patchOne(id: number, change: (row: Row) => Row): number | undefined {
    const index = this.indexOf(id)
    if (index === undefined) return undefined
    if (this.#end !== null && index >= this.#end) {
      const added = this.#added[index - this.#end]
      if (added) added.row = change(added.row)
      return index
    }
    const slot = this.#slots.get(this.#blockOf(index))
    const row = slot?.rows?.[index % this.blockSize]
    if (!slot?.rows || row === undefined) return undefined
    slot.rows = slot.rows.with(index % this.blockSize, change(row))
    return index
  }

  /**
   * Moves a row to another row's place before the server does; those between shift by one. A refresh
   * must follow.
   *
   * @returns false where not all of these rows are loaded
   */
  move(from: number, to: number): boolean {
    const first = Math.min(from, to)
    const last = Math.max(from, to)
    const rows = Array.from({ length: last - first + 1 }, (_, i) => this.rowAt(first + i))
    const known = rows.filter((row) => row !== undefined)
    if (first < 0 || known.length < rows.length) return false
    known.splice(to - first, 0, ...known.splice(from - first, 1))
    for (const [i, row] of known.entries()) {
      const slot = this.#slots.get(this.#blockOf(first + i))
      if (slot?.rows) slot.rows = slot.rows.with((first + i) % this.blockSize, row)
    }
    this.#positions = null
    // Requests under way were answered without the move.
    this.#refresh?.abort()
    this.#notify(first, last)
    return true
  }

  /**
   * Fetches again what is in view, and everything else when it is next seen. Old rows stay until all new ones are
   * loaded; if rows were added or removed before the reader, `shift` says how far.
   */
  async refresh(): Promise<void> {
    if (this.#isDisposed) return
    this.#refresh?.abort()
    const request = new AbortController()
    this.#refresh = request
    const [first, last] = this.#visible
    const size = this.blockSize
    // With the block ahead, which a reader who goes on through refreshes would otherwise find missing.
    const ahead = this.#wanted.filter((block) => this.#slots.get(block)?.rows)
    const from = Math.min(this.#blockOf(first), ...ahead)
    const to = Math.max(this.#blockOf(Math.max(first, last)), ...ahead)
    // Rows that the answer will have, in their place.
    const stored = new Set(this.#added.filter(({ isStored }) => isStored))
    for (const [block, slot] of this.#slots) {
      slot.isStale = true
      if (slot.request && (block < from || block > to)) this.#abort(block, slot)
    }
    let fresh: Block<Row>[]
    try {
      fresh = await Promise.all(
        Array.from({ length: to - from + 1 }, (_, i) =>
          this.#options.fetch((from + i) * size, size, request.signal),
        ),
      )
    } catch (error) {
      if (request.signal.aborted) return
      throw error
    } finally {
      if (this.#refresh === request) this.#refresh = null
    }
    if (request.signal.aborted || this.#isDisposed) return
    const before = this.#anchor()
    this.#added = this.#added.filter((one) => !stored.has(one))
    this.#end = null
    this.#reach = 0
    for (const [block, slot] of this.#slots) {
      slot.request?.abort()
      slot.request = null
      if (block < from || block > to) this.#slots.delete(block)
    }
    fresh.forEach((block, i) => {
      this.#slots.set(from + i, this.#filled(block.rows))
      this.#noteEnd(from + i, block.rows.length)
    })
    this.#positions = null
    const now = before === null ? undefined : this.indexOf(before.id)
    const shift = before === null || now === undefined ? 0 : now - before.index
    this.#notify(0, Number.MAX_SAFE_INTEGER, shift)
    this.#pump()
  }

  /** Stops all fetching and notifications. */
  dispose(): void {
    this.#isDisposed = true
    this.#refresh?.abort()
    for (const slot of this.#slots.values()) slot.request?.abort()
    this.#listeners.clear()
  }

  #blockOf(index: number): number {
    return Math.floor(index / this.blockSize)
  }

  #isPastEnd(block: number): boolean {
    return this.#end !== null && block > 0 && block * this.blockSize >= this.#end
  }

  /** The first visible row that is loaded, which a refresh keeps in place. */
  #anchor(): { id: number; index: number } | null {
    const [first, last] = this.#visible
    for (let index = first; index <= last; index++) {
      const row = this.rowAt(index)
      if (row !== undefined) return { id: this.#options.idOf(row), index }
    }
    return null
  }

  #abort(block: number, slot: Slot<Row>): void {
    slot.request?.abort()
    slot.request = null
    if (!slot.rows) this.#slots.delete(block)
  }

  #pump(): void {
    if (this.#isDisposed) return
    let running = 0
    for (const slot of this.#slots.values()) if (slot.request) running++
    for (const block of this.#wanted) {
      if (running >= this.#options.maxParallel) return
      if (block === this.#ahead && !this.#looksAhead) continue
      const slot = this.#slots.get(block)
      const isNeeded = !slot || (slot.isStale && !slot.request)
      if (!isNeeded || slot?.request || this.#isPastEnd(block)) continue
      running++
      void this.#load(block)
    }
  }

  async #load(block: number): Promise<void> {
    const request = new AbortController()
    const slot = this.#slots.get(block) ?? {
      rows: null,
      isStale: false,
      error: null,
      request: null,
      usedAt: ++this.#clock,
    }
    slot.request = request
    this.#slots.set(block, slot)
    const first = block * this.blockSize
    try {
      const { rows } = await this.#options.fetch(first, this.blockSize, request.signal)
      if (request.signal.aborted || this.#slots.get(block) !== slot) return
      slot.rows = rows
      slot.isStale = false
      slot.error = null
      this.#noteEnd(block, rows.length)
    } catch (error) {
      if (request.signal.aborted || this.#slots.get(block) !== slot) return
      slot.error = error
      slot.isStale = false
    } finally {
      if (slot.request === request) slot.request = null
    }
    this.#positions = null
    this.#trim()
    this.#notify(first, first + this.blockSize - 1)
    this.#pump()
  }

  #noteEnd(block: number, count: number): void {
    const upTo = block * this.blockSize + count
    if (count > 0) this.#reach = Math.max(this.#reach, upTo)
    // An empty block only shows that the end is not after its start.
    if (count < this.blockSize) {
      this.#end = count > 0 || block === 0 ? upTo : Math.min(this.#end ?? upTo, upTo)
    } else if (this.#end !== null && this.#end < upTo) this.#end = null
  }

  #filled(rows: readonly Row[]): Slot<Row> {
    return { rows, isStale: false, error: null, request: null, usedAt: ++this.#clock }
  }

  #trim(): void {
    const spare = this.#slots.size - this.#options.maxBlocks
    if (spare <= 0) return
    const idle = [...this.#slots]
      .filter(([block, slot]) => !slot.request && !this.#wanted.includes(block))
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [block] of idle.slice(0, spare)) this.#slots.delete(block)
  }

  #notify(first: number, last: number, shift = 0): void {
    for (const listener of this.#listeners) listener({ first, last, shift })
  }
}
