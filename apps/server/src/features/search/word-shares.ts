/** How many records of a team have a word, about: by the statistics with which PostgreSQL plans. */
import { type Executor, one, sql } from '../../platform/db.ts'
import { ExpiringCache } from '../../platform/expiring-cache.ts'

/** Of the records' names, or of the texts of all their fields. */
export interface WordShares {
  /** Number of the team's records. */
  records: number
  /** Part of the records that have this word, above 0. */
  ofWord(word: string): number
  /** Part of the records that have a word which begins like this, above 0. */
  ofPrefix(prefix: string): number
}

export interface TeamShares {
  names: WordShares
  texts: WordShares
}

const maxTeams = 500
/** Statistics follow a large import within a minute. */
const ttlMs = 5000

/** Shares of the teams that were searched lately. */
export class SharesOfTeams {
  readonly #teams = new ExpiringCache<TeamShares>({ ttlMs, maxEntries: maxTeams })

  /** Fails when the statement does; others that wait for the same team then fail with it. */
  get(executor: Executor, schema: string): Promise<TeamShares> {
    return this.#teams.get(schema, () => readShares(executor, schema))
  }
}

type Listed = Readonly<Record<string, number>>

/** The statistics list the most frequent words; a team without statistics has none. */
async function readShares(executor: Executor, schema: string): Promise<TeamShares> {
  // Those of an index on an expression belong to the index.
  const listed = (table: string, column: string) => sql`(
    select json_object_agg(e.word, e.share)
    from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) e (word, share)
    where s.schemaname = n.nspname and s.tablename = ${table} and s.attname = ${column} and e.word is not null)`
  const found = await one<{ records: number; names: Listed | null; texts: Listed | null }>(
    executor,
    sql`select greatest(c.reltuples, 0)::float8 as records, ${listed('data_record_words', 'search_document')} as names,
          ${listed('data_record', 'search')} as texts
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${schema} and c.relname = 'data_record'`,
  )
  const records = found?.records ?? 0
  return { names: wordShares(records, found?.names ?? {}), texts: wordShares(records, found?.texts ?? {}) }
}

/** @param listed shares of the most frequent words */
export function wordShares(records: number, listed: Listed): WordShares {
  // A map: an object has a constructor, which somebody may type.
  const shares = new Map(Object.entries(listed))
  return {
    records,
    ofWord: (word) => shares.get(word) ?? rarest,
    ofPrefix(prefix) {
      let sum = 0
      for (const [word, share] of shares) if (word.startsWith(prefix)) sum += share
      return Math.min(1, Math.max(sum, rarest, unlistedShare(prefix)))
    },
  }
}

const rarest = 1e-6
/** Words that are too rare to be listed add up: so many records have one with a given first letter. */
const shareOfLetter = 0.3
/** With each further letter there are fewer by this factor. */
const lettersInUse = 12

/** Part of the records that have an unlisted word with this prefix, where numbers have any digits. */
const unlistedShare = (prefix: string): number =>
  isNumber(prefix) ? 10 ** -prefix.length : shareOfLetter / lettersInUse ** (prefix.length - 1)

/** Whether a word is one, or begins with one. */
export const isNumber = (word: string): boolean => /^\p{N}/u.test(word)
