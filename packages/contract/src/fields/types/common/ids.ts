/** Types whose value is the id of something, or a list of such ids: choices, links, collections. */
import type { z } from 'zod'
import type { Operator } from '../../../filters/operators.ts'
import { idSchema } from '../../../paging.ts'
import type { FieldType, Parsed, Reference, TextContext } from '../../definition.ts'
import type { OperatorFamily } from '../../families.ts'
import { bad, isEmptyInput, ok } from '../../parsed.ts'
import { escapePart, splitRaw, unescapePart } from './cells.ts'

const choiceOperators = ['is', 'isNot', 'anyOf', 'noneOf', 'isEmpty', 'isNotEmpty'] as const
const listOperators = ['anyOf', 'noneOf', 'allOf', 'isEmpty', 'isNotEmpty'] as const
const linkOperators = ['some', 'none'] as const

interface IdSpec<S> {
  type: FieldType['type']
  family: Extract<OperatorFamily, 'choice' | 'reference'>
  settings: z.ZodType<S>
  refersTo(settings: S): Reference
}

interface ListSpec<S extends { maxCount: number }> extends IdSpec<S> {
  storage: 'ids' | 'links'
}

/** More than people choose by hand; keeps a value to one row or one small array. */
export const mostIds = 1000

export function idType<S>(spec: IdSpec<S>): FieldType<number, S> {
  return {
    ...spec,
    storage: 'id',
    operators: operatorsFor(spec, choiceOperators),
    value: idSchema,
    parse(input, settings) {
      if (isEmptyInput(input)) return ok(null)
      return isId(input) ? ok(input) : unknown(spec.refersTo(settings))
    },
    fromText(text, settings, context) {
      if (isEmptyInput(text)) return ok(null)
      const id = idOfLabel(unescapePart(text), context) ?? idOfLabel(text.trim(), context)
      return id === undefined ? unknown(spec.refersTo(settings)) : ok(id)
    },
    toText: (id, _settings, context) => labelOfId(id, context),
    labelsIn: (text) => [unescapePart(text)].filter((label) => label !== ''),
    sortKey: (id) => id,
    isSearchable: false,
    canBeUnique: true,
    isSortable: true,
    examples: ({ ids }) => ({
      values: [...ids].sort((a, b) => a - b),
      bad: [
        { input: 'x', code: spec.refersTo(spec.settings.parse({})).unknown },
        { input: 0, code: spec.refersTo(spec.settings.parse({})).unknown },
        { input: 1.5, code: spec.refersTo(spec.settings.parse({})).unknown },
        { input: [ids[0]], code: spec.refersTo(spec.settings.parse({})).unknown },
      ],
      texts: [
        { text: ` ${ids[0]} `, value: ids[0] ?? null },
        { text: '', value: null },
      ],
      badTexts: [{ text: 'nobody', code: spec.refersTo(spec.settings.parse({})).unknown }],
    }),
  }
}

export function idsType<S extends { maxCount: number }>(spec: ListSpec<S>): FieldType<number[], S> {
  function check(ids: readonly number[], settings: S): Parsed<number[]> {
    const distinct = [...new Set(ids)]
    if (distinct.length > settings.maxCount) return bad('too_many', { max: settings.maxCount })
    return ok(distinct.length > 0 ? distinct : null)
  }
  return {
    ...spec,
    operators: operatorsFor(spec, listOperators),
    value: idSchema.array(),
    parse(input, settings) {
      if (isEmptyInput(input)) return ok(null)
      if (!Array.isArray(input)) return bad('wrong_type')
      return input.every(isId) ? check(input, settings) : unknown(spec.refersTo(settings))
    },
    fromText(text, settings, context) {
      if (isEmptyInput(text)) return ok(null)
      const ids = labelsOf(text, context).map((label) => idOfLabel(label, context))
      return ids.every((id) => id !== undefined) ? check(ids, settings) : unknown(spec.refersTo(settings))
    },
    labelsIn: (text, context) => labelsOf(text, context).filter((label) => label !== ''),
    labels: labelsOf,
    toText: (ids, _settings, context) => ids.map((id) => escapePart(labelOfId(id, context))).join('; '),
    sortKey: (ids) => ids[0] ?? null,
    isSearchable: false,
    canBeUnique: false,
    isSortable: false,
    examples: ({ ids }) => ({
      values: [[...ids], [...ids].reverse(), ids.slice(0, 1)],
      bad: [
        { input: ids[0], code: 'wrong_type' },
        { input: ['x'], code: spec.refersTo(spec.settings.parse({})).unknown },
        { input: [-1], code: spec.refersTo(spec.settings.parse({})).unknown },
        { input: Array.from({ length: mostIds + 1 }, (_, i) => i + 1), code: 'too_many' },
      ],
      texts: [
        { text: ids.join(', '), value: [...ids] },
        { text: ids.join('; '), value: [...ids] },
        { text: `${ids[0]}, ${ids[0]}`, value: ids.slice(0, 1) },
        { text: '', value: null },
      ],
      badTexts: [{ text: 'nobody', code: spec.refersTo(spec.settings.parse({})).unknown }],
    }),
  }
}

/** Links to records can be filtered by fields of the linked record; links to collections and list items cannot. */
function operatorsFor<S>(spec: IdSpec<S>, own: readonly Operator[]): readonly Operator[] {
  return spec.family === 'reference' && spec.refersTo(spec.settings.parse({})).to === 'record'
    ? [...own.slice(0, -2), ...linkOperators, ...own.slice(-2)]
    : own
}

function isId(input: unknown): input is number {
  return Number.isSafeInteger(input) && (input as number) > 0
}

function unknown(reference: Reference): { ok: false; code: Reference['unknown'] } {
  return bad(reference.unknown) as { ok: false; code: Reference['unknown'] }
}

/** A known label with commas in it is one label; otherwise semicolons separate labels, else line breaks, else commas. */
function labelsOf(text: string, context: TextContext): string[] {
  const whole = text.trim()
  if (context.separator !== undefined) {
    const parts = whole.split(context.separator).map((part) => part.trim())
    return parts.filter((part) => part !== '')
  }
  for (const label of [whole, unescapePart(whole)]) if (context.idOf?.(label) !== undefined) return [label]
  for (const separator of [';', '\n', ',']) {
    const parts = splitRaw(whole, separator).map(unescapePart)
    if (parts.length > 1) return parts.filter((part) => part !== '')
  }
  return [unescapePart(whole)]
}

/** `#12` is always the id 12; digits alone are an id only if no labels are known. */
function idOfLabel(label: string, context: TextContext): number | undefined {
  const known = context.idOf?.(label)
  if (known !== undefined) return known
  const digits = (context.idOf ? /^#(\d{1,16})$/ : /^#?(\d{1,16})$/).exec(label)
  const id = Number(digits?.[1])
  return isId(id) ? id : undefined
}

function labelOfId(id: number, context: TextContext): string {
  return context.labelOf ? (context.labelOf(id) ?? `#${id}`) : String(id)
}
