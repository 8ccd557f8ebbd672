/** Aggregates of columns: which a field has, and how they are formatted. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { aggregatesOf, isOfGroups } from '@muster/contract/records/aggregates'
import { displaySum, type FieldContext, gridCellOf } from '../../fields/public.ts'
import type { LeafGroup } from './groups.ts'
import type { SumFunction } from './layout.ts'

/** The aggregates of a field. */
export function sumFunctionsOf(field: DataField): readonly SumFunction[] {
  return aggregatesOf(fieldType(field.dataType)).filter((fn) => fn !== 'count')
}

/** Dates have an earliest and a latest one, numbers a minimum and a maximum. */
export function sumLabelOf(field: DataField, fn: SumFunction): SumFunction | 'earliest' | 'latest' {
  if (fieldType(field.dataType).family !== 'date') return fn
  return fn === 'min' ? 'earliest' : fn === 'max' ? 'latest' : fn
}

const counts: ReadonlySet<SumFunction> = new Set([
  'countFilled',
  'countEmpty',
  'countDistinct',
  'countTrue',
  'countFalse',
])

export function sumText(
  field: DataField,
  fn: SumFunction,
  value: number | string | null,
  context: FieldContext,
): string {
  if (value === null) return '–'
  const { format } = context
  if (counts.has(fn)) return format.number(Number(value))
  if (fn === 'percentFilled' || fn === 'percentTrue') return format.percent(Number(value) / 100)
  if (fn === 'span') return days(Number(value), format.language)
  const { storage } = fieldType(field.dataType)
  if (storage === 'date' || storage === 'timestamptz') return gridCellOf(field, value, context).display
  const number = Number(value)
  const rounded = Math.round(number * 100) / 100
  const isPlain = storage === 'bigint' || storage === 'money' || storage === 'json_total'
  const isBetween = fn === 'average' || fn === 'median'
  // Money in several currencies has no currency sign.
  if (isPlain && (isBetween || storage !== 'bigint')) return format.number(rounded)
  return displaySum(field, isPlain ? number : rounded, context)
}

const days = (count: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count)

/**
 * The aggregate of a group from those of its innermost groups; null if it does not follow from them. `weightAt` is the
 * index of an average's number of values, which weights averages of groups of different sizes.
 */
export function sumOfLeaves(
  leaves: readonly LeafGroup[],
  at: number,
  fn: SumFunction,
  weightAt: number,
): number | string | null {
  if (!isOfGroups(fn)) return null
  if (fn === 'average') return averageOf(leaves, at, ({ values }) => Number(values[weightAt] ?? 0))
  if (fn === 'percentFilled' || fn === 'percentTrue') return averageOf(leaves, at, ({ count }) => count)
  const values = leaves.flatMap(({ values }) => {
    const value = values[at]
    return value === null || value === undefined ? [] : [value]
  })
  if (values.length === 0) return null
  if (values.length === 1) return values[0] ?? null
  if (fn === 'min' || fn === 'max') {
    const isBetter = (a: number | string, b: number | string) => (fn === 'min' ? a < b : a > b)
    return values.reduce((best, value) => (isBetter(value, best) ? value : best))
  }
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}

function averageOf(
  leaves: readonly LeafGroup[],
  at: number,
  weightOf: (leaf: LeafGroup) => number,
): number | null {
  let sum = 0
  let count = 0
  for (const leaf of leaves) {
    const weight = weightOf(leaf)
    const value = leaf.values[at] ?? null
    if (weight === 0 || value === null) continue
    sum += Number(value) * weight
    count += weight
  }
  return count === 0 ? null : sum / count
}
