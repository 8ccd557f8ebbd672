/**
 * Liquid is taken out of a content's texts before they are sanitised and laid out, and a mark is left in its place: the
 * tools between then see neither quotes nor brackets of Liquid, and the places of the marks in their result tell how
 * each value has to be escaped.
 */
import type { ContentProblem } from '@muster/contract/messages/blocks/definition'
import {
  decodeEntities,
  distinctUses,
  liquidPattern,
  type MergeUse,
  mergeUsesIn,
} from '@muster/contract/messages/merge'
import { LiquidProblem, parseLiquid, variablesOf } from './liquid.ts'

/** Where a text is: for problems. */
export interface Place {
  blockId: string | null
  path: string
}

export interface Mark {
  /** `{{ … }}` or `{% … %}`. */
  source: string
  place: Place
}

const open = '\ue000'
const close = '\ue001'
/** A mark, and the number of its Liquid. No text has one by itself: `withoutMarks` removes these letters. */
export const markPattern = /\ue000(\d+)\ue001/g
export const withoutMarks = (text: string): string => text.replace(/[\ue000\ue001]/g, '')

export class Marks {
  readonly all: Mark[] = []
  readonly problems: ContentProblem[] = []
  #uses: MergeUse[] = []

  get uses(): MergeUse[] {
    return distinctUses(this.#uses)
  }

  /** The text with marks; one that is not Liquid stays as it is and is reported. @param isHtml its entities are decoded */
  mark(text: string, place: Place, isHtml = false): string {
    const bare = withoutMarks(text)
    // Hyphens ask for the blanks around to be removed.
    const trimmed = bare.replace(/\s+(\{[{%]-)/g, '$1').replace(/(-[}%]\})\s+/g, '$1')
    const source = isHtml ? trimmed.replace(loneTag, '$1') : trimmed
    const read = (found: string) => (isHtml ? decodeEntities(found.replace(/<[^<>]*>/g, '')) : found)
    if (!this.#isLiquid(source, read, place)) return bare
    return source.replace(liquidPattern, (found) => {
      this.all.push({ source: read(found).replaceAll('\u00a0', ' '), place })
      return `${open}${this.all.length - 1}${close}`
    })
  }

  #isLiquid(text: string, read: (found: string) => string, place: Place): boolean {
    if (!/\{[{%]/.test(text)) return true
    const liquid = text.replace(liquidPattern, (found) => read(found).replaceAll('\u00a0', ' '))
    try {
      if (/\{[{%]/.test(text.replace(liquidPattern, ''))) throw new LiquidProblem('not closed, or too long')
      const found = mergeUsesIn(liquid)
      const known = new Set(found.map(({ name }) => name))
      const unknown = variablesOf(parseLiquid(liquid)).filter((name) => !known.has(name))
      this.problems.push(
        ...unknown.map((name) => ({
          ...place,
          code: 'merge_unknown' as const,
          params: { name: name.slice(0, 100) },
        })),
      )
      this.#uses.push(...found)
      return unknown.length === 0
    } catch (error) {
      if (!(error instanceof LiquidProblem)) throw error
      this.problems.push({ ...place, code: 'liquid_syntax', params: { message: error.message } })
      return false
    }
  }
}

/** A tag alone in its paragraph shows or hides others; without it no empty paragraph would stay. */
const loneTag = /<p(?: [^<>]*)?>\s*(\{%[^{}<>]{1,500}%\})\s*<\/p>/g
