/** What happened to a message, newest first. */
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { Moment } from '../components/Moment.tsx'
import classes from '../components/Timeline.module.css'
import { useMessagePage } from './message-context.ts'

export function History() {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const params = { teamId, outgoingMessageId: message.id }
  const { data, error, refetch } = useApi(api.messages.history, { params })
  if (error && !data) return <ErrorState error={error} title={t('summary.historyFailed')} onRetry={refetch} />
  if (!data) return <TableSkeleton columns={2} />
  return (
    <ol className={classes.timeline}>
      {data.items.map(({ at, by, event, from, detail }) => (
        <li key={`${at} ${event} ${detail}`}>
          <span className={classes.line}>
            <strong>{from === null ? t('event.created') : t(`event.${event}`)}</strong>
            {by && <span className={shared.small}>{by.name}</span>}
            <span className={classes.at}>
              <Moment at={at} />
            </span>
          </span>
          {detail && <span className={shared.note}>{detail}</span>}
        </li>
      ))}
    </ol>
  )
}
