/** A day: today, or one of the calendar, typed as the person's language writes it or picked. */
import { Select } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { isVariable, type OperandProps } from './operand.ts'
import classes from './operands.module.css'

export function DayInput({ value, onChange, label, variables, context }: OperandProps) {
  const { t } = useTranslation('filters')
  const kind = isVariable(value) ? value.variable : 'date'
  return (
    <span className={classes.pair}>
      <Select
        size="xs"
        w={110}
        aria-label={label}
        allowDeselect={false}
        data={[
          { value: 'date', label: t('exactDate') },
          { value: 'today', label: t('today') },
          ...variables.map(({ name, label: text }) => ({ value: name, label: text })),
        ]}
        value={kind}
        onChange={(next) => onChange(next === 'date' || next === null ? undefined : { variable: next })}
      />
      {kind === 'date' && (
        <DateInput
          size="xs"
          aria-label={label}
          valueFormat={context.format.language === 'en' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
          placeholder={context.format.language === 'en' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
          popoverProps={{ withinPortal: true }}
        />
      )}
    </span>
  )
}
