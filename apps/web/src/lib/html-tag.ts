/** HTML to be pasted into other websites. */
type Attribute = readonly [name: string, value: string | number | null]

/** An element without content. A null is an attribute without a value. */
export function htmlTag(name: string, attributes: readonly Attribute[]): string {
  const written = attributes.map(([key, value]) =>
    value === null ? key : `${key}="${escaped(String(value))}"`,
  )
  return `<${name} ${written.join(' ')}></${name}>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
