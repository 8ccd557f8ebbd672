/** An amount in a currency; currencies are never converted. */
import { z } from 'zod'
import { currencyOfSymbol, isCurrency } from '../currencies.ts'
import type { FieldType, Parsed, TextContext } from '../definition.ts'
import { bad, isEmptyInput, isObject, ok } from '../parsed.ts'
import type { Decimal } from './common/decimal.ts'
import {
  type Bounds,
  boundsSettings,
  checkDecimal,
  decimalOf,
  decimalsSetting,
  inBounds,
  readNumber,
  writeNumber,
} from './common/numbers.ts'

export interface Money {
  amount: number
  currency: string
}
interface Settings extends Bounds {
  currency: string | null
  decimals: number | null
}

export const currencySchema = z.string().refine(isCurrency, 'not_a_currency')

export const moneySchema = z.strictObject({ amount: z.number(), currency: currencySchema })

const amountOperators = ['is', 'isNot', 'lt', 'lte', 'gt', 'gte', 'between']

function check(amount: Decimal, currency: unknown, settings: Settings): Parsed<Money> {
  const named = isEmptyInput(currency) ? settings.currency : currency
  if (typeof named !== 'string' || !isCurrency(named)) return bad('not_a_currency')
  if (settings.currency !== null && named !== settings.currency)
    return bad('wrong_currency', { currency: settings.currency })
  const checked = checkDecimal(amount, settings.decimals)
  if (!checked.ok || checked.value === null) return checked as Parsed<Money>
  const bounded = inBounds(checked.value, settings)
  return bounded.ok ? ok({ amount: checked.value, currency: named }) : bounded
}

/** A code or symbol before or after the number; `$` is the field's own currency if that is a dollar. */
export function splitCurrency(
  text: string,
  fixed: string | null,
): { digits: string; currency: string | null } {
  if (text.length > 100) return { digits: text, currency: null }
  const match = /^(-?)\s*([^\d\s.,+-]+)?\s*(-?[\d.,\s\u00a0\u202f]+)\s*([^\d\s.,+-]+)?$/u.exec(text.trim())
  if (!match) return { digits: text, currency: null }
  const [, minus = '', before, digits = '', after] = match
  const symbol = before ?? after ?? ''
  if (before !== undefined && after !== undefined) return { digits: text, currency: null }
  const isOwnDollar =
    symbol === '$' && fixed !== null && /^(USD|CAD|AUD|NZD|MXN|CLP|COP|ARS|SGD|HKD|UYU)$/.test(fixed)
  return {
    digits: `${minus}${digits.trim()}`,
    currency: symbol === '' ? null : isOwnDollar ? fixed : (currencyOfSymbol[symbol] ?? symbol.toUpperCase()),
  }
}

export const money: FieldType<Money, Settings> = {
  type: 'money',
  family: 'number',
  storage: 'money',
  /** Amounts are compared regardless of currency, unless the operand has one. */
  operands: Object.fromEntries(amountOperators.map((op) => [op, z.union([z.number(), moneySchema])])),
  settings: z.strictObject({
    ...boundsSettings,
    /** The only currency of the field; null: any. */
    currency: currencySchema.nullable().default(null),
    decimals: decimalsSetting,
  }),
  value: moneySchema,
  /** A field with one currency also accepts a plain number. */
  parse(input, settings) {
    if (isEmptyInput(input)) return ok(null)
    const given = typeof input === 'number' ? { amount: input } : input
    if (!isObject(given) || Object.keys(given).some((key) => key !== 'amount' && key !== 'currency'))
      return bad('wrong_type')
    const amount = decimalOf(given.amount)
    return amount ? check(amount, given.currency, settings) : bad('not_a_number')
  },
  fromText(text, settings, context: TextContext) {
    if (isEmptyInput(text)) return ok(null)
    const { digits, currency } = splitCurrency(text, settings.currency)
    const amount = readNumber(digits, context.language)
    return amount ? check(amount, currency, settings) : bad('not_a_number')
  },
  toText: ({ amount, currency }, _settings, { language }) => `${writeNumber(amount, language)} ${currency}`,
  sortKey: ({ amount }) => amount,
  isSearchable: false,
  canBeUnique: false,
  isSortable: true,
  examples: () => ({
    values: [
      { amount: -20, currency: 'USD' },
      { amount: 0, currency: 'EUR' },
      { amount: 12.5, currency: 'USD' },
      { amount: 1000, currency: 'JPY' },
      { amount: 1234.56, currency: 'EUR' },
    ],
    bad: [
      { input: 12, code: 'not_a_currency' },
      { input: { amount: 12 }, code: 'not_a_currency' },
      { input: { amount: 12, currency: 'usd' }, code: 'not_a_currency' },
      { input: { amount: '12', currency: 'USD' }, code: 'not_a_number' },
      { input: { amount: 0.1 + 0.2, currency: 'USD' }, code: 'too_many_digits' },
      { input: '12 USD', code: 'wrong_type' },
    ],
    texts: [
      { text: '1,234.50 EUR', value: { amount: 1234.5, currency: 'EUR' } },
      { text: '$20', value: { amount: 20, currency: 'USD' } },
      { text: '-$20', value: { amount: -20, currency: 'USD' } },
      { text: 'eur 5', value: { amount: 5, currency: 'EUR' } },
      { text: '', value: null },
    ],
    badTexts: [
      { text: '12', code: 'not_a_currency' },
      { text: '12 XYZ', code: 'not_a_currency' },
      { text: 'free', code: 'not_a_number' },
    ],
  }),
}
