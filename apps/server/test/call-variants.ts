/** Generates arguments for endpoints from their schemas, with given values for the parameters whose name is known. */
import type { AnyEndpoint } from '@muster/contract/endpoint'
import type { z } from 'zod'

/** Values to try by the name of a parameter, query key or key of the body, most interesting first. */
export type Pools = Readonly<Record<string, readonly unknown[]>>

export interface CallArguments {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** The parts of zod's definitions that are used here. */
interface Definition {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  entries?: Record<string, unknown>
  values?: readonly unknown[]
  in?: z.ZodType
  out?: z.ZodType
}

const omitted = Symbol('omitted')
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition

/**
 * Every value of every parameter, one at a time: the first call has the first value of everything, each other call
 * differs from it in one value.
 */
export function callVariants({ params, query, body }: AnyEndpoint, pools: Pools): CallArguments[] {
  const parts = Object.entries({ params, query, body }).flatMap(([name, schema]) =>
    schema ? [{ name, variants: variantsOf(schema, name, pools) }] : [],
  )
  return oneAtATime(parts) as CallArguments[]
}

function variantsOf(schema: z.ZodType, key: string, pools: Pools): unknown[] {
  const pool = Object.hasOwn(pools, key) ? pools[key] : undefined
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return [omitted, ...variantsOf(definition.innerType!, key, pools)]
    case 'nullable':
      return [...variantsOf(definition.innerType!, key, pools), null]
  }
  if (pool) return definition.type === 'array' ? [...pool.map((one) => [one]), [...pool]] : [...pool]
  switch (definition.type) {
    case 'object':
      return oneAtATime(
        Object.entries(definition.shape!).map(([name, inner]) => ({
          name,
          variants: variantsOf(inner, name, pools),
        })),
      )
    case 'array':
      return variantsOf(definition.element!, singular(key), pools).map((one) => [one])
    case 'tuple':
      return [definition.items!.map((item) => variantsOf(item, key, pools)[0])]
    case 'union':
      return definition.options!.flatMap((option) => variantsOf(option, key, pools))
    case 'enum':
      return Object.values(definition.entries!)
    case 'literal':
      return [...definition.values!]
    case 'pipe': {
      const isTransform = definitionOf(definition.in!).type === 'transform'
      return variantsOf(isTransform ? definition.out! : definition.in!, key, pools)
    }
    case 'boolean':
      return [true, false]
    case 'number':
      return [1, 1000]
    case 'string':
      return ['Some text']
    case 'record':
      return [{}]
    case 'unknown':
    case 'any':
      return ['Some value']
    default:
      throw new Error(`No value for ${key}, a ${definition.type}`)
  }
}

/** `dataFieldIds` contains values of `dataFieldId`. */
const singular = (key: string) => key.replace(/s$/, '')

function oneAtATime(parts: { name: string; variants: unknown[] }[]): Record<string, unknown>[] {
  const base = Object.fromEntries(parts.map(({ name, variants }) => [name, variants[0]]))
  const all = [base]
  for (const { name, variants } of parts) {
    for (const variant of variants.slice(1)) all.push({ ...base, [name]: variant })
  }
  return all.map((one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== omitted)))
}
