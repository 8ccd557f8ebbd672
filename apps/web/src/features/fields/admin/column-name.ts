/** The column name that the server will derive from a title, to show it beforehand. */
import { fold } from '@muster/contract/text'

export function columnNameOf(title: string): string {
  const name = fold(title)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return (/^[a-z]/.test(name) ? name : `field_${name}`).slice(0, 50).replace(/_+$/, '')
}
