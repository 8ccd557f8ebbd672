/** What the forms of messages choose from: senders and owners. */

import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { api, useApi } from '../../../lib/api.ts'

const minutes = 60_000

export function useSenders(teamId: number, method: DeliveryMethod) {
  const { data } = useApi(api.messageSenders.choices, { params: { teamId } }, { staleTime: minutes })
  return data?.items.filter((sender) => sender.deliveryMethodId === method)
}

export const senderName = (sender: { name: string; fromName: string; fromAddress: string }): string => {
  const from = sender.fromName ? `${sender.fromName} <${sender.fromAddress}>` : sender.fromAddress
  return sender.name === sender.fromAddress || sender.name === sender.fromName
    ? from
    : `${sender.name}: ${from}`
}

export function useOwners(teamId: number) {
  const { data } = useApi(api.teams.people, { params: { teamId } }, { staleTime: 5 * minutes })
  return data?.items
}
