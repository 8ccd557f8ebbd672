/**
 * Queries for the typed words, and which of them an index is asked for. An index collects all records of a prefix before
 * it compares them with those of other words, so that a frequent one is cheaper to look for in what the others find.
 */
import type { WordShares } from './word-shares.ts'

/** What is looked for in names and texts. */
export interface WordQuery {
  /** tsquery of the words that the index is asked for. */
  index: string
  /** tsquery of all words. */
  all: string
  /** Regular expressions of the others, each to be found at the beginning of a folded word. */
  compared: readonly string[]
  /**
   * So many of the records that the index finds are compared first: among them are enough that match, if words are
   * independent. If they are not (two first names exclude each other), the index is asked for all words then. Null if all
   * records that it finds are compared.
   */
  firstCompared: number | null
  /** Part of the records that match, about. */
  share: number
  /** So many records match, about. */
  expected: number
  /** So many records the index finds, about. */
  indexed: number
}

/** A typed word. */
interface Part {
  tsquery: string
  pattern: string
  /** Matches only this word, so that the index can skip records of other words. */
  isExact: boolean
  /** As in `WordQuery`. */
  share: number
}

/** Records that a search collects at most, of which the best are shown. */
export const maxCandidates = 300
/** More than any search shows. */
const mostShown = 220
/** Reading a record and comparing its words takes as long as collecting so many from the index. */
const comparisonCost = 15
/** So many are always collected: what is known of the other words may be wrong. */
const alwaysCollected = 2000

/**
 * Matches all words, the last as a prefix, the others too unless they are complete. They consist of letters and digits, so
 * that none can close its quotes.
 */
export function wordQuery(words: readonly string[], isWhole: boolean, shares: WordShares): WordQuery {
  const parts = words.map((word, n) =>
    isWhole && n < words.length - 1 ? exactPart(word, shares) : prefixPart(word, shares),
  )
  return joined(parts, shares.records)
}

/** Matches each typed word as a prefix, or one of the words that it may mean. */
export function similarQuery(
  words: readonly string[],
  similar: readonly (readonly string[])[],
  shares: WordShares,
): WordQuery {
  const parts = words.map((word, n): Part => {
    const meant = (similar[n] ?? []).map((one) => exactPart(one, shares))
    const all = [prefixPart(word, shares), ...meant]
    return {
      tsquery: `(${all.map(({ tsquery }) => tsquery).join(' | ')})`,
      pattern: `(${all.map(({ pattern }) => pattern).join('|')})`,
      isExact: false,
      share: all.reduce((sum, { share }) => sum + share, 0),
    }
  })
  return joined(parts, shares.records)
}

const exactPart = (word: string, shares: WordShares): Part => ({
  tsquery: `'${word}'`,
  pattern: `${word}(?![[:alnum:]])`,
  isExact: true,
  share: shares.ofWord(word),
})

const prefixPart = (word: string, shares: WordShares): Part => ({
  tsquery: `'${word}':*`,
  pattern: word,
  isExact: false,
  share: shares.ofPrefix(word),
})

/** Among records that are compared first, twice as many match as are wanted. */
const reserve = 2
const firstStep = 1000

/** How many matches among the records compared first spare the search of the others. @param wanted number of hits */
export const enoughCandidates = (wanted: number): number => Math.min(reserve * wanted, mostShown)

const maxSample = 2000
const sampleStep = 250
/** As `comparisonCost`, of records that lie together. */
const sampleCost = 5

/**
 * How many records to compare to find enough matches, where that is cheaper than collecting all matches from the index; else
 * null.
 *
 * @param wanted number of matches
 */
export function sampleSize(
  { share, expected }: Pick<WordQuery, 'share' | 'expected'>,
  wanted: number,
): number | null {
  const count = Math.ceil((reserve * wanted) / share / sampleStep) * sampleStep
  return count <= maxSample && sampleCost * count < expected ? count : null
}

/** Of so many that the index finds, the same plan is best whatever the words are. */
const mostRare = 12_000

/** Whether the index finds few records. */
export const isRare = ({ indexed, firstCompared }: WordQuery): boolean =>
  firstCompared === null && indexed <= mostRare

function joined(parts: readonly Part[], records: number): WordQuery {
  const indexed = indexedParts(parts, records)
  const text = (list: readonly Part[]) => list.map(({ tsquery }) => tsquery).join(' & ')
  const asked = parts.filter((part) => indexed.has(part))
  const compared = parts.filter((part) => !indexed.has(part))
  const first = Math.ceil((reserve * maxCandidates) / shareOf(compared) / firstStep) * firstStep
  return {
    index: text(asked),
    all: text(parts),
    compared: compared.map(({ pattern }) => pattern),
    firstCompared: compared.length > 0 && first < shareOf(asked) * records ? first : null,
    share: shareOf(parts),
    expected: shareOf(parts) * records,
    indexed: shareOf(asked) * records,
  }
}

const shareOf = (parts: readonly Part[]): number => parts.reduce((share, part) => share * part.share, 1)

/** Exact words, or the rarest prefix, and what is cheaper to collect than to compare with what these find. */
function indexedParts(parts: readonly Part[], records: number): Set<Part> {
  const indexed = new Set<Part>()
  let rest = 1
  for (const part of [...parts].sort((a, b) => Number(b.isExact) - Number(a.isExact) || a.share - b.share)) {
    const compared = Math.min(rest * records, maxCandidates / part.share)
    const most = Math.max(alwaysCollected, comparisonCost * compared)
    if (!part.isExact && indexed.size > 0 && part.share * records > most) continue
    indexed.add(part)
    rest *= part.share
  }
  return indexed
}
