/** The four lists of messages (spec section 2). */
import { MessageList } from './MessageList.tsx'

export const Drafts = () => <MessageList key="drafts" list="drafts" />
export const Scheduled = () => <MessageList key="scheduled" list="scheduled" />
export const Sent = () => <MessageList key="sent" list="sent" />
export const Archived = () => <MessageList key="archived" list="archived" />
