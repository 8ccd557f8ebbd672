/** Which conditions of a filter a caller may be told about for one record, and what the ones on linked records say. */

import type { Condition, Filter } from '@muster/contract/filters/ast'
import { conditionsIn } from '@muster/contract/filters/explain'
import { resolveFilter } from '@muster/contract/filters/variables'
import { filterToSql, rowsToSql, rowsToTell, tables } from '../../engine/public.sql.ts'
import { everything, scopeOf, type TreeContext, treeContext } from '../../engine/public.ts'
import { join, one, rawSql, type Sql, sql } from '../../platform/db.ts'

/** True and false: the answer; null: not to be told; 'ask': may be told, and the record itself has the answer. */
export type Telling = (condition: Condition) => boolean | null | 'ask'

export async function tellingOf(
  context: TreeContext,
  recordId: number,
  filter: Filter,
  now: Date,
): Promise<Telling> {
  const { model, access } = context
  const scope = scopeOf(context, now)
  const whole = scopeOf(treeContext({ model, caller: everything }, access.home.id), now)
  const asked = conditionsIn(filter).map((condition) => ({
    condition,
    rows: rowsToTell(context, condition),
  }))
  const parts = asked.map(({ condition, rows }): [mayTell: Sql, holds: Sql] => [
    rowsToSql(rows, scope),
    condition.where && rows !== 'none'
      ? filterToSql(resolveFilter(condition, {}), whole)
      : rawSql('null::boolean'),
  ])
  const needsSql = asked.some(({ condition, rows }) => condition.where || (rows !== 'all' && rows !== 'none'))
  const found = needsSql
    ? await one<{ told: boolean[]; held: (boolean | null)[] }>(
        context.executor,
        sql`select array[${join(parts.map(([may]) => sql`coalesce(${may}, false)`))}] as told,
              array[${join(parts.map(([, holds]) => holds))}]::boolean[] as held
            from ${tables(scope)} where t.record_id = ${recordId}::bigint`,
      )
    : undefined
  const answers = new Map(
    asked.map(({ condition, rows }, n): [Condition, boolean | null | 'ask'] => {
      const mayTell = found ? found.told[n] === true : rows === 'all'
      if (!mayTell) return [condition, null]
      return [condition, condition.where ? found?.held[n] === true : 'ask']
    }),
  )
  return (condition) => answers.get(condition) ?? null
}
