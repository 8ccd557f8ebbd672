import { Icon } from '../../../../ui/Icon.tsx'
import type { CellProps } from '../definition.ts'

export function Cell({ value, variant }: CellProps<string, object>) {
  return <Icon name={value} size={variant === 'line' ? 14 : 20} label={value.replace(/^fa. fa-/, '')} />
}
