/** The filter tree: JSON that views, smart collections, wizards, recipients and row rules share. */
import { z } from 'zod'
import { type Operator, operators } from './operators.ts'

/** Stands for a value known only when the filter runs: `today`, `now`, `currentUser`, or a wizard's variable. */
export const variableSchema = z.strictObject({ variable: z.string().min(1).max(100) })

export interface Condition {
  /** A column name of the collection, or a system field: see `systemFields`. */
  field: string
  op: Operator
  /** Literal or variable, as the operator's operand says. */
  value?: unknown
  /** For `some` and `none`. */
  where?: Filter | undefined
}
export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | Condition

/** Fields that every record has. They can be filtered and sorted by, with the family of the type named. */
export const systemFields = {
  '@id': 'number',
  '@name': 'plain_text',
  '@createdAt': 'date_time',
  '@updatedAt': 'date_time',
  '@createdBy': 'user',
  '@updatedBy': 'user',
  '@collections': 'membership',
} as const
export type SystemField = keyof typeof systemFields

const conditionSchema = z.strictObject({
  field: z.string().min(1).max(100),
  op: z.enum(Object.keys(operators) as [Operator, ...Operator[]]),
  value: z.unknown().optional(),
  where: z.lazy((): z.ZodType<Filter> => filterSchema).optional(),
})

/** Shape only; `checkFilter` (check.ts) says whether it makes sense for a collection. */
export const filterSchema: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(filterSchema).max(100) }),
    z.strictObject({ or: z.array(filterSchema).max(100) }),
    z.strictObject({ not: filterSchema }),
    conditionSchema,
  ]),
) as z.ZodType<Filter>

export const sortSchema = z
  .array(z.strictObject({ field: z.string().min(1).max(100), direction: z.enum(['asc', 'desc']) }))
  .max(10)
export type Sort = z.infer<typeof sortSchema>

export const maxFilterDepth = 10
export const maxFilterConditions = 200
