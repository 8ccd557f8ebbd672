/**
 * Validates the values of a request field by field, before any SQL: names, access, types, required fields.
 */

import type { FieldError, FieldErrorCode } from '@muster/contract/errors'
import type { Parsed } from '@muster/contract/fields/definition'
import { bad } from '@muster/contract/fields/parsed'
import { idsOfValue, validateValue, validatorOf } from '@muster/contract/fields/validate'
import { accessTo, type CollectionAccess } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import type { TreeAccess } from '../access/tree-context.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { cleanHtml } from './clean-html.ts'

export interface Checked {
  /** Valid values by column name, as their types store them. */
  values: Record<string, unknown>
  /** Paths are column names. */
  errors: (Omit<FieldError, 'path'> & { column: string })[]
}

const hooks = { cleanHtml }

/** Validates the values of a new record: adds defaults and checks required fields. */
export function checkNew(tree: TreeAccess, input: Readonly<Record<string, unknown>>): Checked {
  const { access } = tree
  const checked = checkChanges(tree, input)
  const rejected = new Set(checked.errors.map(({ column }) => column))
  for (const field of access.home.fields) {
    const { columnName } = field
    if (rejected.has(columnName)) continue
    if (!Object.hasOwn(checked.values, columnName)) {
      const byDefault = defaultOf(field)
      if (byDefault !== null) checked.values[columnName] = byDefault
      else if (field.isRequired && mayChange(access, field) && !field.type.isAutomatic?.(field.settings)) {
        // A field that the caller may not set is not required from them.
        checked.errors.push({ column: columnName, code: 'required' })
      }
    }
  }
  return checked
}

/** The default value; null if there is none or it is no longer valid. */
function defaultOf(field: FieldModel): unknown {
  if (field.defaultValue === null || field.defaultValue === undefined) return null
  const parsed = validateValue(field, field.defaultValue, hooks)
  return parsed.ok ? parsed.value : null
}

function mayChange(access: CollectionAccess, field: FieldModel): boolean {
  const own = access.fields.get(field.columnName)
  return own !== undefined && own.update !== 'none'
}

/** Validates the values of a column. */
type ColumnCheck = (input: unknown) => Parsed<unknown>
export type ColumnChecks = Map<string, ColumnCheck>

/** Validates changed values. @param checks of columns, shared by the records of one request */
export function checkChanges(
  tree: TreeAccess,
  input: Readonly<Record<string, unknown>>,
  checks: ColumnChecks = new Map(),
): Checked {
  const values: Record<string, unknown> = {}
  const errors: Checked['errors'] = []
  for (const column of Object.keys(input)) {
    let check = checks.get(column)
    if (!check) {
      check = columnCheck(tree, column)
      checks.set(column, check)
    }
    const parsed = check(input[column])
    if (parsed.ok) values[column] = parsed.value
    else errors.push({ column, code: parsed.code, ...(parsed.params ? { params: parsed.params } : {}) })
  }
  return { values, errors }
}

function columnCheck({ model, caller, access }: TreeAccess, column: string): ColumnCheck {
  const own = access.fields.get(column)
  // An unreadable column is reported as unknown.
  if (!own) return () => bad('unknown_field')
  if (own.update === 'none') return () => bad('read_only')
  const { field } = own
  const validate = validatorOf(field, hooks)
  if (field.type.refersTo?.(field.settings)?.to !== 'collection') return validate
  return (input) => {
    const parsed = validate(input)
    const code = parsed.ok && unknownCollection(model, caller, field, parsed.value)
    return code ? bad(code) : parsed
  }
}

/** The error code if a value refers to a collection that does not exist or that the caller may not see. */
export function unknownCollection(
  model: TeamModel,
  caller: Caller,
  field: FieldModel,
  value: unknown,
): FieldErrorCode | undefined {
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to !== 'collection') return undefined
  const isKnown = idsOfValue(field.type, value).every((id) => isVisible(model, caller, Number(id)))
  return isKnown ? undefined : reference.unknown
}

export function isVisible(model: TeamModel, caller: Caller, dataCollectionId: number): boolean {
  try {
    accessTo(model, caller, dataCollectionId)
    return true
  } catch {
    return false
  }
}
