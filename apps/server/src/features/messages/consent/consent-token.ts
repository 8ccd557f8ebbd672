/**
 * Tokens of the pages where people decide what they receive. One of a mail names its recipient, so that leaving counts for
 * that message; one of a confirmed subscription names an address by its hash. They are signed and never expire, since
 * the links in old mails have to work (RFC 8058).
 */
import crypto from 'node:crypto'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import type { Config } from '../../../platform/config.ts'
import { isSameText } from '../../../platform/same-text.ts'

export type ConsentToken =
  | { kind: 'recipient'; teamId: number; recipientId: number }
  | { kind: 'address'; teamId: number; method: DeliveryMethod; addressHash: Buffer }

/** @param secret of the installation */
export function signConsentToken(secret: string, token: ConsentToken): string {
  const text = textOf(token)
  return `${text}-${macOf(secret, text)}`
}

/** The page where a person decides what they receive; a POST there is one click on "unsubscribe". */
export const consentPage = (
  { publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>,
  token: ConsentToken,
): string => `${publicUrl}/u/${signConsentToken(secret, token)}`

/** Undefined for anything that was not signed here. */
export function readConsentToken(secret: string, token: string): ConsentToken | undefined {
  const [, text = '', mac = ''] = /^([ras][0-9a-z]{1,11}-[0-9a-z]{1,64})-([0-9a-f]{32})$/.exec(token) ?? []
  if (!isSameText(mac, macOf(secret, text))) return undefined
  const [head = '', rest = ''] = text.split('-')
  const teamId = Number.parseInt(head.slice(1), 36)
  if (head.startsWith('r')) return { kind: 'recipient', teamId, recipientId: Number.parseInt(rest, 36) }
  const method = head.startsWith('a') ? 'EMAIL' : 'SMS'
  return { kind: 'address', teamId, method, addressHash: Buffer.from(rest, 'hex') }
}

function textOf(token: ConsentToken): string {
  const team = token.teamId.toString(36)
  if (token.kind === 'recipient') return `r${team}-${token.recipientId.toString(36)}`
  return `${token.method === 'EMAIL' ? 'a' : 's'}${team}-${token.addressHash.toString('hex')}`
}

/** 128 bits. */
function macOf(secret: string, text: string): string {
  const mac = crypto.createHmac('sha256', secret).update(`message consent ${text}`).digest()
  return mac.subarray(0, 16).toString('hex')
}
