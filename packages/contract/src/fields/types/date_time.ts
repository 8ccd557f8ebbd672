/** An instant: in JSON as ISO 8601 in UTC, on screen in the team's time zone. */
import { z } from 'zod'
import type { FieldType, Parsed } from '../definition.ts'
import { bad, isEmptyInput, ok } from '../parsed.ts'
import { formatInstant, instantOf, parseInstant, readInstant, writeInstant } from '../time/date-time.ts'
import { dateFormat } from './common/dates.ts'

interface Settings {
  displayFormat: z.output<typeof dateFormat>
  includeTime: boolean
  includeSeconds: boolean
}

function formatted(instant: Parsed<number>): Parsed<string> {
  return instant.ok && instant.value !== null ? ok(formatInstant(instant.value)) : (instant as Parsed<string>)
}

export const dateTime: FieldType<string, Settings> = {
  type: 'date_time',
  family: 'date',
  storage: 'timestamptz',
  settings: z.strictObject({
    displayFormat: dateFormat,
    /** Whether screens show the time of day, and seconds. */
    includeTime: z.boolean().default(true),
    includeSeconds: z.boolean().default(false),
  }),
  value: z.string().meta({ format: 'date-time' }),
  parse(input) {
    if (isEmptyInput(input)) return ok(null)
    return typeof input === 'string' ? formatted(parseInstant(input.trim())) : bad('not_a_date_time')
  },
  fromText: (text, _settings, context) =>
    isEmptyInput(text) ? ok(null) : formatted(readInstant(text.trim(), context)),
  toText: (value, _settings, { timeZone }) => writeInstant(Math.floor(instantOf(value) ?? 0), timeZone),
  sortKey: (value) => instantOf(value) ?? null,
  isSearchable: false,
  canBeUnique: true,
  isSortable: true,
  examples: () => ({
    values: [
      '0001-01-02T00:00:00Z',
      '1970-01-01T00:00:00Z',
      '2024-11-03T05:30:00Z',
      '2024-11-03T06:30:00Z',
      '2024-11-03T06:30:00.250Z',
      '9999-12-30T23:59:59.999Z',
    ],
    bad: [
      { input: 0, code: 'not_a_date_time' },
      { input: '2024-02-29', code: 'not_a_date_time' },
      { input: '2024-02-29T10:00:00', code: 'not_a_date_time' },
      { input: '2024-02-30T10:00:00Z', code: 'not_a_date_time' },
      { input: '2024-02-29T24:00:00Z', code: 'not_a_date_time' },
      { input: '2024-02-29T10:00:00.1234567Z', code: 'too_many_digits' },
    ],
    texts: [
      { text: '2024-02-29T10:00:00+02:00', value: '2024-02-29T08:00:00Z' },
      { text: '2024-02-29 10:00', value: '2024-02-29T15:00:00Z' },
      { text: '2/29/2024 1:05 PM', value: '2024-02-29T18:05:00Z' },
      { text: '2024-07-01', value: '2024-07-01T04:00:00Z' },
      { text: '', value: null },
    ],
    badTexts: [
      { text: '2/30/2024 10:00', code: 'not_a_date_time' },
      { text: '2/29/2024 13:00 pm', code: 'not_a_date_time' },
      { text: 'now', code: 'not_a_date_time' },
    ],
  }),
}
