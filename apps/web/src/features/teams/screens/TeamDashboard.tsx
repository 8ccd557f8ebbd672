/** The team dashboard: statistics, collections, recent changes, bookmarks. */
import { useTranslation } from 'react-i18next'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import styles from '../../../ui/shared.module.css'
import { useSignedIn } from '../../auth/public.ts'
import { hasAdminAccess } from '../admin-access.ts'
import { BookmarkedCard } from '../components/BookmarkedCard.tsx'
import { FeaturedCard } from '../components/FeaturedCard.tsx'
import { ManageLinks } from '../components/ManageLinks.tsx'
import { RecentChangesCard } from '../components/RecentChangesCard.tsx'
import { StatsCards } from '../components/StatsCards.tsx'
import { useCan, useTeamId } from '../use-team.ts'
import classes from './TeamDashboard.module.css'

export function TeamDashboard() {
  const { t } = useTranslation(['teams'])
  const teamId = useTeamId()
  const can = useCan()
  const user = useSignedIn()
  return (
    <>
      <PageHeader title={t('dashboard.title')} glyph="dashboard" />
      <PageBody isWide>
        <div className={classes.grid}>
          <StatsCards teamId={teamId} />
          <ManageLinks teamId={teamId} isAdmin={hasAdminAccess(user, teamId)} />
          <div className={styles.narrowStack16}>
            <FeaturedCard teamId={teamId} canCreate={can('team_admin_data_collections')} />
            <BookmarkedCard teamId={teamId} />
          </div>
          <RecentChangesCard teamId={teamId} />
        </div>
      </PageBody>
    </>
  )
}
