/**
 * Addresses and their hashes. The hash is an HMAC with a key of the team: it tells whether somebody was written to, or
 * wants no mail, after the address itself was erased, and cannot be looked up in a list of addresses.
 */
import crypto from 'node:crypto'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { TeamModel } from '../../../engine/public.ts'
import type { Config } from '../../../platform/config.ts'
import { type Sql, sql } from '../../../platform/db.ts'

type KeyConfig = Pick<Config, 'secret'>

const keyOf = ({ secret }: KeyConfig, teamId: number): Buffer =>
  crypto.createHmac('sha256', secret).update(`addresses of messages of team ${teamId}`).digest()

/** The type of the fields that have such addresses. */
export const addressTypes = { EMAIL: 'email_address', SMS: 'phone_number' } as const satisfies Record<
  DeliveryMethod,
  string
>

/** An address that somebody typed, as fields store it, in lower case; null if it is none. Phone numbers without a plus are the team's country's. */
export function readAddress(
  { timeZone, country }: Pick<TeamModel, 'timeZone' | 'country'>,
  method: DeliveryMethod,
  typed: string,
): string | null {
  const type = fieldType(addressTypes[method])
  const read = type.fromText(typed, type.settings.parse({}) as never, { language: 'en', timeZone, country })
  return read.ok && typeof read.value === 'string' ? read.value.toLowerCase() : null
}

/** Hides most of an address, for pages that somebody else could open. */
export function maskAddress(method: DeliveryMethod, address: string): string {
  if (method === 'SMS') return `${address.slice(0, 3)}…${address.slice(-2)}`
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}

/** An address as mails and SMS are sent to it: without spaces around, the domain in lower case, a phone number in E.164. */
export function normalAddress(method: DeliveryMethod, address: string): string {
  const trimmed = address.trim()
  if (method === 'SMS') return trimmed.replace(/[\s().\-/]/g, '')
  const at = trimmed.lastIndexOf('@')
  return trimmed.slice(0, at + 1) + trimmed.slice(at + 1).toLowerCase()
}

/** As `validSql`. */
export function isAddress(method: DeliveryMethod, normal: string): boolean {
  return normal.length <= 254 && new RegExp(validPatterns[method]).test(normal)
}

const validPatterns: Record<DeliveryMethod, string> = {
  EMAIL: '^[^\\s@<>,;:"()\\[\\]\\\\]+@[^\\s@<>,;:"()\\[\\]\\\\]+\\.[^\\s@<>,;:"()\\[\\]\\\\]+$',
  SMS: '^\\+[1-9][0-9]{3,14}$',
}

/** The hash of a normal address. Nobody has two mailboxes that differ by case only, so that case does not count. */
export function addressHash(config: KeyConfig, teamId: number, normal: string): Buffer {
  return crypto.createHmac('sha256', keyOf(config, teamId)).update(normal.toLowerCase()).digest()
}

/** As `normalAddress`, of a text expression; null if it is empty. */
export function normalSql(method: DeliveryMethod, text: Sql): Sql {
  const trimmed = sql`nullif(btrim(${text}), '')`
  if (method === 'SMS') return sql`regexp_replace(${trimmed}, '[ \t()./-]', '', 'g')`
  const domain = sql`split_part(${trimmed}, '@', -1)`
  return sql`left(${trimmed}, length(${trimmed}) - length(${domain})) || lower(${domain})`
}

export function validSql(method: DeliveryMethod, normal: Sql): Sql {
  return sql`(length(${normal}) <= 254 and ${normal} ~ ${validPatterns[method]})`
}

const blockSize = 64
const padded = (key: Buffer, byte: number): Buffer =>
  Buffer.from(Array.from({ length: blockSize }, (_, n) => byte ^ (key[n] ?? 0)))

/** As `addressHash`, of a text expression: HMAC from the SHA-256 that PostgreSQL has. */
export function hashSql(config: KeyConfig, teamId: number, normal: Sql): Sql {
  const key = keyOf(config, teamId)
  return sql`sha256(${padded(key, 0x5c)}::bytea || sha256(${padded(key, 0x36)}::bytea
    || convert_to(lower(${normal}), 'UTF8')))`
}
