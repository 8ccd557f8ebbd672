/** The filter tree: JSON that views, smart collections, wizards, recipients and row rules share. */
import { z } from 'zod'
import { isObject } from '../fields/parsed.ts'
import { type Operator, operators } from './operators.ts'

/** Stands for a value known only when the filter runs: `today`, `now`, `currentUser`, or a wizard's variable. */
export const variableSchema = z.strictObject({ variable: z.string().min(1).max(100) })

/** The name of the variable that a value is; undefined for a literal. */
export function variableName(value: unknown): string | undefined {
  return isObject(value) && typeof value.variable === 'string' ? value.variable : undefined
}

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

/** Levels of and, or, not and nested filters; and conditions in all of them. */
export const maxFilterDepth = 10
export const maxFilterConditions = 200

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
  where: z.lazy((): z.ZodType<Filter> => nodeSchema).optional(),
})

const nodeSchema: z.ZodType<Filter> = z
  .lazy(() =>
    z.union([
      z.strictObject({ and: z.array(nodeSchema).max(100) }),
      z.strictObject({ or: z.array(nodeSchema).max(100) }),
      z.strictObject({ not: nodeSchema }),
      conditionSchema,
    ]),
  )
  .meta({ id: 'Filter' }) as z.ZodType<Filter>

/** Shape only; `checkFilter` (check.ts) says whether it makes sense for a collection. */
export const filterSchema: z.ZodType<Filter> = z.preprocess((input, context) => {
  // Before the schema walks the tree, or a tree of many thousand levels would end in a stack overflow.
  if (!isTooDeep(input)) return input
  context.issues.push({ code: 'custom', message: 'too deep', input })
  return z.NEVER
}, nodeSchema) as z.ZodType<Filter>

/** Levels of JSON: a level of the filter is two, a list and what stands in it. */
function isTooDeep(input: unknown): boolean {
  let level: unknown[] = [input]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 2 * maxFilterDepth + 4) return true
    level = level.flatMap((node) => (typeof node === 'object' && node !== null ? Object.values(node) : []))
  }
  return false
}

export const sortSchema = z
  .array(z.strictObject({ field: z.string().min(1).max(100), direction: z.enum(['asc', 'desc']) }))
  .max(10)
export type Sort = z.infer<typeof sortSchema>
