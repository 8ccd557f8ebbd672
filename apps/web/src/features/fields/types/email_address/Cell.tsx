import type { CellProps } from '../definition.ts'
import { LinkCell } from '../shared/cells.tsx'

export function Cell({ value, variant }: CellProps<string, object>) {
  return (
    <LinkCell href={`mailto:${value}`} variant={variant}>
      {value}
    </LinkCell>
  )
}
