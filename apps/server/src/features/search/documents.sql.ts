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
import {
  candidatesSql,
  foundColumns,
  latestRecords,
  openColumns,
  openRecords,
  queryOf,
  ruledColumns,
} from './names.sql.ts'
import { maxCandidates, type WordQuery } from './word-query.ts'

/** Whether records of a recent import are not indexed yet. */
export function pendingSql({ model }: Pick<SearchedHomes, 'model'>): Sql {
  return sql`select exists (select from ${ident(model.schema, 'data_record')}
    where search is null and search_pending is not null and deleted_at is null) as "isPending"`
}

/** The input for queries of documents. */
export interface DocumentQuery {
  isPending: boolean
  /** As in `WordQuery`, as text of a tsquery, which is not parsed again for each record. */
  index: string
  whole: string
}

export interface ComparedDocuments extends DocumentQuery, Pick<WordQuery, 'firstCompared'> {}

/** Selects one row, a `DocumentQuery`. */
export function documentQuerySql(homes: SearchedHomes, query: WordQuery): Sql {
  const { schema } = homes.model
  return sql`select p."isPending", ${queryOf(schema, query.index)}::text as index,
    ${queryOf(schema, query.all)}::text as whole from (${pendingSql(homes)}) p`
}

/**
 * Records whose text matches, most recently changed first; null if nothing is searchable. Must not be
 * prepared.
 */
export function documentsSql(
  homes: SearchedHomes,
  { query, text, limit }: { query: ComparedDocuments; text: string; limit: number },
): Sql | null {
  const { isPending, index, whole, firstCompared } = query
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
    const records = openRecords({ ...homes, open })
    parts.unshift(
      candidatesSql(firstCompared, {
        wanted: limit,
        columns: sql`${foundColumns}, updated_at`,
        indexed: sql`select ${openColumns}, r.updated_at, r.search from ${records} ${indexFinds(index)}`,
        alias: 'r',
        compared: (alias) => (index === whole ? empty : hasWords(alias, whole)),
        all: sql`select ${openColumns}, r.updated_at from ${records} ${indexFinds(whole)}`,
      }),
    )
  }
  if (parts.length === 0) return null
  return sql`select id, name, avatar, "dataCollectionId" from (${join(parts, ' union all ')}) u
    order by updated_at desc, id desc limit ${limit}`
}

/**
 * As `documentsSql`, but only among so many of the latest records: they contain enough matches of a frequent word, so
 * that not all of its records have to be collected. Null if the caller may not read all documents of any
 * collection.
 */
export function latestDocumentsSql(
  homes: SearchedHomes,
  query: DocumentQuery,
  limit: number,
  latest: number,
): Sql | null {
  const open = homes.open.filter(isDocumentOpen)
  if (open.length === 0) return null
  // As a subquery, the query is read once: a prepared statement would read it for each record.
  return sql`select ${openColumns} from ${openRecords({ ...homes, open }, latestRecords(homes, latest))}
    and r.search @@ (select ${query.whole}::tsquery) order by r.updated_at desc, r.id desc limit ${limit}`
}

/** Records with these words, by the index. The planner knows if most records have one, and then does not use the index. */
const indexFinds = (tsquery: string): Sql => sql` and r.search @@ ${literal(tsquery)}::tsquery`

/** Compares words with those of a record, without the index. */
const hasWords = (alias: string, tsquery: string): Sql =>
  sql` and (${ident(alias, 'search')} || ''::tsvector) @@ ${literal(tsquery)}::tsquery`

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
