import { NumberCell } from '../common/cells.tsx'
import { showNumber } from '../common/numbers.ts'
import type { CellProps } from '../definition.ts'
import type { NumberSettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<number, NumberSettings>) {
  return (
    <NumberCell variant={variant}>{showNumber(value, field.settings, context.format.language)}</NumberCell>
  )
}
