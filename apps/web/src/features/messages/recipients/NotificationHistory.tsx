/** What was reported about one recipient, newest first. */
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { Moment } from '../components/Moment.tsx'
import classes from '../components/Timeline.module.css'
import { useMessagePage } from '../flow/message-context.ts'
import { HandOverDetail } from './HandOverDetail.tsx'
import { RecipientState } from './RecipientState.tsx'

export function NotificationHistory({
  recipientId,
  name,
  onClose,
}: {
  recipientId: number
  name: string
  onClose(): void
}) {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const params = { teamId, outgoingMessageId: message.id, recipientId }
  const { data, error, refetch } = useApi(api.messages.notifications, { params })
  return (
    <Drawer title={t('recipients.historyOf', { name })} onClose={onClose} isModal>
      {error && !data ? (
        <ErrorState error={error} title={t('recipients.historyFailed')} onRetry={refetch} />
      ) : !data ? (
        <TableSkeleton columns={2} />
      ) : (
        <div className={shared.stack12}>
          <div>
            <RecipientState recipient={data.recipient} />
          </div>
          {data.items.length === 0 ? (
            <EmptyState glyph="history" title={t('recipients.noHistory')} />
          ) : (
            <ol className={classes.timeline}>
              {data.items.map(({ id, at, type, isMachine, url, detail }) => (
                <li key={id}>
                  <span className={classes.line}>
                    <strong>{t(`notification.${type}`)}</strong>
                    {isMachine && <Tag>{t('recipients.machine')}</Tag>}
                    <span className={classes.at}>
                      <Moment at={at} />
                    </span>
                  </span>
                  {url && <span className={shared.small}>{url}</span>}
                  {detail && <HandOverDetail detail={detail} className={shared.small} />}
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </Drawer>
  )
}
