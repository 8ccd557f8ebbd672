/** Selects the target records of a bulk action. */
import type { Target } from '@muster/contract/records/records.schema'
import { ident, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import {
  all,
  always,
  filterToSql,
  livingRows,
  membershipToSql,
  rowsToSql,
  tables,
} from '../query/filter-to-sql.ts'
import { searchToSql } from '../query/search.ts'

/**
 * A relation with `id`. Filters find only visible records; given ids are checked by the statement that uses
 * them, unless `only` is given.
 *
 * @param only condition for the records of the target
 * @throws AppError filter_invalid
 */
export function targetSql(scope: Scope, target: Target, isInTrash = false, only?: Sql): Sql {
  const id = ident(scope.alias, 'record_id')
  if ('ids' in target) {
    if (!only) return sql`select distinct unnest(${target.ids}::bigint[]) as id`
    const isNamed = sql`${id} = any(${target.ids}::bigint[])`
    return sql`select ${id} as id from ${tables(scope)} where ${all([isNamed, livingRows(scope), only])}`
  }
  const { access } = scope
  const rows = isInTrash
    ? all([
        sql`${ident(scope.alias, 'deleted_at')} is not null`,
        membershipToSql(access.collection, scope),
        rowsToSql(access.visible, scope),
      ])
    : livingRows(scope)
  return sql`select ${id} as id from ${tables(scope)} where ${all([
    rows,
    only ?? always,
    filterToSql(target.filter, scope),
    target.search === undefined ? rawSql('true') : searchToSql(target.search, scope, isInTrash),
  ])}`
}
