/** Iterates over a temporary table in batches by physical position (ctid), which needs neither index nor sort. */
import { rawSql, rows, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { stage } from './staging.ts'

/** Rows per statement: large enough to be fast, small enough to report progress and to be aborted. */
const defaultBatchRows = 20_000

export interface Range {
  /** Condition over the table's alias. */
  where: Sql
  /** Fraction of the rows up to the end of the range. */
  share: number
}

/** @param table with `rowCount` rows, as a statement names it by `alias` */
export async function* ranges(
  client: Transaction,
  {
    table,
    alias,
    rowCount,
    batchRows = defaultBatchRows,
  }: { table: Sql; alias: Sql; rowCount: number; batchRows?: number },
): AsyncGenerator<Range> {
  const [size] = await rows<{ blocks: number }>(
    client,
    sql`select (pg_relation_size(${table.sql}) / current_setting('block_size')::int)::int as blocks`,
  )
  const blocks = size?.blocks ?? 0
  const step = Math.max(1, Math.ceil((blocks * batchRows) / Math.max(1, rowCount)))
  for (let from = 0; from < blocks; from += step) {
    const to = Math.min(blocks, from + step)
    yield {
      where: sql`${alias}.ctid >= ${`(${from},0)`}::tid and ${alias}.ctid < ${`(${to},0)`}::tid`,
      share: to / blocks,
    }
  }
}

/** The rows of the file, `s`. */
export const stagedRanges = (
  client: Transaction,
  rowCount: number,
  batchRows = defaultBatchRows,
): AsyncGenerator<Range> => ranges(client, { table: stage, alias: rawSql('s'), rowCount, batchRows })
