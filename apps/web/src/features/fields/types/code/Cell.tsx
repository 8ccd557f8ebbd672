import type { CellProps } from '../definition.ts'
import { TextCell } from '../shared/cells.tsx'

export function Cell({ value, variant }: CellProps<string>) {
  return <TextCell text={value} variant={variant} />
}
