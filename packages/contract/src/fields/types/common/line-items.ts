/** One line of an invoice: its schema, exact total and text. */
import { z } from 'zod'
import type { Operator } from '../../../filters/operators.ts'
import { currencyDecimals, isCurrency } from '../../currencies.ts'
import type { Parsed, TextContext } from '../../definition.ts'
import { bad, isEmptyInput, isObject, ok } from '../../parsed.ts'
import { dropEmptyEnd, joinParts, splitParts } from './cells.ts'
import { add, type Decimal, multiply, round, toDecimal } from './decimal.ts'
import { checkDecimal, decimalOf, readNumber, writeNumber } from './numbers.ts'
import { readPart } from './text.ts'

export const lineItemSchema = z.strictObject({
  description: z.string().max(1000),
  quantity: z.number(),
  unitAmount: z.number(),
  currency: z.string().length(3),
  /** In percent. */
  taxRate: z.number(),
  /** quantity × unitAmount × (1 + taxRate / 100), rounded half up to the currency's smallest unit. */
  total: z.number(),
})
export type LineItem = z.infer<typeof lineItemSchema>

export const currencySetting = z.string().refine(isCurrency, 'not_a_currency').nullable().default(null)

/** Totals compare as numbers, descriptions as text. */
export const lineItemOperators: readonly Operator[] = [
  'is',
  'isNot',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'contains',
  'notContains',
  'isEmpty',
  'isNotEmpty',
]
const total = z.number()
export const lineItemOperands = {
  is: total,
  isNot: total,
  lt: total,
  lte: total,
  gt: total,
  gte: total,
  between: total,
}

const keys = new Set(['description', 'quantity', 'unitAmount', 'currency', 'taxRate', 'total'])
const one: Decimal = { units: 1n, scale: 0 }

/** Recalculates the total instead of trusting the input. */
export function readLineItem(input: unknown, fixedCurrency: string | null): Parsed<LineItem> {
  if (!isObject(input) || Object.keys(input).some((key) => !keys.has(key))) return bad('wrong_type')
  const description = readPart(input.description, 1000)
  if (!description.ok) return description
  const currency = isEmptyInput(input.currency) ? fixedCurrency : input.currency
  if (typeof currency !== 'string' || !isCurrency(currency)) return bad('not_a_currency')
  if (fixedCurrency !== null && currency !== fixedCurrency)
    return bad('wrong_currency', { currency: fixedCurrency })
  if (isEmptyInput(input.unitAmount)) return bad('required')
  const quantity = decimalOf(input.quantity ?? 1)
  const unitAmount = decimalOf(input.unitAmount)
  const taxRate = decimalOf(input.taxRate ?? 0)
  if (!quantity || !unitAmount || !taxRate) return bad('not_a_number')
  const sum = totalOf(quantity, unitAmount, taxRate, currency)
  const numbers = [quantity, unitAmount, taxRate, sum].map((number) => checkDecimal(number, null))
  for (const number of numbers) if (!number.ok) return number
  const [q, u, t, s] = numbers.map((number) => (number.ok ? (number.value ?? 0) : 0))
  if ((t ?? 0) < 0 || (t ?? 0) > 1000) return bad('out_of_range', { min: 0, max: 1000 })
  return ok({
    description: description.value ?? '',
    quantity: q ?? 0,
    unitAmount: u ?? 0,
    currency,
    taxRate: t ?? 0,
    total: s ?? 0,
  })
}

function totalOf(quantity: Decimal, unitAmount: Decimal, taxRate: Decimal, currency: string): Decimal {
  const factor = add(one, multiply(taxRate, { units: 1n, scale: 2 }))
  return round(multiply(multiply(quantity, unitAmount), factor), currencyDecimals(currency))
}

/** Exact, as PostgreSQL adds `numeric`. */
export function sumOfTotals(items: readonly LineItem[]): Decimal {
  return items.reduce<Decimal>((sum, item) => add(sum, toDecimal(item.total) ?? { units: 0n, scale: 0 }), {
    units: 0n,
    scale: 0,
  })
}

/** `description; quantity; unit amount; currency; tax rate` */
export function writeLineItem(item: LineItem, language: TextContext['language']): string {
  const tax = item.taxRate === 0 ? '' : writeNumber(item.taxRate, language)
  const quantity = writeNumber(item.quantity, language)
  const amount = writeNumber(item.unitAmount, language)
  return joinParts(dropEmptyEnd([item.description, quantity, amount, item.currency, tax]))
}

export function parseLineItemText(
  line: string,
  fixedCurrency: string | null,
  language: TextContext['language'],
): Parsed<LineItem> {
  const [description = '', quantity = '', unitAmount = '', currency = '', taxRate = '', ...rest] =
    splitParts(line)
  if (rest.length > 0) return bad('wrong_type')
  const item: Record<string, unknown> = { description, currency: currency.toUpperCase() }
  for (const [key, text] of Object.entries({ quantity, unitAmount, taxRate: taxRate.replace(/ ?%$/, '') })) {
    if (text === '') continue
    const number = readNumber(text, language)
    if (!number) return bad('not_a_number')
    const checked = checkDecimal(number, null)
    if (!checked.ok) return checked
    item[key] = checked.value
  }
  return readLineItem(item, fixedCurrency)
}

export function aLineItem(description: string, quantity: number, unitAmount: number, taxRate = 0): LineItem {
  const read = readLineItem({ description, quantity, unitAmount, taxRate, currency: 'USD' }, null)
  if (!read.ok || read.value === null) throw new Error('not a line item')
  return read.value
}
