/** The system's own mails: one small interface, and the choice of the transport behind it. */
import { createOutboxMailer } from './outbox.ts'
import { createSmtpMailer } from './smtp.ts'

export interface Mail {
  to: string | string[]
  subject: string
  html: string
  text: string
  replyTo?: string
  headers?: Record<string, string>
}

export interface Mailer {
  /** Resolves when the transport has taken the mail. @returns the Message-ID */
  send(mail: Mail): Promise<{ messageId: string }>
  close(): Promise<void>
}

export interface MailerOptions {
  /** A mail server; without one, mail is kept in the outbox and leaves the machine never. */
  smtpUrl?: string | undefined
  /** Folder of the outbox. */
  outboxDir: string
  /** Sender, such as `Muster <no-reply@example.org>`. */
  from: string
}

export function createMailer({ smtpUrl, outboxDir, from }: MailerOptions): Mailer {
  return smtpUrl ? createSmtpMailer(smtpUrl, from) : createOutboxMailer(outboxDir, from)
}
