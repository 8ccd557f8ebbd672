/** The custom lists of a team, for those who fill them (/custom-lists) and those who design them (/admin/custom-lists). */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable, type DataTableColumn, type RowMenu } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { toast } from '../../../ui/toasts.ts'
import { CollectionName, RecordCount, useCollectionAdmin } from '../../collections/public.ts'
import { Chip, fieldTitle, NewListDialog } from '../../fields/public.ts'
import { collectionsQuery, useCan, useTeamId, writtenCollectionsQuery } from '../../teams/public.ts'
import { EditListDialog } from '../components/EditListDialog.tsx'
import classes from '../components/ListItems.module.css'
import { type UsingField, usedIn } from '../data/used-in.ts'

export function CustomLists() {
  return <Lists isAdmin={false} />
}

export function AdminCustomLists() {
  return <Lists isAdmin />
}

function Lists({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation(['lists', 'fields', 'common'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const canDesign = useCan()('team_admin_data_collections')
  const [isNew, setNew] = useState(false)
  const [isTrash, setTrash] = useState(false)
  const { data } = useApi(
    api.collections.list,
    { params: { teamId }, query: { deleted: '1' } },
    { enabled: isAdmin && canDesign },
  )
  const deleted = data?.dataCollection.filter((one) => one.IsUsedAsCustomList)
  const create = canDesign && (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setNew(true)}>
      {t('new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={isTrash ? t('deletedTitle') : t('title')}
        glyph="list"
        action={isTrash ? undefined : create}
        menuItems={
          isAdmin && canDesign
            ? [
                isTrash
                  ? { label: t('active'), glyph: 'list', action: () => setTrash(false) }
                  : {
                      label: t('deleted', { count: deleted?.length ?? 0 }),
                      glyph: 'trash',
                      action: () => setTrash(true),
                    },
              ]
            : []
        }
      />
      <PageBody isWide>
        {isTrash ? (
          <Deleted lists={deleted} />
        ) : (
          <ActiveLists isAdmin={isAdmin && canDesign} create={create} />
        )}
      </PageBody>
      {isNew && (
        <NewListDialog
          onClose={() => setNew(false)}
          onCreated={(list) => {
            setNew(false)
            void navigate({ to: `/team-${teamId}/custom-lists/${list.id}/list-items` })
          }}
        />
      )}
    </>
  )
}

function ActiveLists({ isAdmin, create }: { isAdmin: boolean; create: React.ReactNode }) {
  const { t } = useTranslation(['lists', 'common', 'teams'])
  const teamId = useTeamId()
  const { language, list: listed } = useFormat()
  const admin = useCollectionAdmin()
  const [editedId, setEditedId] = useState<number | null>(null)
  // As written: the dialog edits these texts, whatever the reader's language.
  const { data: written } = useQuery(writtenCollectionsQuery(teamId))
  const edited = written?.dataCollection.find(({ id }) => id === editedId)
  const { data, isPending, error, refetch } = useQuery(collectionsQuery(teamId))
  const collections = data?.dataCollection ?? []
  const itemsUrl = (id: number) => `/team-${teamId}/custom-lists/${id}/list-items`
  const nameOf = ({ field, collection }: UsingField) =>
    t('usedInField', { field: fieldTitle(field, language), collection: collection.pluralName })
  const remove = async (list: DataCollection) => {
    const fields = usedIn(collections, list.id)
    if (fields.length === 0) await admin.remove(list, 0)
    else toast.error(t('stillUsed', { name: list.pluralName, fields: listed(fields.map(nameOf)) }))
  }
  const columns: DataTableColumn<DataCollection>[] = [
    {
      key: 'name',
      title: t('name'),
      render: (list) => <CollectionName collection={list} />,
      sortBy: (list) => list.pluralName,
    },
    {
      key: 'items',
      title: t('items'),
      align: 'right',
      width: 110,
      render: (list) => <RecordCount collection={list} />,
      sortBy: (list) => list.countDataObject,
    },
    {
      key: 'usedIn',
      title: t('usedIn'),
      isMinor: true,
      render: (list) => {
        const fields = usedIn(collections, list.id)
        return fields.length === 0 ? (
          <span className={classes.note}>{t('unused')}</span>
        ) : (
          <span className={classes.fields}>
            {fields.map((one) => (
              <Chip key={one.field.id} text={nameOf(one)} icon={one.collection.icon} />
            ))}
          </span>
        )
      },
      sortBy: (list) => usedIn(collections, list.id).length,
    },
  ]
  const menu: RowMenu<DataCollection> = isAdmin
    ? {
        rowMenu: (list: DataCollection) => [
          { label: t('openItems'), glyph: 'list' as const, url: itemsUrl(list.id) },
          { label: t('edit'), glyph: 'edit' as const, action: () => setEditedId(list.id) },
          {
            label: t('details'),
            glyph: 'settings' as const,
            url: `/team-${teamId}/admin/data-collections/${list.id}/details`,
          },
          {
            label: t('common:delete'),
            glyph: 'trash' as const,
            isSeparated: true,
            action: () => remove(list),
          },
        ],
        menuLabel: (list: DataCollection) => t('common:reorder.actionsFor', { name: list.pluralName }),
      }
    : {}
  return (
    <>
      <DataTable
        label={t('title')}
        rows={data && collections.filter((one) => one.IsUsedAsCustomList)}
        rowKey={(list) => list.id}
        rowUrl={(list) => itemsUrl(list.id)}
        {...menu}
        initialSort={{ key: 'name' }}
        isLoading={isPending}
        error={error}
        errorTitle={t('teams:dashboard.error.collections')}
        onRetry={refetch}
        empty={<EmptyState glyph="list" title={t('none')} text={t('noneHelp')} action={create} />}
        columns={columns}
      />
      {edited && <EditListDialog list={edited} onClose={() => setEditedId(null)} onSaved={admin.refresh} />}
    </>
  )
}

function Deleted({ lists }: { lists: readonly DataCollection[] | undefined }) {
  const { t } = useTranslation(['lists', 'common'])
  const admin = useCollectionAdmin()
  return (
    <DataTable
      label={t('deletedTitle')}
      rows={lists}
      rowKey={(list) => list.id}
      rowMenu={(list) => [{ label: t('restore'), glyph: 'undo', action: () => admin.restore(list) }]}
      menuLabel={(list) => t('common:reorder.actionsFor', { name: list.pluralName })}
      isLoading={lists === undefined}
      empty={<EmptyState glyph="trash" title={t('noDeleted')} />}
      columns={[{ key: 'name', title: t('name'), render: (list) => <CollectionName collection={list} /> }]}
    />
  )
}
