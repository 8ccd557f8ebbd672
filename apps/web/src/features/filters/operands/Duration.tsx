/** Operands `duration` and `period`: a number of days; the current week. */

import { NumberInput, Select } from '@mantine/core'
import { durationUnits, periodUnits } from '@muster/contract/filters/operators'
import { useTranslation } from 'react-i18next'
import type { OperandProps } from './operand.ts'
import classes from './operands.module.css'

export function Duration({ value, onChange }: OperandProps) {
  const { t } = useTranslation('filters')
  const { amount, unit } = (typeof value === 'object' && value !== null ? value : {}) as {
    amount?: number
    unit?: string
  }
  return (
    <span className={classes.pair}>
      <NumberInput
        size="xs"
        w={80}
        min={1}
        max={10_000}
        allowDecimal={false}
        hideControls
        aria-label={t('amount')}
        value={amount ?? ''}
        onChange={(next) =>
          onChange({ amount: typeof next === 'number' ? next : undefined, unit: unit ?? 'day' })
        }
      />
      <Select
        size="xs"
        aria-label={t('unit')}
        allowDeselect={false}
        data={durationUnits.map((one) => ({ value: one, label: t(`units.${one}`) }))}
        value={unit ?? 'day'}
        onChange={(next) => onChange({ amount, unit: next ?? 'day' })}
      />
    </span>
  )
}

export function Period({ value, onChange, label }: OperandProps) {
  const { t } = useTranslation('filters')
  return (
    <Select
      size="xs"
      aria-label={label}
      allowDeselect={false}
      data={periodUnits.map((one) => ({ value: one, label: t(`period.${one}`) }))}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
