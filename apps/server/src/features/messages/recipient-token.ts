/**
 * Names a recipient in what goes out with their mail: in addresses that count opens and clicks, to which bounces go, and in
 * the Message-ID. It lets nobody do anything in the recipient's name; for that there is the token of `consent`.
 */
import crypto from 'node:crypto'
import { isSameText } from '../../platform/same-text.ts'

/** Each has 64 bits of the recipient's MAC for itself: who knows the one cannot make the other. */
const purposes = { tracking: 0, bounce: 16, message: 32 } as const
export type TokenPurpose = keyof typeof purposes
const macLength = 16

export interface RecipientRef {
  teamId: number
  recipientId: number
}

/** In lower case, since mail servers may change the case of addresses. @param secret of the installation */
export function recipientTokens(secret: string, recipient: RecipientRef): Record<TokenPurpose, string> {
  const name = nameOf(recipient)
  const digest = macOf(secret, name)
  const token = (purpose: TokenPurpose) => `${name}-${part(digest, purpose)}`
  return { tracking: token('tracking'), bounce: token('bounce'), message: token('message') }
}

/** Undefined for anything that was not signed here, or for something else. */
export function readRecipientToken(
  secret: string,
  purpose: TokenPurpose,
  token: string,
): RecipientRef | undefined {
  const [, name = '', mac = ''] =
    /^([1-9a-z][0-9a-z]{0,9}-[1-9a-z][0-9a-z]{0,10})-([0-9a-f]{16})$/.exec(token) ?? []
  if (!isSameText(mac, part(macOf(secret, name), purpose))) return undefined
  const [team = '', recipient = ''] = name.split('-')
  return { teamId: Number.parseInt(team, 36), recipientId: Number.parseInt(recipient, 36) }
}

const nameOf = ({ teamId, recipientId }: RecipientRef): string =>
  `${teamId.toString(36)}-${recipientId.toString(36)}`

const part = (digest: string, purpose: TokenPurpose): string =>
  digest.slice(purposes[purpose], purposes[purpose] + macLength)

const macOf = (secret: string, name: string): string =>
  crypto.createHmac('sha256', secret).update(`message recipient ${name}`).digest('hex')
