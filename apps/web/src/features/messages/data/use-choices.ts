/** What the forms of messages choose from: senders, subjects and owners. */

import type { MessageSubject } from '@muster/contract/messages/consent.api'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'

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

/** Subjects by their names in the reader's language. */
export function useSubjects(teamId: number): { id: number; name: string; subject: MessageSubject }[] {
  const { data } = useApi(
    api.messageConsent.subjects,
    { params: { teamId } },
    { staleTime: minutes, retry: false },
  )
  return (data?.items ?? []).map((subject) => ({
    id: subject.id,
    name: subject.externalNameTranslations[currentLanguage()] || subject.externalName,
    subject,
  }))
}

export function useOwners(teamId: number) {
  const { data } = useApi(api.teams.people, { params: { teamId } }, { staleTime: 5 * minutes })
  return data?.items
}
