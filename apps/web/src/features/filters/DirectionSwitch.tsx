/** Sort direction. */
import { SegmentedControl } from '@mantine/core'
import type { Sort } from '@muster/contract/filters/ast'
import { useTranslation } from 'react-i18next'

type Direction = Sort[number]['direction']

const directions: readonly Direction[] = ['asc', 'desc']

export function DirectionSwitch({
  label,
  value,
  onChange,
}: {
  label: string
  value: Direction
  onChange(direction: Direction): void
}) {
  const { t } = useTranslation('filters')
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={directions.map((direction) => ({ value: direction, label: t(`sort.${direction}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}
