import type { PhysicalAddress } from '@muster/contract/fields/types/physical_address'
import type { CellProps } from '../definition.ts'
import { TextCell } from '../shared/cells.tsx'
import { addressLines } from './address.ts'
import type { AddressSettings } from './Settings.tsx'

export function Cell({ value, context, variant }: CellProps<PhysicalAddress, AddressSettings>) {
  const lines = addressLines(value, context)
  return <TextCell text={lines.join(variant === 'line' ? ', ' : '\n')} variant={variant} />
}
