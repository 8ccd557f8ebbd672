/** Selects the target records of a bulk action. */
import type { Target } from '@muster/contract/records/records.schema'
import { ident, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { all, filterToSql, livingRows, membershipToSql, rowsToSql, tables } from '../query/filter-to-sql.ts'
import { searchToSql } from '../query/search.ts'

/**
 * A relation with `id`. Filters find only visible records; given ids are checked by the statement that uses
 * them.
 *
 * @throws AppError filter_invalid
 */
export function targetSql(scope: Scope, target: Target, isInTrash = false): Sql {
  if ('ids' in target) return sql`select distinct unnest(${target.ids}::bigint[]) as id`
  const { access } = scope
  const rows = isInTrash
    ? all([
        sql`${ident(scope.alias, 'deleted_at')} is not null`,
        membershipToSql(access.collection, scope),
        rowsToSql(access.visible, scope),
      ])
    : livingRows(scope)
  return sql`select ${ident(scope.alias, 'record_id')} as id from ${tables(scope)} where ${all([
    rows,
    filterToSql(target.filter, scope),
    target.search === undefined ? rawSql('true') : searchToSql(target.search, scope, isInTrash),
  ])}`
}
