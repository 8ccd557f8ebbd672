/** How the canvas grid shows a field's values and its column. */
import type { OperatorFamily } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { FieldContext } from './field-context.ts'
import { isEmptyValue, typedField } from './typed-field.ts'
import { copyText } from './types/common/cells.tsx'
import type { GridCell, GridLook, KeyEffect } from './types/definition.ts'
import { fieldTypeUiOf } from './types/index.ts'

const blank: GridCell = { display: '', copyText: '', align: 'left', drawing: null }

/** @param recordId the record that has the value now, where there is one */
export function gridCellOf(
  field: DataField,
  value: unknown,
  context: FieldContext,
  recordId?: number,
): GridCell {
  if (isEmptyValue(value)) return blank
  const look = lookOf(field)
  const typed = typedField(field)
  return {
    display: look.display(value, typed, context),
    copyText: look.copyText?.(value, typed, context) ?? copyText(value, typed, context),
    align: alignOf(field),
    drawing: look.drawing?.(value, typed, context, recordId) ?? null,
    ...(look.look ? { look: (at: number) => look.look?.(value, at) } : {}),
  }
}

/** What a key does on a cell of an editable field. */
export function keyEffect(field: DataField, value: unknown, key: string | undefined): KeyEffect {
  const { keyInGrid } = fieldTypeUiOf(field.dataType)
  if (keyInGrid) return keyInGrid(key, value ?? null, typedField(field))
  return key === ' ' ? 'openRecord' : 'edit'
}

/** A text that is not a value of a field. */
export const textCell = (display: string, copyText = display): GridCell => ({ ...blank, display, copyText })

/** A sum, an average, a minimum or maximum. */
export function displaySum(field: DataField, sum: number, context: FieldContext): string {
  const look = lookOf(field)
  const typed = typedField(field)
  return look.displaySum?.(sum, typed, context) ?? look.display(sum, typed, context)
}

/** The initial width, by operator family; people can change it. */
const familyWidths: Record<OperatorFamily, number> = {
  text: 200,
  number: 120,
  boolean: 96,
  date: 140,
  choice: 160,
  reference: 200,
  file: 140,
  structured: 220,
}

export const defaultWidth = (field: DataField): number =>
  lookOf(field).width?.(typedField(field)) ?? familyWidths[fieldType(field.dataType).family]

export const isRightAligned = (field: DataField | null): boolean =>
  field !== null && alignOf(field) === 'right'

const alignOf = (field: DataField): 'left' | 'right' =>
  lookOf(field).align ?? (fieldType(field.dataType).family === 'number' ? 'right' : 'left')

const lookOf = ({ dataType }: DataField): GridLook => fieldTypeUiOf(dataType).grid
