/** Schemas for the value of a condition, by kind of operand and family of the field. */
import { z } from 'zod'
import type { OperatorFamily } from '../fields/families.ts'
import { isDay } from '../fields/time/calendar.ts'
import { idSchema } from '../paging.ts'
import { isStorableText } from '../text.ts'
import { variableSchema } from './ast.ts'
import { durationUnits, type Operand, periodUnits } from './operators.ts'

export const textOperand = z
  .string()
  .min(1, 'required')
  .max(1000, 'too_long')
  .refine(isStorableText, 'not_text')
export const numberOperand = z.number('not_a_number')

/** Minimum and maximum days, chosen so that the surrounding instants exist in every zone. */
export const firstDay = '0001-01-03'
export const lastDay = '9999-12-29'
export const dayOperand = z
  .string('not_a_date')
  .refine(isDay, 'not_a_date')
  .refine((day) => day >= firstDay && day <= lastDay, 'out_of_range')

/** One literal of `is`, `lt`, `anyOf`, `between` … */
export const literalOfFamily: Record<OperatorFamily, z.ZodType> = {
  text: textOperand,
  number: numberOperand,
  boolean: z.boolean('not_a_boolean'),
  date: dayOperand,
  choice: idSchema,
  reference: idSchema,
  file: z.never(),
  structured: textOperand,
}

export const durationSchema = z.strictObject({
  amount: z.number().int().min(1).max(10_000),
  unit: z.enum(durationUnits),
})
export type Duration = z.infer<typeof durationSchema>

export const distanceSchema = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  /** Half the circumference of the earth is the largest distance. */
  km: z.number().positive().max(20_100),
})
export type Distance = z.infer<typeof distanceSchema>

export const maxOperands = 1000

/** Schema for the whole value of a condition; variables may replace literals, or the list. */
export function operandSchema(operand: Operand, literal: z.ZodType): z.ZodType {
  const one = z.union([variableSchema, literal])
  switch (operand) {
    case 'one':
    case 'text':
    case 'day':
      return one
    case 'many':
      return z.union([variableSchema, z.array(one).min(1, 'required').max(maxOperands, 'too_many')])
    case 'pair':
      return z.tuple([one, one])
    case 'duration':
      return durationSchema
    case 'period':
      return z.enum(periodUnits)
    case 'collection':
      return z.union([
        idSchema.transform((id) => [id]),
        z.array(idSchema).min(1, 'required').max(100, 'too_many'),
      ])
    case 'distance':
      return distanceSchema
    case 'nothing':
    case 'where':
      return z.undefined()
  }
}
