/** Operand `collection`: collections that a record belongs to. */
import { MultiSelect } from '@mantine/core'
import type { OperandProps } from './operand.ts'

export function Collections({ value, onChange, label, context }: OperandProps) {
  const ids = Array.isArray(value) ? value : typeof value === 'number' ? [value] : []
  return (
    <MultiSelect
      size="xs"
      searchable
      aria-label={label}
      data={context.collections
        .filter((one) => !one.IsUsedAsCustomList)
        .map((one) => ({ value: String(one.id), label: one.pluralName }))}
      value={ids.map(String)}
      onChange={(next) => onChange(next.length > 0 ? next.map(Number) : undefined)}
    />
  )
}
