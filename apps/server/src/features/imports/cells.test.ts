/** PostgreSQL casts plain cells to exactly the values that the contract parses. */
import { dataTypes } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { sameValue, settingsOf, validateText } from '@muster/contract/fields/validate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import type { FieldModel } from '../../engine/model/model.ts'
import { rows, sql } from '../../platform/db.ts'
import { isPlainColumn, plainCell } from './cells.ts'
import { CsvScanner } from './csv-scanner.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await testDeps()
})
afterAll(() => deps.close())

const context = { language: 'en', timeZone: 'America/New_York', country: 'US' } as const

/** Parts of texts that are, or resemble, values of many types. */
const pieces = [
  '0',
  '1',
  '9',
  '-',
  '.',
  ',',
  ':',
  '/',
  '@',
  'a',
  'Z',
  'é',
  ' ',
  '\r',
  '\n',
  '\u00a0',
  'T',
  'www',
  'https://',
  '2024-02-28',
  '10:00:00',
  'true',
  'example.org',
  'x'.repeat(64),
  '..',
  '-.',
]
const random = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''))
const likely = [
  ...[
    '0',
    '-0',
    '00',
    '007',
    '12',
    '-12',
    '1.0',
    '1.50',
    '0.5',
    '.5',
    '-0.5',
    '999999999999999',
    '9999999999999999',
    '1e3',
    '+4',
  ],
  ...[
    '2024-02-28',
    '2024-02-30',
    '0000-01-01',
    '1745-04-02',
    '9999-12-28',
    '2024-2-8',
    '2024-02-28T10:00:00Z',
    '2024-02-28T24:00:00Z',
    '2024-02-28T23:59:59.999Z',
  ],
  ...['true', 'TRUE', 'false', 't', 'yes'],
  ...[
    'a@b.co',
    'a@b',
    'A@B.CO',
    'a..b@c.org',
    '.a@c.org',
    'a.@c.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    `${'a'.repeat(65)}@b.org`,
    'a+b@c-d.example.org',
  ],
  ...[
    'https://example.org',
    'http://example.org/a/b.html',
    'https://example.org//',
    'https://EXAMPLE.org',
    'https://a-.org',
    'https://.org',
    'https://a.b/c..d',
    'https://user@x.org',
    'ftp://x.org',
  ],
  ...[
    'plain',
    ' led',
    'trailed ',
    'two\r\nlines',
    'two\nlines',
    '\tx',
    'élan',
    'fin é',
    '日本',
    '\u3000x',
    'x\u2028',
  ],
]

describe.each(dataTypes.filter((dataType) => plainCell(fieldOf(dataType), sql`x`) !== null))(
  '%s',
  (dataType) => {
    it('casts plain cells to the values that the contract parses', async () => {
      const field = fieldOf(dataType)
      const examples = field.type
        .examples({ ids: [1], fileIds: [] })
        .texts.map(({ text }) => text)
        .filter((text) => !text.includes('\0'))
      const texts = [...new Set([...likely, ...examples, ...fc.sample(random, { numRuns: 1500, seed: 5 })])]
      const plain = plainCell(field, sql`c.v`)!
      const read = await rows<{ text: string; is_plain: boolean; value: unknown }>(
        deps.pool,
        sql`select c.v as text, ${plain.test} as is_plain, case when ${plain.test} then ${plain.value} end as value
          from unnest(${texts}::text[]) c (v)`,
      )
      const cells = read.filter(({ is_plain }) => is_plain)
      expect(cells.length).toBeGreaterThan(1)
      for (const { text, value } of cells) {
        const parsed = validateText({ ...field, isRequired: false }, text, context)
        expect(parsed.ok && sameValue(field.type, parsed.value, value), JSON.stringify(text)).toBe(true)
      }
    })

    it('casts columns that the scanner finds plain to the values that the contract parses', async () => {
      const field = fieldOf(dataType)
      const examples = field.type.examples({ ids: [1], fileIds: [] }).texts.map(({ text }) => text)
      const dates = [
        '2024-02-29',
        '2023-02-29',
        '1900-02-29',
        '2000-02-29',
        '2024-04-31',
        '2024-02-29T01:02:03Z',
      ]
      const texts = [
        ...new Set([...likely, ...dates, ...examples, ...fc.sample(random, { numRuns: 3000, seed: 6 })]),
      ]
      const cells = texts.filter(
        (text) => text !== '' && !text.includes('\0') && isPlainColumn(field, factsOf(text)),
      )
      expect(cells.length).toBeGreaterThan(1)
      const read = await rows<{ text: string; value: unknown }>(
        deps.pool,
        sql`select c.v as text, ${plainCell(field, sql`c.v`)!.value} as value from unnest(${cells}::text[]) c (v)`,
      )
      expect(read).toHaveLength(cells.length)
      for (const { text, value } of read) {
        const parsed = validateText({ ...field, isRequired: false }, text, context)
        expect(parsed.ok && sameValue(field.type, parsed.value, value), JSON.stringify(text)).toBe(true)
      }
    })
  },
)

/** The scanner's facts about a column with this cell only, regardless of chunk boundaries. */
function factsOf(text: string) {
  const bytes = Buffer.from(`title\n"${text.replaceAll('"', '""')}"\n`)
  const scanner = new CsvScanner(',')
  for (let at = 0; at < bytes.length; at += 3) scanner.write(bytes.subarray(at, at + 3))
  const whole = new CsvScanner(',')
  whole.write(bytes)
  const facts = scanner.end().factsOf(0, false)
  expect(whole.end().factsOf(0, false)).toEqual(facts)
  return facts
}

function fieldOf(dataType: (typeof dataTypes)[number]): FieldModel {
  const settings = settingsOf({ dataType, settings: {} })
  return { dataType, type: fieldType(dataType), settings, columnName: 'x' } as FieldModel
}
