/** Converts a visitor's choices in a view's filter fields to a filter. */

import { AppError } from '@muster/contract/errors'
import { isObject } from '@muster/contract/fields/parsed'
import type { Condition, Filter } from '@muster/contract/filters/ast'
import { type Subject, subjectOf } from '@muster/contract/filters/subjects'
import type { FilterField } from '@muster/contract/views/views.schema'
import type { FieldModel } from '../../../engine/public.ts'

export interface FilterEntry {
  field: FieldModel
  entry: FilterField
}

export type FilterInput = 'choice' | 'text' | 'number' | 'date'

/** The input with which a field is filtered; null if it cannot be filtered. */
export function inputOf(field: FieldModel): FilterInput | null {
  if (field.type.choices) return 'choice'
  return inputs[field.type.storage] ?? null
}

const inputs: Partial<Record<Subject['kind'], FilterInput>> = {
  text: 'text',
  html: 'text',
  json: 'text',
  bigint: 'number',
  numeric: 'number',
  money: 'number',
  json_total: 'number',
  boolean: 'choice',
  date: 'date',
  timestamptz: 'date',
  daterange: 'date',
  id: 'choice',
  ids: 'choice',
  links: 'choice',
}

/**
 * Undefined if nothing is chosen.
 * @throws AppError validation_failed for a column that is not a filter field of the view, or an invalid value
 */
export function filterOf(
  entries: readonly FilterEntry[],
  filters: Readonly<Record<string, unknown>>,
  displayed: ReadonlySet<FieldModel>,
): Filter | undefined {
  const parts = Object.entries(filters).flatMap(([column, value]): Filter[] => {
    const field = entries.find((entry) => entry.field.columnName === column)?.field
    if (!field) throw wrong(column, 'unknown_field')
    if (isBlank(value)) return []
    return [conditionOf(field, value, displayed.has(field))]
  })
  if (parts.length === 0) return undefined
  return { and: parts }
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function conditionOf(field: FieldModel, value: unknown, isDisplayed: boolean): Filter {
  const { columnName } = field
  switch (inputOf(field)) {
    case 'choice':
      return field.type.storage === 'boolean'
        ? { field: columnName, op: 'is', value: singleValue(columnName, value) }
        : { field: columnName, op: 'anyOf', value: listOf(columnName, value) }
    case 'text':
      return textCondition(field, value, isDisplayed)
    case 'number':
      return spanOf(columnName, value, { one: 'is', from: 'gte', to: 'lte' })
    case 'date':
      return dateCondition(columnName, value)
    default:
      throw wrong(columnName, 'invalid')
  }
}

/** Partial matches would reveal a hidden text letter by letter, so it must match as a whole. */
function textCondition(field: FieldModel, value: unknown, isDisplayed: boolean): Filter {
  const { columnName: name } = field
  const texts = listOf(name, value).map(String)
  const { operators } = subjectOf(name, [field])!
  if (Array.isArray(value) || !isDisplayed) {
    const op = operators.includes('anyOf') ? 'anyOf' : 'is'
    if (!operators.includes(op)) throw wrong(name, 'invalid')
    return { field: name, op, value: op === 'is' ? texts[0] : texts }
  }
  return { field: name, op: 'contains', value: texts[0] }
}

function dateCondition(field: string, value: unknown): Filter {
  if (!isObject(value)) return { field, op: 'on', value: singleValue(field, value) }
  const { from, to } = value
  if (!isBlank(from) && !isBlank(to)) return { field, op: 'between', value: [from, to] }
  if (!isBlank(from))
    return {
      not: {
        or: [
          { field, op: 'before', value: from },
          { field, op: 'isEmpty' },
        ],
      },
    }
  if (!isBlank(to))
    return {
      not: {
        or: [
          { field, op: 'after', value: to },
          { field, op: 'isEmpty' },
        ],
      },
    }
  return { and: [] }
}

function spanOf(field: string, value: unknown, ops: Record<'one' | 'from' | 'to', Condition['op']>): Filter {
  if (!isObject(value)) return { field, op: ops.one, value: singleValue(field, value) }
  const { from, to } = value
  return {
    and: [
      ...(isBlank(from) ? [] : [{ field, op: ops.from, value: from }]),
      ...(isBlank(to) ? [] : [{ field, op: ops.to, value: to }]),
    ],
  }
}

/** Accepts literals only: visitors cannot use variables. */
function listOf(column: string, value: unknown): unknown[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > 100 || list.some((one) => typeof one === 'object')) throw wrong(column, 'invalid')
  return list
}

function singleValue(column: string, value: unknown): unknown {
  const [one, ...others] = listOf(column, value)
  if (others.length > 0) throw wrong(column, 'too_many')
  return one
}

function wrong(column: string, code: AppError['errors'][number]['code']): AppError {
  return new AppError('validation_failed', { errors: [{ path: `filters.${column}`, code }] })
}
