/** The custom lists of a team, for those who fill them (/custom-lists) and those who make them (/admin/custom-lists). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { NewListDialog } from '../../fields/public.ts'
import { collectionsQuery, useCan, useTeamId } from '../../teams/public.ts'
import { CollectionName } from '../components/CollectionName.tsx'
import { RecordCount } from '../components/RecordCount.tsx'
import { useCollectionAdmin } from '../use-collection-admin.ts'

export function CustomLists() {
  return <Lists isAdmin={false} />
}

export function AdminCustomLists() {
  return <Lists isAdmin />
}

function Lists({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['collections', 'fields', 'common'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const can = useCan()
  const admin = useCollectionAdmin()
  const { data, isPending, error, refetch } = useQuery(collectionsQuery(teamId))
  const [isNew, setNew] = useState(false)
  const canDesign = can('team_admin_data_collections')
  const itemsUrl = (id: number) => `/team-${teamId}/custom-lists/${id}/list-items`
  const create = canDesign && (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setNew(true)}>
      {t('fields:lists.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('lists.title')} glyph="list" action={create} />
      <PageBody isWide>
        <DataTable
          label={t('lists.title')}
          rows={data?.dataCollection.filter((one) => one.IsUsedAsCustomList)}
          rowKey={(list) => list.id}
          rowUrl={(list) => itemsUrl(list.id)}
          rowMenu={
            isAdmin && canDesign
              ? (list) => [
                  { label: t('lists.items'), glyph: 'list', url: itemsUrl(list.id) },
                  {
                    label: t('tab.details'),
                    glyph: 'settings',
                    url: `/team-${teamId}/admin/data-collections/${list.id}/details`,
                  },
                  {
                    label: t('tab.dataFields'),
                    glyph: 'columns',
                    url: `/team-${teamId}/admin/data-collections/${list.id}/data-fields`,
                  },
                  {
                    label: t('common:delete'),
                    glyph: 'trash',
                    isSeparated: true,
                    action: () => admin.remove(list, 0),
                  },
                ]
              : undefined
          }
          initialSort={{ key: 'name' }}
          isLoading={isPending}
          error={error}
          onRetry={refetch}
          empty={<EmptyState glyph="list" title={t('lists.none')} action={create} />}
          columns={[
            {
              key: 'name',
              title: t('common:name'),
              render: (list) => <CollectionName collection={list} />,
              sortBy: (list) => list.pluralName,
            },
            {
              key: 'items',
              title: t('lists.items'),
              align: 'right',
              width: 110,
              render: (list) => <RecordCount collection={list} />,
              sortBy: (list) => list.countDataObject,
            },
            {
              key: 'description',
              title: t('common:description'),
              render: (list) => list.description,
              isMinor: true,
            },
          ]}
        />
      </PageBody>
      {isNew && (
        <NewListDialog
          onClose={() => setNew(false)}
          onCreated={(list) => {
            setNew(false)
            void navigate({ to: itemsUrl(list.id) })
          }}
        />
      )}
    </>
  )
}
