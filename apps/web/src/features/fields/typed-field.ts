/** A field with complete settings, and the validation of a value before the server is called. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldRules } from './rules.ts'
import type { FieldOf, FieldProblem } from './types/definition.ts'

const known = new WeakMap<object, FieldOf>()

export function typedField(field: DataField | FieldOf): FieldOf {
  const made = known.get(field)
  if (made) return made
  const rules = fieldRules.now()
  // Runs send complete settings.
  if (!rules) return field
  const typed = { ...field, settings: rules.settingsOf(field) }
  known.set(field, typed)
  known.set(typed, typed)
  return typed
}

export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * What the server would answer, except what only it can know: uniqueness and whether ids exist. Until the rules are
 * there, nothing is wrong.
 */
export function checkValue(field: DataField, value: unknown): FieldProblem | null {
  const checked = fieldRules.now()?.validateValue(field, value)
  return !checked || checked.ok ? null : { code: checked.code, params: checked.params }
}
