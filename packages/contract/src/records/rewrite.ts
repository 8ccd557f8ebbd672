/** Replacing and splitting texts: which fields it is for, and what becomes of a text. */
import type { FieldType } from '../fields/definition.ts'
import type { OperatorFamily } from '../fields/families.ts'
import type { Replace, Split } from './records.schema.ts'

/** Whether a type's value is one plain text, without markup or fixed choices. */
export function isPlainText({ storage, choices, refersTo }: FieldType): boolean {
  return storage === 'text' && choices === undefined && refersTo === undefined
}

const families: ReadonlySet<OperatorFamily> = new Set(['text', 'number', 'boolean', 'date', 'choice'])

/** Whether a type can read a part of a text: values that name no records, files or parts of their own. */
export function takesPart({ family, refersTo }: FieldType): boolean {
  return families.has(family) && refersTo === undefined
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** What becomes of a text; texts without a match stay the same. */
export function replacerOf({ find, with: by, matchCase, wholeValue }: Replace): (text: string) => string {
  const source = escaped(find)
  const pattern = new RegExp(wholeValue ? `^${source}$` : source, matchCase ? 'gu' : 'giu')
  return (text) => text.replace(pattern, () => by)
}

/** At most as many parts as there are fields; the last one has the rest. */
export function partsOf(text: string, { separator, into }: Pick<Split, 'separator' | 'into'>): string[] {
  const isBlank = separator.trim() === '' && !/[\n\t]/.test(separator)
  const pattern = isBlank ? /[^\S\n]+/u : new RegExp(escaped(separator), 'u')
  const parts: string[] = []
  let rest = text.trim()
  while (parts.length < into.length - 1) {
    const found = pattern.exec(rest)
    if (!found) break
    parts.push(rest.slice(0, found.index).trim())
    rest = rest.slice(found.index + found[0].length)
  }
  return [...parts, rest.trim()]
}
