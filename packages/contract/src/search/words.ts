/** Words of a text for search, the ranges where they match, and the edit distance between words. */
import { fold } from '../text.ts'
import type { Marks } from './search.schema.ts'

const maxWords = 12

/** The words of a search text, folded. The last one may be incomplete, so it is a prefix. */
export function typedWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, maxWords).map(fold).filter(Boolean)
}

/** Ranges of the text where a word begins with one of `words`, which are folded; each covers the common part. */
export function marksOf(text: string, words: readonly string[]): Marks {
  const marks: Marks = []
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const folded = fold(match[0])
    const hit = words.filter((word) => folded.startsWith(word)).sort((a, b) => b.length - a.length)[0]
    if (hit !== undefined) marks.push([match.index, match.index + lengthOf(match[0], hit.length)])
  }
  return marks
}

/** Number of UTF-16 units of `text` that fold to at least `wanted` units. */
function lengthOf(text: string, wanted: number): number {
  let length = 0
  let folded = 0
  for (const char of text) {
    if (folded >= wanted && !/\p{M}/u.test(char)) break
    length += char.length
    folded += fold(char).length
  }
  return length
}

/**
 * Number of edits that turn `typed` into a prefix of `word`: insertions, deletions, substitutions and transpositions.
 * `max + 1` if it takes more than `max`.
 */
export function typos(typed: string, word: string, max: number): number {
  const width = typed.length
  if (word.length < width - max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, n) => n)
  let best = last[width] as number
  const end = Math.min(word.length, width + max)
  for (let row = 1; row <= end; row++) {
    const now = [row]
    for (let column = 1; column <= width; column++) {
      const isSame = word[row - 1] === typed[column - 1]
      let cost = Math.min(
        (last[column] as number) + 1,
        (now[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 && column > 1 && word[row - 1] === typed[column - 2] && word[row - 2] === typed[column - 1]
      if (isSwapped) cost = Math.min(cost, (before[column - 2] as number) + 1)
      now.push(cost)
    }
    best = Math.min(best, now[width] as number)
    before = last
    last = now
  }
  return Math.min(best, max + 1)
}

/** Number of typos tolerated in a word of this length. */
export function forgiven(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}
