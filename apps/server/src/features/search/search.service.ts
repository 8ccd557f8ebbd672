/**
 * Search while typing, in stages from the cheapest and best: prefixes of names, words of names, text of other
 * fields, typos. A stage runs only if the previous ones have not filled the result, and all share a time
 * budget.
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
  type ComparedDocuments,
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
  type FoundWhole,
  initialsSql,
  secondWordsSql,
  turnSize,
  wholeWordSql,
  wordByWordSql,
  wordsSql,
} from './names.sql.ts'
import { queueReadNames } from './search.jobs.ts'
import { matchIn } from './snippets.ts'
import { hasUnread, similarWords } from './vocabulary.ts'
import { latestToCompare, similarQuery, type WordQuery, wordQuery } from './word-query.ts'
import type { SharesOfTeams, TeamShares } from './word-shares.ts'

const budgetMs = scaledTimeout(1500)
const timedOut = '57014'
/** Names with typos that are ranked before all are searched. */
const maxRanked = 40

export interface SearchQuery {
  q: string
  limit: number
  dataCollectionId?: number | undefined
}

export interface SearchResult {
  items: SearchHit[]
  hasMore: boolean
  isComplete: boolean
}

type SearchDeps = Pick<Deps, 'pool' | 'models' | 'jobs' | 'log'> & { shares: Pick<SharesOfTeams, 'get'> }

interface Search {
  homes: SearchedHomes
  text: string
  words: string[]
  beginning: Beginning
  limit: number
  hits: Map<number, SearchHit>
  shares(client: Executor): Promise<TeamShares>
}

export async function search(
  deps: SearchDeps,
  teamUser: TeamUser,
  query: SearchQuery,
): Promise<SearchResult> {
  const model = await deps.models.get(teamUser.teamId)
  const words = typedWords(query.q)
  const homes = searchedHomes(model, teamUser, query.dataCollectionId)
  if (words.length === 0 || homes.open.length + homes.ruled.length === 0) {
    return { items: [], hasMore: false, isComplete: true }
  }
  const state: Search = {
    homes,
    text: query.q,
    words,
    beginning: beginningOf(fold(query.q.trim().replace(/\s+/g, ' '))),
    limit: query.limit,
    hits: new Map(),
    shares: (client) => deps.shares.get(client, model.schema),
  }
  const isComplete = await withinBudget(deps.pool, isForAll(homes), async (client) => {
    await findBeginnings(client, state)
    if (!isFull(state)) await findRest(deps, client, state)
  })
  const items = [...state.hits.values()]
  return { items: items.slice(0, query.limit), hasMore: items.length > query.limit, isComplete }
}

const isFull = ({ hits, limit }: Search): boolean => hits.size > limit

/** Without permission rules, statements are the same for all callers, and one plan is best for every text. */
const isForAll = ({ ruled }: SearchedHomes): boolean => ruled.length === 0

/** Runs a statement, prepared if that helps; see `isForAll`. */
const runQuery = <Row = Found>(client: Executor, { homes }: Search, query: Sql): Promise<Row[]> =>
  rows<Row>(client, query, isForAll(homes) && 'afterRepeats')

/** Adds matches with collections taking turns; see `turnSize`. */
function addHitsByTurns<One extends Found>(
  state: Search,
  list: readonly One[],
  kind: HitKind | ((one: One) => HitKind),
  words?: readonly string[],
): void {
  const counts = new Map<number, number>()
  const turns = list.map((one) => {
    const before = counts.get(one.dataCollectionId) ?? 0
    counts.set(one.dataCollectionId, before + 1)
    return { one, turn: Math.floor(before / turnSize) }
  })
  turns.sort((a, b) => a.turn - b.turn)
  for (const { one } of turns) addHits(state, [one], typeof kind === 'string' ? kind : kind(one), words)
}

