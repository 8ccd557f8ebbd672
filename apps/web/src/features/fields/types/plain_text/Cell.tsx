import { TextCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'

export function Cell({ value, variant }: CellProps<string>) {
  return <TextCell text={value} variant={variant} />
}
