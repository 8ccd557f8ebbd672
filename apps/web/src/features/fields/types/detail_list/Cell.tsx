import type { Detail } from '@muster/contract/fields/types/detail_list'
import { TextCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'
import classes from './Cell.module.css'
import type { DetailSettings } from './Settings.tsx'

export const detailText = (details: readonly Detail[]): string =>
  details.map(({ label, value }) => [label, value].filter(Boolean).join(': ')).join(' · ')

export function Cell({ value, variant }: CellProps<Detail[], DetailSettings>) {
  if (variant === 'line') return <TextCell text={detailText(value)} variant="line" />
  return (
    <dl className={classes.list}>
      {value.map((detail, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: details have no ids
        <div key={at}>
          <dt>{detail.label}</dt>
          <dd>{detail.value}</dd>
        </div>
      ))}
    </dl>
  )
}
