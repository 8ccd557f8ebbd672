/** Which records a bulk act is for, as a relation with `id`; what the caller cannot see is not among them. */
import type { Target } from '@muster/contract/records/records.schema'
import { fixed, ident, type Sql, sql } from '../../../platform/db.ts'
import { all, filterToSql, livingRows, membershipToSql, rowsToSql, tables } from '../query/filter-to-sql.ts'
import type { Scope } from '../query/scope.ts'
import { searchToSql } from '../query/search.ts'

/** @throws AppError filter_invalid */
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
    target.search === undefined ? fixed('true') : searchToSql(target.search, scope, isInTrash),
  ])}`
}
