/** The team dashboard: how much there is, the collections to work in, what changed lately, what one has bookmarked. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { BookmarkedCard } from '../components/BookmarkedCard.tsx'
import { RecordsChange } from '../components/RecordsChange.tsx'
import { collectionsQuery } from '../selected-team.ts'
import { useCan, useTeamId } from '../use-team.ts'
import classes from './TeamDashboard.module.css'

/** Collections that people work in: not the lists of choices, not the product's own. */
function useCollections(teamId: number) {
  const query = useQuery(collectionsQuery(teamId))
  const shown = query.data?.dataCollection.filter(
    (one) => !one.isDeleted && !one.IsInternalConfiguration && !one.IsUsedAsCustomList,
  )
  return { ...query, shown }
}

export function TeamDashboard() {
  const { t } = useTranslation(['teams'])
  const teamId = useTeamId()
  return (
    <>
      <PageHeader title={t('dashboard.title')} glyph="dashboard" />
      <PageBody isWide>
        <div className={classes.grid}>
          <Stats />
          <Featured />
          <RecentChanges />
          <BookmarkedCard teamId={teamId} />
        </div>
      </PageBody>
    </>
  )
}

function Stats() {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const teamId = useTeamId()
  const { shown } = useCollections(teamId)
  // Children share their root's records, so only roots are counted.
  const roots = shown?.filter((one) => one.idParentDataCollection === null) ?? []
  const records = roots.reduce((sum, one) => sum + (one.countDataObject ?? 0), 0)
  return (
    <section className={classes.stats} aria-label={t('dashboard.stats')}>
      <div className={classes.stat}>
        <span className={classes.number}>{shown ? format.number(records) : ' '}</span>
        <span className={classes.label}>
          {shown
            ? `${t('dashboard.records', { count: records }).replace(/^[\d\s.,]+/, '')} ${t('dashboard.acrossCollections', { count: shown.length })}`
            : ' '}
        </span>
        <RecordsChange teamId={teamId} />
      </div>
      {([t('dashboard.outgoing'), t('dashboard.incoming')] as const).map((name) => (
        <div key={name} className={classes.stat}>
          <span className={classes.later}>{t('dashboard.comingSoon')}</span>
          <span className={classes.label}>{name}</span>
        </div>
      ))}
    </section>
  )
}

function Featured() {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const teamId = useTeamId()
  const can = useCan()
  const { shown, isError, error, refetch } = useCollections(teamId)
  const chosen = shown?.filter((one) => one.isShownOnTeamDashboard) ?? []
  const isFeatured = chosen.length > 0
  const listed = [
    ...(isFeatured ? chosen : (shown ?? []).filter((one) => one.idParentDataCollection === null)),
  ]
    .sort((a, b) => format.compare(a.pluralName, b.pluralName))
    .slice(0, 12)
  return (
    <Card
      headerTitle={isFeatured ? t('dashboard.featured') : t('dashboard.manage')}
      headerIcon="fas fa-table"
      loading={!shown && !isError}
      columns={2}
      isCollapsible
      noContentPadding
      cardMenuItems={[
        { label: t('dashboard.showAll'), glyph: 'table', url: `/team-${teamId}/data-collections` },
      ]}
    >
      {isError ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : listed.length === 0 ? (
        <EmptyState
          glyph="table"
          title={t('dashboard.noCollections')}
          action={
            can('team_admin_data_collections') && (
              <Button
                component={Link}
                to="/team-{$teamId}/admin/new-data-collection"
                params={{ teamId: String(teamId) } as never}
              >
                {t('dashboard.createCollection')}
              </Button>
            )
          }
        />
      ) : (
        <ul className={classes.rows}>
          {listed.map((one) => (
            <li key={one.id}>
              <Link
                to="/team-{$teamId}/data-collections/$dataCollectionId/records"
                params={{ teamId: String(teamId), dataCollectionId: String(one.id) }}
                className={classes.row}
              >
                <Icon name={one.icon} />
                <span className={classes.name}>{one.pluralName}</span>
                {one.countDataObject !== null && (
                  <span className={classes.count}>{format.number(one.countDataObject)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function RecentChanges() {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const teamId = useTeamId()
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
        <ErrorState error={error} onRetry={refetch} />
      ) : data?.items.length === 0 ? (
        <EmptyState glyph="clock" title={t('dashboard.noChanges')} />
      ) : (
        <ul className={classes.rows}>
          {data?.items.map((change) => (
            <li key={`${change.recordId}.${change.at}`}>
              <Link
                to="/team-{$teamId}/data-records/$dataRecordId"
                params={{ teamId: String(teamId), dataRecordId: String(change.recordId) }}
                className={classes.row}
              >
                <span className={classes.name}>
                  {change.name || t('dashboard.unnamed', { id: change.recordId })}
                </span>
                <span className={classes.act}>
                  {[t(`dashboard.change.${change.type}`), change.by?.name].filter(Boolean).join(' · ')}
                </span>
                <time dateTime={change.at} title={format.fullDateTime(change.at)} className={classes.count}>
                  {format.relative(change.at)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
