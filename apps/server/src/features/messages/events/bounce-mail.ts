/** Mails about mails: non-delivery reports (RFC 3464), and complaints that mail providers pass on (RFC 5965). */
import PostalMime, { type Email } from 'postal-mime'

export interface BounceMail {
  type: 'bounce' | 'complaint' | 'delivered'
  /** Whether the address is at fault for good, or the failure may pass. */
  harm: 'none' | 'soft' | 'hard' | 'complaint'
  detail: string
  /** Texts in which the recipient's tokens may be: addresses that the report was sent to, and that it names. */
  addresses: string[]
  /** Message-IDs of the mail that it is about, without angle brackets. */
  messageIds: string[]
  /** Identifies the report. */
  reportId: string
}

/** @returns undefined for a mail that says nothing final about another: a delay, an automatic answer, a letter */
export async function readBounceMail(raw: Buffer): Promise<BounceMail | undefined> {
  const options = { attachmentEncoding: 'utf8', forceRfc822Attachments: true, maxNestingDepth: 20 } as const
  const mail = await PostalMime.parse(raw, options).catch(() => undefined)
  if (!mail) return undefined
  const found = complaintIn(mail) ?? deliveryStatusIn(mail) ?? plainBounce(mail)
  if (!found) return undefined
  const returned = partOf(mail, /^(message\/rfc822|text\/rfc822-headers|message\/rfc822-headers)$/)
  const headers = returned === undefined ? [] : fieldsOf(returned.split(/\r?\n\r?\n/)[0]!)
  const messageId = fieldOf(headers, 'message-id')
  return {
    ...found,
    detail: found.detail.replace(/\s+/g, ' ').trim().slice(0, 1000),
    addresses: [...recipientHeaders(mail), ...found.addresses, fieldOf(headers, 'return-path') ?? ''],
    messageIds: messageId === undefined ? [] : [messageId.replace(/^<|>$/g, '')],
    reportId: mail.messageId ?? '',
  }
}

type Found = Pick<BounceMail, 'type' | 'harm' | 'detail' | 'addresses'>

/** Of mailbox providers: a person marked the mail as unwanted. */
function complaintIn(mail: Email): Found | undefined {
  const report = partOf(mail, /^message\/feedback-report$/)
  if (report === undefined) return undefined
  const fields = fieldsOf(report)
  const kind = fieldOf(fields, 'feedback-type')?.toLowerCase() ?? ''
  if (!['abuse', 'fraud', 'virus', 'other'].includes(kind)) return undefined
  return {
    type: 'complaint',
    harm: 'complaint',
    detail: kind,
    addresses: [fieldOf(fields, 'original-mail-from') ?? ''],
  }
}

function deliveryStatusIn(mail: Email): Found | undefined {
  const report = partOf(mail, /^message\/(global-)?delivery-status$/)
  if (report === undefined) return undefined
  // The first block is about the whole report, each other one about a recipient.
  const blocks = report.split(/\r?\n\r?\n/).map(fieldsOf)
  const block = blocks.find((fields) => fieldOf(fields, 'action') !== undefined)
  if (!block) return undefined
  const action = fieldOf(block, 'action')!.toLowerCase()
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fieldOf(block, 'status') ?? '')?.[1] ?? ''
  const diagnostic = fieldOf(block, 'diagnostic-code')?.replace(/^[\w-]+;\s*/, '')
  const detail = diagnostic ?? status
  if (action === 'delivered') return { type: 'delivered', harm: 'none', detail, addresses: [] }
  if (action !== 'failed') return undefined
  return { type: 'bounce', harm: harmOf(status), detail, addresses: [] }
}

/** Full mailboxes, systems and networks that fail, and refused contents say nothing about the address: RFC 3463. */
const passing = /^5\.(2\.[234]|3\.\d+|4\.\d+|5\.\d+|6\.\d+|7\.\d+)$/

const harmOf = (status: string): 'soft' | 'hard' =>
  status.startsWith('5.') && !passing.test(status) ? 'hard' : 'soft'

/** Of servers that write no report. Nobody but a mail server sends with an empty return path. */
function plainBounce(mail: Email): Found | undefined {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const isFromServer = /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  const isAutomaticAnswer = /auto-replied/i.test(header('auto-submitted'))
  if (isAutomaticAnswer || !isFromServer || header('return-path').trim() !== '<>') return undefined
  if (mail.attachments.some(({ mimeType }) => mimeType.endsWith('delivery-status'))) return undefined
  return { type: 'bounce', harm: 'soft', detail: mail.subject ?? mail.text ?? '', addresses: [] }
}

function recipientHeaders({ headers }: Email): string[] {
  const names = ['to', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-failed-recipients']
  return headers.filter(({ key }) => names.includes(key)).map(({ value }) => value)
}

function partOf({ attachments }: Email, type: RegExp): string | undefined {
  const content = attachments.find(({ mimeType }) => type.test(mimeType))?.content
  return typeof content === 'string' ? content : undefined
}

type Fields = [name: string, value: string][]

/** Lines that begin with a space continue the one before. */
function fieldsOf(block: string): Fields {
  const lines = block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.flatMap((line): Fields => {
    const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), value!.trim()]]
  })
}

const fieldOf = (fields: Fields, name: string): string | undefined =>
  fields.find(([key]) => key === name)?.[1]
