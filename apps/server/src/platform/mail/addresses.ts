/** Validates mail addresses and header texts before they are used in a header or an SMTP command. */
import addressParser from 'nodemailer/lib/addressparser'
import { StartError } from '../start-error.ts'
import type { Address } from './mail.ts'
import { invalidMail } from './mail-error.ts'

// One @, and no character that ends an address, adds another one, or starts a new line.
const addressPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Zl}\p{Zp}]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Zl}\p{Zp}]+$/u

/** @throws MailError unless the text is exactly one bare address */
export function checkedAddress(address: string): string {
  if (!addressPattern.test(address)) throw invalidMail('A mail address is not valid')
  return address
}

/** A string is a bare address, never a list or `Name <address>`. @throws MailError */
export function addressOf(address: string | Address): Address {
  const { name, address: bare } = typeof address === 'string' ? { name: '', address } : address
  return { name: onOneLine(name), address: checkedAddress(bare) }
}

/** Text for a header: replaces control characters by spaces. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/**
 * @param text such as `Muster <no-reply@example.org>`
 * @throws StartError unless it contains exactly one valid address
 */
export function parseSender(text: string): Address {
  const [sender, ...others] = addressParser(text, { flatten: true })
  if (!sender || others.length > 0 || !addressPattern.test(sender.address))
    throw new StartError('MUSTER_MAIL_FROM must be a sender such as Muster <no-reply@example.org>')
  return addressOf({ name: sender.name, address: sender.address })
}
