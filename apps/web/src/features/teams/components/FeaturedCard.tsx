/** The collections that the team shows on its dashboard; if none is chosen, the top-level ones. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import classes from '../screens/TeamDashboard.module.css'
import { useWorkCollections } from '../use-work-collections.ts'

const most = 12

export function FeaturedCard({ teamId, canCreate }: { teamId: number; canCreate: boolean }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { collections, isError, error, refetch } = useWorkCollections(teamId)
  const chosen = collections?.filter((one) => one.isShownOnTeamDashboard) ?? []
  const roots = (collections ?? []).filter((one) => one.idParentDataCollection === null)
  const listed = [...(chosen.length > 0 ? chosen : roots)]
    .sort((a, b) => format.compare(a.pluralName, b.pluralName))
    .slice(0, most)
  return (
    <Card
      headerTitle={t('dashboard.featured')}
      headerIcon="fas fa-table"
      loading={!collections && !isError}
      columns={2}
      isCollapsible
      noContentPadding
      cardMenuItems={[
        { label: t('dashboard.showAll'), glyph: 'table', url: `/team-${teamId}/data-collections` },
      ]}
    >
      {isError ? (
        <ErrorState error={error} title={t('dashboard.error.collections')} onRetry={refetch} />
      ) : listed.length === 0 ? (
        <EmptyState
          glyph="table"
          title={t('dashboard.noCollections')}
          action={
            canCreate && (
              <Button component={AppLink} href={`/team-${teamId}/admin/new-data-collection`}>
                {t('dashboard.createCollection')}
              </Button>
            )
          }
        />
      ) : (
        <ul className={classes.rows}>
          {listed.map((one) => (
            <li key={one.id}>
              <AppLink href={`/team-${teamId}/data-collections/${one.id}/records`} className={classes.row}>
                <Icon name={one.icon} />
                <span className={classes.name}>{one.pluralName}</span>
                {one.countDataObject !== null && (
                  <span className={classes.count}>{format.number(one.countDataObject)}</span>
                )}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
