/** A mail server of the team's choice, over a pool of connections. */
import type { HandOverDetail } from '@muster/contract/messages/hand-over-details'
import { MailError } from '../../../platform/mail/mail-error.ts'
import { createSmtpTransport, type SmtpServer } from '../../../platform/mail/smtp.ts'
import { type Accepted, Refused, type Transport, TryLater, Unknown } from './transport.ts'

/** Replies about the mailbox and not about the mail: RFC 3463 status 5.1.x, or plain "no such user". */
const addressReply = /^55[0135][ -](5\.1\.\d+\b|(?!5\.\d))/

export function smtpTransport(server: SmtpServer): Transport {
  const smtp = createSmtpTransport(server)
  return {
    maxInFlight: server.maxConnections ?? 5,
    async handOver(outgoing): Promise<Accepted> {
      if (outgoing.kind !== 'EMAIL') throw new Refused('wrong_method' satisfies HandOverDetail)
      try {
        const { response } = await smtp.deliver(outgoing)
        return { providerId: outgoing.messageId, detail: response }
      } catch (error) {
        throw outcomeOf(error)
      }
    },
    check: async () => {
      try {
        await smtp.verify()
        return { isOk: true, detail: '' }
      } catch (error) {
        return { isOk: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => smtp.close(),
  }
}

function outcomeOf(error: unknown): Error {
  if (!(error instanceof MailError)) return error as Error
  const { kind, responseCode, response, message } = error
  const text = response ?? message
  if (kind === 'inDoubt') return new Unknown(text)
  if (kind === 'permanent') return new Refused(text, addressReply.test(text))
  // Without a reply there was no connection; 421 closes it; 530 to 538 are about signing in.
  const isAboutSender = responseCode === undefined || responseCode === 421 || error.code === 'EAUTH'
  return new TryLater(text, isAboutSender)
}
