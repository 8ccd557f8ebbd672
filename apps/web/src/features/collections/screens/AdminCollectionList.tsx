/** /team-{id}/admin/data-collections: the tree of collections, and the trash. */
import { Button, TextInput } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { fold } from '@muster/contract/text'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { type ActiveOrDeleted, TrashSwitch } from '../../../ui/TrashSwitch.tsx'
import { inTreeOrder } from '../../fields/public.ts'
import { collectionsQuery, useTeamId } from '../../teams/public.ts'
import { CollectionName } from '../components/CollectionName.tsx'
import { CollectionTags } from '../components/CollectionTags.tsx'
import { RecordCount } from '../components/RecordCount.tsx'
import { descendantCount, useCollectionAdmin } from '../use-collection-admin.ts'
import classes from './AdminCollectionList.module.css'

interface Row {
  collection: DataCollection
  depth: number
}

export function AdminCollectionList() {
  const { t } = useTranslation(['collections', 'common', 'teams'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const admin = useCollectionAdmin()
  const active = useQuery(collectionsQuery(teamId))
  const deleted = useApi(api.collections.list, { params: { teamId }, query: { deleted: '1' } })
  const [shown, setShown] = useState<ActiveOrDeleted>('active')
  const [search, setSearch] = useState('')
  const all = active.data?.dataCollection
  const trash = deleted.data?.dataCollection ?? []
  const words = fold(search.trim())
  const isMatch = ({ pluralName, name }: DataCollection) => fold(`${pluralName} ${name}`).includes(words)
  const rows =
    all &&
    inTreeOrder(all.filter((one) => !one.IsUsedAsCustomList))
      .filter(({ collection }) => words === '' || isMatch(collection))
      .map((row) => (words === '' ? row : { ...row, depth: 0 }))
  const base = `/team-${teamId}`
  const adminUrl = (id: number, tab: string) => `${base}/admin/data-collections/${id}/${tab}`
  const create = (
    <Button
      component={AppLink}
      href={`${base}/admin/new-data-collection`}
      leftSection={<Glyph name="plus" />}
    >
      {t('list.create')}
    </Button>
  )

  const menuOf = ({ collection }: Row): MenuItem[] => [
    {
      label: t('list.openRecords'),
      glyph: 'table',
      url: `${base}/data-collections/${collection.id}/records`,
    },
    { label: t('tab.details'), glyph: 'settings', url: adminUrl(collection.id, 'details') },
    { label: t('tab.dataFields'), glyph: 'columns', url: adminUrl(collection.id, 'data-fields') },
    {
      label: t('list.createUnder'),
      glyph: 'plus',
      action: () =>
        navigate({
          to: '/team-{$teamId}/admin/new-data-collection',
          params: { teamId: String(teamId) } as never,
          search: { parent: collection.id } as never,
        }),
    },
    {
      label: t('common:delete'),
      glyph: 'trash',
      isSeparated: true,
      isDisabled: collection.IsInternalConfiguration,
      action: () => admin.remove(collection, descendantCount(all ?? [], collection.id)),
    },
  ]
  const nameColumn: DataTableColumn<Row> = {
    key: 'name',
    title: t('common:name'),
    render: ({ collection, depth }) => <CollectionName collection={collection} depth={depth} />,
  }

  return (
    <>
      <PageHeader title={t('list.title')} glyph="table" action={create} />
      <PageBody isWide>
        <div className={classes.bar}>
          <TextInput
            type="search"
            size="xs"
            className={classes.search}
            aria-label={t('list.search')}
            placeholder={t('list.search')}
            leftSection={<Glyph name="search" size={14} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          {(trash.length > 0 || shown === 'deleted') && (
            <TrashSwitch
              label={t('list.title')}
              active={t('trash.active')}
              deleted={t('trash.deleted', { count: trash.length })}
              value={shown}
              onChange={setShown}
            />
          )}
        </div>
        {shown === 'active' ? (
          <DataTable
            label={t('list.title')}
            rows={rows}
            rowKey={({ collection }) => collection.id}
            rowUrl={({ collection }) => adminUrl(collection.id, 'details')}
            rowMenu={menuOf}
            menuLabel={({ collection }) => t('common:reorder.actionsFor', { name: collection.pluralName })}
            isLoading={active.isPending}
            error={active.error}
            errorTitle={t('teams:dashboard.error.collections')}
            onRetry={active.refetch}
            empty={
              words === '' ? (
                <EmptyState glyph="table" title={t('teams:dashboard.noCollections')} action={create} />
              ) : (
                <EmptyState glyph="search" title={t('common:noResults')} />
              )
            }
            columns={[
              nameColumn,
              {
                key: 'records',
                title: t('list.records'),
                align: 'right',
                width: 110,
                render: ({ collection }) => <RecordCount collection={collection} />,
              },
              {
                key: 'fields',
                title: t('list.fields'),
                align: 'right',
                width: 90,
                render: ({ collection }) => collection.DataFields.length,
                isMinor: true,
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
        ) : (
          <DataTable
            label={t('trash.title')}
            rows={inTreeOrder(trash.filter((one) => words === '' || isMatch(one)))}
            rowKey={({ collection }) => collection.id}
            isLoading={deleted.isPending}
            error={deleted.error}
            errorTitle={t('teams:dashboard.error.collections')}
            onRetry={deleted.refetch}
            empty={<EmptyState glyph="trash" title={t('trash.empty')} />}
            columns={[
              nameColumn,
              {
                key: 'tags',
                title: t('list.kind'),
                render: ({ collection }) => <CollectionTags collection={collection} />,
                isMinor: true,
              },
              {
                key: 'restore',
                title: '',
                align: 'right',
                render: ({ collection }) => (
                  <Button size="xs" variant="default" onClick={() => void admin.restore(collection)}>
                    {t('common:restore')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </PageBody>
    </>
  )
}
