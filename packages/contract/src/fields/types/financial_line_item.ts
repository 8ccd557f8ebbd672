/** One line of an invoice, with its total. */
import { z } from 'zod'
import type { FieldType } from '../definition.ts'
import { isEmptyInput, ok } from '../parsed.ts'
import {
  aLineItem,
  currencySetting,
  type LineItem,
  lineItemOperands,
  lineItemOperators,
  lineItemSchema,
  parseLineItemText,
  readLineItem,
  writeLineItem,
} from './common/line-items.ts'

interface Settings {
  currency: string | null
}

export const financialLineItem: FieldType<LineItem, Settings> = {
  type: 'financial_line_item',
  family: 'structured',
  storage: 'json_total',
  operators: lineItemOperators,
  operands: lineItemOperands,
  settings: z.strictObject({ currency: currencySetting }),
  value: lineItemSchema,
  parse: (input, { currency }) => (isEmptyInput(input) ? ok(null) : readLineItem(input, currency)),
  fromText: (text, { currency }, { language }) =>
    isEmptyInput(text) ? ok(null) : parseLineItemText(text, currency, language),
  toText: (item, _settings, { language }) => writeLineItem(item, language),
  toSearchText: (item) => item.description,
  sortKey: (item) => item.total,
  isSearchable: true,
  canBeUnique: false,
  isSortable: true,
  examples: () => ({
    values: [aLineItem('Refund', -1, 5), aLineItem('Ticket; seat 4', 2, 10.05, 8.5), aLineItem('', 3, 99.99)],
    bad: [
      { input: 5, code: 'wrong_type' },
      { input: { unitAmount: 5 }, code: 'not_a_currency' },
      { input: { currency: 'USD' }, code: 'required' },
      { input: { unitAmount: '5', currency: 'USD' }, code: 'not_a_number' },
      { input: { unitAmount: 1e14, quantity: 1e14, currency: 'USD' }, code: 'out_of_range' },
      { input: { unitAmount: 5, currency: 'USD', taxRate: -1 }, code: 'out_of_range' },
    ],
    texts: [
      { text: 'Ticket; 2; 10.05; USD; 8.5%', value: aLineItem('Ticket', 2, 10.05, 8.5) },
      { text: 'Dinner; ; 20; usd', value: aLineItem('Dinner', 1, 20) },
      { text: '', value: null },
    ],
    badTexts: [
      { text: 'Ticket', code: 'not_a_currency' },
      { text: 'Ticket; two; 5; USD', code: 'not_a_number' },
    ],
  }),
}
