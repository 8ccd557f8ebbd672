/** The mailer composes a mail and delivers it with the configured transport. */
import { parseSender } from './addresses.ts'
import { composeMail } from './compose.ts'
import type { Mailer } from './mail.ts'
import { createOutbox } from './outbox.ts'
import { createSmtpTransport } from './smtp.ts'

export interface MailerOptions {
  /** A mail server. Without one, mails stay in the outbox on this machine. */
  smtpUrl?: string | undefined
  /** Folder of the outbox. */
  outboxDir: string
  /** Default sender, such as `Muster <no-reply@example.org>`. */
  from: string
}

/** @throws StartError when the sender is not valid */
export function createMailer({ smtpUrl, outboxDir, from }: MailerOptions): Mailer {
  const sender = parseSender(from)
  const transport = smtpUrl ? createSmtpTransport(smtpUrl) : createOutbox(outboxDir)
  return {
    send: async (mail) => transport.deliver(await composeMail(mail, sender)),
    close: () => transport.close(),
  }
}
