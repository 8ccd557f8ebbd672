import { Icon } from '../../../../ui/Icon.tsx'
import { useIconLabel } from '../../../../ui/use-icon-label.ts'
import type { CellProps } from '../definition.ts'

export function Cell({ value, variant }: CellProps<string, object>) {
  const label = useIconLabel()
  return <Icon name={value} size={variant === 'line' ? 14 : 20} label={label(value)} />
}
