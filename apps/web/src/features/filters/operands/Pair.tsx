/** Operand `pair`: from and to, both included. */
import { useTranslation } from 'react-i18next'
import { Literal } from './Literal.tsx'
import type { OperandProps } from './operand.ts'
import classes from './operands.module.css'

export function Pair(props: OperandProps) {
  const { t } = useTranslation('filters')
  const [from, to] = Array.isArray(props.value) ? props.value : [undefined, undefined]
  const withNulls = (next: unknown[]) => next.map((one) => (one === undefined ? null : one))
  return (
    <span className={classes.stack}>
      <Literal
        {...props}
        isMany={false}
        value={from ?? undefined}
        label={t('from')}
        onChange={(next) => props.onChange(withNulls([next, to]))}
      />
      <Literal
        {...props}
        isMany={false}
        value={to ?? undefined}
        label={t('to')}
        onChange={(next) => props.onChange(withNulls([from, next]))}
      />
    </span>
  )
}
