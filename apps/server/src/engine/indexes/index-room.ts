/** Each index slows every write: a table has few for single values, and an unused one is replaced. */
import type pg from 'pg'
import { ident, one, rawSql, run, type Sql, sql } from '../../platform/db.ts'
import type { TeamModel } from '../model/model.ts'
import { indexUse } from './index-use.sql.ts'

const mostEqual = 8
/** An index that answered something within this time is in use. */
const unusedFor = '7 days'

/** Whether there is room for one more index `equal_…` on the table; drops one that is not used where there was none. */
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
  if (!row || row.count < mostEqual) return true
  if (row.unused === null) return false
  await run(
    client,
    sql`drop index concurrently if exists ${ident(model.schema)}.${rawSql(`"${row.unused}"`)}`,
  )
  return true
}
