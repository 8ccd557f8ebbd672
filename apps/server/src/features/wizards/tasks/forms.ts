/** Forms of linked fields: what they ask, what they begin with, and the values that come of them. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { isEmptyInput } from '@muster/contract/fields/parsed'
import { settingsOf, validateText } from '@muster/contract/fields/validate'
import type { AskedField } from '@muster/contract/wizards/runs.schema'
import { namesInValues } from '@muster/contract/wizards/tasks/common'
import type { LinkedField } from '@muster/contract/wizards/tasks/definition'
import type { Variable } from '@muster/contract/wizards/variables'
import type { FieldModel } from '../../../engine/public.ts'
import type { ActiveRun } from '../runs/active-run.ts'
import { type Scope, scopeFor, sourceValue } from '../runs/values.ts'

export interface FormField {
  entry: LinkedField
  field: FieldModel
}

/** The linked fields that still exist. */
export function formFields(run: ActiveRun, linked: readonly LinkedField[]): FormField[] {
  return linked.flatMap((entry) => {
    const field = run.model.fields.get(entry.dataFieldId)
    return field && !field.deletedAt ? [{ entry, field }] : []
  })
}

export const askedOf = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ entry }) => entry.mode === 'ask')

/** A field as its editor needs it, in the run's language. */
export function presentAsked({ language }: ActiveRun, { entry, field }: FormField): AskedField {
  return {
    id: field.id,
    title:
      entry.labelTranslations[language] || entry.label || field.titleTranslations[language] || field.title,
    columnName: field.columnName,
    dataType: field.dataType,
    displayWidth: entry.displayWidth ?? (field.displayWidth as AskedField['displayWidth']),
    // Complete: a visitor's page has no rules of field types yet.
    settings: settingsOf(field),
    helpText: entry.helpTextTranslations[language] || entry.helpText || field.helpText,
    isRequired: entry.isRequired || field.isRequired,
    mayPrefill: entry.mayPrefill,
  }
}

export function sourcesOf(
  run: ActiveRun,
  variables: readonly Variable[],
  linked: readonly LinkedField[],
  item: number | null,
): Promise<Scope> {
  return scopeFor(run, variables, namesInValues(linked), { item })
}

/** What an input begins with: the address's text, the source, or the field's default. */
export function firstValue(run: ActiveRun, scope: Scope, { entry, field }: FormField): unknown {
  const text = entry.mayPrefill ? run.row.prefill[field.columnName] : undefined
  if (text !== undefined) {
    const parsed = validateText({ ...field, isRequired: false }, text, {
      language: run.language,
      timeZone: run.model.timeZone,
      country: run.model.country,
    })
    if (parsed.ok && parsed.value !== null) return parsed.value
  }
  return entry.value === undefined ? (field.defaultValue ?? null) : fieldValue(scope, { entry, field })
}

/** The value that the wizard itself gives a field. */
export function fieldValue(scope: Scope, { entry, field }: FormField): unknown {
  const isList =
    field.type.storage === 'ids' || field.type.storage === 'links' || field.type.storage === 'files'
  return sourceValue(scope, entry.value, isList)
}

/**
 * The values of one form: what was answered, and what the wizard sets.
 *
 * @param path of the form in the answer
 * @throws AppError validation_failed for answers to fields that were not asked, and for missing ones
 */
export function valuesOf(
  scope: Scope,
  fields: readonly FormField[],
  answered: Readonly<Record<string, unknown>>,
  path: string,
): Record<string, unknown> {
  const asked = askedOf(fields)
  const errors: FieldError[] = []
  const known = new Set(asked.map(({ field }) => field.columnName))
  for (const column of Object.keys(answered)) {
    if (!known.has(column)) errors.push({ path: `${path}.${column}`, code: 'unknown_field' })
  }
  const values: Record<string, unknown> = {}
  for (const { entry, field } of fields) {
    const { columnName } = field
    values[columnName] =
      entry.mode === 'ask' ? (answered[columnName] ?? null) : fieldValue(scope, { entry, field })
    if (entry.mode === 'ask' && entry.isRequired && isEmptyInput(values[columnName])) {
      errors.push({ path: `${path}.${columnName}`, code: 'required' })
    }
  }
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  // An empty value is absent in a new record, so that defaults apply only where nothing was asked.
  return values
}
