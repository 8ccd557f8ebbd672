/**
 * A recipient's mail as raw MIME: text and HTML as quoted-printable. The static parts are encoded once; a soft line
 * break before and after each value keeps every value's encoding independent of its surroundings.
 */
import { domainToASCII } from 'node:url'
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs'
import { encode, wrap } from 'nodemailer/lib/qp'
import { escapeFor } from './escape.ts'
import { mapStatic, type PlanPart, type SpliceOptions, splice } from './plan.ts'
import type { PreparedContent } from './render.ts'

export interface MailAddress {
  name?: string
  address: string
}

export interface MailHeaders {
  from: MailAddress
  to: MailAddress
  replyTo?: MailAddress
  /** Without angle brackets: `id@domain`. */
  messageId: string
  date: Date
  /** Addresses by which the recipient unsubscribes: a web address for one click, and a mail address. */
  unsubscribe?: { url: string; mail?: string }
  /** Further headers, for example `Feedback-ID`. */
  more?: Record<string, string>
}

/** A content whose static parts are encoded. */
export interface MimeContent {
  prepared: PreparedContent
  html: PlanPart[]
  text: PlanPart[]
}

/** @throws Error for a text message */
export function prepareMime(prepared: PreparedContent): MimeContent {
  const { html, text } = prepared.content
  if (html === null) throw new Error('a text message has no mail')
  return { prepared, html: mapStatic(html, encodeBody), text: mapStatic(text, encodeBody) }
}

/** No encoded body has a line like it: `=_` is no quoted-printable. */
const boundary = '=_muster_alternative'

export function composeMail(
  { prepared, html, text }: MimeContent,
  values: readonly string[],
  headers: MailHeaders,
  { linkUrl }: Pick<SpliceOptions, 'linkUrl'> = {},
): string {
  const { subject, links } = prepared.content
  const options = { linkUrl, encode: encodeBody }
  return [
    ...headerLines(headers, splice(subject, values, links)),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...bodyPart('text/plain', splice(text, values, links, options)),
    ...bodyPart('text/html', splice(html, values, links, options)),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

const bodyPart = (type: string, body: string): string[] => [
  `--${boundary}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: quoted-printable',
  '',
  body,
]

/** Short, printable, without a sign that has to be encoded. */
const needsNoEncoding = /^[!-<>-~](?:[ -<>-~]{0,68}[!-<>-~])?$/

/** A piece of a body, from the beginning of a line to the beginning of the next. */
function encodeBody(text: string): string {
  if (text === '') return ''
  if (needsNoEncoding.test(text)) return `${text}=\r\n`
  const encoded = wrap(encode(text.replace(/\r\n?|\n/g, '\r\n')), 75)
  return encoded.endsWith('\r\n') ? encoded : `${encoded}=\r\n`
}

function headerLines(
  { from, to, replyTo, messageId, date, unsubscribe, more = {} }: MailHeaders,
  subject: string,
) {
  const fixed: Record<string, string | undefined> = {
    From: addressHeader(from),
    To: addressHeader(to),
    'Reply-To': replyTo && addressHeader(replyTo),
    Subject: subjectHeader(escapeFor.header(subject)),
    Date: date.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${messageId}>`,
    ...(unsubscribe && {
      'List-Unsubscribe': [
        `<${unsubscribe.url}>`,
        ...(unsubscribe.mail ? [`<mailto:${unsubscribe.mail}>`] : []),
      ].join(', '),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    ...Object.fromEntries(
      Object.entries(more).map(([name, value]) => [name, encodeText(escapeFor.header(value))]),
    ),
  }
  return Object.entries(fixed).flatMap(([name, value]) =>
    value === undefined ? [] : [headerLine(name, value)],
  )
}

/** A word that does not fit into a line cannot be folded. */
const longestWord = /\S{64}/

/** What looks like an encoded word is encoded itself, so that it is read as it was written. */
const encodeText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) && !text.includes('=?') ? text : encodeWord(text, 'Q', 52)

const subjectHeader = (text: string): string =>
  longestWord.test(text) ? encodeWord(text, 'Q', 52) : encodeText(text)

/** A line break in a value would begin another header. */
function headerLine(name: string, value: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new Error(`not a header: ${name}`)
  return foldLines(`${name}: ${escapeFor.header(value)}`, 76)
}

function addressHeader({ name = '', address }: MailAddress): string {
  const bare = asciiAddress(address)
  const shown = escapeFor.header(name)
  if (shown === '') return bare
  const isPlain = encodeText(shown) === shown && !longestWord.test(shown)
  const written = isPlain ? `"${shown.replace(/["\\]/g, '\\$&')}"` : encodeWord(shown, 'Q', 52)
  return `${written} <${bare}>`
}

export class NoMailAddress extends Error {}

/** As mail servers take it. @throws NoMailAddress, also for what would be more than one */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  const local = address.slice(0, at)
  if (at < 1 || domain === '' || /[\s<>,;:"()[\]\\@\p{Cc}]/u.test(local))
    throw new NoMailAddress('not a mail address')
  return `${local}@${domain}`
}
