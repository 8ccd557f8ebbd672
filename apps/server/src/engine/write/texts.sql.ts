/**
 * Texts and JSON derived from a field's columns: the text for names and search documents, and the JSON for
 * the log, from which undo restores the value. One entry per storage.
 */

import type { Storage } from '@muster/contract/fields/families'
import { ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { storageOf } from '../storage/index.ts'
import { columnOf, linkTable, partName } from '../storage/storage.ts'
import { traitsOf } from '../storage/traits.ts'

/**
 * Where a value is read from: a row with the columns of the root's table, and for links the source of their
 * ids.
 */
export interface ValuePlace {
  model: TeamModel
  schema: string
  alias: string
  /** bigint[] expression of a link field whose value is not in the link table yet. */
  linkIds?: (field: FieldModel) => Sql | undefined
}

interface StorageTexts {
  /** Readable text; null if empty. */
  text(field: FieldModel, place: ValuePlace): Sql
  /** JSON that `StorageSql.write` accepts; null if empty. */
  json(field: FieldModel, place: ValuePlace): Sql
}

/** Longer names are cut. */
export const maxName = 500
/** The limit of a tsvector is 1 MB. */
const maxSearched = 100_000

export function textOf(field: FieldModel, place: ValuePlace): Sql {
  return texts[field.type.storage].text(field, place)
}

export function jsonOf(field: FieldModel, place: ValuePlace): Sql {
  return texts[field.type.storage].json(field, place)
}

/** The record's name: the text of the collection's name field. Never null. */
export function nameOf(field: FieldModel | undefined, place: ValuePlace): Sql {
  if (!field) return sql`''`
  const text = textOf(field, place)
  const joined = sql`regexp_replace(${text}, '[ \t\n\r]+', ' ', 'g')`
  // Nearly all names have single spaces only, which is seen in a fraction of the time.
  const line =
    field.type.storage === 'text'
      ? sql`case when ${text} ~ '[\t\n\r]|  ' then ${joined} else ${text} end`
      : joined
  return sql`coalesce(left(btrim(${line}), ${rawSql(String(maxName))}), '')`
}

/** The record's avatar: URL of a file, another URL, or the name of an icon. */
export function avatarOf(field: FieldModel | undefined, place: ValuePlace): Sql {
  if (!field) return sql`null::text`
  const column = columnOf(field, place)
  const files = rawSql(`'/api/teams/${place.model.teamId}/files/'`)
  switch (traitsOf(field).picture) {
    case 'file':
      return sql`${files} || ${column} || '/thumbnail?size=96'`
    case 'files':
      return sql`${files} || ${column}[1] || '/thumbnail?size=96'`
    case 'address':
      return column
    case null:
      return sql`null::text`
  }
}

/**
 * The search document of a record: the words of all searchable fields, including names of choices and links.
 * When a linked record is renamed, documents with the old name are updated only by their next write.
 */
export function searchDocumentOf(fields: readonly FieldModel[], place: ValuePlace): Sql {
  return sql`${ident(place.schema, 'search_document')}(${searchTextOf(fields, place)})`
}

/** Joins texts with spaces; a function has at most a hundred arguments. */
function spaced(texts: readonly Sql[]): Sql {
  if (texts.length === 0) return sql`''`
  if (texts.length <= 90) return sql`concat_ws(' ', ${join([...texts])})`
  return sql`concat_ws(' ', concat_ws(' ', ${join(texts.slice(0, 90))}), ${spaced(texts.slice(90))})`
}

/** The text from which a search document is made. */
export function searchTextOf(fields: readonly FieldModel[], place: ValuePlace): Sql {
  const searched = searchedFields(fields).map((field) => textOf(field, place))
  return sql`left(${spaced(searched)}, ${rawSql(String(maxSearched))})`
}

/** The fields in the search document: searchable types, and choices from lists by their labels. */
export function searchedFields(fields: readonly FieldModel[]): FieldModel[] {
  return fields.filter(({ type, settings }) => {
    const isChoice = type.family === 'choice' && type.refersTo?.(settings).to === 'record'
    return type.isSearchable || isChoice
  })
}

type Part = (field: FieldModel, place: ValuePlace) => Sql

const asRead: Part = (field, place) => sql`to_jsonb(${storageOf(field).read(field, place)})`
const asColumn: Part = (field, place) => sql`to_jsonb(${columnOf(field, place)})`

const number: Part = (field, place) => sql`trim_scale(${columnOf(field, place)}::numeric)::text`
const plainColumn: Part = (field, place) => sql`${columnOf(field, place)}::text`

/** Names of the records, or titles of the collections, with these ids. */
function labels(field: FieldModel, place: ValuePlace, ids: Sql): Sql {
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to === 'collection') {
    const names = [...place.model.collections.values()].map(
      ({ id, name }) => sql`(${rawSql(String(id))}, ${literal(name)})`,
    )
    if (names.length === 0) return sql`null::text`
    return sql`(select string_agg(c.name, ', ' order by e.n) from unnest(${ids}) with ordinality e (id, n)
      join (values ${join(names)}) c (id, name) on c.id = e.id)`
  }
  return sql`(select string_agg(c.name, ', ' order by e.n) from unnest(${ids}) with ordinality e (id, n)
    join ${ident(place.schema, 'data_record')} c on c.id = e.id)`
}

