/** Inlines a query's values as quoted literals, because `COPY (…) TO` takes no parameters. */
import pg from 'pg'
import type { Sql } from '../../platform/db.ts'

/** Writes values as the texts the driver would send: PostgreSQL infers the types from the context. */
export function inlined(query: Sql): string {
  return query.strings.reduce((text, part, n) => `${text}${literalOf(query.values[n - 1])}${part}`)
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return pg.escapeLiteral(Array.isArray(value) ? arrayOf(value) : textOf(value))
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function arrayOf(items: readonly unknown[]): string {
  const parts = items.map((item) =>
    item === null
      ? 'null'
      : Array.isArray(item)
        ? arrayOf(item)
        : `"${textOf(item).replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${parts.join()}}`
}
