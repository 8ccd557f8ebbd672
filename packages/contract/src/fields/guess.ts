/** Guesses the type of a column of texts, and derives a column name from a title. */
import { fold } from '../text.ts'
import type { TextContext } from './definition.ts'
import type { DataType } from './families.ts'
import { fieldType } from './types/index.ts'
import { settingsOf } from './validate.ts'

const context: TextContext = { language: 'en', timeZone: 'UTC', country: 'US' }

/** Tried in this order; the first type that reads every sample is the guess. */
const candidates: readonly DataType[] = [
  'boolean',
  'number',
  'decimal',
  'percentage',
  'rating',
  'date',
  'date_time',
  'email_address',
  'url',
  'phone_number',
]

/**
 * @param samples texts of the column; empty ones are ignored
 * @param header its title, which may tell a phone number from a large number
 */
export function guessType(samples: readonly string[], header: string): DataType {
  const filled = samples.map((text) => text.trim()).filter((text) => text !== '')
  if (filled.length === 0) return 'plain_text'
  return candidates.find((type) => fits(type, filled, header)) ?? guessText(filled)
}

function fits(type: DataType, texts: readonly string[], header: string): boolean {
  if (!(likely[type]?.(texts, header) ?? true)) return false
  const settings = settingsOf({ dataType: type, settings: {} })
  return texts.every((text) => fieldType(type).fromText(text, settings, context).ok)
}

/**
 * Settings that the values of a column suggest, besides their type: years are whole numbers without separators.
 *
 * @param samples texts of the column; empty ones are ignored
 */
export function guessSettings(
  type: DataType,
  samples: readonly string[],
  header: string,
): Record<string, unknown> | undefined {
  if (type !== 'number' || !isYearHeader(header)) return undefined
  const filled = samples.map((text) => text.trim()).filter((text) => text !== '')
  const areYears = filled.length > 0 && filled.every((text) => Number(text) >= 1000 && Number(text) <= 2100)
  return areYears ? { displayFormat: 'plain' } : undefined
}

/** Words for a year in the languages of the app, also as a part of "BirthYear" or "birth_year". */
function isYearHeader(header: string): boolean {
  const words = fold(header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).split(/[^a-z]+/)
  return words.some((word) => yearWords.has(word))
}

const yearWords: ReadonlySet<string> = new Set([
  'year',
  'years',
  'yr',
  'ano',
  'anos',
  'annee',
  'annees',
  'millesime',
])

const isCode = (text: string): boolean => /^[+-]?0\d/.test(text) || /^\d{16,}$/.test(text)
const isPlainDigits = (text: string): boolean => /^\d+$/.test(text)

/** Rejects what the type could read but people would not mean. */
const likely: Partial<Record<DataType, (texts: readonly string[], header: string) => boolean>> = {
  // A column of ones and zeros may be a count.
  boolean: (texts) => texts.some((text) => !/^[01]$/.test(text)) && new Set(texts.map(fold)).size <= 3,
  number: isAmount,
  decimal: isAmount,
  percentage: (texts) => texts.every((text) => text.endsWith('%')),
  // Small whole numbers may be anything, so only stars count as a rating.
  rating: (texts) => texts.every((text) => /^[★⭐]/u.test(text)),
  url: (texts) => texts.every((text) => /^(https?:\/\/|www\.)/i.test(text)),
  phone_number: (texts, header) =>
    isPhoneHeader(header) || texts.every((text) => text.startsWith('+') && !isPlainDigits(text)),
}

/** A number would lose the leading zeros of a code. */
function isAmount(texts: readonly string[], header: string): boolean {
  return !texts.some(isCode) && !isPhoneHeader(header) && !isIdHeader(header)
}

function isPhoneHeader(header: string): boolean {
  return /\b(phone|tel|telephone|fax|mobile|cell|telefono|movil|portable)\b/.test(
    fold(header).replaceAll('_', ' '),
  )
}

/** Identifiers stay text, even if they are digits. */
function isIdHeader(header: string): boolean {
  return /(^|[\s_-])(id|ids|code|zip|postcode|postal)$/.test(fold(header).trim())
}

function guessText(texts: readonly string[]): DataType {
  const isList = texts.length >= 30 && new Set(texts).size <= Math.min(20, texts.length / 10)
  return isList && texts.every((text) => text.length <= 60) ? 'single_selection_from_list' : 'plain_text'
}

/** Names of a team table's own columns, and SQL keywords that need quotes. */
const reserved: ReadonlySet<string> = new Set(
  (
    'id record_id deleted_at tableoid ctid xmin xmax cmin cmax ' +
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate ' +
    'collation column concurrently constraint create cross current_catalog current_date current_role ' +
    'current_schema current_time current_timestamp current_user default deferrable desc distinct do else end ' +
    'except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into ' +
    'is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on ' +
    'only or order outer overlaps placing primary references returning right select session_user similar some ' +
    'symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when ' +
    'where window with'
  ).split(' '),
)

const maxLength = 50

/** A title in snake_case as a readable column name: at most 50 characters, never taken, never a reserved word. */
export function toColumnName(title: string, taken: ReadonlySet<string> | readonly string[] = []): string {
  const used = taken instanceof Set ? taken : new Set(taken as readonly string[])
  const words = fold(title)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const named = words === '' ? 'field' : /^\d/.test(words) ? `field_${words}` : words
  const base = named.slice(0, maxLength).replace(/_+$/, '')
  const isFree = (name: string): boolean => !used.has(name) && !reserved.has(name)
  if (isFree(base)) return base
  for (let n = 2; ; n++) {
    const end = `_${n}`
    const name = `${base.slice(0, maxLength - end.length).replace(/_+$/, '')}${end}`
    if (isFree(name)) return name
  }
}
