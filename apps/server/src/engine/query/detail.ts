/** Reads one record, with everything that the caller may read, in one statement. */

import { empty, ident, join, queryText, rawSql, type Sql, sql } from '../../platform/db.ts'
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
 * Without knowing a list, PostgreSQL plans for ten elements. For a shorter one it makes a plan each time, because that
 * seems cheaper, which takes longer than to read the records. Version 15 does not count nulls.
 */
const minElements = 12

/** `recordDetail` of several records, in one statement. */
export async function recordDetails(
  context: TreeContext,
  recordIds: readonly number[],
): Promise<(string | null)[]> {
  const [first] = recordIds
  if (first !== undefined && recordIds.length === 1) return [await recordDetail(context, first)]
  const { home } = context.access
  const scope = scopeOf(homeContext(context, home.id))
  const padded = [
    ...recordIds,
    ...Array<number>(Math.max(0, minElements - recordIds.length)).fill(first as number),
  ]
  const statement = prepared(scope.access, 'details', { ids: padded }, ({ ids }) => detailsSql(scope, ids))
  const found = new Map((await queryText(context.executor, statement)) as [string, string][])
  return recordIds.map((id) => found.get(String(id)) ?? null)
}

/**
 * Selects one column, the RecordDetail as JSON; no row if there is no such record that the caller may see.
 */
export function detailSql(scope: Scope, recordId: unknown): Sql {
  return sql`${storedDetail(scope)}
    where ${recordIdOf(scope)} = ${recordId}::bigint and ${rowsToSql(scope.access.visible, scope)}`
}

/** Selects the id and the RecordDetail of each of these records that the caller may see. */
function detailsSql(scope: Scope, recordIds: unknown): Sql {
  return sql`${storedDetail(scope, sql`${recordIdOf(scope)}, `)}
    where ${recordIdOf(scope)} = any(${recordIds}::bigint[]) and ${rowsToSql(scope.access.visible, scope)}`
}

const recordIdOf = ({ alias }: Scope): Sql => ident(alias, 'record_id')

/** `detailOver` what is stored. */
function storedDetail(scope: Scope, before?: Sql): Sql {
  const r = ident(scope.recordAlias)
  const source = sql`${tableOf(scope)} ${ident(scope.alias)}
    join ${ident(scope.schema, 'data_record')} ${r} on ${r}.id = ${recordIdOf(scope)}`
  const self = sql`(select * from ${tableOf(scope)} s where s.record_id = ${recordIdOf(scope)})`
  return detailOver(scope, source, self, before)
}

/**
 * Selects RecordDetails as JSON from any source with the root table's and the catalogue's columns under the
 * scope's aliases; `self` is the relation whose references get names. `before` are columns before the JSON.
 */
export function detailOver(scope: Scope, source: Sql, self: Sql, before: Sql = empty): Sql {
  const fields = selectedFields(scope, undefined)
  const references = referenceFields(fields)
  const linked = references.length > 0 ? linkedObject(scope, references, self) : rawSql(`'{}'::json`)
  const extras = sql`, ${collectionIds(scope)} as "dataCollectionIds", ${linked} as linked,
    ${may(scope, scope.access.updatable)} as "canUpdate", ${may(scope, scope.access.deletable)} as "canDelete"`
  return sql`select ${before}row_to_json(record) from ${source},
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
