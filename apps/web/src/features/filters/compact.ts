/**
 * Short filters and sorts for the address, where the router writes them as JSON: `["party","anyOf",[12]]`,
 * `{"a":[…]}` for and, `{"o":[…]}` for or, `{"n":…}` for not; a sort is `last_name,-born`. Parsing never throws:
 * what it cannot parse is undefined.
 */
import type { Condition, Filter, Sort } from '@muster/contract/filters/ast'
import { maxFilterConditions, maxFilterDepth } from '@muster/contract/filters/ast'
import { type Operator, operators } from '@muster/contract/filters/operators'

export type Compact =
  | { a: Compact[] }
  | { o: Compact[] }
  | { n: Compact }
  | [field: string, op: string, value?: unknown, where?: Compact]

export function packFilter(filter: Filter): Compact {
  if ('and' in filter) return { a: filter.and.map(packFilter) }
  if ('or' in filter) return { o: filter.or.map(packFilter) }
  if ('not' in filter) return { n: packFilter(filter.not) }
  const { field, op, value, where } = filter
  if (where) return [field, op, value ?? null, packFilter(where)]
  return value === undefined ? [field, op] : [field, op, value]
}

export function unpackFilter(packed: unknown): Filter | undefined {
  let left = maxFilterConditions
  function unpack(node: unknown, depth: number): Filter {
    if (depth > maxFilterDepth) throw new Error('too deep')
    if (Array.isArray(node)) {
      if (--left < 0) throw new Error('too many')
      return condition(node, depth)
    }
    if (typeof node !== 'object' || node === null) throw new Error('not a node')
    if ('a' in node && Array.isArray(node.a)) return { and: node.a.map((one) => unpack(one, depth + 1)) }
    if ('o' in node && Array.isArray(node.o)) return { or: node.o.map((one) => unpack(one, depth + 1)) }
    if ('n' in node) return { not: unpack(node.n, depth + 1) }
    throw new Error('not a node')
  }
  function condition([field, op, value, where]: unknown[], depth: number): Condition {
    if (typeof field !== 'string' || typeof op !== 'string' || !Object.hasOwn(operators, op)) {
      throw new Error('not a condition')
    }
    const plain: Condition = { field, op: op as Operator }
    if (where !== undefined) return { ...plain, where: unpack(where, depth + 1) }
    return value === undefined ? plain : { ...plain, value }
  }
  try {
    return unpack(packed, 0)
  } catch {
    return undefined
  }
}

export function packSort(sort: Sort): string {
  return sort.map(({ field, direction }) => (direction === 'desc' ? `-${field}` : field)).join(',')
}

export function unpackSort(text: string): Sort {
  return text
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .slice(0, 10)
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), direction: 'desc' } : { field: part, direction: 'asc' },
    )
}
