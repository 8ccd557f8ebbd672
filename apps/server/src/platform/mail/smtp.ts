/** Delivers mails to an SMTP server over a connection pool. */
import net from 'node:net'
import type { Readable } from 'node:stream'
import nodemailer, { type NodemailerError } from 'nodemailer'
import { isPublicAddress, lookupPublic } from '../public-addresses.ts'
import type { Rejection, Transport } from './mail.ts'
import { MailError } from './mail-error.ts'

/** Codes of nodemailer's own rejections, without the server: a retry cannot help. */
const localRejections = new Set(['EENVELOPE', 'EMESSAGE', 'EREQUIRETLS'])

export interface SmtpServer {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS where the server has it. */
  isSecure: boolean
  /** Empty: without signing in. */
  user: string
  password: string
  /** Default: 5. */
  maxConnections?: number
  /** How long the server may be silent; default 30 seconds. */
  silenceMs?: number
  /** Whether it may have a private address. */
  isPrivateAllowed: boolean
}

export interface SmtpTransport extends Transport {
  /**
   * Connects and signs in.
   *
   * @throws MailError
   */
  verify(): Promise<void>
}

/** @param server a server, or a URL such as `smtp://user:password@host:587` or `smtps://host` */
export function createSmtpTransport(server: string | SmtpServer): SmtpTransport {
  // Without limits an unresponsive mail server would block a job for minutes.
  const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const pool = nodemailer.createTransport({ pool: true, ...limits, ...poolOptions(server) })
  if (typeof server !== 'string' && !server.isPrivateAllowed) {
    Object.assign(pool, { getSocket: connectPublic(server, limits.connectionTimeout) })
  }
  const clean = withoutSecrets(typeof server === 'string' ? credentialsOf(server) : server)
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
    async verify() {
      try {
        await pool.verify()
      } catch (error) {
        throw mailErrorOf(error as NodemailerError, false, clean)
      }
    },
    close: async () => pool.close(),
  }
}

function poolOptions(server: string | SmtpServer) {
  if (typeof server === 'string') return { url: server }
  const { host, port, isSecure, user, password, maxConnections = 5, silenceMs } = server
  return {
    host,
    port,
    secure: isSecure,
    ...(user && { auth: { user, pass: password } }),
    maxConnections,
    ...(silenceMs && { socketTimeout: silenceMs, greetingTimeout: silenceMs }),
    // Connections are kept: most servers count new ones.
    maxMessages: Number.POSITIVE_INFINITY,
    maxRequeues: 1,
  }
}

type SocketCallback = (error: Error | null, options?: { connection: net.Socket }) => void

/** Opens the connections of the pool, to public addresses only. */
function connectPublic({ host, port }: SmtpServer, timeout: number) {
  return (_options: unknown, done: SocketCallback): void => {
    if (net.isIP(host) !== 0 && !isPublicAddress(host)) {
      done(Object.assign(new Error('The address is not public'), { code: 'EADDRESS' }))
      return
    }
    const connection = net.connect({ host, port, lookup: lookupPublic, timeout })
    const failed = (error: Error) => {
      connection.destroy()
      done(error)
    }
    const tooSlow = () => failed(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }))
    connection.once('error', failed).once('timeout', tooSlow)
    connection.once('connect', () => {
      connection.off('error', failed).off('timeout', tooSlow).setTimeout(0)
      done(null, { connection })
    })
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

function credentialsOf(url: string): { user: string; password: string } {
  const { username, password } = new URL(url)
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** Replies may echo commands, so this removes the credentials in every encoding that SMTP uses. */
function withoutSecrets({ user, password }: { user: string; password: string }): (text: string) => string {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const secrets = password ? [password, base64(password), base64(`\0${user}\0${password}`)] : []
  return (text) => {
    const cleaned = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
    return cleaned.replace(/\p{Cc}+/gu, ' ').slice(0, 1000)
  }
}
