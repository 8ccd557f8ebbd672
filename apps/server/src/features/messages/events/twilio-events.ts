/** What Twilio reports of an SMS; see https://www.twilio.com/docs/messaging/guides/track-outbound-message-status. */
import type { NotificationType } from '@muster/contract/messages/notifications'
import type { ProviderEvent } from './note-event.ts'

const types: Readonly<Record<string, NotificationType>> = {
  accepted: 'accepted',
  scheduled: 'scheduled',
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  partially_delivered: 'partially_delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'canceled',
  receiving: 'receiving',
  received: 'received',
  read: 'read',
}

/** Of https://www.twilio.com/docs/api/errors: the others are about the content, the account or the network. */
const harms: Readonly<Record<string, ProviderEvent['harm']>> = {
  /** Unreachable handset, unknown error. */
  30003: 'soft',
  30008: 'soft',
  /** Unknown handset, landline or a carrier that cannot be reached, no mobile number, no number. */
  30005: 'hard',
  30006: 'hard',
  21614: 'hard',
  21211: 'hard',
  /** The person sent STOP. */
  21610: 'stop',
}

/** @returns undefined for a status that we do not know */
export function twilioEvent(form: URLSearchParams, recipientId: number): ProviderEvent | undefined {
  const sid = form.get('MessageSid') ?? ''
  const status = form.get('MessageStatus') ?? ''
  const type = types[status]
  if (!type || !/^[A-Z]{2}[0-9a-f]{32}$/.test(sid)) return undefined
  const code = form.get('ErrorCode') ?? ''
  const hasFailed = type === 'undelivered' || type === 'failed'
  return {
    recipientId,
    type,
    at: null,
    detail: code && code !== '0' ? `${code} ${form.get('ErrorMessage') ?? ''}`.trim() : null,
    providerEvent: `twilio ${sid} ${status}`,
    providerId: sid,
    isMachine: false,
    harm: (hasFailed && harms[code]) || 'none',
  }
}
