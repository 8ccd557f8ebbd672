/** What Amazon SES reports; see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html. */
import type { NotificationType } from '@muster/contract/messages/notifications'
import { z } from 'zod'
import type { ProviderEvent } from './note-event.ts'

/** The tag by which mails name their recipient. */
export const recipientTag = 'muster-recipient'

const time = z.string().optional()
const eventSchema = z.object({
  eventType: z.string().optional(),
  /** Instead of `eventType`, in notifications of an identity without a configuration set. */
  notificationType: z.string().optional(),
  mail: z.object({
    messageId: z.string(),
    timestamp: time,
    tags: z.record(z.string(), z.array(z.string())).optional(),
  }),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().optional(),
      timestamp: time,
      bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })).optional(),
    })
    .optional(),
  complaint: z.object({ complaintFeedbackType: z.string().nullish(), timestamp: time }).optional(),
  delivery: z.object({ timestamp: time, smtpResponse: z.string().optional() }).optional(),
  open: z.object({ timestamp: time }).optional(),
  click: z.object({ timestamp: time, link: z.string().optional() }).optional(),
  reject: z.object({ reason: z.string().optional() }).optional(),
  failure: z.object({ errorMessage: z.string().optional() }).optional(),
})
type SesNotice = z.output<typeof eventSchema>

export interface SesEvent extends Omit<ProviderEvent, 'recipientId' | 'providerEvent' | 'providerId'> {
  /** The id of the mail at SES. */
  mailId: string
  /** The token of the recipient that the mail was tagged with. */
  token: string | null
}

type Part = Pick<SesEvent, 'type' | 'detail' | 'harm'> & { timestamp?: string | undefined }

const parts: Readonly<Record<string, (notice: SesNotice) => Part | undefined>> = {
  Send: ({ mail }) => plain('send', mail.timestamp),
  Delivery: ({ delivery }) => plain('delivery', delivery?.timestamp, delivery?.smtpResponse),
  Open: ({ open }) => plain('open', open?.timestamp),
  Click: ({ click }) => plain('click', click?.timestamp, click?.link),
  Reject: ({ reject }) => plain('failed', undefined, reject?.reason),
  'Rendering Failure': ({ failure }) => plain('failed', undefined, failure?.errorMessage),
  Bounce({ bounce }) {
    if (!bounce) return undefined
    const { bounceType, bounceSubType = '', timestamp, bouncedRecipients = [] } = bounce
    const code = bouncedRecipients[0]?.diagnosticCode
    const detail = code ?? `${bounceType} ${bounceSubType}`.trim()
    return { type: 'bounce', detail, timestamp, harm: bounceType === 'Permanent' ? 'hard' : 'soft' }
  },
  Complaint({ complaint }) {
    // Somebody took the mail out of the spam folder.
    if (complaint?.complaintFeedbackType === 'not-spam') return undefined
    return {
      ...plain('complaint', complaint?.timestamp, complaint?.complaintFeedbackType ?? undefined),
      harm: 'complaint',
    }
  },
}

const plain = (type: NotificationType, timestamp?: string, detail?: string): Part => ({
  type,
  detail: detail ?? null,
  timestamp,
  harm: 'none',
})

/** @param json the parsed message of SNS @returns undefined for what says nothing about a recipient */
export function sesEvent(json: unknown): SesEvent | undefined {
  const read = eventSchema.safeParse(json)
  if (!read.success) return undefined
  const { eventType, notificationType, mail } = read.data
  const part = parts[eventType ?? notificationType ?? '']?.(read.data)
  if (!part) return undefined
  const { timestamp, ...event } = part
  const at = timestamp === undefined ? Number.NaN : Date.parse(timestamp)
  return {
    ...event,
    detail: event.detail?.slice(0, 1000) ?? null,
    at: Number.isNaN(at) ? null : new Date(at),
    isMachine: false,
    mailId: mail.messageId,
    token: mail.tags?.[recipientTag]?.[0] ?? null,
  }
}
