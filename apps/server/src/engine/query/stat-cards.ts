/** How many records a caller sees now and would have seen a month ago, for the dashboard. */

import type { StatCards } from '@muster/contract/records/records.schema'
import type pg from 'pg'
import { ident, join, type Sql, sql } from '../../platform/db.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import { accessOf } from '../access/design.ts'
import { type Scope, scopeOf } from '../access/scope.ts'
import type { CallerContext, PoolContext } from '../access/tree-context.ts'
import { rowsToSql, tables } from './filter-to-sql.ts'

/** After this time the dashboard is shown without the comparison. */
const budgetMs = scaledTimeout(800)
const timedOut = '57014'

/** The numbers of records; null after a timeout. */
export async function statCards(context: Omit<PoolContext, 'access'>): Promise<StatCards> {
  const query = statCardsSql(context)
  const client = await context.executor.connect()
  try {
    await client.query(`begin read only; set local statement_timeout = ${budgetMs}`)
    const { rows } = await client.query<NonNullable<StatCards['records']>>({
      text: query.text,
      values: query.values,
    })
    await client.query('commit')
    return { records: rows[0] ?? null }
  } catch (error) {
    await client.query('rollback')
    if ((error as pg.DatabaseError).code === timedOut) return { records: null }
    throw error
  } finally {
    client.release()
  }
}

function statCardsSql({ model, caller }: CallerContext): Sql {
  const accesses = [...model.collections.values()]
    .filter((one) => one.parentId === null && !one.deletedAt)
    .filter((one) => !one.isInternalConfiguration && !one.isUsedAsCustomList)
    .map((one) => accessOf(model, caller, one.id))
    .filter((access) => access !== null)
  // Collections without row rules are counted together in the catalogue; the others in their own tables.
  const whole = accesses.filter(({ visible }) => visible === 'all').map(({ home }) => home.id)
  const parts = [
    sql`select ${sums('r')} from ${ident(model.schema, 'data_record')} r
      where r.data_collection_id = any(${whole}::bigint[])`,
    ...accesses
      .filter(({ visible }) => visible !== 'all')
      .map((access) => ruledSql(scopeOf({ model, caller, access }))),
  ]
  // The same day and time of last month in the team's time zone; in a shorter month, its last day.
  return sql`with month_ago as materialized (
      select (now() at time zone ${model.timeZone} - interval '1 month') at time zone ${model.timeZone} as at)
    select sum(now)::bigint as now, sum(before)::bigint as "lastMonth" from (${join(parts, ' union all ')}) counted`
}

function ruledSql(scope: Scope): Sql {
  return sql`select ${sums(scope.recordAlias)} from ${tables(scope)} where ${rowsToSql(scope.access.visible, scope)}`
}

function sums(alias: string): Sql {
  const [created, deleted] = [ident(alias, 'created_at'), ident(alias, 'deleted_at')]
  const then = sql`(select at from month_ago)`
  return sql`count(*) filter (where ${deleted} is null) as now,
    count(*) filter (where ${created} <= ${then} and (${deleted} is null or ${deleted} > ${then})) as before`
}
