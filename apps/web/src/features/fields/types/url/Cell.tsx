import { LinkCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'

/** Without the parts that every address has. */
export const shortUrl = (url: string): string =>
  url.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '')

export function Cell({ value, variant }: CellProps<string, object>) {
  return (
    <LinkCell href={value} variant={variant}>
      {shortUrl(value)}
    </LinkCell>
  )
}
