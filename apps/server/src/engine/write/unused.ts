/**
 * Items of custom lists can be deleted only if no record uses them. Used items are replaced: see
 * merge-items.ts.
 */
import { AppError } from '@muster/contract/errors'
import { type Executor, ident, one, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { livingRows, rowsToSql, tables } from '../query/filter-to-sql.ts'
import { countUses, fieldsUsing } from '../query/uses.sql.ts'

/**
 * Only checks records that the caller may delete; about others an error would reveal whether they are used.
 *
 * @param ids relation with `id`
 * @throws AppError in_use `{as: 'item', count}`
 */
export async function checkUnused(executor: Executor, scope: Scope, ids: Sql): Promise<void> {
  const { model, access } = scope
  const { home } = access
  if (!home.isUsedAsCustomList) return
  const fields = fieldsUsing(model, home.id)
  if (fields.length === 0) return
  const id = ident(scope.recordAlias, 'id')
  const deletable = sql`select ${id} as id from ${tables(scope)}
    where ${id} in (select id from (${ids}) i) and ${livingRows(scope)} and ${rowsToSql(access.deletable, scope)}`
  const row = await one<{ count: number }>(executor, countUses(model, fields, deletable))
  if (row && row.count > 0) throw new AppError('in_use', { params: { as: 'item', count: row.count } })
}
