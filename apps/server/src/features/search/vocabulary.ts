/**
 * Words of names, with which typos are corrected. A job collects them in the order in which records were
 * named; the latest names, which it has not read yet, are scanned.
 */
import { forgiven, typos } from '@muster/contract/search/words'
import {
  type Executor,
  ident,
  one,
  queryText,
  rawSql,
  run,
  sql,
  type Transaction,
} from '../../platform/db.ts'

/** Similar words per typed word. */
const maxSimilar = 12
const maxCandidates = 300
const maxUnread = 300
/** Nobody types longer words. */
const maxWordLength = 40

interface Word {
  word: string
  /** Typos in the typed word, compared with as many letters of this word. */
  count: number
}

/**
 * Condition for names after the job's cursor. The subqueries are evaluated once, before the index scan, so
 * that it starts at the cursor; with a join, the index would be scanned from its end.
 */
function isUnread(schema: string) {
  const reached = (column: string, start: string) =>
    sql`coalesce((select ${ident(column)} from ${ident(schema, 'search_words_read')}), ${rawSql(start)})`
  return sql`r.named_at is not null
    and (r.named_at, r.id) > (${reached('named_at', `'-infinity'`)}, ${reached('record_id', '0')})`
}

export interface SimilarWords {
  /** The nearest first; none for a short word. */
  words: string[]
  /** The job has not read all names. */
  isBehind: boolean
}

/** Words similar to a typed one. */
export async function similarWords(executor: Executor, schema: string, typed: string): Promise<SimilarWords> {
  const most = forgiven(typed.length)
  if (most === 0 || typed.length > maxWordLength) return { words: [], isBehind: false }
  const letters = [...typed]
  const swapped = `${letters[1]}${letters[0]}`
  // PostgreSQL counts a swap of two letters as two edits.
  const distance = sql`levenshtein_less_equal(left(word, ${typed.length}::int), ${typed}, ${most * 2}::int)`
  // One plan is best for every word.
  const found = await queryText(
    executor,
    sql`with latest as materialized (
          select r.name from ${ident(schema, 'data_record')} r where ${isUnread(schema)}
          order by r.named_at desc, r.id desc limit ${rawSql(String(maxUnread))}),
        meant as (
          select word, ${distance} as edits from (
            select word from ${ident(schema, 'search_word')}
            where ${within(letters[0] as string)} or ${within(swapped)}
            union
            select u.word collate "C" from latest,
              unnest(tsvector_to_array(${ident(schema, 'search_document')}(latest.name))) u (word)
            where ${within(letters[0] as string, 'u')} or ${within(swapped, 'u')}) v
          where length(word) between ${typed.length - most} and ${rawSql(String(maxWordLength))}
            and ${distance} <= ${most * 2}::int
          order by edits, word limit ${rawSql(String(maxCandidates))})
        select b."isBehind", m.word from (select exists (select from latest) as "isBehind") b
          left join meant m on true order by m.edits, m.word`,
    'afterRepeats',
  )
  const words = found
    .map(([, word]) => word ?? '')
    .map((word): Word => ({ word, count: typos(typed, word, most) }))
    .filter(({ word, count }) => count > 0 && count <= most && /^[\p{L}\p{N}]+$/u.test(word))
    .sort(
      (a, b) =>
        a.count - b.count || Math.abs(a.word.length - typed.length) - Math.abs(b.word.length - typed.length),
    )
    .slice(0, maxSimilar)
    .map(({ word }) => word)
  return { words, isBehind: found.some(([isBehind]) => isBehind === 't') }
}

function within(beginning: string, alias?: string) {
  const word = alias ? sql`${ident(alias, 'word')} collate "C"` : ident('word')
  return sql`(${word} >= ${beginning} and ${word} < ${beginning + String.fromCodePoint(0x10ffff)})`
}

const batchSize = 20_000

/**
 * Whether the job has not read all names. Selects the last unread one rather than any, so that the index is
 * used.
 */
export async function hasUnread(executor: Executor, schema: string): Promise<boolean> {
  const latest = await one(
    executor,
    sql`select r.id from ${ident(schema, 'data_record')} r where ${isUnread(schema)}
        order by r.named_at desc, r.id desc limit 1`,
  )
  return latest !== undefined
}

/**
 * Reads the next batch of names; false if there are no more. The cursor stays before the oldest open
 * transaction, whose changes would otherwise appear behind it. Autovacuum changes no names and may run long
 * after a large import, so that it is ignored.
 */
export async function readNames(client: Transaction, schema: string): Promise<boolean> {
  const state = ident(schema, 'search_words_read')
  await run(client, sql`select from ${state} for update`)
  const next = await one<{ count: number }>(
    client,
    sql`with batch as materialized (
          select r.id, r.named_at, r.name from ${ident(schema, 'data_record')} r
          where ${isUnread(schema)}
            and r.named_at < coalesce((select min(xact_start) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()
                and backend_type = 'client backend'), now())
          order by r.named_at, r.id limit ${batchSize}),
        words as (
          insert into ${ident(schema, 'search_word')} (word)
          select distinct u.word from batch b,
            unnest(tsvector_to_array(${ident(schema, 'search_document')}(b.name))) u (word)
          where length(u.word) between 3 and ${rawSql(String(maxWordLength))} and u.word ~ '^[[:alnum:]]+$'
            and u.word ~ '[^0-9]'
          on conflict do nothing),
        reached as (
          update ${state} w set named_at = b.named_at, record_id = b.id
          from (select * from batch order by named_at desc, id desc limit 1) b)
        select count(*)::int as count from batch`,
  )
  return next?.count === batchSize
}
