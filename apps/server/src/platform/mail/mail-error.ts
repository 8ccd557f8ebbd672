/** Why a mail was not delivered, and whether a retry can help. */

/**
 * - `permanent`: this message will never be accepted (5xx, or it is not a valid mail).
 * - `temporary`: nothing was accepted; the same message may be accepted later (4xx, no connection, bad
 *   credentials).
 * - `inDoubt`: the connection was lost while the message was being transferred, so it may have been accepted.
 */
export type MailErrorKind = 'permanent' | 'temporary' | 'inDoubt'

export interface MailErrorDetails {
  /** A code of nodemailer, such as `EENVELOPE`, or `EINVALID` for a mail that cannot be composed. */
  code: string
  /** The SMTP reply code, if the server sent one. */
  responseCode?: number
  /** The server's reply, without credentials and control characters. */
  response?: string
}

export class MailError extends Error {
  override name = 'MailError'
  readonly kind: MailErrorKind
  readonly code: string
  readonly responseCode: number | undefined
  readonly response: string | undefined

  constructor(kind: MailErrorKind, message: string, { code, responseCode, response }: MailErrorDetails) {
    super(message)
    this.kind = kind
    this.code = code
    this.responseCode = responseCode
    this.response = response
  }
}

/** The error for a mail that is not valid. */
export function invalidMail(message: string): MailError {
  return new MailError('permanent', message, { code: 'EINVALID' })
}
