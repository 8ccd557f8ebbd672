/**
 * Search while typing, in stages from the cheapest and best: prefixes of names, words of names, text of other
 * fields, typos. A stage runs only if the previous ones have not filled the result, and all share a time
 * budget.
 */

import type { Socket } from 'node:net'
import type { HitKind, SearchHit } from '@muster/contract/search/search.schema'
import { forgiven, marksOf, typedWords, typos } from '@muster/contract/search/words'
import { fold } from '@muster/contract/text'
import type pg from 'pg'
import type { Deps, Scope } from '../../engine/public.ts'
import { type Executor, rows, type Sql, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { scaledTimeout } from '../../platform/scaled-timeout.ts'
import {
  documentsSql,
  isByDocuments,
  pendingSql,
  rareDocumentsSql,
  sampledDocumentsSql,
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
  latestRecords,
  secondWordsSql,
  spreadRecords,
  turnSize,
  wholeWordSql,
  wordByWordSql,
  wordsSql,
} from './names.sql.ts'
import { queueReadNames } from './search.jobs.ts'
import { matchIn } from './snippets.ts'
import { type SimilarWords, similarWords } from './vocabulary.ts'
import { isRare, sampleSize, similarQuery, type WordQuery, wordQuery } from './word-query.ts'
import { isNumber, type SharesOfTeams, type TeamShares } from './word-shares.ts'

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
    // Sent at once: each answer that is waited for takes longer than the statement.
    const [, bySecondWord] = await Promise.all([
      findBeginnings(client, state),
      findAfterInitial(client, state),
    ])
    addHitsByTurns(state, bySecondWord, 'word')
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
  const share = names.ofWord(word)
  const latest = isForAll(homes) ? sampleSize({ share, expected: share * names.records }, limit + 1) : null
  const found = latest && (await runQuery<FoundWhole>(client, state, wholeWordSql(homes, word, latest)))
  return found && found.length > limit ? found : runQuery(client, state, wholeWordSql(homes, word))
}

/** Names with an initial and a second word, such as a surname. */
async function findAfterInitial(client: Executor, state: Search): Promise<Found[]> {
  const { homes, words, limit } = state
  const [first = '', second, ...others] = words
  if (first.length > 1 || !second) return []
  return runQuery(client, state, secondWordsSql(homes, first, [second], others, limit + 1))
}

async function findRest(deps: SearchDeps, client: Executor, state: Search): Promise<void> {
  const { words, homes, beginning, limit, hits, shares } = state
  const isOneWord = words.length === 1
  if (!isOneWord && words.every((word) => word.length === 1)) {
    return addHitsByTurns(state, await runQuery(client, state, initialsSql(homes, words)), 'word')
  }
  // A prefix query would collect the names of all its words from the index.
  if (isOneWord) {
    addHitsByTurns(state, await runQuery(client, state, wordByWordSql(homes, beginning, limit + 1)), 'word')
    if (isFull(state)) return
  }
  // Words before the last are complete, unless one is a letter; if nothing is found, they may be prefixes
  // too.
  const { names, texts } = await shares(client)
  const hasInitial = words.slice(0, -1).some((word) => word.length === 1)
  if (!hasInitial && !isOneWord) {
    const areWhole = [wordQuery(words, true, names), wordQuery(words, true, texts)] as const
    await together(client, () => findWords(client, state, ...areWhole))
    if (hits.size > 0) return
  }
  const inNames = wordQuery(words, false, names)
  const inTexts = wordQuery(words, false, texts)
  // Typos are assumed only if nothing else matches.
  const isLikelyTypo = hits.size === 0 && inNames.expected < limit && inTexts.expected < limit
  const [, meant] = await together(client, () =>
    Promise.all([findWords(client, state, inNames, inTexts), isLikelyTypo ? findMeant(client, state) : null]),
  )
  if (hits.size === 0) await findSimilar(deps, client, state, meant ?? (await findMeant(client, state)))
}

