/** Full-text search over the catalogue's search document, checked again where the caller may not read every field. */
import { fold } from '@muster/contract/text'
import { fixed, ident, join, type Sql, sql } from '../../../platform/db.ts'
import { storageOf } from '../../fields/families/index.ts'
import { always, rowsToSql } from './filter-to-sql.ts'
import type { Scope } from './scope.ts'

const maxWords = 12

/** What a person typed as a prefix query: every word must begin a word of the record. Null when there is none. */
export function searchQuery(text: string): string | null {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
  return words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null
}

export function searchToSql(text: string, scope: Scope): Sql {
  const query = searchQuery(text)
  if (query === null) return fixed(text.trim() === '' ? 'true' : 'false')
  const tsquery = sql`to_tsquery('simple'::regconfig, ${query})`
  const found = sql`${ident(scope.recordAlias, 'search')} @@ ${tsquery}`
  const readable = readableText(scope)
  return readable === null
    ? found
    : sql`(${found} and ${ident(scope.schema, 'search_document')}(${readable}) @@ ${tsquery})`
}

/** Null when every searchable field may be read on every record, so that the document may be believed. */
function readableText(scope: Scope): Sql | null {
  const searchable = scope.access.home.fields.filter((field) => field.type.isSearchable)
  const accesses = searchable.map((field) => scope.access.fields.get(field.columnName))
  const rows = accesses.map((access) => (access ? rowsToSql(access.read, scope) : null))
  if (rows.every((readable) => readable === always)) return null
  const texts = accesses.flatMap((access, index) => {
    const readable = rows[index]
    if (!access || !readable) return []
    const text = textOf(scope, access.field)
    return readable === always ? [text] : [sql`case when ${readable} then ${text} end`]
  })
  return texts.length > 0 ? sql`concat_ws(' ', ${join(texts)})` : sql`''`
}

/** The searchable words of a value: its text, or the names of the records and choices it refers to. */
function textOf(scope: Scope, field: Parameters<ReturnType<typeof storageOf>['read']>[0]): Sql {
  const column = ident(scope.alias, field.columnName)
  const names = (condition: Sql): Sql =>
    sql`(select string_agg(n.name, ' ') from ${ident(scope.schema, 'data_record')} n where ${condition})`
  switch (field.type.storage) {
    case 'id':
      return names(sql`n.id = ${column}`)
    case 'ids':
      return names(sql`n.id = any(${column})`)
    case 'links':
      return names(sql`n.id in (select k.to_id from ${ident(scope.schema, `link_${field.id}`)} k
        where k.from_id = ${ident(scope.alias, 'record_id')})`)
    default:
      return sql`(${storageOf(field).read(field, scope)})::text`
  }
}
