/** Caches statement texts per access and shape, because building a statement takes as long as running it. */
import type { Sql, Statement } from '../../platform/db.ts'
import type { CollectionAccess } from './access.ts'

/** A placeholder for a parameter's value while the text is built. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

interface CachedText {
  text: string
  /** Names of the slots in the order of the parameters. */
  slots: readonly string[]
}

const cache = new WeakMap<CollectionAccess, Map<string, CachedText>>()
const maxShapes = 200

/**
 * The statement that `make` builds for a shape, with these parameters. Its text is cached per access and
 * shape, unless it contains values that are not parameters, such as the caller or the time in a row rule.
 */
export function prepared<Parameters extends object>(
  access: CollectionAccess,
  shape: string,
  parameters: Parameters,
  make: (parameters: { [Name in keyof Parameters]: unknown }) => Sql,
): Statement {
  const shapes = cache.get(access) ?? new Map<string, CachedText>()
  cache.set(access, shapes)
  const known = shapes.get(shape)
  const values = parameters as Record<string, unknown>
  if (known) return { text: known.text, values: known.slots.map((name) => values[name]) }
  const names = Object.keys(parameters)
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)]))
  const made = make(slots as { [Name in keyof Parameters]: unknown })
  const { text } = made
  const used = made.values.map((value) => (value instanceof Slot ? value.name : undefined))
  if (used.every((name) => name !== undefined) && shapes.size < maxShapes) {
    shapes.set(shape, { text, slots: used as string[] })
  }
  return { text, values: made.values.map((value) => (value instanceof Slot ? values[value.name] : value)) }
}
