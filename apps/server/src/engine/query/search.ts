/**
 * Full-text search in the catalogue's search document, repeated on the readable fields if some are
 * unreadable.
 */
import { fold } from '@muster/contract/text'
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Rows } from '../access/access.ts'
import { accessOf } from '../access/design.ts'
import { type Scope, targetOf } from '../access/scope.ts'
import type { FieldModel } from '../model/model.ts'
import { searchedFields, searchTextOf, textOf } from '../write/texts.sql.ts'
import { rowsToSql } from './filter-to-sql.ts'
import { systemRows } from './system-fields.ts'

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

/**
 * Records in which the caller may search the text of a field. The text of a choice is the name of its list item,
 * so it cannot be searched by callers who may not read the names of all items.
 */
export function searchableRows(field: FieldModel, { model, caller, access }: Scope): Rows {
  const read = access.fields.get(field.columnName)?.read ?? 'none'
  const listId = targetOf(field)
  if (read === 'none' || listId === null) return read
  const list = accessOf(model, caller, listId)
  return list?.visible === 'all' && systemRows('@name', list) === 'all' ? read : 'none'
}

/** The text that the caller may search; null if that is the whole document of every record. */
function readableText(scope: Scope): Sql | null {
  const searchable = searchedFields(scope.access.home.fields)
  const rows = searchable.map((field) => searchableRows(field, scope))
  if (rows.every((readable) => readable === 'all')) return null
  const texts = searchable.flatMap((field, index) => {
    const readable = rows[index] ?? 'none'
    if (readable === 'none') return []
    const text = textOf(field, scope)
    return readable === 'all' ? [text] : [sql`case when ${rowsToSql(readable, scope)} then ${text} end`]
  })
  return texts.length > 0 ? sql`concat_ws(' ', ${join(texts)})` : sql`''`
}
