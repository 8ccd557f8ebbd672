/** /team-{id}/data-collections: the collections that people work in. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { inTreeOrder } from '../../fields/public.ts'
import { collectionsQuery, useCan, useTeamId } from '../../teams/public.ts'
import { CollectionName } from '../components/CollectionName.tsx'
import { CollectionTags } from '../components/CollectionTags.tsx'
import { RecordCount } from '../components/RecordCount.tsx'

export function CollectionList() {
  const { t } = useTranslation(['collections', 'common', 'teams'])
  const teamId = useTeamId()
  const can = useCan()
  const isAdmin = can('team_admin_data_collections')
  const { data, isPending, error, refetch } = useQuery(collectionsQuery(teamId))
  const rows =
    data &&
    inTreeOrder(
      data.dataCollection.filter(
        (one) => !one.IsUsedAsCustomList && !one.IsInternalConfiguration && !one.isDeleted,
      ),
    )
  const create = isAdmin && (
    <Button
      component={AppLink}
      href={`/team-${teamId}/admin/new-data-collection`}
      leftSection={<Glyph name="plus" />}
    >
      {t('list.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('list.title')} glyph="table" action={create} />
      <PageBody isWide>
        <DataTable
          label={t('list.title')}
          rows={rows}
          rowKey={({ collection }) => collection.id}
          rowUrl={({ collection }) => `/team-${teamId}/data-collections/${collection.id}/records`}
          isLoading={isPending}
          error={error}
          errorTitle={t('teams:dashboard.error.collections')}
          onRetry={refetch}
          empty={<EmptyState glyph="table" title={t('teams:dashboard.noCollections')} action={create} />}
          columns={[
            {
              key: 'name',
              title: t('common:name'),
              render: ({ collection, depth }) => <CollectionName collection={collection} depth={depth} />,
            },
            {
              key: 'records',
              title: t('list.records'),
              align: 'right',
              width: 110,
              render: ({ collection }) => <RecordCount collection={collection} />,
            },
            {
              key: 'tags',
              title: t('list.kind'),
              render: ({ collection }) => <CollectionTags collection={collection} />,
              isMinor: true,
            },
            {
              key: 'description',
              title: t('common:description'),
              render: ({ collection }) => collection.description,
              isMinor: true,
            },
          ]}
        />
      </PageBody>
    </>
  )
}
