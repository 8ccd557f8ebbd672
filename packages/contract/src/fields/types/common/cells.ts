/** Structured text: semicolons separate parts and line breaks rows; a backslash escapes a separator. */

export function joinParts(parts: readonly string[], separator = '; '): string {
  return parts.map(escapePart).join(separator)
}

/** Escapes backslashes, semicolons, colons and line breaks. Leading and trailing spaces are lost, because reading trims. */
export function escapePart(part: string): string {
  return part.replace(/[\\;:]/g, (char) => `\\${char}`).replaceAll('\n', '\\n')
}

/** The parts between unescaped separators, trimmed and unescaped. */
export function splitParts(text: string, separator: ';' | ':' | ',' | '\n' = ';'): string[] {
  return splitRaw(text, separator).map(unescapePart)
}

/** Like `splitParts`, but still escaped, to be split again. */
export function splitRaw(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (char === '\\') part += char + (text[++i] ?? '')
    else if (char === separator) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part]
}

export function unescapePart(part: string): string {
  return part.trim().replace(/\\([\s\S])/g, (_, char: string) => (char === 'n' ? '\n' : char))
}

/** Drops empty parts at the end. */
export function dropEmptyEnd(parts: readonly string[]): string[] {
  let length = parts.length
  while (length > 0 && parts[length - 1] === '') length--
  return parts.slice(0, length)
}
