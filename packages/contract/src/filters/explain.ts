/**
 * Explains why a record matches a filter or not: each condition with its result. The result of a hidden condition must
 * not be revealed: groups that contain one have a result only if the visible conditions alone decide it.
 */
import { z } from 'zod'
import type { Condition, Filter } from './ast.ts'
import { type Operator, operators } from './operators.ts'

/** `holds` is null if it depends on a hidden condition. */
export type Explained =
  | { kind: 'all' | 'any' | 'none'; holds: boolean | null; parts: Explained[] }
  | {
      kind: 'condition'
      holds: boolean
      field: string
      op: Operator
      value?: unknown
      where?: Filter | undefined
    }
  | { kind: 'hidden'; holds: null }

/** @param holds whether a condition holds for the record; null if it is hidden */
export function explain(filter: Filter, holds: (condition: Condition) => boolean | null): Explained {
  const each = (parts: readonly Filter[]) => parts.map((part) => explain(part, holds))
  if ('and' in filter) return group('all', each(filter.and))
  if ('or' in filter) return group('any', each(filter.or))
  if ('not' in filter) return group('none', [explain(filter.not, holds)])
  const isMet = holds(filter)
  return isMet === null ? { kind: 'hidden', holds: null } : { kind: 'condition', ...filter, holds: isMet }
}

function group(kind: 'all' | 'any' | 'none', parts: Explained[]): Explained {
  const deciding = kind !== 'all'
  const isDecided = parts.some((part) => part.holds === deciding)
  const isUnknown = !isDecided && parts.some((part) => part.holds === null)
  const result = isDecided ? deciding : !deciding
  return { kind, holds: isUnknown ? null : kind === 'none' ? !result : result, parts }
}

/** Every condition on the record itself, without those of nested filters, in reading order. */
export function conditionsIn(filter: Filter): Condition[] {
  if ('and' in filter) return filter.and.flatMap(conditionsIn)
  if ('or' in filter) return filter.or.flatMap(conditionsIn)
  return 'not' in filter ? conditionsIn(filter.not) : [filter]
}

export const explainedSchema: z.ZodType<Explained> = z
  .union([
    z.strictObject({
      kind: z.enum(['all', 'any', 'none']),
      holds: z.boolean().nullable(),
      parts: z.array(z.lazy((): z.ZodType<Explained> => explainedSchema)),
    }),
    z.strictObject({
      kind: z.literal('condition'),
      holds: z.boolean(),
      field: z.string(),
      op: z.enum(Object.keys(operators) as [Operator, ...Operator[]]),
      value: z.unknown().optional(),
      where: z.unknown().optional() as unknown as z.ZodType<Filter | undefined>,
    }),
    z.strictObject({ kind: z.literal('hidden'), holds: z.null() }),
  ])
  .meta({ id: 'ExplainedFilter' })
