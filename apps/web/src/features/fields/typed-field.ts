/** A field with complete settings, and the validation of a value before the server is called. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { settingsOf, validateValue } from '@muster/contract/fields/validate'
import type { FieldOf, FieldProblem } from './types/definition.ts'

const known = new WeakMap<object, FieldOf>()

export function typedField(field: DataField | FieldOf): FieldOf {
  const made = known.get(field)
  if (made) return made
  const typed = { ...field, settings: settingsOf(field) }
  known.set(field, typed)
  known.set(typed, typed)
  return typed
}

export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** What the server would answer, except what only it can know: uniqueness and whether ids exist. */
export function checkValue(field: DataField, value: unknown): FieldProblem | null {
  const checked = validateValue(field, value)
  return checked.ok ? null : { code: checked.code, params: checked.params }
}
