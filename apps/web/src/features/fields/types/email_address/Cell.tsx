import { LinkCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'

export function Cell({ value, variant }: CellProps<string, object>) {
  return (
    <LinkCell href={`mailto:${value}`} variant={variant}>
      {value}
    </LinkCell>
  )
}
