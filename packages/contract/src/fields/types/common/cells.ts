/** Several texts in one: parts apart by semicolons, rows by lines; a backslash keeps a sign that is part of a text. */

export function joinParts(parts: readonly string[], separator = '; '): string {
  return parts.map(escapePart).join(separator)
}

/** Backslash, semicolon and line end; and the spaces at the ends, which reading trims, are not kept. */
export function escapePart(part: string): string {
  return part.replace(/[\\;:]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')
}

/** The parts between unescaped separators, trimmed, with their escapes undone. */
export function splitParts(text: string, separator: ';' | ':' | ',' | '\n' = ';'): string[] {
  return splitRaw(text, separator).map(unescapePart)
}

/** The same with escapes left in, to be split again. */
export function splitRaw(text: string, separator: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? ''
    if (letter === '\\') part += letter + (text[++i] ?? '')
    else if (letter === separator) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part]
}

export function unescapePart(part: string): string {
  return part.trim().replace(/\\([\s\S])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

/** `[1, 'a']` with nothing at its end: empty parts there say nothing. */
export function dropEmptyEnd(parts: readonly string[]): string[] {
  let length = parts.length
  while (length > 0 && parts[length - 1] === '') length--
  return parts.slice(0, length)
}
