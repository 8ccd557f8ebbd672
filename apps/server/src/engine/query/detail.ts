/** Reads one record, with everything that the caller may read, in one statement. */

import { ident, join, queryText, rawSql, type Sql, sql } from '../../platform/db.ts'
import { prepared } from '../access/prepared.ts'
import { type Scope, scopeOf } from '../access/scope.ts'
import { homeContext, type TreeContext } from '../access/tree-context.ts'
import { all, always, membershipToSql, rowsToSql, tableOf } from './filter-to-sql.ts'
import { linkedObject, recordColumns, referenceFields, selectedFields, valuesRow } from './select.ts'

/**
 * The contract's RecordDetail as JSON text, or null if this tree has no such record that the caller may see.
 * Records in the trash are included and have a `deletedAt`.
 *
 * @param context of any collection of the tree
 */
export async function recordDetail(context: TreeContext, recordId: number): Promise<string | null> {
  const { collection, home } = context.access
  const scope = scopeOf(collection === home ? context : homeContext(context, home.id))
  const statement = prepared(scope.access, 'detail', { id: recordId }, ({ id }) => detailSql(scope, id))
  const [row] = await queryText(context.executor, statement)
  return row?.[0] ?? null
}

/**
 * Selects one column, the RecordDetail as JSON; no row if there is no such record that the caller may see.
 */
export function detailSql(scope: Scope, recordId: unknown): Sql {
  const t = ident(scope.alias)
  const r = ident(scope.recordAlias)
  const source = sql`${tableOf(scope)} ${t} join ${ident(scope.schema, 'data_record')} ${r} on ${r}.id = ${t}.record_id`
  const self = sql`(select * from ${tableOf(scope)} s where s.record_id = ${t}.record_id)`
  return sql`${detailOver(scope, source, self)}
    where ${t}.record_id = ${recordId}::bigint and ${rowsToSql(scope.access.visible, scope)}`
}

/**
 * Selects RecordDetails as JSON from any source with the root table's and the catalogue's columns under the
 * scope's aliases; `self` is the relation whose references get names.
 */
export function detailOver(scope: Scope, source: Sql, self: Sql): Sql {
  const fields = selectedFields(scope, undefined)
  const references = referenceFields(fields)
  const linked = references.length > 0 ? linkedObject(scope, references, self) : rawSql(`'{}'::json`)
  const extras = sql`, ${collectionIds(scope)} as "dataCollectionIds", ${linked} as linked,
    ${may(scope, scope.access.updatable)} as "canUpdate", ${may(scope, scope.access.deletable)} as "canDelete"`
  return sql`select row_to_json(record) from ${source},
      ${valuesRow(scope, fields)}, lateral (select ${recordColumns(scope, extras)}) record`
}

function may(scope: Scope, rows: Parameters<typeof rowsToSql>[0]): Sql {
  return rowsToSql(rows, scope)
}

/** Ids of all collections of the tree, without the trash, that the record is a member of. */
export function collectionIds(scope: Scope): Sql {
  const tree = [...scope.model.collections.values()].filter(
    (collection) => collection.homeId === scope.access.home.id && !collection.deletedAt,
  )
  const parts = tree.map((collection) => {
    const isMember = membershipToSql(collection, scope)
    const id = rawSql(String(collection.id))
    return isMember === always ? id : sql`case when ${all([isMember])} then ${id} end`
  })
  if (parts.length === 1) return sql`json_build_array(${join(parts)})`
  return sql`(select json_agg(c.id) from unnest(array[${join(parts)}]::bigint[]) c (id) where c.id is not null)`
}
