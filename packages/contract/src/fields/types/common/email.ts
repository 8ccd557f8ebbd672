/** Checks email addresses: accepts what common mail servers accept, in any script. */
import type { Parsed } from '../../definition.ts'
import { bad, ok } from '../../parsed.ts'

const local = /^[^\s@"(),:;<>[\]\\]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u

/** At least two labels, and the last one is not a number. */
export function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && labels.every((part) => label.test(part)) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** Returns the address with its domain in lower case. */
export function readEmail(text: string): Parsed<string> {
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  const domain = text.slice(at + 1).toLowerCase()
  if (at < 1 || text.length > 254 || !local.test(name) || !isDomain(domain)) return bad('not_an_email')
  if (name.startsWith('.') || name.endsWith('.') || name.includes('..')) return bad('not_an_email')
  return ok(`${name}@${domain}`)
}
