/** Reads a query of any size in batches of a thousand rows; only the last batch is smaller. */
import type pg from 'pg'
import type { Sql } from '../../platform/db.ts'

export const batchSize = 1000

/** Rows as texts. Needs a transaction; other queries on the client may run only between batches. */
export async function* rowsOf(client: pg.PoolClient, query: Sql): AsyncGenerator<(string | null)[][]> {
  await client.query({
    text: `declare export_rows no scroll cursor for ${query.text}`,
    values: query.values as unknown[],
  })
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `fetch ${batchSize} from export_rows`,
      rowMode: 'array',
    })
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await client.query('close export_rows')
}
