/**
 * Search as one types, in stages from the cheapest and best: how names begin, words of names, text of other fields,
 * typos. A stage runs only when those before it have not filled the answer, and all share a budget.
 */

import type { HitKind, SearchHit } from '@muster/contract/search/search.schema'
import { forgiven, marksOf, typedWords, typos } from '@muster/contract/search/words'
import { fold } from '@muster/contract/text'
import type pg from 'pg'
import type { Deps, Scope } from '../../engine/public.ts'
import { type Executor, rows, type Sql, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import {
  type DocumentQuery,
  documentQuerySql,
  documentsSql,
  latestDocumentsSql,
  textsSql,
} from './documents.sql.ts'
import { type SearchedHomes, searchedHomes } from './homes.ts'
import {
  type Beginning,
  beginningOf,
  beginningsSql,
  type Found,
  type FoundBySecond,
  initialsSql,
  secondWordsSql,
  turn,
  type WordQuery,
  wordByWordSql,
  wordsSql,
} from './names.sql.ts'
import { requestWords } from './search.jobs.ts'
import { matchIn } from './snippets.ts'
import { hasUnread, meantBy } from './vocabulary.ts'

const budgetMs = scaledTimeout(1500)
const timedOut = '57014'
/** Names with typos that are looked at for those with the fewest, before all are asked for. */
const maxRanked = 40

export interface Asked {
  q: string
  limit: number
  dataCollectionId?: number | undefined
}

export interface Answer {
  items: SearchHit[]
  hasMore: boolean
  isComplete: boolean
}

type SearchDeps = Pick<Deps, 'pool' | 'models' | 'jobs' | 'log'>

interface Search {
  homes: SearchedHomes
  text: string
  words: string[]
  beginning: Beginning
  limit: number
  hits: Map<number, SearchHit>
}

export async function search(deps: SearchDeps, teamUser: TeamUser, asked: Asked): Promise<Answer> {
  const model = await deps.models.get(teamUser.teamId)
  const words = typedWords(asked.q)
  const homes = searchedHomes(model, teamUser, asked.dataCollectionId)
  if (words.length === 0 || homes.open.length + homes.ruled.length === 0) {
    return { items: [], hasMore: false, isComplete: true }
  }
  const state: Search = {
    homes,
    text: asked.q,
    words,
    beginning: beginningOf(fold(asked.q.trim().replace(/\s+/g, ' '))),
    limit: asked.limit,
    hits: new Map(),
  }
  const isComplete = await withinBudget(deps.pool, isForAll(homes), async (client) => {
    await findBeginnings(client, state)
    if (!isFull(state)) await findRest(deps, client, state)
  })
  const items = [...state.hits.values()]
  return { items: items.slice(0, asked.limit), hasMore: items.length > asked.limit, isComplete }
}

const isFull = ({ hits, limit }: Search): boolean => hits.size > limit

/** Without rules the statements are the same for everybody, and for every text the same plan is the best. */
const isForAll = ({ ruled }: SearchedHomes): boolean => ruled.length === 0

/** Runs a statement that stays prepared where that is of use; see `isForAll`. */
const ask = <Row = Found>(client: Executor, { homes }: Search, query: Sql): Promise<Row[]> =>
  rows<Row>(client, query, isForAll(homes) && 'afterRepeats')

/** Notes what was found by words of names: before a collection shows its sixth record, each shows its first five. */
function noteByTurns(state: Search, list: readonly Found[], kind: HitKind, words?: readonly string[]): void {
  const counts = new Map<number, number>()
  const turns = list.map((one) => {
    const before = counts.get(one.dataCollectionId) ?? 0
    counts.set(one.dataCollectionId, before + 1)
    return { one, turn: Math.floor(before / turn) }
  })
  turns.sort((a, b) => a.turn - b.turn)
  note(
    state,
    turns.map(({ one }) => one),
    kind,
    words,
  )
}

function note(
  state: Search,
  list: readonly Found[],
  kind: HitKind,
  words: readonly string[] = state.words,
): void {
  for (const { id, name, avatar, dataCollectionId } of list) {
    if (isFull(state)) return
    if (state.hits.has(id)) continue
    const marks = kind === 'text' ? [] : marksOf(name, words)
    state.hits.set(id, { id, name, avatar, dataCollectionId, kind, marks, match: null })
  }
}

async function findBeginnings(executor: Executor, state: Search): Promise<void> {
  const { homes, beginning, limit } = state
  const list = await rows<Found & { isExact: boolean }>(
    executor,
    beginningsSql(homes, beginning, limit + 1),
    isForAll(homes),
  )
  for (const one of list) note(state, [one], one.isExact ? 'exact' : 'prefix')
}

async function findRest(deps: SearchDeps, client: Executor, state: Search): Promise<void> {
  const { words, homes, beginning, limit } = state
  const [first = '', second, ...others] = words
  if (first.length === 1 && second) {
    const query = secondWordsSql(homes, first, [second], others, limit + 1)
    noteByTurns(state, await ask(client, state, query), 'word')
    if (isFull(state)) return
    if (words.every((word) => word.length === 1))
      return noteByTurns(state, await ask(client, state, initialsSql(homes, words)), 'word')
  }
  // Asked for all words of a beginning at once, the index would gather all that they stand in.
  if (!second) {
    noteByTurns(state, await ask(client, state, wordByWordSql(homes, beginning, limit + 1)), 'word')
    if (isFull(state)) return
  }
  // Words before the last are whole, unless one is a letter; where nothing was found they may be beginnings too.
  const whole = queryOf(words, true)
  const begun = queryOf(words, false)
  const hasInitial = words.slice(0, -1).some((word) => word.length === 1)
  for (const query of hasInitial || whole.all === begun.all ? [begun] : [whole, begun]) {
    const documents = await findWords(client, state, query)
    if (isFull(state)) return
    // Of one letter there are too many texts to say anything.
    if (words.join('').length > 1) await findDocuments(client, state, documents)
    if (state.hits.size > 0) return
  }
  // Where something matches as it was typed, it is no typo.
  await findSimilar(deps, client, state)
}

/** Gives what `findDocuments` needs, asked in the same statement: each question is a way there and back. */
async function findWords(client: Executor, state: Search, query: WordQuery): Promise<DocumentQuery> {
  const words = wordsSql(state.homes, query, state.beginning)
  const list = await ask<(Found | { id: null }) & DocumentQuery>(
    client,
    state,
    sql`select u.*, q.* from (${documentQuerySql(state.homes, query)}) q left join (${words}) u on true
        order by u.name collate "und-x-icu", u.id`,
  )
  noteByTurns(
    state,
    list.filter((one): one is Found & DocumentQuery => one.id !== null),
    'word',
  )
  return list[0] as DocumentQuery
}

async function findDocuments(client: Executor, state: Search, query: DocumentQuery): Promise<void> {
  const { homes, text, hits, limit } = state
  const all = documentsSql(homes, { query, text })
  if (!all) return
  const known = new Set(hits.keys())
  // Several words are seldom all frequent.
  const latest =
    query.isPending || state.words.length > 1 ? null : latestDocumentsSql(homes, query, limit + 1)
  if (latest) note(state, await ask(client, state, latest), 'text')
  if (!isFull(state)) note(state, await rows<Found>(client, all), 'text')
  const added = [...hits.values()].filter(({ id }) => !known.has(id)).slice(0, limit)
  for (const scope of [...homes.open, ...homes.ruled]) await findPlaces(client, state, scope, added)
}

/** Says in which field the words stand. */
async function findPlaces(
  client: Executor,
  state: Search,
  scope: Scope,
  added: readonly SearchHit[],
): Promise<void> {
  const ids = added.filter((hit) => hit.dataCollectionId === scope.access.home.id).map(({ id }) => id)
  const query = ids.length > 0 ? textsSql(scope, ids) : null
  if (!query) return
  const list = await ask<{ id: number; texts: Record<string, string | null> }>(client, state, query)
  for (const { id, texts } of list) {
    const hit = state.hits.get(id)
    if (!hit) continue
    hit.match = matchIn(texts, state.words)
    hit.marks = marksOf(hit.name, state.words)
  }
}

async function findSimilar(deps: SearchDeps, client: Executor, state: Search): Promise<void> {
  const { schema, teamId } = state.homes.model
  if (!state.words.some((word) => forgiven(word.length) > 0)) return
  const meant: string[][] = []
  for (const word of state.words) meant.push(await meantBy(client, schema, word))
  const list = await findMeant(client, state, meant)
  const counts = list.map(({ name }) => typosIn(name, state.words))
  for (const count of [...new Set(counts)].sort((a, b) => a - b)) {
    const group = list.filter((_, n) => counts[n] === count)
    noteByTurns(state, group, 'similar', [...state.words, ...meant.flat()])
  }
  // Whoever asked need not wait for that.
  hasUnread(deps.pool, schema)
    .then((isBehind) => (isBehind ? requestWords(deps, teamId) : undefined))
    .catch((error: unknown) => deps.log.warn({ error, teamId }, 'the words of names could not be asked for'))
}

/** Names with the words that were meant. */
async function findMeant(client: Executor, state: Search, meant: readonly string[][]): Promise<Found[]> {
  const { homes, words, beginning, limit } = state
  const [first = '', second, ...others] = words
  const inOrder: Found[] = []
  if (second && others.length === 0 && meant[1]?.length) {
    // The first word as it was typed, as it mostly is: found without gathering all that a frequent second word stands in.
    const query = secondWordsSql(homes, first, [second, ...meant[1]], [], maxRanked)
    const list = await ask<FoundBySecond>(client, state, query)
    if (list.length > limit && list[0]?.isWhole) return list
    inOrder.push(...list)
  }
  if (meant.every((one) => one.length === 0)) return inOrder
  const query = joined(
    words.map((word, n) => {
      const alternatives = [`'${word}':*`, ...(meant[n] ?? []).map((one) => `'${one}'`)]
      return [word, `(${alternatives.join(' | ')})`]
    }),
  )
  const known = new Set(inOrder.map(({ id }) => id))
  const byWords = await ask(client, state, wordsSql(homes, query, beginning))
  return [...inOrder, ...byWords.filter(({ id }) => !known.has(id))]
}

/** Of each typed word those of its nearest word in the name. */
function typosIn(name: string, words: readonly string[]): number {
  const own = typedWords(name)
  const nearest = (word: string) => {
    const most = forgiven(word.length)
    return Math.min(most + 1, ...own.map((candidate) => typos(word, candidate, most)))
  }
  return words.reduce((sum, word) => sum + nearest(word), 0)
}

/** All words, the last as a beginning. Typed words hold letters and digits alone, so that none can end its quotes. */
function queryOf(words: readonly string[], isWhole: boolean): WordQuery {
  return joined(
    words.map((word, n) => [word, isWhole && n < words.length - 1 ? `'${word}'` : `'${word}':*`]),
    isWhole,
  )
}

/** Of one letter there is too much; of two there is less than what a first name or a frequent word leads to. */
const shortest = 2

/** The index is asked for the longer words, or for the longest when all are short. */
function joined(parts: readonly (readonly [word: string, query: string])[], isWhole = false): WordQuery {
  const longest = Math.max(...parts.map(([word]) => word.length))
  const least = Math.min(shortest, longest)
  const isIndexed = ([word]: readonly [string, string], n: number) =>
    word.length >= least || (isWhole && n < parts.length - 1)
  const text = (list: readonly (readonly [string, string])[]) => list.map(([, query]) => query).join(' & ')
  return {
    index: text(parts.filter(isIndexed)),
    all: text(parts),
    short: parts.filter((part, n) => !isIndexed(part, n)).map(([word]) => word),
  }
}

/** False when the time was up; what was found until then stays. */
async function withinBudget(
  pool: pg.Pool,
  hasOnePlan: boolean,
  work: (client: Executor) => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect()
  const plan = hasOnePlan ? '; set local plan_cache_mode = force_generic_plan' : ''
  try {
    // The first statement of the work need not wait to be sent.
    await Promise.all([
      client.query(`begin read only; set local statement_timeout = ${budgetMs}${plan}`),
      work(client),
    ])
    return true
  } catch (error) {
    if ((error as pg.DatabaseError).code === timedOut) return false
    throw error
  } finally {
    // Nothing was written: the answer need not wait for the end.
    client.query('rollback').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}
