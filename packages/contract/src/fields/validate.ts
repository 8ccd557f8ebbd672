/** Validation and comparison of values, shared by the server, imports and forms. */
import type { FieldType, Parsed, TextContext } from './definition.ts'
import type { DataField } from './fields.schema.ts'
import { bad, emptyToNull, isObject, ok } from './parsed.ts'
import { fieldType } from './types/index.ts'

export type ValueField = Pick<DataField, 'dataType' | 'isRequired' | 'settings'>

export interface ValueHooks {
  /** Sanitises the HTML of types that store it, before validation. */
  cleanHtml?: (html: string) => string
}

/** Validates a JSON value for a field: required, type, settings. The server checks uniqueness and existence. */
export function validateValue(field: ValueField, input: unknown, hooks: ValueHooks = {}): Parsed<unknown> {
  return validatorOf(field, hooks)(input)
}

/** The same for many values of a field. */
export function validatorOf(
  field: ValueField,
  { cleanHtml }: ValueHooks = {},
): (input: unknown) => Parsed<unknown> {
  const type = fieldType(field.dataType)
  const settings = settingsOf(field)
  const cleans = type.storage === 'html' ? cleanHtml : undefined
  return (input) => {
    const cleaned = cleans && typeof input === 'string' ? cleans(input) : input
    return present(field, type, type.parse(cleaned, settings))
  }
}

/** The same for text that was typed, pasted or imported. */
export function validateText(
  field: ValueField,
  text: string,
  context: TextContext,
  hooks: ValueHooks = {},
): Parsed<unknown> {
  const type = fieldType(field.dataType)
  const cleaned = type.storage === 'html' && hooks.cleanHtml ? hooks.cleanHtml(text) : text
  return present(field, type, type.fromText(cleaned, settingsOf(field), context))
}

function present(field: ValueField, type: FieldType, parsed: Parsed<unknown>): Parsed<unknown> {
  if (!parsed.ok || parsed.value !== null || !field.isRequired) return parsed
  return type.isAutomatic?.(settingsOf(field)) ? parsed : bad('required')
}

const complete = new WeakMap<object, Map<string, Record<string, unknown>>>()

/** A field's settings with the defaults of its type; as stored if they no longer fit the type. */
export function settingsOf(field: Pick<DataField, 'dataType' | 'settings'>): Record<string, unknown> {
  const known = complete.get(field.settings) ?? new Map<string, Record<string, unknown>>()
  let settings = known.get(field.dataType)
  if (!settings) {
    const { settings: schema } = fieldType(field.dataType)
    const parsed = schema.safeParse(field.settings)
    settings = parsed.success ? parsed.data : { ...schema.parse({}), ...field.settings }
    known.set(field.dataType, settings)
    complete.set(field.settings, known)
  }
  return settings
}

/** Whether two values of a type are equal, whichever way an instant, a file or an empty value is written. */
export function sameValue(type: FieldType, a: unknown, b: unknown): boolean {
  return a === b || isDeepEqual(canonical(type, a), canonical(type, b))
}

function canonical(type: FieldType, value: unknown): unknown {
  const parsed = type.parse(value, type.settings.parse({}))
  return parsed.ok ? parsed.value : emptyToNull(value)
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isDeepEqual(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => isDeepEqual(a[key], b[key]))
}

/** The ids in a value: of records, collections or, as uuids, files. */
export function idsOfValue(type: FieldType, value: unknown): (number | string)[] {
  if (!type.refersTo || value === null || value === undefined) return []
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items
    .map((item) => (isObject(item) ? item.id : item))
    .filter((id): id is number | string => typeof id === 'number' || (typeof id === 'string' && isFileId(id)))
}

function isFileId(id: string): boolean {
  return /^[0-9a-f-]{36}$/.test(id)
}

/** Validates a field's settings and default value together; used by the field editor and the server. */
export function validateSettings(
  dataType: DataField['dataType'],
  settings: Record<string, unknown>,
): Parsed<Record<string, unknown>> {
  const parsed = fieldType(dataType).settings.safeParse(settings)
  return parsed.success ? ok(parsed.data) : bad('invalid')
}
