/** Header and tabs over the pages of one collection's administration. */
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { collectionsQuery, useTeamId } from '../../teams/public.ts'
import { CollectionTags } from '../components/CollectionTags.tsx'

/** The last part of each tab's address, and its text. */
const tabs = [
  ['details', 'details'],
  ['data-fields', 'dataFields'],
  ['data-cards', 'dataCards'],
  ['data-card-groups', 'dataCardGroups'],
  ['data-views', 'dataViews'],
  ['data-wizards', 'dataWizards'],
  ['website-widgets', 'websiteWidgets'],
] as const

export function CollectionAdmin() {
  const { t } = useTranslation('collections')
  const teamId = useTeamId()
  const id = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const { data, isLoadingError, error, refetch } = useQuery(collectionsQuery(teamId))
  if (isLoadingError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const collection = data.dataCollection.find((one) => one.id === id)
  if (!collection) return <ErrorState error={new ApiError(404, 'not_found')} title={t('notFound')} />
  const base = `/team-${teamId}/admin/data-collections/${id}`
  return (
    <>
      <PageHeader
        title={collection.pluralName}
        icon={collection.icon}
        aside={<CollectionTags collection={collection} />}
        menuItems={[
          {
            label: t('list.openRecords'),
            glyph: 'table',
            url: `/team-${teamId}/data-collections/${id}/records`,
          },
        ]}
        tabs={tabs.map(([path, text]) => ({ label: t(`tab.${text}`), url: `${base}/${path}` }))}
      />
      <Outlet />
    </>
  )
}
