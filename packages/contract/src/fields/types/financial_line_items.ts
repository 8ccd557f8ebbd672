/** The lines of an invoice, all in one currency, with the sum of their totals. */
import { z } from 'zod'
import type { FieldType, Parsed } from '../definition.ts'
import { bad, isEmptyInput, ok } from '../parsed.ts'
import { splitRaw } from './common/cells.ts'
import { toNumber } from './common/decimal.ts'
import {
  aLineItem,
  currencySetting,
  type LineItem,
  lineItemOperands,
  lineItemOperators,
  lineItemSchema,
  parseLineItemText,
  readLineItem,
  sumOfTotals,
  writeLineItem,
} from './common/line-items.ts'
import { checkDecimal } from './common/numbers.ts'

interface Settings {
  currency: string | null
  maxCount: number
}
const maxItems = 200

function collect(
  inputs: readonly unknown[],
  settings: Settings,
  read: (input: unknown) => Parsed<LineItem>,
): Parsed<LineItem[]> {
  const items: LineItem[] = []
  for (const input of inputs) {
    const item = read(input)
    if (!item.ok) return item
    if (item.value !== null) items.push(item.value)
  }
  if (items.length > settings.maxCount) return bad('too_many', { max: settings.maxCount })
  const currency = items[0]?.currency
  if (items.some((item) => item.currency !== currency))
    return bad('wrong_currency', { currency: currency ?? '' })
  const sum = checkDecimal(sumOfTotals(items), null)
  if (!sum.ok) return sum
  return ok(items.length > 0 ? items : null)
}

export const financialLineItems: FieldType<LineItem[], Settings> = {
  type: 'financial_line_items',
  family: 'structured',
  storage: 'json_total',
  operators: lineItemOperators,
  operands: lineItemOperands,
  settings: z.strictObject({
    currency: currencySetting,
    maxCount: z.number().int().min(1).max(maxItems).default(maxItems),
  }),
  value: z.array(lineItemSchema),
  parse(input, settings) {
    if (isEmptyInput(input)) return ok(null)
    if (!Array.isArray(input)) return bad('wrong_type')
    return collect(input, settings, (item) => readLineItem(item, settings.currency))
  },
  /** One item per line. */
  fromText(text, settings, { language }) {
    if (isEmptyInput(text)) return ok(null)
    const lines = splitRaw(text.trim().replace(/\r\n?/g, '\n'), '\n').filter((line) => line.trim() !== '')
    return collect(lines, settings, (line) => parseLineItemText(String(line), settings.currency, language))
  },
  toText: (items, _settings, { language }) => items.map((item) => writeLineItem(item, language)).join('\n'),
  toSearchText: (items) => items.map((item) => item.description).join(' '),
  sortKey: (items) => toNumber(sumOfTotals(items)),
  isSearchable: true,
  canBeUnique: false,
  isSortable: true,
  examples: () => ({
    values: [
      [aLineItem('Refund\nof May', -1, 5)],
      [aLineItem('Ticket; seat 4', 2, 10.05, 8.5), aLineItem('', 1, 0.1)],
      [aLineItem('Hall', 1, 300), aLineItem('Band', 2, 450.5, 21)],
    ],
    bad: [
      { input: aLineItem('Hall', 1, 300), code: 'wrong_type' },
      { input: [5], code: 'wrong_type' },
      { input: [aLineItem('Hall', 1, 300), { unitAmount: 5, currency: 'EUR' }], code: 'wrong_currency' },
      { input: Array.from({ length: maxItems + 1 }, () => aLineItem('a', 1, 1)), code: 'too_many' },
    ],
    texts: [
      {
        text: 'Hall; 1; 300; USD\nBand; 2; 450.5; USD; 21',
        value: [aLineItem('Hall', 1, 300), aLineItem('Band', 2, 450.5, 21)],
      },
      { text: ' \n ', value: null },
    ],
    badTexts: [{ text: 'Hall; 1; 300; USD\nBand; 2; 450; EUR', code: 'wrong_currency' }],
  }),
}
