/** Iterates over staged rows in batches by physical position (ctid), which needs neither index nor sort. */
import { rows, type Sql, sql, type Transaction } from '../../platform/db.ts'

/** Rows per statement: large enough to be fast, small enough to report progress and to be aborted. */
const batchRows = 20_000

export interface Range {
  /** Condition over the stage's alias `s`. */
  where: Sql
  /** Fraction of the rows up to the end of the range. */
  share: number
}

export async function* ranges(client: Transaction, rowCount: number): AsyncGenerator<Range> {
  const [size] = await rows<{ blocks: number }>(
    client,
    sql`select (pg_relation_size('pg_temp.import_stage') / current_setting('block_size')::int)::int as blocks`,
  )
  const blocks = size?.blocks ?? 0
  const step = Math.max(1, Math.ceil((blocks * batchRows) / Math.max(1, rowCount)))
  for (let from = 0; from < blocks; from += step) {
    const to = Math.min(blocks, from + step)
    yield {
      where: sql`s.ctid >= ${`(${from},0)`}::tid and s.ctid < ${`(${to},0)`}::tid`,
      share: to / blocks,
    }
  }
}
