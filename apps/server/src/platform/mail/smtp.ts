/** Mail through a server of the organisation's own. */
import nodemailer from 'nodemailer'
import type { Mail, Mailer } from './mailer.ts'

/** @param url such as `smtp://user:password@host:587` or `smtps://host` */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport(
    // Without limits a mail server that hangs would hold a sign-up for minutes.
    { url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    { from },
  )
  return {
    async send(mail: Mail) {
      const { messageId } = await transport.sendMail(mail)
      return { messageId }
    },
    close: async () => transport.close(),
  }
}
