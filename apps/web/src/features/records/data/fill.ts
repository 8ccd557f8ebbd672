/** Values that a fill writes: the repeated pattern, or its series if it is one. Pure. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'

/** The value at a distance from the first cell of the pattern; negative before it. */
export type Series = (offset: number) => unknown

/**
 * Two or more numbers with a constant step continue it; so do dates, where one date is enough and continues by days.
 * Anything else is repeated. `isSeries` false always repeats (Ctrl+D).
 */
export function seriesOf(field: DataField, pattern: readonly unknown[], isSeries: boolean): Series {
  const { family, storage } = fieldType(field.dataType)
  const made = !isSeries
    ? null
    : family === 'number' && pattern.every((value) => typeof value === 'number')
      ? numbers(pattern as number[])
      : storage === 'date' && pattern.every((value) => typeof value === 'string')
        ? days(pattern as string[])
        : storage === 'timestamptz' && pattern.every((value) => typeof value === 'string')
          ? times(pattern as string[])
          : null
  return made ?? ((offset) => pattern[modulo(offset, pattern.length)] ?? null)
}

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** The common step, null where there is none. */
function stepOf(values: readonly number[]): number | null {
  const [first, second] = values
  if (first === undefined || second === undefined) return null
  const step = exact(second - first)
  const isEven = values.every((value, at) => at === 0 || exact(value - (values[at - 1] ?? 0)) === step)
  return isEven ? step : null
}

/** Sums of decimals without binary rounding errors. */
const exact = (value: number) => Number(value.toPrecision(12))

function numbers(values: readonly number[]): Series | null {
  const step = stepOf(values)
  return step === null ? null : (offset) => exact((values[0] ?? 0) + step * offset)
}

const dayMs = 86_400_000
const dayOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / dayMs
const textOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

function days(values: readonly string[]): Series | null {
  const months = monthsOf(values)
  if (months) return months
  const numbersOfDays = values.map(dayOf)
  const step = numbersOfDays.length === 1 ? 1 : stepOf(numbersOfDays)
  return step === null ? null : (offset) => textOf((numbersOfDays[0] ?? 0) + step * offset)
}

/** The same day of each month, quarter or year; the last day of shorter months. */
function monthsOf(values: readonly string[]): Series | null {
  const parts = values.map((value) => value.split('-').map(Number))
  const day = parts[0]?.[2] ?? 1
  if (values.length < 2 || parts.some((part) => part[2] !== day)) return null
  const counted = parts.map(([year = 0, month = 1]) => year * 12 + month - 1)
  const step = stepOf(counted)
  if (step === null || step === 0) return null
  return (offset) => {
    const month = (counted[0] ?? 0) + step * offset
    const last = new Date(Date.UTC(Math.floor(month / 12), modulo(month, 12) + 1, 0)).getUTCDate()
    return textOf(Date.UTC(Math.floor(month / 12), modulo(month, 12), Math.min(day, last)) / dayMs)
  }
}

function times(values: readonly string[]): Series | null {
  const instants = values.map((value) => Date.parse(value))
  const step = instants.length === 1 ? dayMs : stepOf(instants)
  return step === null ? null : (offset) => new Date((instants[0] ?? 0) + step * offset).toISOString()
}