/** Ids of a link field, in their order. */
export function linkIdsOf(field: FieldModel, place: ValuePlace): Sql {
  return (
    place.linkIds?.(field) ??
    sql`(select array_agg(k.to_id order by k.position, k.to_id) from ${linkTable(field, place.schema)} k
      where k.from_id = ${ident(place.alias, 'record_id')})`
  )
}

function fileNames(place: ValuePlace, ids: Sql): Sql {
  return sql`(select string_agg(f.name, ', ' order by e.n) from unnest(${ids}) with ordinality e (id, n)
    join ${ident(place.schema, 'file')} f on f.id = e.id)`
}

/** All strings within a JSON value. */
const strings: Part = (field, place) =>
  sql`(select string_agg(s.v #>> '{}', ', ') from jsonb_path_query(${columnOf(field, place)},
    'strict $.** ? (@.type() == "string")') s (v))`

const html: Part = (field, place) => {
  const withoutTags = sql`regexp_replace(regexp_replace(${columnOf(field, place)},
    '<(br|hr|/(p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|table))[^>]*>', ' ', 'g'), '<[^>]*>', '', 'g')`
  return sql`btrim(replace(replace(replace(replace(replace(replace(${withoutTags}, '&nbsp;', ' '), '&lt;', '<'),
    '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'))`
}

const texts: Record<Storage, StorageTexts> = {
  text: { text: (field, place) => columnOf(field, place), json: asRead },
  html: { text: html, json: asRead },
  bigint: { text: number, json: asRead },
  numeric: { text: number, json: asRead },
  money: {
    text: (field, place) =>
      sql`(${number(field, place)} || ' ' || ${ident(place.alias, partName(field, 'currency'))})`,
    json: asRead,
  },
  boolean: { text: plainColumn, json: asRead },
  date: { text: plainColumn, json: asRead },
  timestamptz: {
    text: (
      field,
      place,
    ) => sql`to_char(${columnOf(field, place)} at time zone ${literal(place.model.timeZone)},
      'YYYY-MM-DD HH24:MI')`,
    json: asRead,
  },
  daterange: {
    text: (field, place) => {
      const column = columnOf(field, place)
      return sql`case when ${column} is not null then
        concat(lower(${column})::text, ' – ', (upper(${column}) - 1)::text) end`
    },
    json: asRead,
  },
  id: {
    text: (field, place) => labels(field, place, sql`array[${columnOf(field, place)}]`),
    json: asRead,
  },
  ids: { text: (field, place) => labels(field, place, columnOf(field, place)), json: asRead },
  links: {
    text: (field, place) => labels(field, place, linkIdsOf(field, place)),
    json: (field, place) => sql`to_jsonb(${linkIdsOf(field, place)})`,
  },
  // The log stores a file's id, not its name.
  file: {
    text: (field, place) => fileNames(place, sql`array[${columnOf(field, place)}]`),
    json: asColumn,
  },
  files: { text: (field, place) => fileNames(place, columnOf(field, place)), json: asColumn },
  video: { text: plainColumn, json: asColumn },
  json: { text: strings, json: asRead },
  json_total: { text: strings, json: asRead },
}
