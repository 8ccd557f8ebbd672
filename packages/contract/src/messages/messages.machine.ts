/** The states of an outgoing message and of one recipient's mail or SMS. */

export const messageStatuses = [
  'DRAFT',
  'AWAITING_APPROVAL',
  'APPROVED',
  'SCHEDULED',
  'SENDING',
  'SENT',
  'ERROR_SENDING',
  'ARCHIVED',
] as const
export type MessageStatus = (typeof messageStatuses)[number]

export const messageEvents = [
  'edit',
  'submit',
  'withdraw',
  'requestChanges',
  'approve',
  'schedule',
  'unschedule',
  'start',
  'pause',
  'resume',
  'finish',
  'fail',
  'lapse',
  'archive',
  'unarchive',
  'delete',
] as const
export type MessageEvent = (typeof messageEvents)[number]

interface Transition {
  from: readonly MessageStatus[]
  /** `before`: the status that the message had before it was scheduled or archived. Null: the message is gone. */
  to: MessageStatus | 'same' | 'before' | null
}

/**
 * In any other status an event is refused. An edit takes an approval back, because it is bound to what was approved.
 * A paused message stays `SENDING`; it has a `pausedAt`.
 */
export const messageTransitions: Readonly<Record<MessageEvent, Transition>> = {
  edit: { from: ['DRAFT', 'APPROVED'], to: 'DRAFT' },
  submit: { from: ['DRAFT'], to: 'AWAITING_APPROVAL' },
  withdraw: { from: ['AWAITING_APPROVAL'], to: 'DRAFT' },
  requestChanges: { from: ['AWAITING_APPROVAL'], to: 'DRAFT' },
  approve: { from: ['AWAITING_APPROVAL'], to: 'APPROVED' },
  schedule: { from: ['DRAFT', 'APPROVED'], to: 'SCHEDULED' },
  unschedule: { from: ['SCHEDULED'], to: 'before' },
  start: { from: ['DRAFT', 'APPROVED', 'SCHEDULED'], to: 'SENDING' },
  pause: { from: ['SENDING'], to: 'same' },
  /** From `SENT` only when people in doubt are sent to again. */
  resume: { from: ['SENDING', 'ERROR_SENDING', 'SENT'], to: 'SENDING' },
  finish: { from: ['SENDING'], to: 'SENT' },
  fail: { from: ['SENDING'], to: 'ERROR_SENDING' },
  /** What was approved, or the number of recipients, is no longer the same when the message is to start. */
  lapse: { from: ['APPROVED', 'SCHEDULED', 'SENDING'], to: 'DRAFT' },
  archive: { from: ['DRAFT', 'SENT', 'ERROR_SENDING'], to: 'ARCHIVED' },
  unarchive: { from: ['ARCHIVED'], to: 'before' },
  delete: { from: ['DRAFT'], to: null },
}

export const mayHappenToMessage = (status: MessageStatus, event: MessageEvent): boolean =>
  messageTransitions[event].from.includes(status)

/** The lists of the spec, section 2, and what each shows. */
export const messageLists = {
  drafts: ['DRAFT', 'AWAITING_APPROVAL', 'APPROVED'],
  scheduled: ['SCHEDULED'],
  sent: ['SENDING', 'SENT', 'ERROR_SENDING'],
  archived: ['ARCHIVED'],
} as const satisfies Record<string, readonly MessageStatus[]>
export type MessageList = keyof typeof messageLists

export const recipientStates = [
  /** Gets nothing; the reason says why. */
  'excluded',
  'waiting',
  /** A sender process has it in its batch. */
  'claimed',
  /** On its way to the mail server or provider at this moment. */
  'handing',
  'accepted',
  'failed',
  /** The process ended, or the connection was lost, in the middle: it may or may not have arrived. */
  'in_doubt',
  'cancelled',
] as const
export type RecipientState = (typeof recipientStates)[number]

export const exclusionReasons = [
  'no_address',
  'invalid_address',
  'bounced',
  'complained',
  'suppressed',
  'unsubscribed',
  'not_subscribed',
  'opt_in_pending',
  'duplicate',
  'excluded_by_rule',
  'no_content',
  'quota',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

export const pauseReasons = [
  'person',
  'bounces',
  'complaints',
  'errors',
  'late',
  'quota',
  'restored',
  'sender',
] as const
export type PauseReason = (typeof pauseReasons)[number]
