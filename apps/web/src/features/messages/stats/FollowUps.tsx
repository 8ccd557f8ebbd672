/** Drafts for those whom a message did not reach, or who did not click. */
import { mayDoToMessage } from '@muster/contract/messages/message-permissions'
import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { standingIn, useSignedIn } from '../../auth/public.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { inState } from '../lists/counts.ts'

export function FollowUps({ message }: { message: OutgoingMessage }) {
  const { t } = useTranslation('messages')
  const navigate = useNavigate()
  const acts = useMessageActs(message.teamId)
  const standing = standingIn(useSignedIn(), message.teamId)
  const { deliveryMethodId, counts, status } = message
  const isOver = status === 'SENT' || status === 'ERROR_SENDING'
  const mayCreate = standing !== null && mayDoToMessage(standing, 'edit', { deliveryMethodId, isOwn: true })
  if (!isOver || !mayCreate) return null
  const create = async (to: 'failed' | 'not_clicked') => {
    const draft = await acts.followUp(message, to)
    if (draft) void navigate({ to: `/team-${message.teamId}/outgoing-messages/${draft.id}/details` })
  }
  const failed = inState(counts, 'failed') + (counts.outcomes.bounced ?? 0)
  const isClickable = message.tracksClicks && deliveryMethodId === 'EMAIL'
  return (
    <>
      {failed > 0 && (
        <BusyButton variant="default" onClick={() => create('failed')}>
          {t('followUp.failed')}
        </BusyButton>
      )}
      {isClickable && inState(counts, 'accepted') > 0 && (
        <BusyButton variant="default" onClick={() => create('not_clicked')}>
          {t('followUp.notClicked')}
        </BusyButton>
      )}
    </>
  )
}
