/**
 * Statements that search names. They read indexes in order, so that cost depends on results, not on table
 * size.
 */

import {
  all,
  avatarSql,
  livingRows,
  nameSql,
  rowsToSql,
  systemRows,
  tables,
} from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { empty, ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { SearchedHomes } from './homes.ts'
import { enoughCandidates, maxCandidates, type WordQuery } from './word-query.ts'

/** A row of every statement. */
export interface Found {
  id: number
  name: string
  avatar: string | null
  dataCollectionId: number
}

/** Collections take turns: each shows its first five records before any shows its sixth. */
export const turnSize = 5
/** Candidates per result, so that several collections can be among them. */
const candidatesPerResult = 5
/** Length of the index's key. */
const keyLength = 100
const last = String.fromCodePoint(0x10ffff)

/** A range of indexed names with a common prefix. */
export interface Beginning {
  from: string
  to: string
}

export function beginningOf(folded: string): Beginning {
  const from = [...folded].slice(0, keyLength).join('')
  return { from, to: from + last }
}

const keySql = (schema: string, alias: string): Sql =>
  sql`left(${ident(schema, 'fold')}(${ident(alias, 'name')}), ${rawSql(String(keyLength))}) collate "C"`

const begins = (schema: string, alias: string, { from, to }: Beginning): Sql =>
  sql`(${keySql(schema, alias)} >= ${from} and ${keySql(schema, alias)} < ${to})`

/** ` and …`: some word of the name begins with each pattern. */
function beginIn(schema: string, alias: string, patterns: readonly string[]): Sql {
  if (patterns.length === 0) return empty
  const folded = sql`${ident(schema, 'fold')}(${ident(alias, 'name')})`
  return join(
    patterns.map((pattern) => sql` and ${folded} ~ ${`(^|[^[:alnum:]])${pattern}`}`),
    '',
  )
}

export const queryOf = (schema: string, tsquery: string): Sql =>
  sql`to_tsquery(${literal(`"${schema}".words`)}::regconfig, ${tsquery})`

/** Records of the open collections in the catalogue that are not deleted, with alias `r`. */
export function openRecords(
  { model, open }: SearchedHomes,
  records = ident(model.schema, 'data_record'),
): Sql {
  return sql`${records} r
    where r.data_collection_id = any(${open.map(idOf)}::bigint[]) and r.deleted_at is null and r.search is not null`
}

/** So many records with the highest ids. */
export const latestRecords = ({ model }: SearchedHomes, count: number): Sql =>
  // Not a parameter, so that the planner knows that there are few.
  sql`(select * from ${ident(model.schema, 'data_record')} order by id desc limit ${rawSql(String(count))})`

/** Ranges of ids, of equal width, that `spreadRecords` reads from. */
const rangesRead = 20

/** At most so many records, from all over the table: what came in together, such as an import, has much in common. */
export function spreadRecords({ model }: SearchedHomes, count: number): Sql {
  const records = ident(model.schema, 'data_record')
  const ranges = rawSql(String(rangesRead))
  return sql`(select x.* from (select min(id) as first, (max(id) - min(id)) / ${ranges} + 1 as width from ${records}) t
    cross join generate_series(0, ${ranges} - 1) n
    cross join lateral (select * from ${records}
      where id >= t.first + n * t.width and id < t.first + (n + 1) * t.width
      order by id limit ${rawSql(String(Math.ceil(count / rangesRead)))}) x)`
}

const idOf = ({ access }: Scope): number => access.home.id

/** Rows of a ruled collection whose name the caller may read, with the scope's aliases. */
export function namedRows(scope: Scope): Sql {
  const { home } = scope.access
  const r = ident(scope.recordAlias)
  return sql`${tables(scope)} where ${all([
    sql`${r}.data_collection_id = ${home.id}`,
    sql`${r}.search is not null and ${r}.deleted_at is null`,
    livingRows(scope),
    rowsToSql(systemRows('@name', scope.access), scope),
  ])}`
}

/** The columns of `Found` for a ruled collection. */
export function ruledColumns(scope: Scope): Sql {
  const r = ident(scope.recordAlias)
  return sql`${r}.id, ${nameSql(scope)} as name, ${avatarSql(scope)} as avatar,
    ${r}.data_collection_id as "dataCollectionId"`
}

export const openColumns = rawSql('r.id, r.name, r.avatar, r.data_collection_id as "dataCollectionId"')

/** Those of `openColumns` and `ruledColumns`. */
export const foundColumns = rawSql('id, name, avatar, "dataCollectionId"')

/** Names that start with the typed text, exact matches first; with `isExact`. */
export function beginningsSql(homes: SearchedHomes, beginning: Beginning, limit: number): Sql {
  const { schema } = homes.model
  const parts = homes.ruled.map((scope) => {
    const key = keySql(schema, scope.recordAlias)
    return sql`(select ${ruledColumns(scope)}, ${key} as key from ${namedRows(scope)}
      and ${begins(schema, scope.recordAlias, beginning)} order by ${key}, ${ident(scope.recordAlias)}.id limit ${limit})`
  })
  if (homes.open.length > 0) {
    const key = keySql(schema, 'r')
    parts.unshift(sql`(select x.* from unnest(${homes.open.map(idOf)}::bigint[]) h (id) cross join lateral (
      select ${openColumns}, ${key} as key from ${ident(schema, 'data_record')} r
      where r.data_collection_id = h.id and r.deleted_at is null and r.search is not null
        and ${begins(schema, 'r', beginning)} order by ${key}, r.id limit ${limit}) x)`)
  }
  return sql`select id, name, avatar, "dataCollectionId", key = ${beginning.from} as "isExact" from (
      select u.*, row_number() over (partition by "dataCollectionId" order by key, id) as n
      from (${join(parts, ' union all ')}) u) p
    order by key <> ${beginning.from}, (n - 1) / ${rawSql(String(turnSize))}, key, id limit ${limit}`
}

/** A row of `wholeWordSql`. */
export interface FoundWhole extends Found {
  /** The name begins with the word. */
  isFirst: boolean
}

/** Names with the typed word of which the best are shown. */
const maxWholeWords = 100

/**
 * Names whose first or last word is the typed one, such as a family name: first those changed on the latest day, then
 * those of which the collection says most. In a ruled collection, the order must not tell what its reader may not read.
 *
 * @param latest only searches so many of the latest records
 */
export function wholeWordSql(homes: SearchedHomes, word: string, latest?: number): Sql {
  const { schema } = homes.model
  const limit = rawSql(String(maxWholeWords))
  const query = queryOf(schema, `'${word}'`)
  const found = (alias: string) =>
    sql`${ident(schema, 'search_document')}(${ident(alias, 'name')}) @@ ${query}`
  const parts = homes.ruled.map(
    (scope) =>
      sql`(select ${ruledColumns(scope)}, null::timestamptz as updated_at, null::tsvector as search from ${namedRows(scope)}
        and ${found(scope.recordAlias)} limit ${limit})`,
  )
  if (homes.open.length > 0) {
    // The word is compared with the document, which is there already and mostly has the name's words. As a subquery, the
    // query is made once: a prepared statement would make it for each record.
    const candidates = latest
      ? sql`${openRecords(homes, latestRecords(homes, latest))} and r.search @@ (select ${query})`
      : sql`${openRecords(homes)} and ${found('r')} limit ${limit}`
    parts.unshift(sql`(select ${openColumns}, r.updated_at, r.search from ${candidates})`)
  }
  // `offset` keeps the planner from folding a name once for each use.
  return sql`select id, name, avatar, "dataCollectionId", folded ~ ${`^${word}([^[:alnum:]]|$)`} as "isFirst" from (
      select u.*, ${ident(schema, 'fold')}(name) as folded from (${join(parts, ' union all ')}) u offset 0) w
    where folded ~ ${`(^${word}([^[:alnum:]]|$))|((^|[^[:alnum:]])${word}$)`}
    order by (updated_at at time zone 'UTC')::date desc nulls last, length(search) desc nulls last, folded collate "C", id`
}

/** Names with the first initial that are checked for the others. */
const maxScanned = 2000
/** Index seeks for second words, and the minimum of first words per collection. */
const maxJumps = 800
const leastFirstWords = 8

/** A row of `secondWordsSql`. */
export interface FoundBySecond extends Found {
  /** All first words were visited, so that the result is complete. */
  isWhole: boolean
}

/**
 * Names of two or more words, of which the first starts with `first`, the second with one of `seconds`, and
 * any with each of `others`, such as an initial and a surname. This is a loose index scan: it seeks the next
 * first word, and from there its second words. Collections advance in rounds, so that those with few first
 * words leave their seeks to those with many. Returns up to `limit` names per collection.
 */
export function secondWordsSql(
  homes: SearchedHomes,
  first: string,
  seconds: readonly string[],
  others: readonly string[],
  limit: number,
): Sql {
  const { schema } = homes.model
  const records = ident(schema, 'data_record')
  const end = literal(last)
  const range = beginningOf(first)
  /** The first word of a collection's first name, in index order, that fulfils `condition`. */
  const nextWord = (homeId: Sql, condition: Sql) => {
    const key = keySql(schema, 'n')
    return sql`select split_part(k.key, ' ', 1) as word from (select ${key} as key from ${records} n
      where n.data_collection_id = ${homeId} and n.search is not null and ${key} ${condition} and ${key} < ${range.to}
      order by 1 limit 1) k`
  }
  const ids = [...homes.open, ...homes.ruled].map(idOf)
  const most = Math.max(leastFirstWords * ids.length, Math.floor(maxJumps / (1 + seconds.length)))
  // PostgreSQL evaluates a recursion only as far as its rows are fetched.
  const firstWords = sql`walk (home, word) as (
    select h.id, n.word from unnest(${ids}::bigint[]) h (id)
      cross join lateral (${nextWord(rawSql('h.id'), sql`>= ${range.from}`)}) n
    union all
    select w.home, n.word from walk w
      cross join lateral (${nextWord(rawSql('w.home'), sql`> w.word || ' ' || ${end}`)}) n),
    first_word as materialized (select * from walk limit ${most}::int)`
  const second = sql`f.word || ' ' || s.word`
  const namesOf = (columns: Sql, source: Sql, alias: string, home: Sql): Sql => {
    const key = keySql(schema, alias)
    const found = sql`${source} and ${key} >= ${second} and ${key} < ${second} || ${end}${beginIn(schema, alias, others)}`
    return sql`select x.* from first_word f cross join unnest(${seconds}::text[]) s (word)
      cross join lateral (select ${columns} from ${found} order by ${key} limit ${limit}) x
      where f.home = ${home} limit ${limit}`
  }
  const parts = homes.ruled.map(
    (scope) =>
      sql`(${namesOf(ruledColumns(scope), namedRows(scope), scope.recordAlias, sql`${idOf(scope)}::bigint`)})`,
  )
  // One part for all open collections, because planning each would take time.
  if (homes.open.length > 0) {
    const source = sql`${records} r
      where r.data_collection_id = h.id and r.deleted_at is null and r.search is not null`
    parts.unshift(sql`(select y.* from unnest(${homes.open.map(idOf)}::bigint[]) h (id)
      cross join lateral (${namesOf(openColumns, source, 'r', rawSql('h.id'))}) y)`)
  }
  return sql`with recursive ${firstWords}
    select *, (select count(*) from first_word) < ${most}::int as "isWhole" from (${join(parts, ' union all ')}) u
    order by name collate "und-x-icu", id`
}

/**
 * Names whose first word starts with the first of these letters, and which have words with the other ones.
 * Only the first names in index order with that letter are scanned.
 */
export function initialsSql(homes: SearchedHomes, [first = '', ...others]: readonly string[]): Sql {
  const { schema } = homes.model
  const beginning = beginningOf(first)
  const capped = rawSql(`limit ${maxScanned}`)
  const parts = homes.ruled.map((scope) => {
    const key = keySql(schema, scope.recordAlias)
    return sql`(select ${ruledColumns(scope)} from ${namedRows(scope)}
      and ${begins(schema, scope.recordAlias, beginning)} order by ${key}, ${ident(scope.recordAlias)}.id ${capped})`
  })
  if (homes.open.length > 0) {
    parts.unshift(sql`(select x.* from unnest(${homes.open.map(idOf)}::bigint[]) h (id) cross join lateral (
      select ${openColumns} from ${ident(schema, 'data_record')} r
      where r.data_collection_id = h.id and r.deleted_at is null and r.search is not null
        and ${begins(schema, 'r', beginning)} order by ${keySql(schema, 'r')}, r.id ${capped}) x)`)
  }
  return sql`select * from (${join(parts, ' union all ')}) u where true${beginIn(schema, 'u', others)}
    order by name collate "und-x-icu", id limit ${rawSql(String(maxCandidates))}`
}

/** Words with a prefix that are searched. */
const maxWords = 40

/**
 * Names with a word of this prefix that do not start with it: searches word by word, until there are enough
 * for collections to take turns.
 */
export function wordByWordSql(homes: SearchedHomes, beginning: Beginning, limit: number): Sql {
  const { schema } = homes.model
  const most = limit * candidatesPerResult
  const namesOf = (columns: Sql, source: Sql, alias: string): Sql =>
    sql`(select x.* from (select word from ${ident(schema, 'search_word')}
        where word >= ${beginning.from} and word < ${beginning.to} and word ~ '^[[:alnum:]]+$'
        order by word limit ${rawSql(String(maxWords))}) w
      cross join lateral (select ${columns} from ${source}
        and ${ident(schema, 'search_document')}(${ident(alias, 'name')}) @@ w.word::tsquery
        and not ${begins(schema, alias, beginning)} limit ${most}) x limit ${most})`
  const parts = homes.ruled.map((scope) => namesOf(ruledColumns(scope), namedRows(scope), scope.recordAlias))
  if (homes.open.length > 0) parts.unshift(namesOf(openColumns, openRecords(homes), 'r'))
  return sql`select * from (${join(parts, ' union all ')}) u order by name collate "und-x-icu", id`
}

/**
 * Names whose words match, but which do not start with the typed text.
 *
 * @param wanted number of hits; by default as many as can be ranked
 */
export function wordsSql(
  homes: SearchedHomes,
  query: WordQuery,
  beginning: Beginning,
  wanted = maxCandidates,
): Sql {
  const { schema } = homes.model
  const matches = (alias: string, tsquery: string) =>
    sql`${ident(schema, 'search_document')}(${ident(alias, 'name')}) @@ ${queryOf(schema, tsquery)}`
  const others = (alias: string) => sql` and not ${begins(schema, alias, beginning)}`
  const compared = (alias: string) => sql`${beginIn(schema, alias, query.compared)}${others(alias)}`
  const part = (columns: Sql, source: Sql, alias: string) =>
    candidatesSql(query.firstCompared, {
      wanted,
      columns: foundColumns,
      indexed: sql`select ${columns} from ${source} and ${matches(alias, query.index)}`,
      compared,
      alias,
      all: sql`select ${columns} from ${source} and ${matches(alias, query.all)}${others(alias)}`,
    })
  const parts = homes.ruled.map((scope) => part(ruledColumns(scope), namedRows(scope), scope.recordAlias))
  if (homes.open.length > 0) parts.unshift(part(openColumns, openRecords(homes), 'r'))
  return sql`select * from (${join(parts, ' union all ')}) u order by name collate "und-x-icu", id`
}

/** Records with words that an index is not asked for. */
interface Candidates {
  /** Number of hits. */
  wanted: number
  /** Columns of the result. */
  columns: Sql
  /** Selects those that the index finds, with the alias; more conditions can follow. */
  indexed: Sql
  alias: string
  /** ` and …`: the others' condition, for rows with an alias. */
  compared(alias: string): Sql
  /** Selects the same records by asking the index for all words; more conditions can follow. */
  all: Sql
}

/**
 * Selects candidates, in parentheses.
 *
 * @param first see `WordQuery.firstCompared`
 */
export function candidatesSql(
  first: number | null,
  { wanted, columns, indexed, alias, compared, all }: Candidates,
): Sql {
  const limit = rawSql(`limit ${maxCandidates}`)
  if (first === null) return sql`(select ${columns} from (${indexed}${compared(alias)} ${limit}) c)`
  // Not parameters, so that the planner knows that there are few.
  const most = rawSql(String(first))
  const enough = rawSql(String(enoughCandidates(wanted)))
  return sql`(with found as materialized (${indexed} limit ${most}),
      near as materialized (select * from found where true${compared('found')} ${limit})
    select ${columns} from near
    union
    select ${columns} from (${all} and case when (select count(*) from near) < ${enough}
      then (select count(*) from found) = ${most} end ${limit}) a)`
}
