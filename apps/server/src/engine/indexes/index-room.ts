/**
 * Limits the number of indexes on single values, because each one slows every write. Unused ones are
 * replaced.
 */
import type pg from 'pg'
import { ident, one, rawSql, run, type Sql, sql } from '../../platform/db.ts'
import type { TeamModel } from '../model/model.ts'
import { indexUse } from './index-use.sql.ts'

const maxEqualIndexes = 8
/** An index counts as unused after this time without a scan. */
const unusedFor = '7 days'

/** Whether the table may have one more `equal_…` index; if the limit is reached, drops one that is unused. */
export async function makeRoomForEqual(
  client: pg.PoolClient,
  model: TeamModel,
  table: Sql,
): Promise<boolean> {
  const row = await one<{ count: number; unused: string | null }>(
    client,
    sql`select count(*)::int as count,
          (array_agg(c.relname order by u.last_used_at nulls first, c.oid)
            filter (where coalesce(u.last_used_at, '-infinity') < now() - ${unusedFor}::interval))[1] as unused
        from pg_index i join pg_class c on c.oid = i.indexrelid
          left join (${indexUse}) u on u.indexrelid = i.indexrelid
        where i.indrelid = ${table.sql}::regclass and c.relname ~ ${'^equal_[0-9]'}`,
  )
  if (!row || row.count < maxEqualIndexes) return true
  if (row.unused === null) return false
  await run(
    client,
    sql`drop index concurrently if exists ${ident(model.schema)}.${rawSql(`"${row.unused}"`)}`,
  )
  return true
}
