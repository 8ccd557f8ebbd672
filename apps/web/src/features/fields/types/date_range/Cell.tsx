import type { DateRange } from '@muster/contract/fields/types/date_range'
import { TextCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'
import { showRange } from './range.ts'
import type { DateRangeSettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<DateRange, DateRangeSettings>) {
  return <TextCell text={showRange(value, field.settings.displayFormat, context)} variant={variant} />
}
