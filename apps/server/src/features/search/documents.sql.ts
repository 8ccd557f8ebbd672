/** Statements that search the text of all fields. */

import {
  all,
  always,
  livingRows,
  rowsToSql,
  searchableRows,
  searchedFields,
  searchToSql,
  tables,
  textOf,
} from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { empty, ident, join, literal, type Sql, sql } from '../../platform/db.ts'
import { isDocumentOpen, type SearchedHomes } from './homes.ts'
import { candidatesSql, foundColumns, openColumns, openRecords, queryOf, ruledColumns } from './names.sql.ts'
import { maxCandidates, type WordQuery } from './word-query.ts'

/** Whether records of a recent import are not indexed yet. */
export function pendingSql({ model }: Pick<SearchedHomes, 'model'>): Sql {
  return sql`select exists (select from ${ident(model.schema, 'data_record')}
    where search is null and search_pending is not null and deleted_at is null) as "isPending"`
}

/** Whether the search documents answer for all collections that a caller may search, once all records are indexed. */
export const isByDocuments = ({ open, ruled }: SearchedHomes): boolean =>
  ruled.length === 0 && open.every(isDocumentOpen)

/**
 * Records whose text matches, most recently changed first; null if nothing is searchable. Must not be prepared: the planner
 * has to know the words.
 *
 * @param isPending see `pendingSql`
 * @param text as typed, for records that are searched in the fields themselves
 */
export function documentsSql(
  homes: SearchedHomes,
  { query, isPending, text, limit }: { query: WordQuery; isPending: boolean; text: string; limit: number },
): Sql | null {
  const open = homes.open.filter(isDocumentOpen)
  // Records that are not indexed yet are searched in the fields themselves, collection by collection.
  const scanned = isPending
    ? [...homes.open, ...homes.ruled]
    : [...homes.open, ...homes.ruled].filter((scope) => !open.includes(scope))
  const parts = scanned.map((scope) => {
    const r = ident(scope.recordAlias)
    return sql`(select ${ruledColumns(scope)}, ${r}.updated_at from ${tables(scope)}
      where ${all([livingRows(scope), searchToSql(text, scope)])} limit ${maxCandidates})`
  })
  if (open.length > 0 && !isPending) {
    const { schema } = homes.model
    parts.unshift(indexedDocuments({ ...homes, open }, query, limit, (words) => knownQuery(schema, words)))
  }
  return parts.length > 0 ? byChange(parts, limit) : null
}

/**
 * As `documentsSql` where `isByDocuments`, for words that few records have: one plan is best for all of them, so that it can
 * be prepared.
 */
export function rareDocumentsSql(homes: SearchedHomes, query: WordQuery, limit: number): Sql {
  const { schema } = homes.model
  // As a subquery, the query is made once: a prepared statement would make it for each record.
  return byChange(
    [indexedDocuments(homes, query, limit, (words) => sql`(select ${queryOf(schema, words)})`)],
    limit,
  )
}

const byChange = (parts: readonly Sql[], limit: number): Sql =>
  sql`select ${foundColumns} from (${join(parts, ' union all ')}) u order by updated_at desc, id desc limit ${limit}`

/** @param queryFor a tsquery of words */
function indexedDocuments(
  homes: SearchedHomes,
  { index, all, firstCompared }: WordQuery,
  limit: number,
  queryFor: (words: string) => Sql,
): Sql {
  const records = openRecords(homes)
  /** By the index. The planner knows if most records have a word, and then does not use the index. */
  const finds = (words: string) => sql` and r.search @@ ${queryFor(words)}`
  return candidatesSql(firstCompared, {
    wanted: limit,
    columns: sql`${foundColumns}, updated_at`,
    indexed: sql`select ${openColumns}, r.updated_at, r.search from ${records} ${finds(index)}`,
    alias: 'r',
    // Without the index.
    compared: (alias) =>
      index === all ? empty : sql` and (${ident(alias, 'search')} || ''::tsvector) @@ ${queryFor(all)}`,
    all: sql`select ${openColumns}, r.updated_at from ${records} ${finds(all)}`,
  })
}

/**
 * As `documentsSql` where `isByDocuments`, but only among `sample` of the records: it contains enough matches of a frequent
 * word, so that not all of its records have to be collected.
 */
export function sampledDocumentsSql(homes: SearchedHomes, query: WordQuery, limit: number, sample: Sql): Sql {
  // As a subquery, the query is made once: a prepared statement would make it for each record.
  return sql`select ${openColumns} from ${openRecords(homes, sample)}
    and r.search @@ (select ${queryOf(homes.model.schema, query.all)})
    order by r.updated_at desc, r.id desc limit ${limit}`
}

/** As `queryOf`, with words that the planner knows. */
const knownQuery = (schema: string, words: string): Sql =>
  sql`to_tsquery(${literal(`"${schema}".words`)}::regconfig, ${literal(words)})`

/**
 * Selects `texts` of records of a collection: by field id, the text of each searched field that the caller
 * may search.
 */
export function textsSql(scope: Scope, ids: readonly number[]): Sql | null {
  const parts = searchedFields(scope.access.home.fields).flatMap((field) => {
    const searchable = searchableRows(field, scope)
    if (searchable === 'none' || field.id === scope.access.home.nameFieldId) return []
    const readable = rowsToSql(searchable, scope)
    const text = sql`left(${textOf(field, scope)}, 20000)`
    return [
      sql`${literal(String(field.id))}::text, ${readable === always ? text : sql`case when ${readable} then ${text} end`}`,
    ]
  })
  if (parts.length === 0) return null
  const r = ident(scope.recordAlias)
  return sql`select ${r}.id, json_build_object(${join(parts)}) as texts from ${tables(scope)}
    where ${r}.id = any(${ids}::bigint[]) and ${livingRows(scope)}`
}
