/** Pages of the system administrator's lists, by keyset: an index in the order of the list answers each page. */
import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import { join, rawSql, type Sql, sql } from '../../platform/db.ts'

/** A sortable column: its expression as in the index, and the type to read a cursor's text with. */
export interface SortKey {
  expression: Sql
  type: 'text' | 'timestamptz'
}

interface PageQuery {
  sort: string
  direction: 'asc' | 'desc'
  cursor?: string | undefined
}

const positionSchema = z.tuple([z.string(), z.enum(['asc', 'desc']), z.string(), z.string()])

export interface PageSql {
  /** The condition that starts the page after its cursor. */
  after: Sql
  orderBy: Sql
  /** The text that the next page's cursor needs of a row. */
  position: Sql
}

/** @throws AppError cursor_invalid, also for a cursor of another order */
export function pageSql(query: PageQuery, { expression, type }: SortKey, id: Sql): PageSql {
  const isDescending = query.direction === 'desc'
  const way = rawSql(isDescending ? 'desc' : 'asc')
  const position = query.cursor === undefined ? null : positionOf(query.cursor, query)
  return {
    after: position
      ? sql`(${expression}, ${id}) ${rawSql(isDescending ? '<' : '>')}
            (${position.key}::${rawSql(type)}, ${position.id})`
      : sql`true`,
    orderBy: sql`${expression} ${way}, ${id} ${way}`,
    position: sql`(${expression})::text`,
  }
}

/** Cuts a page of `limit` rows, read with one more row, which says whether there is a next page. */
export function pageOf<Row extends { position: string }>(
  found: readonly Row[],
  query: PageQuery & { limit: number },
  idOf: (row: Row) => string | number,
): { items: Omit<Row, 'position'>[]; nextCursor: string | null } {
  const page = found.slice(0, query.limit)
  const last = found.length > query.limit ? page.at(-1) : undefined
  return {
    items: page.map(({ position: _, ...row }) => row),
    nextCursor: last ? cursorOf([query.sort, query.direction, last.position, String(idOf(last))]) : null,
  }
}

const cursorOf = (position: z.infer<typeof positionSchema>) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

function positionOf(cursor: string, query: PageQuery): { key: string; id: string } {
  try {
    const [sort, direction, key, id] = positionSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    if (sort === query.sort && direction === query.direction) return { key, id }
  } catch {
    // Not one of ours.
  }
  throw new AppError('cursor_invalid')
}

/**
 * The rows of a table that contain all words of a search, as a source for a page, with the alias `t` or `u`. Words that trigrams
 * can find are looked up before the rows are put in order: the planner would rather follow the order and filter.
 */
export function searched(table: Sql, alias: 't' | 'u', text: Sql, search: string | undefined): Sql {
  const as = rawSql(alias)
  const condition = containsWords(text, search)
  return wordsOf(search).some((word) => word.length >= trigramLength)
    ? sql`(select * from ${table} ${as} where ${condition} offset 0) ${as}`
    : sql`(select * from ${table} ${as} where ${condition}) ${as}`
}

const trigramLength = 3

const wordsOf = (search: string | undefined) =>
  (search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)

/** That a text contains all words, in any case; a trigram index on the text helps. */
function containsWords(text: Sql, search: string | undefined): Sql {
  const words = wordsOf(search)
  if (words.length === 0) return sql`true`
  return join(
    words.map((word) => sql`${text} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    ' and ',
  )
}
