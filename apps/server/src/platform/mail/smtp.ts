/** Delivers mails to an SMTP server over a connection pool. */
import type { Readable } from 'node:stream'
import nodemailer, { type NodemailerError } from 'nodemailer'
import type { Rejection, Transport } from './mail.ts'
import { MailError } from './mail-error.ts'

/** Codes of nodemailer's own rejections, without the server: a retry cannot help. */
const localRejections = new Set(['EENVELOPE', 'EMESSAGE', 'EREQUIRETLS'])

/** @param url such as `smtp://user:password@host:587` or `smtps://host` */
export function createSmtpTransport(url: string): Transport {
  // Without limits an unresponsive mail server would block a job for minutes.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const pool = nodemailer.createTransport({ url, pool: true, ...limits })
  const clean = withoutSecretsOf(url)
  /** The stream of each message, which shows after a failure whether any of it was sent. */
  const streams = new WeakMap<object, Readable>()
  pool.use('stream', ({ message, data }, done) => {
    const createStream = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const stream = createStream(options)
      streams.set(data.raw as Buffer, stream)
      return stream
    }
    done()
  })
  return {
    async deliver({ raw, envelope, messageId }) {
      try {
        // With the size, the server can reject a message that is too large before the transfer.
        const info = await pool.sendMail({ raw, envelope: { ...envelope, size: raw.length }, messageId })
        return {
          messageId,
          accepted: info.accepted,
          rejected: (info.rejectedErrors ?? []).map((error) => rejectionOf(error, clean)),
          response: clean(info.response),
        }
      } catch (error) {
        const wasSent = streams.get(raw)?.readableDidRead ?? false
        throw mailErrorOf(error as NodemailerError, wasSent, clean)
      }
    },
    close: async () => pool.close(),
  }
}

/** A new error, because nodemailer's may have properties with secrets. */
function mailErrorOf(error: NodemailerError, wasSent: boolean, clean: (text: string) => string): MailError {
  const { code = 'EUNKNOWN', responseCode, response } = error
  return new MailError(kindOf(error, wasSent), clean(error.message), {
    code,
    ...(responseCode && { responseCode }),
    ...(response && { response: clean(response) }),
  })
}

function kindOf({ code, responseCode, permanent }: NodemailerError, wasSent: boolean): MailError['kind'] {
  // Wrong credentials do not depend on the message, which may be accepted once they are corrected.
  if (code === 'EAUTH') return 'temporary'
  if (responseCode) return permanent ? 'permanent' : 'temporary'
  if (wasSent) return 'inDoubt'
  return code && localRejections.has(code) ? 'permanent' : 'temporary'
}

function rejectionOf(error: NodemailerError, clean: (text: string) => string): Rejection {
  const { recipient = '', permanent, responseCode, response } = error
  return {
    address: recipient,
    isPermanent: permanent ?? true,
    ...(responseCode && { responseCode }),
    ...(response && { response: clean(response) }),
  }
}

/** Replies may echo commands, so this removes the credentials in every encoding that SMTP uses. */
function withoutSecretsOf(url: string): (text: string) => string {
  const user = decodeURIComponent(new URL(url).username)
  const password = decodeURIComponent(new URL(url).password)
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const secrets = password ? [password, base64(password), base64(`\0${user}\0${password}`)] : []
  return (text) => {
    const cleaned = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
    return cleaned.replace(/\p{Cc}+/gu, ' ').slice(0, 1000)
  }
}
