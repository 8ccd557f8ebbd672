/**
 * The records of a collection under a filter, sort and search, as the grid and the list show them: rows by position
 * from a block cache, the count, the names of what they link to. One per list on screen.
 */
import type { Filter } from '@muster/contract/filters/ast'
import type {
  DataRecord,
  QueryBody,
  QueryResult,
  QuerySort,
  Target,
} from '@muster/contract/records/records.schema'
import { currentLanguage } from '../../../lib/i18n.ts'
import { whenRested } from '../../../lib/rest.ts'
import { namedIn } from '../../fields/public.ts'
import { BlockCache, type Change } from './block-cache.ts'

export interface RecordQuery {
  filter: Filter | null
  sort: QuerySort
  search: string
  /** The trash instead of active records. */
  isTrash: boolean
  /** Rules that tell records apart, see `QueryBody`. */
  marks?: readonly Filter[]
}

export type RunQuery = (body: QueryBody, signal: AbortSignal) => Promise<QueryResult>

export interface Total {
  /** Null while unknown. */
  count: number | null
  isExact: boolean
}

export interface SourceChange extends Change {
  /** Whether the number of rows changed too. */
  isTotal: boolean
}

export const maxNamed = 50_000
const chunk = 1000

export class RecordSource {
  readonly cache: BlockCache<DataRecord>
  /** Increases as rows arrive; the object itself stays the same. */
  readonly linked: QueryResult['linked'] = {}
  readonly query: RecordQuery
  #run: RunQuery
  #fields: readonly string[] | undefined
  #total: Total = { count: null, isExact: false }
  #counting: AbortController | null = null
  #listeners = new Set<(change: SourceChange) => void>()
  #refreshing = new Set<() => void>()

  constructor(run: RunQuery, query: RecordQuery, fields: readonly string[] | undefined) {
    this.#run = run
    this.query = query
    this.#fields = fields
    this.cache = new BlockCache({
      blockSize: 150,
      idOf: (row) => row.id,
      // The first rows do not wait for rows below them.
      whenAhead: whenRested,
      fetch: async (offset, limit, signal) => {
        const result = await this.#page(offset, limit, signal)
        return { rows: result.items }
      },
    })
    this.cache.subscribe((change) => this.#notify({ ...change, isTotal: true }))
    void this.count()
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Notified when everything is fetched again. */
  onRefresh(listener: () => void): () => void {
    this.#refreshing.add(listener)
    return () => this.#refreshing.delete(listener)
  }

  get total(): Total {
    if (this.cache.end !== null) return { count: this.cache.end, isExact: true }
    return this.#total
  }

  /** The number of rows in the grid; more than known while the count is loading. */
  get rowCount(): number {
    if (this.cache.end !== null) return this.cache.end
    const { count, isExact } = this.#total
    if (count !== null && isExact) return Math.max(count, this.cache.reach)
    // An estimate that is too low is doubled as the reader reaches its end, so that any row can be reached quickly.
    const isAtEnd = count !== null && this.cache.reach >= count
    const further = isAtEnd ? this.cache.reach : this.cache.blockSize
    return Math.max(count ?? 0, this.cache.reach + further)
  }

  /** Columns to fetch; newly shown ones are fetched for the rows in view. */
  setFields(fields: readonly string[]): void {
    const known = this.#fields
    this.#fields = fields
    if (known && fields.some((field) => !known.includes(field))) void this.refresh()
  }

  async count(): Promise<void> {
    this.#counting?.abort()
    const request = new AbortController()
    this.#counting = request
    try {
      const result = await this.#run(
        { ...this.#body(), fields: [], limit: 1, count: 'exact' },
        request.signal,
      )
      this.#total = { count: result.total, isExact: result.totalIsExact }
      this.#notify({ first: 0, last: -1, shift: 0, isTotal: true })
    } catch {
      // The rows report the same failure; a list without a count still scrolls.
    }
  }

  /** Fetches everything again, rows in view first; keeps the reader's position. */
  async refresh(): Promise<void> {
    void this.count()
    for (const listener of this.#refreshing) listener()
    try {
      await this.cache.refresh()
    } catch {
      // What is shown stays; the next event or scroll retries.
    }
  }

  /** Rows by position, fetched if not loaded; these only with the requested fields. */
  async rows(first: number, count: number, fields?: readonly string[]): Promise<DataRecord[]> {
    const rows: DataRecord[] = []
    for (let at = first; at < first + count; ) {
      const row = this.cache.rowAt(at)
      if (row) {
        rows.push(row)
        at++
        continue
      }
      const limit = Math.min(chunk, first + count - at)
      const page = await this.#page(at, limit, new AbortController().signal, fields)
      rows.push(...page.items)
      if (page.items.length < limit) break
      at += limit
    }
    return rows
  }

  /** The target of a bulk operation on the whole list. */
  get target(): Target {
    const { filter, search } = this.query
    return { filter: filter ?? { and: [] }, ...(search ? { search } : {}) }
  }

  /** Stores names of linked records, in the reader's language where translated. */
  learn(linked: QueryResult['linked']): void {
    Object.assign(this.linked, namedIn(linked, currentLanguage()))
  }

  dispose(): void {
    this.cache.dispose()
    this.#counting?.abort()
    this.#listeners.clear()
    this.#refreshing.clear()
  }

  async #page(
    offset: number,
    limit: number,
    signal: AbortSignal,
    wanted: readonly string[] | undefined = this.#fields,
  ): Promise<QueryResult> {
    const fields = wanted ? { fields: [...wanted] } : {}
    const { marks = [] } = this.query
    const body = { ...this.#body(), ...fields, ...(marks.length > 0 ? { marks: [...marks] } : {}) }
    const result = await this.#run({ ...body, offset, limit, count: 'none' }, signal)
    this.learn(result.linked)
    return result
  }

  #body() {
    const { filter, sort, search, isTrash } = this.query
    return {
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
      sort,
      deleted: isTrash,
    }
  }

  #notify(change: SourceChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
