import type { LineItem } from '@muster/contract/fields/types/shared/line-items'
import type { CellProps } from '../definition.ts'
import { NumberCell } from '../shared/cells.tsx'
import { showTotal } from '../shared/LineItems.tsx'
import { LineTable } from '../shared/LineTable.tsx'
import type { LineItemSettings } from './Settings.tsx'

export function Cell({ value, context, variant }: CellProps<LineItem, LineItemSettings>) {
  if (variant === 'block') return <LineTable items={[value]} context={context} />
  return <NumberCell variant="line">{showTotal([value], context)}</NumberCell>
}
