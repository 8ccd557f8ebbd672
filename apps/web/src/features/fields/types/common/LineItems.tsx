/** Invoice lines: description, quantity, unit price and tax; totals are computed while typing. */

import { TextInput } from '@mantine/core'
import { toNumber } from '@muster/contract/fields/types/common/decimal'
import { type LineItem, readLineItem, sumOfTotals } from '@muster/contract/fields/types/common/line-items'
import { readNumber, writeNumber } from '@muster/contract/fields/types/common/numbers'
import type { Language } from '@muster/contract/paging'
import type { KeyboardEvent } from 'react'
import { CurrencySelect } from '../../../../ui/CodeSelect.tsx'
import type { FieldContext } from '../../field-context.ts'
import { showMoney, showNumber, showPercent } from './numbers.ts'
import classes from './rows.module.css'

/** A line as it is typed. */
export interface TypedLine {
  description: string
  quantity: string
  unitAmount: string
  taxRate: string
  currency: string
}

export const blankLine = (currency: string): TypedLine => ({
  description: '',
  quantity: '',
  unitAmount: '',
  taxRate: '',
  currency,
})

export const isBlankLine = (line: TypedLine): boolean =>
  [line.description, line.quantity, line.unitAmount, line.taxRate].every((text) => text.trim() === '')

export function typedLine(item: LineItem, language: Language): TypedLine {
  return {
    description: item.description,
    quantity: writeNumber(item.quantity, language),
    unitAmount: writeNumber(item.unitAmount, language),
    taxRate: item.taxRate === 0 ? '' : writeNumber(item.taxRate, language),
    currency: item.currency,
  }
}

/** JSON for `parse`; undefined where a number cannot be read. */
export function lineInput(line: TypedLine, language: Language): Record<string, unknown> | undefined {
  const input: Record<string, unknown> = { description: line.description, currency: line.currency }
  for (const key of ['quantity', 'unitAmount', 'taxRate'] as const) {
    const text = line[key].trim().replace(/\s*%$/, '')
    if (text === '') continue
    const number = readNumber(text, language)
    if (!number) return undefined
    input[key] = toNumber(number)
  }
  return input
}

/** The line as a value, or null while it is incomplete. */
function itemOf(line: TypedLine, language: Language): LineItem | null {
  const read = readLineItem(lineInput(line, language), null)
  return read.ok ? read.value : null
}

export function LineFields({
  line,
  onChange,
  fixedCurrency,
  context,
  isReadOnly,
  id,
  number,
  autoFocus,
  onBlur,
  onKeyDown,
}: {
  line: TypedLine
  onChange(line: TypedLine): void
  fixedCurrency: string | null
  context: FieldContext
  isReadOnly: boolean
  id: string | undefined
  number: number
  autoFocus: boolean
  onBlur(): void
  onKeyDown(event: KeyboardEvent): void
}) {
  const { t, format } = context
  const item = itemOf(line, format.language)
  const input = (key: 'description' | 'quantity' | 'unitAmount' | 'taxRate', isFirst = false) => (
    <TextInput
      id={isFirst ? id : undefined}
      className={key === 'description' ? classes.main : classes.small}
      label={number === 1 ? t(`fields:line.${key}`) : undefined}
      aria-label={
        number === 1 ? undefined : t('fields:line.ofLine', { part: t(`fields:line.${key}`), number })
      }
      value={line[key]}
      placeholder={key === 'quantity' ? '1' : key === 'taxRate' ? '0' : undefined}
      inputMode={key === 'description' ? undefined : 'decimal'}
      readOnly={isReadOnly}
      autoComplete="off"
      autoFocus={isFirst && autoFocus}
      onChange={(event) => onChange({ ...line, [key]: event.currentTarget.value })}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <>
      {input('description', true)}
      {input('quantity')}
      {input('unitAmount')}
      {!fixedCurrency && (
        <CurrencySelect
          isShort
          className={classes.small}
          label={number === 1 ? t('fields:money.currency') : undefined}
          aria-label={t('fields:line.ofLine', { part: t('fields:money.currency'), number })}
          value={line.currency}
          readOnly={isReadOnly}
          clearable={false}
          onChange={(currency) => currency && onChange({ ...line, currency })}
        />
      )}
      {input('taxRate')}
      <output className={classes.total} aria-label={t('fields:line.total')}>
        {item ? showMoney({ amount: item.total, currency: item.currency }, null, format.language) : '–'}
      </output>
    </>
  )
}

/** The sum under the lines, where they are all in one currency. */
export function LineSum({ lines, context }: { lines: readonly TypedLine[]; context: FieldContext }) {
  const { t, format } = context
  const items = lines.flatMap((line) => itemOf(line, format.language) ?? [])
  const currency = items[0]?.currency
  if (!currency || items.some((item) => item.currency !== currency)) return null
  return (
    <div className={classes.sum}>
      <span>{t('fields:line.sum')}</span>
      <output>{showMoney({ amount: toNumber(sumOfTotals(items)), currency }, null, format.language)}</output>
    </div>
  )
}

export function showTotal(items: readonly LineItem[], { format }: FieldContext): string {
  const currency = items[0]?.currency
  return currency ? showMoney({ amount: toNumber(sumOfTotals(items)), currency }, null, format.language) : ''
}

/** '2 × $10.05 + 8.5%' */
export function lineSummary(item: LineItem, { format }: FieldContext): string {
  const price = showMoney({ amount: item.unitAmount, currency: item.currency }, null, format.language)
  const tax = item.taxRate === 0 ? '' : ` + ${showPercent(item.taxRate, null, format.language)}`
  return `${showNumber(item.quantity, {}, format.language)} × ${price}${tax}`
}
