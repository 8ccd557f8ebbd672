/** Numbers: their limits, their formats in each language, and the types whose value is one number. */
import { z } from 'zod'
import type { FieldExamples, FieldType, Parsed, TextContext } from '../../definition.ts'
import { bad, isEmptyInput, ok } from '../../parsed.ts'
import { type Decimal, significantDigits, toDecimal, toNumber, writeDecimal } from './decimal.ts'

/** A double stores this many digits exactly; more are rejected instead of rounded. */
export const maxDigits = 15
const limit = 10 ** maxDigits

/** Limits of a decimal: at most 15 significant digits, 15 decimals, and below 10^15. */
export function checkDecimal(value: Decimal | undefined, decimals: number | null): Parsed<number> {
  if (!value) return bad('out_of_range')
  const number = toNumber(value)
  if (Math.abs(number) >= limit) return bad('out_of_range', { min: 1 - limit, max: limit - 1 })
  if (significantDigits(value) > maxDigits) return bad('too_many_digits', { max: maxDigits })
  if (value.scale > (decimals ?? maxDigits)) return bad('too_many_digits', { max: decimals ?? maxDigits })
  return ok(number)
}

export function checkInteger(value: Decimal | undefined): Parsed<number> {
  const bounds = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }
  if (!value) return bad('out_of_range', bounds)
  if (value.scale > 0) return bad('not_an_integer')
  const max = BigInt(Number.MAX_SAFE_INTEGER)
  return value.units > max || value.units < -max ? bad('out_of_range', bounds) : ok(Number(value.units))
}

/** A JSON number as an exact decimal; undefined if the input is not a number. */
export function decimalOf(input: unknown): Decimal | undefined {
  return typeof input === 'number' && Number.isFinite(input) ? toDecimal(input) : undefined
}

/**
 * Whether a number is within the limits of decimals because JavaScript writes it with few digits. This is what nearly all
 * are, and it spares them the exact arithmetic.
 */
function isShort(input: number, decimals: number): boolean {
  const text = String(input)
  if (text.length > maxDigits || !Number.isFinite(input) || text.includes('e')) return false
  const dot = text.indexOf('.')
  return dot === -1 || text.length - dot - 1 <= decimals
}

/** Limits the cost of matching; real numbers are shorter. */
const longestNumber = 100
const spaces = '[ \\u00a0\\u202f\\u2009]'
const exponent = String.raw`(?:e[+-]?\d{1,4})?`
/** Thousands and decimal separators of each language; spaces between thousands are accepted in all three. */
const written: Record<TextContext['language'], { pattern: RegExp; thousands: RegExp; comma: boolean }> = {
  en: numberPattern(',', '\\.'),
  es: numberPattern('\\.', ','),
  fr: numberPattern(spaces, '[,.]'),
}

function numberPattern(thousands: string, decimals: string) {
  const grouped = String.raw`\d{1,3}(?:${thousands}\d{3})+|\d{1,3}(?:${spaces}\d{3})+`
  return {
    pattern: new RegExp(`^[+-]?(?:(?:${grouped}|\\d+)(?:${decimals}\\d*)?|${decimals}\\d+)${exponent}$`, 'i'),
    thousands: new RegExp(thousands === '\\.' || thousands === ',' ? `${thousands}|${spaces}` : spaces, 'g'),
    comma: decimals.includes(','),
  }
}

/** Reads a number as people write it, exactly; undefined if it is not one in that language. */
export function readNumber(text: string, language: TextContext['language']): Decimal | undefined {
  if (text.length > longestNumber) return undefined
  const { pattern, thousands, comma } = written[language]
  const signed = text.trim().replace(/^[−–] ?/, '-')
  if (!pattern.test(signed)) return undefined
  const digits = signed.replace(thousands, '')
  return toDecimal(comma ? digits.replace(',', '.') : digits)
}

/** Without thousands separators, so that every spreadsheet can read it. */
export function writeNumber(value: number, language: TextContext['language']): string {
  const decimal = toDecimal(value)
  const text = decimal ? writeDecimal(decimal) : String(value)
  return language === 'en' ? text : text.replace('.', ',')
}

export const boundsSettings = {
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
}

export const decimalsSetting = z.number().int().min(0).max(maxDigits).nullable().default(null)

export interface Bounds {
  min: number | null
  max: number | null
}

/** A missing bound is unlimited. */
export function inBounds(value: number, { min = null, max = null }: Partial<Bounds>): Parsed<number> {
  if (min !== null && value < min) return bad('too_small', { min })
  if (max !== null && value > max) return bad('too_big', { max })
  return ok(value)
}

/** Settings of any names, of which `min` and `max` are bounds. */
type BoundedSettings = Partial<Bounds> & Record<string, unknown>

interface NumberSpec<S extends BoundedSettings> {
  type: FieldType['type']
  storage: 'bigint' | 'numeric'
  settings: z.ZodType<S>
  value: z.ZodType<number>
  check(value: Decimal, settings: S): Parsed<number>
  /** With at most so many decimals, `check` accepts every number of 15 digits. */
  decimals?(settings: S): number
  /** The digits of a text: without symbols around them, e.g. a percent sign, or counted, as stars are. */
  strip?(text: string, settings: S): string
  suffix?: string
  canBeUnique: boolean
  examples: FieldExamples<number, S>
}

/** A type whose value is one JSON number, within the bounds of its settings, if they have `min` or `max`. */
export function numberType<S extends BoundedSettings>(spec: NumberSpec<S>): FieldType<number, S> {
  function check(value: Decimal, settings: S): Parsed<number> {
    const checked = spec.check(value, settings)
    return checked.ok && checked.value !== null ? inBounds(checked.value, settings) : checked
  }
  return {
    type: spec.type,
    family: 'number',
    storage: spec.storage,
    settings: spec.settings,
    value: spec.value,
    parse(input, settings) {
      if (isEmptyInput(input)) return ok(null)
      if (typeof input === 'number' && spec.decimals && isShort(input, spec.decimals(settings)))
        return inBounds(input === 0 ? 0 : input, settings)
      const value = decimalOf(input)
      return value ? check(value, settings) : bad('not_a_number')
    },
    fromText(text, settings, context) {
      if (isEmptyInput(text)) return ok(null)
      const value = readNumber(spec.strip ? spec.strip(text, settings) : text, context.language)
      return value ? check(value, settings) : bad('not_a_number')
    },
    ...(spec.suffix ? { suffix: spec.suffix } : {}),
    toText: (value, _settings, context) => `${writeNumber(value, context.language)}${spec.suffix ?? ''}`,
    sortKey: (value) => value,
    isSearchable: false,
    canBeUnique: spec.canBeUnique,
    isSortable: true,
    examples: () => spec.examples,
  }
}
