/** Cuts a one-line snippet around the matched words from the text of a record's fields. */
import type { SearchHit } from '@muster/contract/search/search.schema'
import { marksOf } from '@muster/contract/search/words'

const maxLength = 90
/** Characters of context before the match. */
const contextLength = 30

/** The field with the most matches; null if none has any. */
export function matchIn(
  texts: Readonly<Record<string, string | null>>,
  words: readonly string[],
): SearchHit['match'] {
  let best: { match: NonNullable<SearchHit['match']>; count: number } | null = null
  for (const [id, text] of Object.entries(texts)) {
    if (!text) continue
    const snippet = snippetOf(text.replace(/\s+/g, ' ').trim(), words)
    if (snippet && snippet.marks.length > (best?.count ?? 0)) {
      best = { match: { dataFieldId: Number(id), ...snippet }, count: snippet.marks.length }
    }
  }
  return best?.match ?? null
}

function snippetOf(
  text: string,
  words: readonly string[],
): { text: string; marks: SearchHit['marks'] } | null {
  const [first] = marksOf(text, words)
  if (!first) return null
  const from =
    first[0] <= contextLength || text.length <= maxLength
      ? 0
      : text.indexOf(' ', first[0] - contextLength) + 1
  const start = from > 0 && from <= first[0] ? from : Math.min(from, first[0])
  const end = text.length - start <= maxLength ? text.length : lastSpace(text, start + maxLength, first[1])
  const snippet = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
  return { text: snippet, marks: marksOf(snippet, words) }
}

/** The last space at or before `at`, but after `least`. */
function lastSpace(text: string, at: number, least: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > least ? space : Math.max(at, least)
}
