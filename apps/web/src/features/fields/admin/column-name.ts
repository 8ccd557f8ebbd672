/** The column name a title gives: as the server makes it, to show before it is asked. */
import { fold } from '@muster/contract/text'

export function columnNameOf(title: string): string {
  const name = fold(title)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return (/^[a-z]/.test(name) ? name : `field_${name}`).slice(0, 50).replace(/_+$/, '')
}
