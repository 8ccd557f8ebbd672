/** The filter tree: JSON used by views, smart collections, wizards, recipients and row rules. */
import { z } from 'zod'
import { isObject } from '../fields/parsed.ts'
import { type Operator, operators } from './operators.ts'

/** A value known only when the filter runs: `today`, `now`, `currentUser`, or a variable of a wizard. */
export const variableSchema = z.strictObject({ variable: z.string().min(1).max(100) })

/** The name of a variable; undefined for a literal. */
export function variableName(value: unknown): string | undefined {
  return isObject(value) && typeof value.variable === 'string' ? value.variable : undefined
}

export interface Condition {
  /** A column name of the collection, or one of `systemFields`. */
  field: string
  op: Operator
  /** A literal or variable, depending on the operator's operand. */
  value?: unknown
  /** For `some` and `none`. */
  where?: Filter | undefined
}
export type Filter = { and: Filter[] } | { or: Filter[] } | { not: Filter } | Condition

/** Maximum depth of and, or, not and nested filters; and maximum number of conditions. */
export const maxFilterDepth = 10
export const maxFilterConditions = 200

/** Fields of every record that can be filtered and sorted by, each with the type whose family it uses. */
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

/** Validates the shape only; `checkFilter` (check.ts) validates it for a collection. */
export const filterSchema: z.ZodType<Filter> = z.preprocess((input, context) => {
  // Before the schema walks the tree: many thousand levels would overflow the stack, as many nodes take seconds.
  if (!isTooLarge(input)) return input
  context.issues.push({ code: 'custom', message: 'too_many', params: { code: 'too_many' }, input })
  return z.NEVER
}, nodeSchema) as z.ZodType<Filter>

/** Groups and conditions of one tree; the limit on conditions is lower and belongs to `checkFilter`. */
const maxNodes = 1_000
/** Levels of JSON: each level of the filter is two, a list and its members. */
const maxJsonDepth = 2 * maxFilterDepth + 4

/** Stops at the first node that is too many or too deep. */
function isTooLarge(input: unknown): boolean {
  const open = [{ value: input, depth: 0 }]
  let nodes = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && isNode(value) && ++nodes > maxNodes) return true
    if (depth > maxJsonDepth) return true
    for (const child of Object.values(value))
      if (typeof child === 'object') open.push({ value: child, depth: depth + 1 })
  }
  return false
}

const isNode = (value: object): boolean => 'op' in value || 'and' in value || 'or' in value || 'not' in value

export const sortSchema = z
  .array(z.strictObject({ field: z.string().min(1).max(100), direction: z.enum(['asc', 'desc']) }))
  .max(10)
export type Sort = z.infer<typeof sortSchema>
