/**
 * Words that stand in names, by which typos are found. A job reads the names in the order in which they were given;
 * the latest ones, which it has not come to, are looked at one by one.
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

/** Words that one typed word may have meant. */
const maxMeant = 12
const maxLooked = 300
const unread = 300
/** Longer ones are no words that people type. */
const longest = 40

interface Word {
  word: string
  /** Typed words are compared with as much of a word as they are long. */
  count: number
}

/**
 * Names behind the place that the job has reached, in the order of their index. Each part of the place is read once,
 * before the index, so that the index begins there: read from a join it would be walked from its end.
 */
function unreadYet(schema: string) {
  const reached = (column: string, start: string) =>
    sql`coalesce((select ${ident(column)} from ${ident(schema, 'search_words_read')}), ${rawSql(start)})`
  return sql`r.named_at is not null
    and (r.named_at, r.id) > (${reached('named_at', `'-infinity'`)}, ${reached('record_id', '0')})`
}

/** Words that somebody may have meant, the nearest first; none for a short word. */
export async function meantBy(executor: Executor, schema: string, typed: string): Promise<string[]> {
  const most = forgiven(typed.length)
  if (most === 0 || typed.length > longest) return []
  const letters = [...typed]
  const swapped = `${letters[1]}${letters[0]}`
  // A swap of two letters is two edits to PostgreSQL.
  const distance = sql`levenshtein_less_equal(left(word, ${typed.length}::int), ${typed}, ${most * 2}::int)`
  // The same plan is the best for every word.
  const found = await queryText(
    executor,
    sql`select word from (
          select word from ${ident(schema, 'search_word')}
          where ${within(letters[0] as string)} or ${within(swapped)}
          union
          select u.word collate "C" from (
            select r.name from ${ident(schema, 'data_record')} r where ${unreadYet(schema)}
            order by r.named_at desc, r.id desc limit ${rawSql(String(unread))}) latest,
            unnest(tsvector_to_array(${ident(schema, 'search_document')}(latest.name))) u (word)
          where ${within(letters[0] as string, 'u')} or ${within(swapped, 'u')}) v
        where length(word) between ${typed.length - most} and ${rawSql(String(longest))}
          and ${distance} <= ${most * 2}::int
        order by ${distance}, word limit ${rawSql(String(maxLooked))}`,
    'afterRepeats',
  )
  return found
    .map(([word]) => word ?? '')
    .map((word): Word => ({ word, count: typos(typed, word, most) }))
    .filter(({ word, count }) => count > 0 && count <= most && /^[\p{L}\p{N}]+$/u.test(word))
    .sort(
      (a, b) =>
        a.count - b.count || Math.abs(a.word.length - typed.length) - Math.abs(b.word.length - typed.length),
    )
    .slice(0, maxMeant)
    .map(({ word }) => word)
}

function within(beginning: string, alias?: string) {
  const word = alias ? sql`${ident(alias, 'word')} collate "C"` : ident('word')
  return sql`(${word} >= ${beginning} and ${word} < ${beginning + String.fromCodePoint(0x10ffff)})`
}

const batch = 20_000

/** Whether there are names that the job has not read: the last of them is looked for, not any, so that the index is read. */
export async function hasUnread(executor: Executor, schema: string): Promise<boolean> {
  const latest = await one(
    executor,
    sql`select r.id from ${ident(schema, 'data_record')} r where ${unreadYet(schema)}
        order by r.named_at desc, r.id desc limit 1`,
  )
  return latest !== undefined
}

/**
 * Reads the next names; false when there are no more. Changes of transactions that are still open would come to light
 * behind the place that was reached: it stays before the oldest of them. A vacuum that PostgreSQL does by itself gives
 * no names, and may take long after a large import.
 */
export async function readNames(client: Transaction, schema: string): Promise<boolean> {
  const state = ident(schema, 'search_words_read')
  await run(client, sql`select from ${state} for update`)
  const next = await one<{ count: number }>(
    client,
    sql`with batch as materialized (
          select r.id, r.named_at, r.name from ${ident(schema, 'data_record')} r
          where ${unreadYet(schema)}
            and r.named_at < coalesce((select min(xact_start) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid()
                and backend_type = 'client backend'), now())
          order by r.named_at, r.id limit ${batch}),
        words as (
          insert into ${ident(schema, 'search_word')} (word)
          select distinct u.word from batch b,
            unnest(tsvector_to_array(${ident(schema, 'search_document')}(b.name))) u (word)
          where length(u.word) between 3 and ${rawSql(String(longest))} and u.word ~ '^[[:alnum:]]+$'
            and u.word ~ '[^0-9]'
          on conflict do nothing),
        reached as (
          update ${state} w set named_at = b.named_at, record_id = b.id
          from (select * from batch order by named_at desc, id desc limit 1) b)
        select count(*)::int as count from batch`,
  )
  return next?.count === batch
}
