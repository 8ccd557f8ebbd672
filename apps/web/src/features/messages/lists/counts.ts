/** Sums of a message's counts. Pure. */
import type { RecipientState } from '@muster/contract/messages/messages.machine'
import type { MessageCounts } from '@muster/contract/messages/messages.schema'

export const inState = ({ states }: MessageCounts, ...wanted: RecipientState[]): number =>
  wanted.reduce((sum, state) => sum + (states[state] ?? 0), 0)

/** Everybody who is to get the message. */
export const recipientCount = (counts: MessageCounts): number =>
  inState(counts, 'waiting', 'claimed', 'handing', 'accepted', 'failed', 'in_doubt', 'cancelled')

/** Those with whom the sender is done. */
export const doneCount = (counts: MessageCounts): number =>
  inState(counts, 'accepted', 'failed', 'in_doubt', 'cancelled')
