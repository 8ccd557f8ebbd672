/** Statistics: records, how they compare with last month, and placeholders for messages. */
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import styles from '../../../ui/shared.module.css'
import classes from '../screens/TeamDashboard.module.css'
import { useWorkCollections } from '../use-work-collections.ts'
import { RecordsChange } from './RecordsChange.tsx'

export function StatsCards({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['teams'])
  const own = useWorkCollections(teamId)
  const stats = useApi(api.records.statCards, { params: { teamId } })
  const failed = own.isError ? own : stats.isError && !stats.data ? stats : null
  const isEmpty = own.collections?.length === 0
  return (
    <section className={classes.stats} aria-label={t('dashboard.stats')}>
      {failed ? (
        <ErrorState error={failed.error} title={t('dashboard.error.stats')} onRetry={failed.refetch} />
      ) : isEmpty ? (
        <p className={classes.later}>{t('dashboard.noStats')}</p>
      ) : (
        <>
          <Records teamId={teamId} />
          {([t('dashboard.outgoing'), t('dashboard.incoming')] as const).map((name) => (
            <div key={name} className={classes.stat}>
              <span className={classes.later}>{t('dashboard.comingSoon')}</span>
              <span className={styles.note}>{name}</span>
            </div>
          ))}
        </>
      )}
    </section>
  )
}

function Records({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { collections } = useWorkCollections(teamId)
  // Children share their root's records, so only roots are counted.
  const roots = collections?.filter((one) => one.idParentDataCollection === null) ?? []
  const records = roots.reduce((sum, one) => sum + (one.countDataObject ?? 0), 0)
  const label = collections
    ? [
        t('dashboard.recordsLabel', { count: records }),
        t('dashboard.acrossCollections', { count: collections.length }),
      ].join(' ')
    : '\u00a0'
  return (
    <div className={classes.stat}>
      <span className={classes.number}>{collections ? format.number(records) : '\u00a0'}</span>
      <span className={styles.note}>{label}</span>
      <RecordsChange teamId={teamId} />
    </div>
  )
}
