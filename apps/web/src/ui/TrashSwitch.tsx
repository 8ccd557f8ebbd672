/** Switches between active items and deleted ones, which can be restored. */
import { SegmentedControl } from '@mantine/core'

export type ActiveOrDeleted = 'active' | 'deleted'

export function TrashSwitch({
  label,
  active,
  deleted,
  value,
  onChange,
}: {
  label: string
  active: string
  deleted: string
  value: ActiveOrDeleted
  onChange(next: ActiveOrDeleted): void
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      onChange={(next) => onChange(next as ActiveOrDeleted)}
      data={[
        { value: 'active', label: active },
        { value: 'deleted', label: deleted },
      ]}
    />
  )
}
