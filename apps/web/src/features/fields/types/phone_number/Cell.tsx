import { LinkCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'
import { showPhone } from './phone.ts'
import type { PhoneSettings } from './Settings.tsx'

export function Cell({ value, field, context, variant }: CellProps<string, PhoneSettings>) {
  return (
    <LinkCell href={`tel:${value}`} variant={variant}>
      {showPhone(value, field.settings.country ?? context.country)}
    </LinkCell>
  )
}
