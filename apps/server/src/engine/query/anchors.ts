/**
 * Jumps into long sorted lists. Every thousandth key of an order is read once and cached, and a jump starts
 * from the nearest one. A write to the collection invalidates them.
 */

import type pg from 'pg'
import { queryText, rawSql, type Sql, sql } from '../../platform/db.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import { maxSkip, pageRows, type Selection } from './page.ts'
import type { Position } from './sort.ts'
import type { Versions } from './versions.ts'

const spacing = 1000
/** For smaller offsets a plain OFFSET is fastest. */
const minOffset = maxSkip
const maxSets = 100
const everyRow = 2_000_000_000
/**
 * Stale anchors that took longer than this to read are used for up to `staleMs`, while fresh ones are read.
 */
const slowMs = scaledTimeout(150)
const staleMs = 5000

interface AnchorSet {
  /** Position of row 1000, 2000, … (the last row of each thousand). */
  positions: readonly Position[]
  version: number
  builtAt: number
  tookMs: number
}

export class Anchors {
  private readonly pool: pg.Pool
  private readonly versions: Versions
  private readonly sets = new Map<string, AnchorSet>()
  private readonly building = new Map<string, Promise<AnchorSet>>()

  constructor(pool: pg.Pool, versions: Versions) {
    this.pool = pool
    this.versions = versions
  }

  /** The position to start after, and how many rows to skip from there, to reach row `offset` (from 0). */
  async seek(selection: Selection, offset: number): Promise<{ after: Position | null; skip: number }> {
    if (offset < minOffset) return { after: null, skip: offset }
    const set = await this.setFor(selection)
    const index = Math.min(Math.floor(offset / spacing), set.positions.length)
    const after = set.positions[index - 1] ?? null
    return { after, skip: offset - (after ? index * spacing : 0) }
  }

  private async setFor(selection: Selection): Promise<AnchorSet> {
    const query = anchorsSql(selection)
    const key = `${query.sql}\n${JSON.stringify(query.values)}`
    const version = this.versions.of(selection.scope, selection.isAlone)
    const known = this.sets.get(key)
    if (known?.version === version) {
      // Moves the entry to the end, so that the first is the least recently used.
      this.sets.delete(key)
      this.sets.set(key, known)
      return known
    }
    const fresh = this.building.get(key) ?? this.build(key, query, version)
    const isUsable = known && known.tookMs > slowMs && Date.now() - known.builtAt < staleMs
    return isUsable ? known : fresh
  }

  private build(key: string, query: Sql, version: number): Promise<AnchorSet> {
    const work = async (): Promise<AnchorSet> => {
      const startedAt = Date.now()
      const rows = await queryText(this.pool, query)
      const positions = rows.map(([id, ...keys]): Position => ({ id: Number(id), keys }))
      const set = { positions, version, builtAt: Date.now(), tookMs: Date.now() - startedAt }
      this.sets.delete(key)
      this.sets.set(key, set)
      const [oldest] = this.sets.keys()
      if (this.sets.size > maxSets && oldest !== undefined) this.sets.delete(oldest)
      return set
    }
    const building = work().finally(() => this.building.delete(key))
    this.building.set(key, building)
    // Requests that use the stale set do not fail with this error.
    building.catch(() => {})
    return building
  }
}

/** Every thousandth row's id and keys, in order; an index on the key makes this an index-only scan. */
function anchorsSql(selection: Selection): Sql {
  const keys = selection.order.keys.map((_, index) => `, k${index}`).join('')
  return sql`select record_id${rawSql(keys)} from (
    select i.*, row_number() over () as n from (${pageRows(selection, null, everyRow)}) i) a
    where n % ${rawSql(String(spacing))} = 0 order by n`
}
