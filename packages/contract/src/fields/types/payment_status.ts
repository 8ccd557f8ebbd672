/** The status of a payment. */
import { z } from 'zod'
import { fold } from '../../text.ts'
import type { FieldType, TextContext } from '../definition.ts'
import { bad, isEmptyInput, ok } from '../parsed.ts'

export const paymentStatuses = [
  'unpaid',
  'pending',
  'partially_paid',
  'paid',
  'refunded',
  'failed',
  'cancelled',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Words in files and pasted cells; screens use the locales. */
const words: Record<TextContext['language'], Record<PaymentStatus, string>> = {
  en: {
    unpaid: 'unpaid',
    pending: 'pending',
    partially_paid: 'partially paid',
    paid: 'paid',
    refunded: 'refunded',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  es: {
    unpaid: 'sin pagar',
    pending: 'pendiente',
    partially_paid: 'pagado en parte',
    paid: 'pagado',
    refunded: 'reembolsado',
    failed: 'fallido',
    cancelled: 'cancelado',
  },
  fr: {
    unpaid: 'impayé',
    pending: 'en attente',
    partially_paid: 'payé en partie',
    paid: 'payé',
    refunded: 'remboursé',
    failed: 'échoué',
    cancelled: 'annulé',
  },
}

const statusOfWord = new Map<string, PaymentStatus>([
  ...Object.values(words).flatMap((ofLanguage) =>
    paymentStatuses.map((status): [string, PaymentStatus] => [fold(ofLanguage[status]), status]),
  ),
  ...paymentStatuses.map((status): [string, PaymentStatus] => [status, status]),
  ['canceled', 'cancelled'],
])

const status = z.enum(paymentStatuses)

export const paymentStatus: FieldType<PaymentStatus, Record<string, never>> = {
  type: 'payment_status',
  family: 'choice',
  storage: 'text',
  operands: { is: status, isNot: status, anyOf: status, noneOf: status },
  settings: z.strictObject({}) as z.ZodType<Record<string, never>>,
  value: status,
  parse(input) {
    if (isEmptyInput(input)) return ok(null)
    const parsed = status.safeParse(input)
    return parsed.success ? ok(parsed.data) : bad('unknown_choice')
  },
  fromText(text) {
    if (isEmptyInput(text)) return ok(null)
    const found = statusOfWord.get(fold(text.trim()))
    return found ? ok(found) : bad('unknown_choice')
  },
  toText: (value, _settings, { language }) => words[language][value],
  sortKey: (value) => paymentStatuses.indexOf(value),
  isSearchable: false,
  canBeUnique: false,
  isSortable: true,
  choices: paymentStatuses,
  examples: () => ({
    values: paymentStatuses,
    bad: [
      { input: 'Paid', code: 'unknown_choice' },
      { input: 3, code: 'unknown_choice' },
    ],
    texts: [
      { text: 'Partially paid', value: 'partially_paid' },
      { text: 'canceled', value: 'cancelled' },
      { text: 'Payé', value: 'paid' },
      { text: '', value: null },
    ],
    badTexts: [{ text: 'soon', code: 'unknown_choice' }],
  }),
}
