/** Full-text search over the catalogue's search document, checked again where the caller may not read every field. */
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

/** What a person typed as a prefix query: every word must begin a word of the record. Null when there is none. */
function searchQuery(text: string): string | null {
  const words = wordsOf(text)
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null
}

/** @param isTrash whether it is searched among the deleted ones */
export function searchToSql(text: string, scope: Scope, isTrash = false): Sql {
  const query = searchQuery(text)
  if (query === null) return rawSql(text.trim() === '' ? 'true' : 'false')
  const tsquery = sql`to_tsquery(${literal(`"${scope.schema}".words`)}::regconfig, ${query})`
  const r = ident(scope.recordAlias)
  // The second half is for records of a fresh import, few or none, which have an index of their own.
  const found = sql`(${r}.search @@ ${tsquery} or (${r}.search is null and ${pendingHas(text, scope, isTrash)}))`
  const readable = readableText(scope)
  return readable === null
    ? found
    : sql`(${found} and ${ident(scope.schema, 'search_document')}(${readable}) @@ ${tsquery})`
}

/** Every word occurs somewhere in the values that are not indexed yet. */
function pendingHas(text: string, scope: Scope, isTrash: boolean): Sql {
  const r = ident(scope.recordAlias)
  const folded = sql`${ident(scope.schema, 'fold')}(${searchTextOf(scope.access.home.fields, scope)})`
  const parts = wordsOf(text).map((word) => sql`position(${fold(word)} in ${folded}) > 0`)
  const waits = sql`${r}.search_pending is not null and ${r}.deleted_at is ${rawSql(isTrash ? 'not null' : 'null')}`
  return join([waits, ...parts], ' and ')
}

/** Null when every searchable field may be read on every record, so that the document may be believed. */
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
