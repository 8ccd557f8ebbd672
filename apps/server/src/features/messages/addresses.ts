/** Addresses that messages go to, and the hashes by which they are known after they were erased. */
import crypto from 'node:crypto'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { TeamModel } from '../../engine/public.ts'
import type { Config } from '../../platform/config.ts'

const fieldTypes = { EMAIL: 'email_address', SMS: 'phone_number' } as const satisfies Record<
  DeliveryMethod,
  string
>

/** The type of the fields that have such addresses. */
export const addressType = (method: DeliveryMethod): (typeof fieldTypes)[DeliveryMethod] => fieldTypes[method]

/** An address as fields store it, in lower case; null if it is none. Phone numbers without a plus are the team's country's. */
export function normalizeAddress(
  { timeZone, country }: Pick<TeamModel, 'timeZone' | 'country'>,
  method: DeliveryMethod,
  typed: string,
): string | null {
  const type = fieldType(addressType(method))
  const read = type.fromText(typed, type.settings.parse({}) as never, { language: 'en', timeZone, country })
  return read.ok && typeof read.value === 'string' ? read.value.toLowerCase() : null
}

/** The key of a team's address hashes: without `MUSTER_SECRET` nobody can try addresses out. */
export function addressKey({ secret }: Pick<Config, 'secret'>, teamId: number): Buffer {
  return crypto.createHmac('sha256', secret).update(`message addresses of team ${teamId}`).digest()
}

/** @param address normalised */
export function hashAddress(key: Buffer, method: DeliveryMethod, address: string): Buffer {
  return crypto.createHmac('sha256', key).update(`${method} ${address}`).digest()
}

/** Hides most of an address, for pages that somebody else could open. */
export function maskAddress(method: DeliveryMethod, address: string): string {
  if (method === 'SMS') return `${address.slice(0, 3)}…${address.slice(-2)}`
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}
