/** Liquid for merge fields: output, `if` and `case`, with filters that know the recipient's language. */
import type { Language } from '@muster/contract/paging'
import { Liquid, LiquidError, type Template } from 'liquidjs'

/** The language and zone that values are written in. */
export interface Writing {
  language: Language
  timeZone: string
}

/** Values by root: `field`, `subject`, `system`. */
export type MergeData = Record<string, Record<string, unknown>>

/** Letters of a text that is parsed at once, milliseconds of a rendering, and units of memory it may use. */
const parseLimit = 200_000
const renderLimit = 2_000
const memoryLimit = 1_000_000

const allowedTags = ['if', 'case']
const allowedFilters = [
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'first',
  'last',
  'size',
]

const engine = makeEngine()

function makeEngine(): Liquid {
  const made = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit,
    renderLimit,
    memoryLimit,
    outputEscape: writeValue as (value: unknown) => string,
    templates: {},
  })
  keepOnly(made.tags, allowedTags)
  keepOnly(made.filters, allowedFilters)
  made.registerFilter('date', function (value: unknown, style: unknown) {
    return writeDate(value, String(style ?? 'medium'), writingOf(this))
  })
  made.registerFilter('money', function (value: unknown, currency: unknown) {
    return writeMoney(value, currency, writingOf(this))
  })
  made.registerFilter('list', function (value: unknown, style: unknown) {
    return writeList(value, String(style ?? 'and'), writingOf(this))
  })
  return made
}

function keepOnly(all: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(all)) if (!names.includes(name)) delete all[name]
}

const writingOf = ({ context }: { context: { globals: object } }): Writing => context.globals as Writing

/** Why a text is not Liquid, without the excerpt of the text that the library adds. */
export class LiquidProblem extends Error {}

export type ParsedLiquid = Template[]

/** @throws LiquidProblem */
export function parseLiquid(text: string): ParsedLiquid {
  return guarded(() => engine.parse(text))
}

/** Text as it is, not escaped for any place. @throws LiquidProblem when a limit is reached */
export function renderLiquid(parsed: ParsedLiquid, data: MergeData, { language, timeZone }: Writing): string {
  return guarded(() => String(engine.renderSync(parsed, data, { globals: { language, timeZone } })))
}

/** The names of all variables in a text, as paths: `field.first_name`. */
export function variablesOf(parsed: ParsedLiquid): string[] {
  return engine.globalFullVariablesSync(parsed)
}

function guarded<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (LiquidError.is(error) || error instanceof Error) throw new LiquidProblem(firstLine(error.message))
    throw error
  }
}

const firstLine = (message: string): string =>
  message
    .split('\n')[0]!
    .replace(/, line:\d+, col:\d+$/, '')
    .slice(0, 200)

/** A value that no filter has written. */
function writeValue(this: { context: { globals: object } }, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (isMoney(value)) return writeMoney(value, undefined, writingOf(this))
  return typeof value === 'object' ? '' : String(value)
}

const dateStyles: Record<string, Intl.DateTimeFormatOptions> = {
  short: { dateStyle: 'short' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
  full: { dateStyle: 'full' },
  time: { timeStyle: 'short' },
  date_time: { dateStyle: 'medium', timeStyle: 'short' },
}

const formats = new Map<string, unknown>()

/** Formats of Intl take long to make. */
function cached<Format>(key: string, make: () => Format): Format {
  if (!formats.has(key)) formats.set(key, make())
  return formats.get(key) as Format
}

/** A day is the same in every zone; an instant is written in the team's. */
function writeDate(value: unknown, style: string, { language, timeZone }: Writing): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return ''
  const isDay = value.length === 10
  const at = new Date(isDay ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(at.getTime())) return ''
  const zone = isDay ? 'UTC' : timeZone
  const options = dateStyles[style] ?? dateStyles.medium!
  const format = cached(`date ${language} ${zone} ${style}`, () => {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
  })
  return format.format(at)
}

const isMoney = (value: unknown): value is { amount: number; currency: string } =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value

function writeMoney(value: unknown, otherCurrency: unknown, { language }: Writing): string {
  const amount = isMoney(value) ? value.amount : value
  const currency = isMoney(value) ? value.currency : otherCurrency
  if (amount === null || amount === undefined || amount === '' || !Number.isFinite(Number(amount))) return ''
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return String(amount)
  const format = cached(`money ${language} ${currency}`, () => {
    return new Intl.NumberFormat(language, { style: 'currency', currency })
  })
  return format.format(Number(amount))
}

function writeList(value: unknown, style: string, { language }: Writing): string {
  if (value === null || value === undefined || value === '') return ''
  const items = (Array.isArray(value) ? value : [value]).map(String).filter((item) => item !== '')
  if (style === 'lines') return items.join('\n')
  const type = style === 'or' ? 'disjunction' : 'conjunction'
  return cached(`list ${language} ${type}`, () => new Intl.ListFormat(language, { type })).format(items)
}
