/** Twilio's signature of a callback; see https://www.twilio.com/docs/usage/security#validating-requests. */
import crypto from 'node:crypto'
import { isSameText } from '../../../platform/same-text.ts'

/** @param url exactly as Twilio called it, with its query */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort()
  const fields = names.map((name) => name + [...new Set(form.getAll(name))].sort().join(''))
  return crypto
    .createHmac('sha1', authToken)
    .update(url + fields.join(''), 'utf8')
    .digest('base64')
}

export const isSignedByTwilio = (
  signature: string,
  authToken: string,
  url: string,
  form: URLSearchParams,
): boolean => authToken !== '' && isSameText(signature, twilioSignature(authToken, url, form))
