/** Aggregates of columns: which a field has, and how they are formatted. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { displaySum, type FieldContext, gridCellOf } from '../../fields/public.ts'
import type { LeafGroup } from './groups.ts'
import { type SumFunction, sumFunctions } from './layout.ts'

/** The aggregates of a field. */
export function sumFunctionsOf(field: DataField): readonly SumFunction[] {
  const { family, storage } = fieldType(field.dataType)
  if (family === 'number') return sumFunctions
  if (storage === 'json_total') return sumFunctions
  return family === 'date' && storage !== 'daterange'
    ? ['countFilled', 'countEmpty', 'min', 'max']
    : ['countFilled', 'countEmpty']
}

export function sumText(
  field: DataField,
  fn: SumFunction,
  value: number | string | null,
  context: FieldContext,
): string {
  if (value === null) return '–'
  const { format } = context
  if (fn === 'countFilled' || fn === 'countEmpty') return format.number(Number(value))
  const { storage } = fieldType(field.dataType)
  if (storage === 'date' || storage === 'timestamptz') return gridCellOf(field, value, context).display
  const number = Number(value)
  const rounded = Math.round(number * 100) / 100
  const isPlain = storage === 'bigint' || storage === 'money' || storage === 'json_total'
  // Money in several currencies has no currency sign.
  if (isPlain && (fn === 'average' || storage !== 'bigint')) return format.number(rounded)
  return displaySum(field, isPlain ? number : rounded, context)
}

/**
 * The aggregate of a group from those of its innermost groups. `weightAt` is the index of an average's number of
 * values, which weights averages of groups of different sizes.
 */
export function sumOfLeaves(
  leaves: readonly LeafGroup[],
  at: number,
  fn: SumFunction,
  weightAt: number,
): number | string | null {
  if (fn === 'average') return averageOf(leaves, at, weightAt)
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

function averageOf(leaves: readonly LeafGroup[], at: number, weightAt: number): number | null {
  let sum = 0
  let count = 0
  for (const { values } of leaves) {
    const weight = Number(values[weightAt] ?? 0)
    if (weight === 0 || values[at] === null) continue
    sum += Number(values[at]) * weight
    count += weight
  }
  return count === 0 ? null : sum / count
}
