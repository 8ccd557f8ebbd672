import { writeNumber } from '@muster/contract/fields/types/common/numbers'
import { fieldTypes } from '@muster/contract/fields/types/index'
import { type Money, splitCurrency } from '@muster/contract/fields/types/money'
import { useState } from 'react'
import { CurrencySelect } from '../../../../ui/CodeSelect.tsx'
import styles from '../../../../ui/shared.module.css'
import classes from '../common/Entry.module.css'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'
import type { MoneySettings } from './Settings.tsx'

export const inputs = 'text'

/** An amount beside its currency; a currency typed with the amount ("20 €") counts too. */
export function Editor(props: EditorProps<Money, MoneySettings>) {
  const { value, field, context, onChange, isCompact, isReadOnly } = props
  const fixed = field.settings.currency
  const [chosen, setChosen] = useState(value?.currency ?? fixed ?? context.currency)
  const currency = value?.currency ?? chosen

  const entry = (
    <TextEntry
      props={props}
      inputMode="decimal"
      isRight
      rightSection={fixed || isCompact ? <span className={styles.note}>{fixed ?? currency}</span> : undefined}
      rightSectionWidth={48}
      write={({ amount }) => writeNumber(amount, context.format.language)}
      read={(text) => {
        const named = splitCurrency(text, fixed).currency
        const whole = named === null && text.trim() !== '' ? `${text.trim()} ${fixed ?? currency}` : text
        return fieldTypes.money.fromText(whole, field.settings, context.text)
      }}
    />
  )
  if (fixed || isCompact) return entry
  return (
    <div className={classes.pair}>
      {entry}
      <CurrencySelect
        isShort
        aria-label={context.t('fields:money.currency')}
        value={currency}
        readOnly={isReadOnly}
        clearable={false}
        onChange={(next) => {
          if (!next) return
          setChosen(next)
          if (value) onChange({ ...value, currency: next })
        }}
      />
    </div>
  )
}
