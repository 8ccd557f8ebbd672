/** Between what is in use and what was deleted and can be restored. */
import { SegmentedControl } from '@mantine/core'

export type LivingOrDeleted = 'living' | 'deleted'

export function TrashSwitch({
  label,
  living,
  deleted,
  value,
  onChange,
}: {
  label: string
  living: string
  deleted: string
  value: LivingOrDeleted
  onChange(next: LivingOrDeleted): void
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      onChange={(next) => onChange(next as LivingOrDeleted)}
      data={[
        { value: 'living', label: living },
        { value: 'deleted', label: deleted },
      ]}
    />
  )
}
