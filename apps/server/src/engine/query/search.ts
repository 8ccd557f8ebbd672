/**
 * Full-text search in the catalogue's search document, repeated on the readable fields if some are
 * unreadable.
 */
import { fold } from '@muster/contract/text'
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { searchedFields, searchTextOf, textOf } from '../write/texts.sql.ts'
import { always, rowsToSql } from './filter-to-sql.ts'

const maxWords = 12

function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
}

/**
 * The prefix query of a search text: each word must be a prefix of a word of the record. Null without words.
 */
function searchQuery(text: string): string | null {
  const words = wordsOf(text)
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null
}

/** Condition of a full-text search. @param isTrash whether to search deleted records */
export function searchToSql(text: string, scope: Scope, isTrash = false): Sql {
  const query = searchQuery(text)
  if (query === null) return rawSql(text.trim() === '' ? 'true' : 'false')
  const tsquery = sql`to_tsquery(${literal(`"${scope.schema}".words`)}::regconfig, ${query})`
  const r = ident(scope.recordAlias)
  // The second part finds the few records of a recent import that have no search document yet; they have an
  // own index.
  const found = sql`(${r}.search @@ ${tsquery} or (${r}.search is null and ${pendingHas(text, scope, isTrash)}))`
  const readable = readableText(scope)
  return readable === null
    ? found
    : sql`(${found} and ${ident(scope.schema, 'search_document')}(${readable}) @@ ${tsquery})`
}

/** Condition for records without a search document: every word occurs in their values. */
function pendingHas(text: string, scope: Scope, isTrash: boolean): Sql {
  const r = ident(scope.recordAlias)
  const folded = sql`${ident(scope.schema, 'fold')}(${searchTextOf(scope.access.home.fields, scope)})`
  const parts = wordsOf(text).map((word) => sql`position(${fold(word)} in ${folded}) > 0`)
  const isPending = sql`${r}.search_pending is not null and ${r}.deleted_at is ${rawSql(isTrash ? 'not null' : 'null')}`
  return join([isPending, ...parts], ' and ')
}

/** The text that the caller may search; null if that is the whole document of every record. */
function readableText(scope: Scope): Sql | null {
  const searchable = searchedFields(scope.access.home.fields)
  const accesses = searchable.map((field) => scope.access.fields.get(field.columnName))
  const rows = accesses.map((access) => (access ? rowsToSql(access.read, scope) : null))
  if (rows.every((readable) => readable === always)) return null
  const texts = accesses.flatMap((access, index) => {
    const readable = rows[index]
    if (!access || !readable) return []
    const text = textOf(access.field, scope)
    return readable === always ? [text] : [sql`case when ${readable} then ${text} end`]
  })
  return texts.length > 0 ? sql`concat_ws(' ', ${join(texts)})` : sql`''`
}
