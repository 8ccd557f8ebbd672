/** How the canvas grid draws a field's value. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { FieldContext } from './field-context.ts'
import { isEmptyValue, typedField } from './typed-field.ts'
import type { GridCell } from './types/definition.ts'
import { fieldTypeUiOf } from './types/index.ts'

const blank: GridCell = { kind: 'text', display: '', copyText: '', align: 'left' }

export function gridCellOf(field: DataField, value: unknown, context: FieldContext): GridCell {
  return isEmptyValue(value)
    ? blank
    : fieldTypeUiOf(field.dataType).gridCell(value, typedField(field), context)
}
