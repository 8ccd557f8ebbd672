/** A calendar day, the same in every zone. */
import { z } from 'zod'
import type { FieldType, Parsed } from '../definition.ts'
import { isEmptyInput, ok } from '../parsed.ts'
import { readDay } from '../time/date-time.ts'
import { type DayBounds, dateFormat, dayBounds, daySchema, inDayBounds, readIsoDay } from './common/dates.ts'

interface Settings extends DayBounds {
  displayFormat: z.output<typeof dateFormat>
}

function bounded(day: Parsed<string>, settings: Settings): Parsed<string> {
  return day.ok && day.value !== null ? inDayBounds(day.value, settings) : day
}

export const date: FieldType<string, Settings> = {
  type: 'date',
  family: 'date',
  storage: 'date',
  settings: z.strictObject({ ...dayBounds, displayFormat: dateFormat }),
  value: daySchema,
  parse: (input, settings) => (isEmptyInput(input) ? ok(null) : bounded(readIsoDay(input), settings)),
  fromText: (text, settings, context) =>
    isEmptyInput(text) ? ok(null) : bounded(readDay(text.trim(), context), settings),
  toText: (value) => value,
  sortKey: (value) => value,
  isSearchable: false,
  canBeUnique: true,
  isSortable: true,
  examples: () => ({
    values: ['0001-01-01', '1969-12-31', '2024-02-29', '9999-12-31'],
    bad: [
      { input: 20240101, code: 'not_a_date' },
      { input: '2023-02-29', code: 'not_a_date' },
      { input: '2024-1-1', code: 'not_a_date' },
      { input: '0000-01-01', code: 'not_a_date' },
      { input: '2024-01-01T00:00:00Z', code: 'not_a_date' },
    ],
    texts: [
      { text: ' 2024-02-29 ', value: '2024-02-29' },
      { text: '2/29/2024', value: '2024-02-29' },
      { text: '2024-02-29 00:00:00', value: '2024-02-29' },
      { text: '', value: null },
    ],
    badTexts: [
      { text: '29/2/2024', code: 'not_a_date' },
      { text: '2/29/24', code: 'not_a_date' },
      { text: '2024-02-29 10:00', code: 'not_a_date' },
      { text: 'tomorrow', code: 'not_a_date' },
    ],
  }),
}
