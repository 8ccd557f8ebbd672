/** Puts the texts of an area of the app into one file per language. */
import { textAreas } from '../src/lib/text-areas.ts'

/** @returns the name of the file for a locale file, `undefined` for other modules */
export function textsChunk(id: string): string | undefined {
  const [, language, namespace] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(id) ?? []
  if (!language || !namespace) return undefined
  const area = Object.entries(textAreas).find(([, namespaces]) =>
    (namespaces as readonly string[]).includes(namespace),
  )
  return `texts-${language}-${area?.[0] ?? 'admin'}`
}
