/** Settings and operands that the date types share. */
import { z } from 'zod'
import type { Parsed } from '../../definition.ts'
import { bad, ok } from '../../parsed.ts'
import { isDay } from '../../time/calendar.ts'

export const daySchema = z.string().refine(isDay, 'not_a_date').meta({ format: 'date' })

export const dayBounds = {
  min: daySchema.nullable().default(null),
  max: daySchema.nullable().default(null),
}

export const dateFormat = z.enum(['short', 'medium', 'long', 'iso']).default('medium')

export interface DayBounds {
  min: string | null
  max: string | null
}

export function readIsoDay(input: unknown): Parsed<string> {
  return typeof input === 'string' && isDay(input.trim()) ? ok(input.trim()) : bad('not_a_date')
}

export function inDayBounds(day: string, { min, max }: DayBounds): Parsed<string> {
  if (min !== null && day < min) return bad('too_small', { min })
  if (max !== null && day > max) return bad('too_big', { max })
  return ok(day)
}
