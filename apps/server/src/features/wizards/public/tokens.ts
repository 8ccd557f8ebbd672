/** Tokens of personal links, and of those that lead back to a run: signed, so that no row is stored for each recipient. */
import crypto from 'node:crypto'
import { isSameText } from '../../../platform/same-text.ts'

export interface PersonalToken {
  teamId: number
  /** The external access link; a token is revoked when the link's generation has changed. */
  linkId: number
  generation: number
  dataRecordId: number
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** @param secret of the installation */
export function signToken(secret: string, token: PersonalToken): string {
  const { teamId, linkId, generation, dataRecordId, expiresAt } = token
  const numbers = [teamId, linkId, generation, dataRecordId, Math.floor(expiresAt / 1000)]
  const text = `v1.${numbers.map((number) => number.toString(36)).join('.')}`
  return `${text}.${signatureOf(secret, text)}`
}

/** The content of a token with a right signature, which may have expired. */
export function verifyToken(secret: string, token: string): PersonalToken | undefined {
  const [, text = '', signature = ''] = /^(v1(?:\.[0-9a-z]{1,11}){5})\.([\w-]{22})$/.exec(token) ?? []
  // Compared for any text, so that forging takes as long whatever its form.
  if (!isSameText(signature, signatureOf(secret, text))) return undefined
  const [teamId, linkId, generation, dataRecordId, expires] = text
    .split('.')
    .slice(1)
    .map((part) => Number.parseInt(part, 36)) as [number, number, number, number, number]
  return { teamId, linkId, generation, dataRecordId, expiresAt: expires * 1000 }
}

export interface RunToken {
  teamId: number
  runId: number
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** A token that leads back to a run. @param secret of the installation */
export function signRunToken(secret: string, { teamId, runId, expiresAt }: RunToken): string {
  const numbers = [teamId, runId, Math.floor(expiresAt / 1000)]
  const text = `r1.${numbers.map((number) => number.toString(36)).join('.')}`
  return `${text}.${signatureOf(secret, text)}`
}

export const isRunToken = (token: string): boolean => token.startsWith('r1.')

/** The content of a token with a right signature, which may have expired. */
export function verifyRunToken(secret: string, token: string): RunToken | undefined {
  const [, text = '', signature = ''] = /^(r1(?:\.[0-9a-z]{1,11}){3})\.([\w-]{22})$/.exec(token) ?? []
  if (!isSameText(signature, signatureOf(secret, text))) return undefined
  const [teamId, runId, expires] = text
    .split('.')
    .slice(1)
    .map((part) => Number.parseInt(part, 36)) as [number, number, number]
  return { teamId, runId, expiresAt: expires * 1000 }
}

/** 128 bits. */
function signatureOf(secret: string, text: string): string {
  const mac = crypto.createHmac('sha256', secret).update(`wizard link ${text}`).digest()
  return mac.subarray(0, 16).toString('base64url')
}
