/** A range of days, including both ends; a null end is open. */
import { z } from 'zod'
import type { FieldType, Parsed, TextContext } from '../definition.ts'
import { bad, isEmptyInput, isObject, ok } from '../parsed.ts'
import { readDay } from '../time/date-time.ts'
import { type DayBounds, dateFormat, dayBounds, daySchema, inDayBounds, readIsoDay } from './common/dates.ts'

export interface DateRange {
  start: string | null
  end: string | null
}
interface Settings extends DayBounds {
  displayFormat: z.output<typeof dateFormat>
  canBeOpen: boolean
}
/** ISO 8601: `start/end`, with `..` for an open end. */
const interval = /^(\d{4}-\d\d-\d\d|\.\.)?\/(\d{4}-\d\d-\d\d|\.\.)?$/
const longest = 100

type Reader = (input: unknown) => Parsed<string>

const separators = /^(.*?)(?: *(?:–|—) *| +(?:-|to|until|a|al|hasta|à|au) +| +-$|^- +)(.*)$/i

function readRange(start: unknown, end: unknown, read: Reader, settings: Settings): Parsed<DateRange> {
  const first = isEmptyInput(start) ? ok<string>(null) : read(start)
  const last = isEmptyInput(end) ? ok<string>(null) : read(end)
  if (!first.ok) return first
  if (!last.ok) return last
  if (first.value === null && last.value === null) return ok(null)
  if (!settings.canBeOpen && (first.value === null || last.value === null)) return bad('required')
  if (first.value !== null && last.value !== null && first.value > last.value) return bad('range_reversed')
  for (const day of [first.value, last.value]) {
    const bounded = day === null ? ok(null) : inDayBounds(day, settings)
    if (!bounded.ok) return bounded
  }
  return ok({ start: first.value, end: last.value })
}

export const dateRange: FieldType<DateRange, Settings> = {
  type: 'date_range',
  family: 'date',
  storage: 'daterange',
  settings: z.strictObject({
    ...dayBounds,
    displayFormat: dateFormat,
    canBeOpen: z.boolean().default(true),
  }),
  value: z.strictObject({ start: daySchema.nullable(), end: daySchema.nullable() }),
  parse(input, settings) {
    if (isEmptyInput(input)) return ok(null)
    if (!isObject(input) || Object.keys(input).some((key) => key !== 'start' && key !== 'end'))
      return bad('wrong_type')
    return readRange(input.start, input.end, readIsoDay, settings)
  },
  /** `start – end`, `start –`, `– end`; a single day is a range of one day. */
  fromText(text, settings, context: TextContext) {
    if (isEmptyInput(text)) return ok(null)
    const read: Reader = (input) => readDay(String(input).trim(), context)
    const range = text.trim()
    if (range.length > longest) return bad('not_a_date')
    const parts = interval.exec(range) ?? separators.exec(range)
    if (!parts) return readRange(text, text, read, settings)
    const open = (part: string | undefined) => (part === '..' ? '' : part)
    return readRange(open(parts[1]), open(parts[2]), read, settings)
  },
  toText: ({ start, end }) => `${start ?? ''} – ${end ?? ''}`.trim(),
  /** Sorts like PostgreSQL ranges: an open start before every day, an open end after. */
  sortKey: ({ start, end }) => `${start ?? '0000-00-00'} ${end ?? '9999-99-99'}`,
  isSearchable: false,
  canBeUnique: false,
  isSortable: true,
  examples: () => ({
    values: [
      { start: null, end: '2024-01-31' },
      { start: '2024-01-01', end: '2024-01-31' },
      { start: '2024-01-01', end: null },
      { start: '2024-02-29', end: '2024-02-29' },
    ],
    bad: [
      { input: '2024-01-01', code: 'wrong_type' },
      { input: { start: '2024-01-02', end: '2024-01-01' }, code: 'range_reversed' },
      { input: { start: '2024-13-01', end: null }, code: 'not_a_date' },
      { input: { from: '2024-01-01' }, code: 'wrong_type' },
    ],
    texts: [
      { text: '2024-01-01 – 2024-01-31', value: { start: '2024-01-01', end: '2024-01-31' } },
      { text: '2024-01-01/2024-01-31', value: { start: '2024-01-01', end: '2024-01-31' } },
      { text: '1/1/2024 - 1/31/2024', value: { start: '2024-01-01', end: '2024-01-31' } },
      { text: '1/1/2024 to 1/31/2024', value: { start: '2024-01-01', end: '2024-01-31' } },
      { text: '2024-01-01 –', value: { start: '2024-01-01', end: null } },
      { text: '../2024-01-31', value: { start: null, end: '2024-01-31' } },
      { text: '2024-01-01', value: { start: '2024-01-01', end: '2024-01-01' } },
      { text: '–', value: null },
    ],
    badTexts: [
      { text: 'spring', code: 'not_a_date' },
      { text: '2024-01-31 – 2024-01-01', code: 'range_reversed' },
    ],
  }),
}
