import { NumberCell } from '../common/cells.tsx'
import { showPercent } from '../common/numbers.ts'
import type { CellProps } from '../definition.ts'
import classes from './Cell.module.css'
import type { PercentageSettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<number, PercentageSettings>) {
  const text = showPercent(value, field.settings.decimals, context.format.language)
  if (field.settings.displayFormat !== 'bar') return <NumberCell variant={variant}>{text}</NumberCell>
  return (
    <span className={classes.root}>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.bar} style={{ width: `${Math.min(100, Math.max(0, value))}%` }} />
      </span>
      <span className={classes.text}>{text}</span>
    </span>
  )
}
