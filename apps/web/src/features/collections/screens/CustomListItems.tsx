/** /team-{id}/custom-lists/{dataCollectionId}/list-items: name, colour and order of a list's items. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { ListItems } from '../../fields/public.ts'
import { collectionsQuery, useCan, useTeamId } from '../../teams/public.ts'

export function CustomListItems() {
  const { t } = useTranslation('collections')
  const teamId = useTeamId()
  const can = useCan()
  const id = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const { data, isError, error, refetch } = useQuery(collectionsQuery(teamId))
  if (isError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const list = data.dataCollection.find((one) => one.id === id)
  if (!list) return <ErrorState error={new ApiError(404, 'not_found')} title={t('notFound')} />
  return (
    <>
      <PageHeader
        title={list.pluralName}
        icon={list.icon}
        description={list.description || undefined}
        menuItems={[
          {
            label: t('list.openRecords'),
            glyph: 'table',
            url: `/team-${teamId}/data-collections/${id}/records`,
          },
          ...(can('team_admin_data_collections')
            ? [
                {
                  label: t('tab.details'),
                  glyph: 'settings' as const,
                  url: `/team-${teamId}/admin/data-collections/${id}/details`,
                },
              ]
            : []),
        ]}
      />
      <PageBody>
        <div style={{ maxWidth: 560 }}>
          <ListItems listId={id} />
        </div>
      </PageBody>
    </>
  )
}
