/** Turns a mail into the bytes that every transport sends unchanged. */
import crypto from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import { addressOf, checkedAddress, onOneLine } from './addresses.ts'
import type { Address, ComposedMail, Mail } from './mail.ts'
import { invalidMail } from './mail-error.ts'

const headerNamePattern = /^[!-9;-~]+$/
/** Headers that other properties of a mail set; a second value could contradict them. */
const reservedHeaders = /^(from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*)$/i
const messageIdPattern = /^<[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>$/u

/**
 * @param sender default for a mail without `from`
 * @throws MailError when an address, a header or the Message-ID is not valid
 */
export async function composeMail(mail: Mail, sender: Address): Promise<ComposedMail> {
  const from = addressOf(mail.from ?? sender)
  const to = [mail.to].flat().map(addressOf)
  const envelope = {
    from: checkedAddress(mail.envelope?.from ?? from.address),
    to: (mail.envelope?.to ?? to.map(({ address }) => address)).map(checkedAddress),
  }
  if (envelope.to.length === 0) throw invalidMail('A mail has no recipient')
  const messageId = mail.messageId ?? `<${crypto.randomUUID()}@${from.address.split('@')[1]}>`
  if (!messageIdPattern.test(messageId)) throw invalidMail('A Message-ID is not valid')
  const composer = new MailComposer({
    from,
    to,
    ...(mail.replyTo && { replyTo: addressOf(mail.replyTo) }),
    subject: onOneLine(mail.subject),
    html: mail.html,
    text: mail.text,
    headers: headersOf(mail),
    attachments: (mail.attachments ?? []).map(({ filename, content, contentType }) => ({
      filename: onOneLine(filename),
      content,
      ...(contentType && { contentType: onOneLine(contentType) }),
    })),
    messageId,
    newline: 'win',
    // All content is in the mail; nothing may be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { raw: await composer.compile().build(), envelope, messageId }
}

function headersOf({ headers = {}, language }: Mail): Record<string, string> {
  for (const name of Object.keys(headers)) {
    if (!headerNamePattern.test(name) || reservedHeaders.test(name))
      throw invalidMail(`A mail may not set the header ${JSON.stringify(name)}`)
  }
  const safe = Object.entries(headers).map(([name, value]) => [name, onOneLine(value)])
  return { ...Object.fromEntries(safe), ...(language && { 'Content-Language': onOneLine(language) }) }
}
