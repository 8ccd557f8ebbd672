/** Types whose value is one text. */
import { z } from 'zod'
import { isStorableText } from '../../../text.ts'
import type { FieldExamples, FieldType, Parsed, TextContext } from '../../definition.ts'
import { bad, isEmptyInput, ok } from '../../parsed.ts'
import { isPattern, matchesPattern } from '../../pattern.ts'

/** Trims input text and normalises its line breaks, or says what is wrong with it. */
export function readText(input: unknown): Parsed<string> {
  if (isEmptyInput(input)) return ok(null)
  if (typeof input !== 'string' || !isStorableText(input)) return bad('not_text')
  return ok(input.trim().replace(/\r\n?/g, '\n'))
}

export const lengthSettings = (most: number) => ({
  minLength: z.number().int().min(0).max(most).default(0),
  maxLength: z.number().int().min(1).max(most).default(most),
})

export const patternSetting = z.string().min(1).refine(isPattern, 'pattern').nullable().default(null)

export interface Lengths {
  minLength: number
  maxLength: number
  pattern: string | null
}

/** Checks the length in characters, then the pattern. */
export function fitsText(text: string, { minLength, maxLength, pattern }: Lengths): Parsed<string> {
  const length = lengthOf(text)
  if (length < minLength) return bad('too_short', { min: minLength })
  if (length > maxLength) return bad('too_long', { max: maxLength })
  if (pattern !== null && !matchesPattern(pattern, text)) return bad('pattern')
  return ok(text)
}

/** Code points, as PostgreSQL's `length` counts. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** One line of limited length, inside a structured value; missing and blank are null. */
export function readPart(input: unknown, max: number): Parsed<string> {
  const text = readText(input)
  if (!text.ok || text.value === null) return text
  return lengthOf(text.value) > max ? bad('too_long', { max }) : text
}

interface TextSpec<S> {
  type: FieldType['type']
  storage?: 'text' | 'html'
  settings: z.ZodType<S>
  value?: z.ZodType<string>
  /** Validates and normalises a text that is storable, trimmed and not empty. */
  read(text: string, settings: S): Parsed<string>
  /** Like `read`, for text that a person typed: accepts more forms. */
  readTyped?(text: string, settings: S, context: TextContext): Parsed<string>
  operands?: FieldType['operands']
  isSearchable?: boolean
  toSearchText?(value: string): string
  canBeUnique?: boolean
  isSortable?: boolean
  isAutomatic?(settings: S): boolean
  showsPicture?(settings: S): boolean
  examples: FieldExamples<string, S>
}

export function textType<S>(spec: TextSpec<S>): FieldType<string, S> {
  const { examples, read, readTyped, ...rest } = spec
  return {
    family: 'text',
    storage: 'text',
    value: z.string(),
    isSearchable: true,
    canBeUnique: true,
    isSortable: true,
    ...rest,
    parse(input, settings) {
      const text = readText(input)
      return text.ok && text.value !== null ? read(text.value, settings) : text
    },
    fromText(input, settings, context) {
      const text = readText(input)
      if (!text.ok || text.value === null) return text
      return readTyped ? readTyped(text.value, settings, context) : read(text.value, settings)
    },
    toText: (value) => value,
    sortKey: (value) => value,
    examples: () => examples,
  }
}
