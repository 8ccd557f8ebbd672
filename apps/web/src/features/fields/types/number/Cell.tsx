import type { CellProps } from '../definition.ts'
import { NumberCell } from '../shared/cells.tsx'
import { showNumber } from '../shared/numbers.ts'
import type { NumberSettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<number, NumberSettings>) {
  return (
    <NumberCell variant={variant}>{showNumber(value, field.settings, context.format.language)}</NumberCell>
  )
}
