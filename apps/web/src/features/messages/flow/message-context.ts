/** The message whose pages are open. */
import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { createContext, useContext } from 'react'

export interface MessagePageData {
  teamId: number
  message: OutgoingMessage
  /** The message's address, without a tab. */
  base: string
}

export const MessageContext = createContext<MessagePageData | null>(null)

export function useMessagePage(): MessagePageData {
  const page = useContext(MessageContext)
  if (!page) throw new Error('No message: this is shown inside MessagePage')
  return page
}
