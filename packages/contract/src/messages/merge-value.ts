/** The values of a record as merge fields give them to Liquid. */
import type { TextContext } from '../fields/definition.ts'
import type { DataType } from '../fields/families.ts'
import { fieldTypes } from '../fields/types/index.ts'
import { formatsOf } from './merge.ts'
import { htmlToText } from './text-version.ts'

/**
 * A stored value as plain JSON for Liquid: dates and amounts as they are, for the filters `date` and `money`; several
 * choices as a list of their labels, for `list`; everything else as text in the recipient's language.
 */
export function mergeValue(
  field: { dataType: DataType; settings: object },
  value: unknown,
  context: TextContext,
): unknown {
  if (value === null || value === undefined) return null
  if (field.dataType === 'formatted_text') return htmlToText(String(value))
  const [format] = formatsOf(field.dataType)
  if (format?.startsWith('date') || format === 'money') return value
  if (format?.startsWith('list') && Array.isArray(value))
    return value
      .map((item) => (typeof item === 'number' ? (context.labelOf?.(item) ?? '') : item))
      .filter(Boolean)
  const type = fieldTypes[field.dataType] as unknown as {
    toText(value: unknown, settings: object, context: TextContext): string
  }
  return type.toText(value, field.settings, context)
}
