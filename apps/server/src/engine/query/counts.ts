/** Counts with a time limit: exact if fast enough, else the planner's estimate. */
import type pg from 'pg'
import { type Sql, sql } from '../../platform/db.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import { countMany } from './count-many.ts'
import { Kept } from './kept.ts'
import type { Selection } from './page.ts'
import type { Versions } from './versions.ts'

export interface Total {
  total: number
  totalIsExact: boolean
}

const budgetMs = scaledTimeout(400)
const maxKept = 500
const timedOut = '57014'

const rowsOf = ({ source, where }: Selection): Sql => sql`from ${source} where ${where}`

function keyOf(selection: Selection, mode: 'exact' | 'estimate'): string {
  const { sql: text, values } = rowsOf(selection)
  return `${mode} ${text}\n${JSON.stringify(values)}`
}

export class Counts {
  private readonly pool: pg.Pool
  private readonly versions: Versions
  private readonly kept = new Kept<Total>(maxKept)

  constructor(pool: pg.Pool, versions: Versions) {
    this.pool = pool
    this.versions = versions
  }

  /** The number of selected records, cached until the next write to the collection. */
  async total(selection: Selection, mode: 'exact' | 'estimate'): Promise<Total> {
    const key = keyOf(selection, mode)
    const version = this.versions.of(selection.scope, selection.isAlone)
    const known = this.kept.get(key, version)
    if (known) return known
    const result = await this.count(rowsOf(selection), mode)
    this.kept.keep(key, version, result)
    return result
  }

  /** Counts of many selections; those that are not cached share a few statements. */
  async totals(selections: readonly Selection[]): Promise<Total[]> {
    const versions = selections.map((selection) => this.versions.of(selection.scope, selection.isAlone))
    const isKnown = (selection: Selection, n: number) =>
      this.kept.get(keyOf(selection, 'exact'), versions[n] as number) !== undefined
    const places = [...selections.keys()].filter((n) => !isKnown(selections[n] as Selection, n))
    if (places.length > 1) {
      const counts = await countMany(
        this.pool,
        places.map((n) => selections[n] as Selection),
      )
      for (const [at, n] of places.entries()) {
        const total = counts[at]
        if (total === null || total === undefined) continue
        this.kept.keep(keyOf(selections[n] as Selection, 'exact'), versions[n] as number, {
          total,
          totalIsExact: true,
        })
      }
    }
    // Counts that timed out together are tried separately, and estimated after another timeout.
    return Promise.all(selections.map((selection) => this.total(selection, 'exact')))
  }

  private async count(rows: Sql, mode: 'exact' | 'estimate'): Promise<Total> {
    if (mode === 'exact') {
      const exact = await this.within(sql`select count(*)::bigint as total ${rows}`)
      if (exact !== null) return { total: exact, totalIsExact: true }
    }
    return { total: await this.estimate(rows), totalIsExact: false }
  }

  /** The count, or null after a timeout. */
  private async within(query: Sql): Promise<number | null> {
    const client = await this.pool.connect()
    try {
      await client.query(`begin read only; set local statement_timeout = ${budgetMs}`)
      const { rows } = await client.query<{ total: number }>({ text: query.text, values: query.values })
      await client.query('commit')
      return rows[0]?.total ?? 0
    } catch (error) {
      await client.query('rollback')
      if ((error as pg.DatabaseError).code === timedOut) return null
      throw error
    } finally {
      client.release()
    }
  }

  private async estimate(rows: Sql): Promise<number> {
    const query = sql`explain (format json) select ${rows}`
    const result = await this.pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>({
      text: query.text,
      values: query.values,
    })
    return Math.round(result.rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
  }
}
