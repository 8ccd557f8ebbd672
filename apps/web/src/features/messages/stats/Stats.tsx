/** …/stats: how many got, opened and clicked the message; by language, by link and by hour. */
import type { MessageStats } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { useMessagePage } from '../flow/message-context.ts'
import { Funnel } from './Funnel.tsx'
import { Hours } from './Hours.tsx'
import classes from './stats.module.css'

export function Stats() {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const params = { teamId, outgoingMessageId: message.id }
  const { data, error, refetch } = useApi(api.messages.stats, { params })
  return (
    <PageBody isWide>
      {error && !data ? (
        <ErrorState error={error} title={t('stats.failed')} onRetry={refetch} />
      ) : data ? (
        <Shown stats={data} />
      ) : (
        <TableSkeleton columns={4} />
      )}
    </PageBody>
  )
}

function Shown({ stats }: { stats: MessageStats }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const { message } = useMessagePage()
  const isEmail = message.deliveryMethodId === 'EMAIL'
  const { machines } = stats
  return (
    <div className={classes.stats}>
      <Funnel message={message} counts={stats.counts} />
      {isEmail && (machines.opens > 0 || machines.clicks > 0) && (
        <p className={shared.note}>
          {t('stats.machines', {
            opens: format.number(machines.opens),
            clicks: format.number(machines.clicks),
          })}
        </p>
      )}
      {stats.byLanguage.length > 1 && <Languages stats={stats} />}
      {isEmail && message.tracksClicks && <Links stats={stats} />}
      {isEmail && stats.hours.length > 0 && <Hours hours={stats.hours} />}
    </div>
  )
}

function Languages({ stats }: { stats: MessageStats }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  type Row = MessageStats['byLanguage'][number]
  const keys = ['recipients', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'] as const
  const columns: DataTableColumn<Row>[] = [
    {
      key: 'language',
      title: t('stats.language'),
      render: ({ languageId }) => languageName(languageId, currentLanguage()),
    },
    ...keys.map(
      (key): DataTableColumn<Row> => ({
        key,
        title: key === 'recipients' ? t('tab.recipients') : t(`outcome.${key}`),
        align: 'right',
        isMinor: key === 'bounced' || key === 'unsubscribed',
        render: (row) => format.number(row[key]),
        sortBy: (row) => row[key],
      }),
    ),
  ]
  return (
    <section className={shared.stack8}>
      <h2 className={classes.heading}>{t('stats.byLanguage')}</h2>
      <DataTable
        label={t('stats.byLanguage')}
        rows={stats.byLanguage}
        rowKey={({ languageId }) => languageId}
        columns={columns}
      />
    </section>
  )
}

function Links({ stats }: { stats: MessageStats }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  type Row = MessageStats['links'][number]
  const columns: DataTableColumn<Row>[] = [
    {
      key: 'url',
      title: t('stats.link'),
      render: ({ url, languageId }) => (
        <span className={classes.url}>
          {url}
          {stats.byLanguage.length > 1 && (
            <span className={shared.smallLine}>{languageName(languageId, currentLanguage())}</span>
          )}
        </span>
      ),
    },
    ...(
      [
        ['people', t('stats.people')],
        ['clicks', t('stats.clicks')],
        ['machines', t('stats.programs')],
      ] as const
    ).map(
      ([key, title]): DataTableColumn<Row> => ({
        key,
        title,
        align: 'right',
        width: 110,
        isMinor: key !== 'people',
        render: (row) => format.number(row[key]),
        sortBy: (row) => row[key],
      }),
    ),
  ]
  return (
    <section className={shared.stack8}>
      <h2 className={classes.heading}>{t('stats.links')}</h2>
      <DataTable
        label={t('stats.links')}
        rows={stats.links}
        rowKey={({ id }) => id}
        columns={columns}
        initialSort={{ key: 'people', isDescending: true }}
        empty={<EmptyState glyph="link" title={t('stats.noLinks')} />}
      />
    </section>
  )
}
