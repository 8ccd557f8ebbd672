import type { LineItem } from '@muster/contract/fields/types/common/line-items'
import { NumberCell } from '../common/cells.tsx'
import { showTotal } from '../common/LineItems.tsx'
import { LineTable } from '../common/LineTable.tsx'
import type { CellProps } from '../definition.ts'
import type { LineItemsSettings } from './Settings.tsx'

export function Cell({ value, context, variant }: CellProps<LineItem[], LineItemsSettings>) {
  if (variant === 'block') return <LineTable items={value} context={context} />
  return <NumberCell variant="line">{showTotal(value, context)}</NumberCell>
}
