/** The steps of a message and how each is opened (spec section 3, "Form modes" and "Form steps"). Pure. */
import type { MessageStatus } from '@muster/contract/messages/messages.machine'
import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'

export type MessageTab = 'summary' | 'details' | 'content' | 'recipients' | 'schedule' | 'stats'

/** In the order of spec section 2. The summary is hidden in a draft; statistics begin with the first mail. */
export function tabsOf({ status, startedAt }: Pick<OutgoingMessage, 'status' | 'startedAt'>): MessageTab[] {
  return [
    ...(status === 'DRAFT' ? [] : (['summary'] as const)),
    'details',
    'content',
    'recipients',
    'schedule',
    ...(startedAt === null ? [] : (['stats'] as const)),
  ]
}

export type FormStep =
  | 'CREATE_DETAILS'
  | 'UPDATE_DETAILS'
  | 'UPDATE_CONTENT'
  | 'UPDATE_RECIPIENTS'
  | 'UPDATE_SCHEDULE'

/** Where Back and Next lead. Back from the first step leaves to the drafts; the last step sends. */
export const formSteps: Record<FormStep, { back: MessageTab | null; next: MessageTab | null }> = {
  CREATE_DETAILS: { back: null, next: 'content' },
  UPDATE_DETAILS: { back: null, next: 'content' },
  UPDATE_CONTENT: { back: 'details', next: 'recipients' },
  UPDATE_RECIPIENTS: { back: 'content', next: 'schedule' },
  UPDATE_SCHEDULE: { back: 'recipients', next: null },
}

type FormMode = 'ONLY_EDIT_MODE' | 'ONLY_VIEW_MODE' | 'DEFAULT_EDIT_MODE' | 'DEFAULT_VIEW_MODE'

/**
 * A new message is only edited, and one that the reader may not change only viewed. A draft opens for editing; an
 * approved message opens for viewing, because an edit takes its approval back.
 *
 * @param message null: not created yet
 */
export function formModeOf(message: Pick<OutgoingMessage, 'status' | 'mayDo'> | null): FormMode {
  if (message === null) return 'ONLY_EDIT_MODE'
  if (!message.mayDo.includes('edit')) return 'ONLY_VIEW_MODE'
  return message.status === 'DRAFT' ? 'DEFAULT_EDIT_MODE' : 'DEFAULT_VIEW_MODE'
}

const isStartedIn: Record<MessageStatus, boolean> = {
  DRAFT: false,
  AWAITING_APPROVAL: false,
  APPROVED: false,
  SCHEDULED: false,
  SENDING: true,
  SENT: true,
  ERROR_SENDING: true,
  ARCHIVED: false,
}

/** Whether the recipients are frozen: there is a ledger of them. */
export const isFrozen = ({ status, startedAt }: Pick<OutgoingMessage, 'status' | 'startedAt'>): boolean =>
  isStartedIn[status] || startedAt !== null
