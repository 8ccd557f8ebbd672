/** Random inputs that fit a zod schema, with ids and names of real things where a property asks for them. */
import type { z } from 'zod'

export interface Places {
  /** By the name of a parameter or property. */
  ids: Record<string, readonly number[]>
  anyId: readonly number[]
  columns: readonly string[]
  texts: readonly string[]
  numbers: readonly number[]
}

/** A reproducible sequence of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Def = Record<string, unknown> & { type: string }

/** @returns undefined for a missing schema; nothing is promised about refinements */
export function sample(schema: z.ZodType | undefined, places: Places, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

  function number(name: string): number {
    const own = places.ids[name] ?? (/id$/i.test(name) ? places.anyId : undefined)
    return pick(own ?? places.numbers)
  }
  function text(name: string): string {
    if (/field|column|sort|group/i.test(name)) return pick(places.columns)
    return pick(places.texts)
  }
  function of(one: unknown, name: string, depth: number): unknown {
    const def = (one as { _zod: { def: Def } })._zod.def
    const inner = () => of(def.innerType, name, depth)
    switch (def.type) {
      case 'object': {
        const shape = def.shape as Record<string, unknown>
        const entries = Object.entries(shape).map(([key, value]) => [key, of(value, key, depth + 1)])
        return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
      }
      case 'optional':
      case 'default':
      case 'prefault':
        return random() < (depth > 5 ? 0.9 : 0.5) ? undefined : inner()
      case 'nullable':
        return random() < 0.3 ? null : inner()
      case 'readonly':
      case 'catch':
      case 'nonoptional':
        return inner()
      case 'array': {
        const length = depth > 6 ? 0 : Math.floor(random() * 3)
        return Array.from({ length }, () => of(def.element, name.replace(/s$/, ''), depth + 1))
      }
      case 'tuple':
        return (def.items as unknown[]).map((item) => of(item, name, depth + 1))
      case 'record':
        return { [pick(places.columns)]: of(def.valueType, name, depth + 1) }
      case 'union':
        return of(pick(def.options as unknown[]), name, depth + 1)
      case 'intersection':
        return { ...(of(def.left, name, depth) as object), ...(of(def.right, name, depth) as object) }
      case 'lazy':
        return depth > 8 ? {} : of((def.getter as () => unknown)(), name, depth + 1)
      case 'pipe':
        return of(def.in, name, depth)
      case 'enum':
        return pick(Object.values(def.entries as object))
      case 'literal':
        return pick(def.values as unknown[])
      case 'boolean':
        return random() < 0.5
      case 'number':
      case 'int':
        return number(name)
      case 'string':
        return text(name)
      case 'null':
        return null
      case 'transform':
        return places.ids[name] || /id$/i.test(name) ? number(name) : text(name)
      default:
        return random() < 0.5 ? text(name) : number(name)
    }
  }
  return schema && of(schema, '', 0)
}
