/** Where the words stand in the text of a record's fields: a piece of it that a line has room for. */
import type { SearchHit } from '@muster/contract/search/search.schema'
import { marksOf } from '@muster/contract/search/words'

const room = 90
/** Words before the hit that say what it is about. */
const before = 30

/** The field with the most of the words; null when no text that may be read has one. */
export function matchIn(
  texts: Readonly<Record<string, string | null>>,
  words: readonly string[],
): SearchHit['match'] {
  let best: { match: NonNullable<SearchHit['match']>; count: number } | null = null
  for (const [id, text] of Object.entries(texts)) {
    if (!text) continue
    const piece = pieceOf(text.replace(/\s+/g, ' ').trim(), words)
    if (piece && piece.marks.length > (best?.count ?? 0)) {
      best = { match: { dataFieldId: Number(id), ...piece }, count: piece.marks.length }
    }
  }
  return best?.match ?? null
}

function pieceOf(text: string, words: readonly string[]): { text: string; marks: SearchHit['marks'] } | null {
  const [first] = marksOf(text, words)
  if (!first) return null
  const from = first[0] <= before || text.length <= room ? 0 : text.indexOf(' ', first[0] - before) + 1
  const start = from > 0 && from <= first[0] ? from : Math.min(from, first[0])
  const end = text.length - start <= room ? text.length : lastSpace(text, start + room, first[1])
  const piece = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
  return { text: piece, marks: marksOf(piece, words) }
}

/** A place between words, not before `least`. */
function lastSpace(text: string, at: number, least: number): number {
  const space = text.lastIndexOf(' ', at)
  return space > least ? space : Math.max(at, least)
}
