/** Header and tabs over the pages of one message. */
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { useTeamId } from '../../teams/public.ts'
import { StatusTag } from '../components/StatusTag.tsx'
import { useMessageMenu } from '../lists/use-message-menu.ts'
import { tabsOf } from './form-steps.ts'
import classes from './MessagePage.module.css'
import { MessageContext, type MessagePageData } from './message-context.ts'
import step from './StepFrame.module.css'

const progressMs = 3000

export function MessagePage() {
  const { t } = useTranslation('messages')
  const teamId = useTeamId()
  const outgoingMessageId = Number(useParams({ strict: false, select: (params) => params.outgoingMessageId }))
  const params = { teamId, outgoingMessageId }
  const {
    data: message,
    error,
    refetch,
  } = useApi(
    api.messages.get,
    { params },
    {
      retry: false,
      // Live events tell of steps; in between the numbers of a message that is being sent grow.
      refetchInterval: ({ state }) =>
        state.data?.status === 'SENDING' && state.data.pausedAt === null ? progressMs : false,
    },
  )
  if (error && !message) return <ErrorState error={error} title={t('failed.getMessage')} onRetry={refetch} />
  if (!message) return <PageSkeleton />
  const page = { teamId, message, base: `/team-${teamId}/outgoing-messages/${message.id}` }
  return (
    <MessageContext key={message.id} value={page}>
      <div className={step.page}>
        <Header page={page} />
        {message.status === 'DRAFT' && message.changesWanted && (
          <p className={classes.wanted}>
            <strong>{t('changes.wanted')}</strong>
            {message.changesWanted}
          </p>
        )}
        <Outlet />
      </div>
    </MessageContext>
  )
}

function Header({ page: { teamId, message, base } }: { page: MessagePageData }) {
  const { t } = useTranslation('messages')
  const navigate = useNavigate()
  const { actsOn } = useMessageMenu()
  return (
    <PageHeader
      title={message.internalName}
      glyph="mail"
      aside={<StatusTag status={message.status} isPaused={message.pausedAt !== null} />}
      menuItems={actsOn(message, () => {
        void navigate({ to: `/team-${teamId}/outgoing-messages/drafts` })
      })}
      tabs={tabsOf(message).map((tab) => ({ label: t(`tab.${tab}`), url: `${base}/${tab}` }))}
    />
  )
}