function addHits(
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

/** Names that are the typed text, then those with a typed word as a whole, then those that begin like it. */
async function findBeginnings(client: Executor, state: Search): Promise<void> {
  const { homes, beginning, limit, words } = state
  const [word = '', second] = words
  // A single letter is an initial of too many.
  const isWord = second === undefined && word.length > 1
  const [list, whole] = await Promise.all([
    rows<Found & { isExact: boolean }>(client, beginningsSql(homes, beginning, limit + 1), isForAll(homes)),
    isWord ? findWholeWord(client, state, word) : [],
  ])
  addHits(
    state,
    list.filter(({ isExact }) => isExact),
    'exact',
  )
  addHitsByTurns(state, whole, ({ isFirst }) => (isFirst ? 'prefix' : 'word'))
  addHits(state, list, 'prefix')
}

/** Of a frequent word, the latest records are enough. */
async function findWholeWord(client: Executor, state: Search, word: string): Promise<FoundWhole[]> {
  const { homes, limit, shares } = state
  const { names } = await shares(client)
  const latest = isForAll(homes) ? latestToCompare(names.ofWord(word), names.records, limit + 1) : null
  const found = latest && (await runQuery<FoundWhole>(client, state, wholeWordSql(homes, word, latest)))
  return found && found.length > limit ? found : runQuery(client, state, wholeWordSql(homes, word))
}

async function findRest(deps: SearchDeps, client: Executor, state: Search): Promise<void> {
  const { words, homes, beginning, limit, shares } = state
  const [first = '', second, ...others] = words
  if (first.length === 1 && second) {
    const query = secondWordsSql(homes, first, [second], others, limit + 1)
    addHitsByTurns(state, await runQuery(client, state, query), 'word')
    if (isFull(state)) return
    if (words.every((word) => word.length === 1))
      return addHitsByTurns(state, await runQuery(client, state, initialsSql(homes, words)), 'word')
  }
  // A prefix query would collect the names of all its words from the index.
  if (!second) {
    addHitsByTurns(state, await runQuery(client, state, wordByWordSql(homes, beginning, limit + 1)), 'word')
    if (isFull(state)) return
  }
  // Words before the last are complete, unless one is a letter; if nothing is found, they may be prefixes
  // too.
  const { names, texts } = await shares(client)
  const hasInitial = words.slice(0, -1).some((word) => word.length === 1)
  for (const isWhole of hasInitial || !second ? [false] : [true, false]) {
    const inTexts = wordQuery(words, isWhole, texts)
    const documents = await findWords(client, state, wordQuery(words, isWhole, names), inTexts)
    if (isFull(state)) return
    // Too many texts contain a single letter.
    if (words.join('').length > 1) {
      const latest = latestToCompare(inTexts.share, texts.records, limit + 1)
      await findDocuments(client, state, { ...documents, firstCompared: inTexts.firstCompared }, latest)
    }
    if (state.hits.size > 0) return
  }
  // Typos are assumed only if nothing else matches.
  await findSimilar(deps, client, state)
}

/** Also returns the input of `findDocuments`, in the same statement to save a round trip. */
async function findWords(
  client: Executor,
  state: Search,
  inNames: WordQuery,
  inTexts: WordQuery,
): Promise<DocumentQuery> {
  const words = wordsSql(state.homes, inNames, state.beginning, state.limit + 1)
  const list = await runQuery<(Found | { id: null }) & DocumentQuery>(
    client,
    state,
    sql`select u.*, q.* from (${documentQuerySql(state.homes, inTexts)}) q left join (${words}) u on true
        order by u.name collate "und-x-icu", u.id`,
  )
  addHitsByTurns(
    state,
    list.filter((one): one is Found & DocumentQuery => one.id !== null),
    'word',
  )
  return list[0] as DocumentQuery
}

/** @param latest so many of the latest records are compared first; null for none */
async function findDocuments(
  client: Executor,
  state: Search,
  query: ComparedDocuments,
  latest: number | null,
): Promise<void> {
  const { homes, text, hits, limit } = state
  const known = new Set(hits.keys())
  const among = latest && !query.isPending ? latestDocumentsSql(homes, query, limit + 1, latest) : null
  if (among) addHits(state, await runQuery(client, state, among), 'text')
  if (!isFull(state)) {
    const all = documentsSql(homes, { query, text, limit: limit + 1 + hits.size })
    if (all) addHits(state, await rows<Found>(client, all), 'text')
  }
  const added = [...hits.values()].filter(({ id }) => !known.has(id)).slice(0, limit)
  for (const scope of [...homes.open, ...homes.ruled]) await findMatches(client, state, scope, added)
}

/** Determines the fields that contain the words. */
async function findMatches(
  client: Executor,
  state: Search,
  scope: Scope,
  added: readonly SearchHit[],
): Promise<void> {
  const ids = added.filter((hit) => hit.dataCollectionId === scope.access.home.id).map(({ id }) => id)
  const query = ids.length > 0 ? textsSql(scope, ids) : null
  if (!query) return
  const list = await runQuery<{ id: number; texts: Record<string, string | null> }>(client, state, query)
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
  const similar = await Promise.all(state.words.map((word) => similarWords(client, schema, word)))
  const list = await findSimilarNames(client, state, similar)
  const counts = list.map(({ name }) => typosIn(name, state.words))
  for (const count of [...new Set(counts)].sort((a, b) => a - b)) {
    const group = list.filter((_, n) => counts[n] === count)
    addHitsByTurns(state, group, 'similar', [...state.words, ...similar.flat()])
  }
  // The response does not wait for this.
  hasUnread(deps.pool, schema)
    .then((isBehind) => (isBehind ? queueReadNames(deps, teamId) : undefined))
    .catch((error: unknown) =>
      deps.log.warn({ error, teamId }, 'the job that reads names could not be queued'),
    )
}

/** Names with words similar to the typed ones. */
async function findSimilarNames(
  client: Executor,
  state: Search,
  similar: readonly string[][],
): Promise<Found[]> {
  const { homes, words, beginning, limit, shares } = state
  const [first = '', second, ...others] = words
  const inOrder: Found[] = []
  if (second && others.length === 0 && similar[1]?.length) {
    // The first word is mostly typed correctly: this finds names without collecting all that have a frequent
    // second word.
    const query = secondWordsSql(homes, first, [second, ...similar[1]], [], maxRanked)
    const list = await runQuery<FoundBySecond>(client, state, query)
    if (list.length > limit && list[0]?.isWhole) return list
    inOrder.push(...list)
  }
  if (similar.every((one) => one.length === 0)) return inOrder
  const query = similarQuery(words, similar, (await shares(client)).names)
  const known = new Set(inOrder.map(({ id }) => id))
  const byWords = await runQuery(client, state, wordsSql(homes, query, beginning))
  return [...inOrder, ...byWords.filter(({ id }) => !known.has(id))]
}

/** The sum of each typed word's typos against its nearest word in the name. */
function typosIn(name: string, words: readonly string[]): number {
  const own = typedWords(name)
  const nearest = (word: string) => {
    const most = forgiven(word.length)
    return Math.min(most + 1, ...own.map((candidate) => typos(word, candidate, most)))
  }
  return words.reduce((sum, word) => sum + nearest(word), 0)
}

/** @returns false on timeout; hits found until then are kept */
async function withinBudget(
  pool: pg.Pool,
  hasOnePlan: boolean,
  work: (client: Executor) => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect()
  const plan = hasOnePlan ? '; set local plan_cache_mode = force_generic_plan' : ''
  try {
    pipeline(client, true)
    // The first statement of `work` is sent without waiting for the response.
    await Promise.all([
      client.query(`begin read only; set local statement_timeout = ${budgetMs}${plan}`),
      work(client),
    ])
    return true
  } catch (error) {
    if ((error as pg.DatabaseError).code === timedOut) return false
    throw error
  } finally {
    // Nothing was written, so that the response need not wait for the rollback.
    client.query('rollback').then(
      () => {
        pipeline(client, false)
        client.release()
      },
      (error: Error) => client.release(error),
    )
  }
}

/** Whether the connection sends a statement while it waits for the answers to others. */
function pipeline(client: pg.PoolClient, isOn: boolean): void {
  Object.assign(client, { pipeline: isOn })
}
