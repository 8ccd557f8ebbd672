/** /team-{id}/admin/dashboard, at a glance: data, people and background work of the team. */
import type { Glance } from '@muster/contract/teams/teams.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { SystemWarnings } from '../../sysAdmin/public.ts'
import { ViewIndexes } from '../components/ViewIndexes.tsx'
import { useCan, useTeamId } from '../use-team.ts'
import { useWorkCollections } from '../use-work-collections.ts'
import classes from './AdminDashboard.module.css'
import rowClasses from './TeamDashboard.module.css'

interface Figure {
  label: string
  value: string
  note?: string
  url?: string
}

export function AdminDashboard() {
  const { t } = useTranslation(['teams', 'shell'])
  const teamId = useTeamId()
  const can = useCan()
  const { data, isError, error, refetch } = useApi(api.teams.atAGlance, { params: { teamId } })
  return (
    <>
      <PageHeader title={t('shell:nav.adminDashboard')} glyph="dashboard" />
      <PageBody isWide>
        <SystemWarnings />
        {isError && !data ? (
          <ErrorState error={error} title={t('glance.error')} onRetry={refetch} />
        ) : !data ? (
          <FormSkeleton />
        ) : (
          <div className={classes.parts}>
            {data.data && <DataFigures teamId={teamId} data={data.data} />}
            {data.users && <UserFigures teamId={teamId} users={data.users} />}
            {data.data && <Biggest teamId={teamId} biggest={data.data.biggest} />}
            {can('team_admin_data_collections') && <ViewIndexes teamId={teamId} />}
            {can('team_admin_account_info') && (
              <AppLink href={`/team-${teamId}/admin/account`} className={classes.more}>
                {t('glance.account')}
              </AppLink>
            )}
          </div>
        )}
      </PageBody>
    </>
  )
}

function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={classes.figures}>
        {figures.map(({ label, value, note, url }) => (
          <div key={label} className={classes.figure}>
            <dt>{url ? <AppLink href={url}>{label}</AppLink> : label}</dt>
            <dd>
              <span className={classes.value}>{value}</span>
              {note && <span className={styles.small}>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function DataFigures({ teamId, data }: { teamId: number; data: NonNullable<Glance['data']> }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { records, storage, work } = data
  const base = `/team-${teamId}/admin`
  const all = storage.tables + storage.indexes + storage.files
  return (
    <Figures
      title={t('glance.data')}
      figures={[
        {
          label: t('glance.collections'),
          value: format.number(data.collections),
          note: t('glance.smart', { count: data.smartCollections }),
          url: `${base}/data-collections`,
        },
        {
          label: t('glance.records'),
          value: records ? format.number(records.count) : t('glance.tooMany'),
          ...(records && { note: t('glance.inTrash', { count: records.inTrash }) }),
        },
        {
          label: t('glance.lists'),
          value: format.number(data.customLists),
          url: `/team-${teamId}/custom-lists`,
        },
        {
          label: t('glance.storage'),
          value: format.bytes(all),
          note: t('glance.storageParts', {
            tables: format.bytes(storage.tables),
            files: format.bytes(storage.files),
            count: data.fileCount,
          }),
        },
        {
          label: t('glance.indexes'),
          value: format.number(data.indexCount),
          note: format.bytes(storage.indexes),
        },
        {
          label: t('glance.work'),
          value: t('glance.running', { count: work.running }),
          note: t('glance.failed', { count: work.failed }),
        },
      ]}
    />
  )
}

function UserFigures({ teamId, users }: { teamId: number; users: NonNullable<Glance['users']> }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const url = `/team-${teamId}/admin/users`
  return (
    <Figures
      title={t('glance.users')}
      figures={[
        { label: t('glance.current'), value: format.number(users.current), url },
        { label: t('glance.invited'), value: format.number(users.invited), url },
        { label: t('glance.deactivated'), value: format.number(users.deactivated), url },
      ]}
    />
  )
}

function Biggest({ teamId, biggest }: { teamId: number; biggest: NonNullable<Glance['data']>['biggest'] }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { collections } = useWorkCollections(teamId)
  return (
    <Card headerTitle={t('glance.biggest')} headerIcon="fas fa-database" noContentPadding>
      {biggest.length === 0 ? (
        <EmptyState glyph="table" title={t('dashboard.noCollections')} />
      ) : (
        <ul className={rowClasses.rows}>
          {biggest.map(({ dataCollectionId, records, bytes }) => {
            const collection = collections?.find(({ id }) => id === dataCollectionId)
            return (
              <li key={dataCollectionId}>
                <AppLink
                  href={`/team-${teamId}/admin/data-collections/${dataCollectionId}/details`}
                  className={rowClasses.row}
                >
                  <Icon name={collection?.icon} />
                  <span className={rowClasses.name}>{collection?.pluralName ?? `#${dataCollectionId}`}</span>
                  {records !== null && (
                    <span className={rowClasses.count}>
                      {t('glance.recordsOf', { number: format.number(records), count: records })}
                    </span>
                  )}
                  <span className={`${rowClasses.count} ${classes.bytes}`}>{format.bytes(bytes)}</span>
                </AppLink>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
