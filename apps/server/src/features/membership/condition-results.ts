/**
 * Determines which conditions of a filter the caller may know for a record, and evaluates those on linked
 * records.
 */

import type { Condition, Filter } from '@muster/contract/filters/ast'
import { conditionsIn } from '@muster/contract/filters/explain'
import { resolveFilter } from '@muster/contract/filters/variables'
import { disclosableRows, filterToSql, rowsToSql, tables } from '../../engine/public.sql.ts'
import { everything, scopeOf, type TreeContext, treeContext } from '../../engine/public.ts'
import { join, one, rawSql, type Sql, sql } from '../../platform/db.ts'

/**
 * A boolean is the result; null: hidden from the caller; 'evaluate': visible, to be evaluated on the record.
 */
export type ConditionResult = boolean | null | 'evaluate'

export async function conditionResults(
  context: TreeContext,
  recordId: number,
  filter: Filter,
  now: Date,
): Promise<(condition: Condition) => ConditionResult> {
  const { model, access } = context
  const scope = scopeOf(context, now)
  const whole = scopeOf(treeContext({ model, caller: everything }, access.home.id), now)
  const conditions = conditionsIn(filter).map((condition) => ({
    condition,
    rows: disclosableRows(context, condition),
  }))
  const parts = conditions.map(({ condition, rows }): [mayKnow: Sql, holds: Sql] => [
    rowsToSql(rows, scope),
    condition.where && rows !== 'none'
      ? filterToSql(resolveFilter(condition, {}), whole)
      : rawSql('null::boolean'),
  ])
  const needsSql = conditions.some(
    ({ condition, rows }) => condition.where || (rows !== 'all' && rows !== 'none'),
  )
  const found = needsSql
    ? await one<{ visible: boolean[]; results: (boolean | null)[] }>(
        context.executor,
        sql`select array[${join(parts.map(([may]) => sql`coalesce(${may}, false)`))}] as visible,
              array[${join(parts.map(([, holds]) => holds))}]::boolean[] as results
            from ${tables(scope)} where t.record_id = ${recordId}::bigint`,
      )
    : undefined
  const results = new Map(
    conditions.map(({ condition, rows }, n): [Condition, ConditionResult] => {
      const mayKnow = found ? found.visible[n] === true : rows === 'all'
      if (!mayKnow) return [condition, null]
      return [condition, condition.where ? found?.results[n] === true : 'evaluate']
    }),
  )
  return (condition) => results.get(condition) ?? null
}
