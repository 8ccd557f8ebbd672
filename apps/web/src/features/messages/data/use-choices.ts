/** What the forms of messages choose from: senders and owners. */

import { type DeliveryMethod, mayOwn } from '@muster/contract/messages/message-permissions'
import { api, useApi } from '../../../lib/api.ts'
import { activeTeam, useSignedIn } from '../../auth/public.ts'

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

/** To whom the user may give a message. @param now the team user who owns it */
export function useOwners(teamId: number, now: number | null) {
  const { data } = useApi(api.teams.people, { params: { teamId } }, { staleTime: 5 * minutes })
  const link = activeTeam(useSignedIn(), teamId)
  if (!link) return []
  const self = link.seenAs?.teamUserId ?? link.teamUserLinkId
  return data?.items.filter(
    ({ isActive, teamUserId }) => teamUserId === now || (isActive && mayOwn(link, self, now, teamUserId)),
  )
}
