/** A value to read; an empty one is blank. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { FieldContext } from '../field-context.ts'
import { isEmptyValue, typedField } from '../typed-field.ts'
import { fieldTypeUiOf } from '../types/index.ts'

export function FieldValue({
  field,
  value,
  context,
  variant = 'line',
  autoPlay = false,
}: {
  field: DataField
  value: unknown
  /** `useFieldContext(linked)` of the answer the value came in. */
  context: FieldContext
  variant?: 'line' | 'block'
  autoPlay?: boolean
}) {
  if (isEmptyValue(value)) return null
  const { Cell } = fieldTypeUiOf(field.dataType)
  return (
    <Cell value={value} field={typedField(field)} context={context} variant={variant} autoPlay={autoPlay} />
  )
}
