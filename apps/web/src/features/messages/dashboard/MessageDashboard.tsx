/** /team-{id}/outgoing-messages/dashboard: what is being sent, waits, or is in doubt. */
import { Button } from '@mantine/core'
import type { ListedMessage, MessagesDashboard } from '@muster/contract/messages/messages.schema'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { useTeamId } from '../../teams/public.ts'
import { Moment } from '../components/Moment.tsx'
import { StatusTag } from '../components/StatusTag.tsx'
import { Progress } from '../lists/Progress.tsx'
import { useMessageMenu } from '../lists/use-message-menu.ts'
import classes from './MessageDashboard.module.css'

export function MessageDashboard() {
  const { t } = useTranslation(['messages', 'shell'])
  const teamId = useTeamId()
  const { data, error, refetch } = useApi(api.messages.dashboard, { params: { teamId } })
  return (
    <>
      <PageHeader
        title={t('shell:nav.outgoingMessages')}
        glyph="mail"
        action={
          <Button
            component={AppLink}
            href={`/team-${teamId}/outgoing-messages/new`}
            leftSection={<Glyph name="plus" />}
          >
            {t('messages:new')}
          </Button>
        }
      />
      <PageBody isWide>
        {error && !data ? (
          <ErrorState error={error} title={t('messages:dashboard.failed')} onRetry={refetch} />
        ) : data ? (
          <Shown dashboard={data} />
        ) : (
          <TableSkeleton columns={4} />
        )}
      </PageBody>
    </>
  )
}

function Shown({ dashboard }: { dashboard: MessagesDashboard }) {
  const { t } = useTranslation('messages')
  const { sending, awaitingApproval, next, recent, inDoubt } = dashboard
  const isEmpty = Object.values(dashboard.statuses).every((count) => count === 0)
  if (isEmpty) return <EmptyState glyph="mail" title={t('dashboard.none')} text={t('dashboard.noneText')} />
  return (
    <div className={classes.dashboard}>
      {inDoubt > 0 && <p className={classes.doubt}>{t('dashboard.inDoubt', { count: inDoubt })}</p>}
      <Month month={dashboard.month} />
      <List title={t('dashboard.sending')} messages={sending}>
        {(message) => <Sending message={message} />}
      </List>
      <List title={t('dashboard.awaitingApproval')} messages={awaitingApproval}>
        {({ createdAt }) => <Moment at={createdAt} />}
      </List>
      <List title={t('dashboard.next')} messages={next}>
        {({ scheduledAt }) => <Moment at={scheduledAt} />}
      </List>
      <List title={t('dashboard.recent')} messages={recent}>
        {({ sentAt, createdAt }) => <Moment at={sentAt ?? createdAt} />}
      </List>
    </div>
  )
}

function Sending({ message }: { message: MessagesDashboard['sending'][number] }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  return (
    <span className={classes.sending}>
      <Progress counts={message.counts} />
      {message.pausedAt === null && message.perMinute > 0 && (
        <span className={shared.small}>
          {t('dashboard.rate', { number: format.number(Math.round(message.perMinute)) })}
          {message.endsAt !== null && ` · ${t('dashboard.ends', { at: format.time(message.endsAt) })}`}
        </span>
      )}
    </span>
  )
}

const monthKeys = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const

function Month({ month }: { month: MessagesDashboard['month'] }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  return (
    <section className={shared.stack8}>
      <h2 className={classes.heading}>{t('dashboard.month')}</h2>
      <dl className={classes.month}>
        {monthKeys.map((key) => (
          <div key={key}>
            <dt>{key === 'sent' ? t('dashboard.sent') : t(`outcome.${key}`)}</dt>
            <dd>
              {format.number(month[key])}
              {key !== 'sent' && month.sent > 0 && (
                <span className={classes.share}>{format.percent(month[key] / month.sent)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function List<M extends ListedMessage>({
  title,
  messages,
  children,
}: {
  title: string
  messages: readonly M[]
  children: (message: M) => ReactNode
}) {
  const { urlOf } = useMessageMenu()
  if (messages.length === 0) return null
  return (
    <section className={shared.stack8}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {messages.map((message) => (
          <li key={message.id}>
            <AppLink href={urlOf(message)}>{message.internalName}</AppLink>
            <StatusTag status={message.status} isPaused={message.pausedAt !== null} />
            <span className={classes.rest}>{children(message)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
