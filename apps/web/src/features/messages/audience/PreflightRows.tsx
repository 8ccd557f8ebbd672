/** People of the preflight, each with whether they get the message, or why not. */
import type { ExclusionReason } from '@muster/contract/messages/messages.machine'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { useMessagePage } from '../flow/message-context.ts'
import classes from './audience.module.css'

interface RowsQuery {
  reason?: ExclusionReason
  isIn?: '0' | '1'
  search?: string
  limit: number
}

export function PreflightRows({ query }: { query: RowsQuery }) {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const params = { teamId, outgoingMessageId: message.id }
  const { data, error, refetch } = useApi(
    api.messages.preflightRows,
    { params, query },
    { placeholderData: keepPreviousData },
  )
  if (error && !data)
    return <ErrorState error={error} title={t('messages:preflight.failed')} onRetry={refetch} />
  if (!data) return <TableSkeleton columns={2} rowCount={2} />
  if (data.items.length === 0) return <p className={shared.note}>{t('messages:preflight.nobody')}</p>
  return (
    <>
      <ul className={classes.rows}>
        {data.items.map(({ dataRecordId, name, address, reason }, index) => (
          // Somebody may be there twice, the second time as a duplicate, and people who are hidden all look alike.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state, and nothing else tells them apart
          <li key={index}>
            <span className={shared.texts}>
              {dataRecordId === null ? (
                name || (address === null && t('messages:preflight.hidden'))
              ) : (
                <AppLink href={`/team-${teamId}/data-records/${dataRecordId}`}>
                  {name || `#${dataRecordId}`}
                </AppLink>
              )}
              {address && <span className={shared.small}>{address}</span>}
            </span>
            {reason === null ? (
              <Tag color="green">{t('messages:preflight.in')}</Tag>
            ) : (
              <Tag color="yellow">{t(`messages:reason.${reason}`)}</Tag>
            )}
          </li>
        ))}
      </ul>
      {data.items.length === query.limit && (
        <p className={shared.note}>{t('messages:preflight.first', { count: query.limit })}</p>
      )}
    </>
  )
}
