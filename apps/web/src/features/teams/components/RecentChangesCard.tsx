/** The latest changes in the team that the user may see. */
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import classes from '../screens/TeamDashboard.module.css'

export function RecentChangesCard({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { data, isError, error, refetch } = useApi(api.operations.recentChanges, {
    params: { teamId },
    query: { limit: 12 },
  })
  return (
    <Card
      headerTitle={t('dashboard.recentChanges')}
      headerIcon="fas fa-clock-rotate-left"
      loading={!data && !isError}
      columns={3}
      isCollapsible
      isFullscreenable
      noContentPadding
      cardMenuItems={[{ label: t('dashboard.showAll'), glyph: 'clock', url: `/team-${teamId}/recent` }]}
    >
      {isError ? (
        <ErrorState error={error} title={t('dashboard.error.changes')} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <EmptyState glyph="clock" title={t('dashboard.noChanges')} />
      ) : (
        <ul className={classes.rows}>
          {data?.items.map((change) => (
            <li key={`${change.recordId}.${change.at}`}>
              <AppLink href={`/team-${teamId}/data-records/${change.recordId}`} className={classes.row}>
                <span className={classes.name}>
                  {change.name || t('dashboard.unnamed', { id: change.recordId })}
                </span>
                <span className={classes.change}>
                  {[t(`dashboard.change.${change.type}`), change.by?.name].filter(Boolean).join(' · ')}
                </span>
                <time dateTime={change.at} title={format.fullDateTime(change.at)} className={classes.count}>
                  {format.relative(change.at)}
                </time>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