/** Names with the words, then records with them in other fields. */
async function findWords(
  client: Executor,
  state: Search,
  inNames: WordQuery,
  inTexts: WordQuery,
): Promise<void> {
  const { homes, text, words, limit, hits } = state
  // Too many texts contain a single letter.
  const hasTexts = words.join('').length > 1
  const early = hasTexts && isByDocuments(homes) ? earlyDocuments(state, inTexts) : null
  const [isPending, first] = await Promise.all([
    findNames(client, state, inNames),
    // Sent with it, though the names may be enough.
    early ? runQuery(client, state, early.first) : [],
  ])
  if (!hasTexts || isFull(state)) return
  const known = new Set(hits.keys())
  const isKnown = early !== null && !isPending
  if (isKnown) addHits(state, first, 'text')
  if (isKnown && early.next && !isFull(state))
    addHits(state, await runQuery(client, state, early.next), 'text')
  if (!isFull(state) && !(isKnown && early.isComplete)) {
    const all = documentsSql(homes, { query: inTexts, isPending, text, limit: limit + 1 + hits.size })
    if (all) addHits(state, await rows<Found>(client, all), 'text')
  }
  const added = [...hits.values()].filter(({ id }) => !known.has(id)).slice(0, limit)
  for (const scope of [...homes.open, ...homes.ruled]) await findMatches(client, state, scope, added)
}

/** @returns whether records of a recent import are not indexed yet, in the same statement to save a round trip */
async function findNames(client: Executor, state: Search, query: WordQuery): Promise<boolean> {
  const { homes, beginning, limit } = state
  const words = wordsSql(homes, query, beginning, limit + 1)
  const list = await runQuery<(Found | { id: null }) & { isPending: boolean }>(
    client,
    state,
    sql`select u.*, p.* from (${pendingSql(homes)}) p left join (${words}) u on true
        order by u.name collate "und-x-icu", u.id`,
  )
  addHitsByTurns(
    state,
    list.filter((one): one is Found & { isPending: boolean } => one.id !== null),
    'word',
  )
  return list[0]?.isPending ?? false
}

/** Prepared statements that find documents if no record waits to be indexed, which need not be known to send the first. */
interface EarlyDocuments {
  first: Sql
  /** If the first finds too few. */
  next?: Sql
  isComplete: boolean
}

/** Of frequent words, a sample of the records has enough; null for words in between, for which the planner has to know them. */
function earlyDocuments({ homes, words, limit }: Search, query: WordQuery): EarlyDocuments | null {
  const wanted = limit + 1
  const size = sampleSize(query, wanted)
  if (size) {
    const among = (sample: Sql) => sampledDocumentsSql(homes, query, wanted, sample)
    const next = among(spreadRecords(homes, size))
    // Numbers follow each other as records do, so that the latest ones have others.
    if (words.some(isNumber)) return { first: next, isComplete: false }
    return { first: among(latestRecords(homes, size)), next, isComplete: false }
  }
  if (!isRare(query)) return null
  // Names may have found as many, which are among them.
  return { first: rareDocumentsSql(homes, query, 2 * wanted), isComplete: true }
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

/** For each typed word, those that it may mean. */
async function findMeant(client: Executor, { homes, words }: Search): Promise<SimilarWords[]> {
  const { schema } = homes.model
  return Promise.all(words.map((word) => similarWords(client, schema, word)))
}

async function findSimilar(
  deps: SearchDeps,
  client: Executor,
  state: Search,
  meant: readonly SimilarWords[],
): Promise<void> {
  const { teamId } = state.homes.model
  const similar = meant.map(({ words }) => words)
  const list = await findSimilarNames(client, state, similar)
  const counts = list.map(({ name }) => typosIn(name, state.words))
  for (const count of [...new Set(counts)].sort((a, b) => a - b)) {
    const group = list.filter((_, n) => counts[n] === count)
    addHitsByTurns(state, group, 'similar', [...state.words, ...similar.flat()])
  }
  if (!meant.some(({ isBehind }) => isBehind)) return
  // The response does not wait for this.
  queueReadNames(deps, teamId).catch((error: unknown) =>
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
    // The first statements of `work` are sent without waiting for the response.
    await together(client, () =>
      Promise.all([
        client.query(`begin read only; set local statement_timeout = ${budgetMs}${plan}`),
        work(client),
      ]),
    )
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

/** Sends the statements that `work` begins with in one packet: to write to a socket costs more than some statements. */
function together<Result>(client: Executor, work: () => Result): Result {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  // After what follows in promises.
  process.nextTick(() => stream.uncork())
  return work()
}
