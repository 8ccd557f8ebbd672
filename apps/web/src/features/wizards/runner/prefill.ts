/** Texts in the address that fill in fields: `?city=Lyon`. */
const mostEntries = 100

/**
 * @param own names with another meaning
 * @returns what the contract accepts: texts of a limited length by column or variable name
 */
export function prefillOf(
  search: Readonly<Record<string, unknown>>,
  own: ReadonlySet<string>,
): Record<string, string> {
  const entries = Object.entries(search).flatMap(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return own.has(name) || !isText || name.length > 110
      ? []
      : [[name, String(value).slice(0, 2000)] as const]
  })
  return Object.fromEntries(entries.slice(0, mostEntries))
}
