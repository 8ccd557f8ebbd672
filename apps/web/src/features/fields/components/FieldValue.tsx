/** A value to read; an empty one is blank. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { FieldContext } from '../field-context.ts'
import { isEmptyValue, typedField } from '../typed-field.ts'
import { fieldTypeUiOf } from '../types/index.ts'

export function FieldValue({
  field,
  value,
  context,
  recordId,
  variant = 'line',
  autoPlay = false,
}: {
  field: DataField
  value: unknown
  /** `useFieldContext(linked)` of the answer the value came in. */
  context: FieldContext
  /** The record that has the value now; absent for earlier and imagined values. */
  recordId?: number | undefined
  variant?: 'line' | 'block'
  autoPlay?: boolean
}) {
  if (isEmptyValue(value)) return null
  const { Cell } = fieldTypeUiOf(field.dataType)
  return (
    <Cell
      value={value}
      field={typedField(field)}
      context={context}
      recordId={recordId}
      variant={variant}
      autoPlay={autoPlay}
    />
  )
}
