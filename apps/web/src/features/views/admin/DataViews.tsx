/** /team-{id}/admin/data-collections/{id}/data-views: the views of a collection, in their order. */
import { Button } from '@mantine/core'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { HeadCount, HeadRow } from '../../../ui/HeadRow.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { SortableTable } from '../../../ui/SortableTable.tsx'
import table from '../../../ui/Table.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { useTeamId } from '../../teams/public.ts'
import { kindOf, viewKinds } from '../types/index.ts'
import classes from './admin.module.css'
import { NewViewDialog } from './NewViewDialog.tsx'
import { useViewsAdmin, type ViewsAdmin } from './use-views-admin.ts'

export function DataViews() {
  const { t } = useTranslation(['viewsAdmin', 'views', 'common', 'errors', 'fields'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const admin = useViewsAdmin(teamId, dataCollectionId)
  const [isAdding, setAdding] = useState(false)
  const { data, isLoadingError, error, refetch } = admin.views
  const views = data?.items
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setAdding(true)}>
      {t('viewsAdmin:list.new')}
    </Button>
  )
  return (
    <PageBody isWide>
      <HeadRow start={<HeadCount>{views && t('viewsAdmin:list.count', { count: views.length })}</HeadCount>}>
        {add}
      </HeadRow>
      {isLoadingError ? (
        <ErrorState error={error} title={t('viewsAdmin:error.list')} onRetry={refetch} />
      ) : !views ? (
        <TableSkeleton columns={5} />
      ) : views.length === 0 ? (
        <EmptyState
          glyph="eye"
          title={t('viewsAdmin:list.none')}
          text={t('viewsAdmin:list.noneText')}
          action={add}
        />
      ) : (
        <ViewTable views={views} admin={admin} teamId={teamId} />
      )}
      {isAdding && (
        <NewViewDialog
          admin={admin}
          dataCollectionId={dataCollectionId}
          onClose={() => setAdding(false)}
          onCreated={({ id }) => void navigate({ to: `/team-${teamId}/admin/data-views/${id}/details` })}
        />
      )}
    </PageBody>
  )
}

function ViewTable({
  views,
  admin,
  teamId,
}: {
  views: readonly SavedView[]
  admin: ViewsAdmin
  teamId: number
}) {
  const { t } = useTranslation(['viewsAdmin', 'common'])
  const urlOf = ({ id }: SavedView) => `/team-${teamId}/admin/data-views/${id}/details`
  return (
    <SortableTable
      label={t('viewsAdmin:list.label')}
      rows={views}
      nameOf={({ internalName }) => internalName}
      onReorder={(ids) => void admin.reorder(ids)}
      menuOf={(view) => [
        { label: t('common:edit'), glyph: 'edit', url: urlOf(view) },
        {
          label: t('viewsAdmin:list.open'),
          glyph: 'eye',
          url: `/team-${teamId}/data-collections/${view.dataCollectionId}/records?view=${view.id}`,
        },
        {
          label: t('viewsAdmin:list.duplicate'),
          glyph: 'copy',
          action: () => void admin.duplicate(view),
        },
        {
          label: t('common:delete'),
          glyph: 'trash',
          isSeparated: true,
          isDisabled: !view.canDesign,
          action: () => void admin.remove(view),
        },
      ]}
      columns={[
        {
          key: 'name',
          title: t('viewsAdmin:list.internalName'),
          render: (view) => (
            <span className={table.title}>
              <AppLink href={urlOf(view)} className={classes.name}>
                {view.internalName}
              </AppLink>
              {view.isBroken && <Tag color="red">{t('viewsAdmin:list.broken')}</Tag>}
            </span>
          ),
        },
        { key: 'type', title: t('viewsAdmin:list.type'), render: (view) => <Kind view={view} /> },
        {
          key: 'description',
          title: t('common:description'),
          isMinor: true,
          className: classes.description,
          render: ({ internalDescription }) => internalDescription,
        },
        {
          key: 'sharing',
          title: t('viewsAdmin:list.sharing'),
          isMinor: true,
          render: ({ sharing }) => t(`viewsAdmin:sharing.${sharing}`),
        },
        {
          key: 'public',
          title: t('viewsAdmin:list.public'),
          isMinor: true,
          render: ({ isVisibleExternally }) => (isVisibleExternally ? t('common:yes') : t('common:no')),
        },
      ]}
    />
  )
}

function Kind({ view }: { view: SavedView }) {
  const { t } = useTranslation('views')
  const kind = kindOf(view)
  return (
    <span className={classes.kind}>
      <Glyph name={viewKinds[kind].glyph} size={14} />
      {kind === view.type ? t(`type.${view.type}`) : t(`layout.${view.displayOptions.layout}`)}
    </span>
  )
}
