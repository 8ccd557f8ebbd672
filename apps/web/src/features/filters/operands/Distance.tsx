/** Operand `distance`: within a number of kilometres of a place. */
import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OperandProps } from './operand.ts'
import classes from './operands.module.css'

const parts = [
  ['km', 0, 20_100],
  ['lat', -90, 90],
  ['lng', -180, 180],
] as const

export function Distance({ value, onChange }: OperandProps) {
  const { t } = useTranslation('filters')
  const known = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    number | undefined
  >
  return (
    <span className={classes.pair}>
      {parts.map(([part, min, max]) => (
        <NumberInput
          key={part}
          size="xs"
          hideControls
          min={min}
          max={max}
          aria-label={t(`distance.${part}`)}
          placeholder={t(`distance.${part}`)}
          value={known[part] ?? ''}
          onChange={(next) => onChange({ ...known, [part]: typeof next === 'number' ? next : undefined })}
        />
      ))}
    </span>
  )
}
