/** /team-{id}/admin/data-collections/{id}/data-views: the views of a collection, in their order. */
import { Button } from '@mantine/core'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import table from '../../../ui/Table.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { SortableList, SortableTableRow } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { kindGlyphs, kindOf } from '../switcher/kinds.ts'
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
  const { data, isError, error, refetch } = admin.views
  const views = data?.items
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setAdding(true)}>
      {t('viewsAdmin:list.new')}
    </Button>
  )
  return (
    <PageBody isWide>
      <div className={classes.bar}>
        <p className={classes.muted}>{views && t('viewsAdmin:list.count', { count: views.length })}</p>
        {add}
      </div>
      {isError ? (
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
  const { t } = useTranslation(['viewsAdmin', 'views', 'common'])
  const nameOf = (id: number) => views.find((view) => view.id === id)?.internalName ?? ''
  return (
    <SortableList
      ids={views.map(({ id }) => id)}
      nameOf={nameOf}
      onReorder={(ids) => void admin.reorder(ids)}
    >
      <table className={table.table} aria-label={t('viewsAdmin:list.label')}>
        <thead>
          <tr>
            <th scope="col">
              <span className={table.hidden}>{t('viewsAdmin:list.order')}</span>
            </th>
            <th scope="col">{t('viewsAdmin:list.internalName')}</th>
            <th scope="col">{t('viewsAdmin:list.type')}</th>
            <th scope="col" data-minor>
              {t('common:description')}
            </th>
            <th scope="col" data-minor>
              {t('viewsAdmin:list.sharing')}
            </th>
            <th scope="col" data-minor>
              {t('viewsAdmin:list.outside')}
            </th>
            <th scope="col">
              <span className={table.hidden}>{t('common:table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {views.map((view) => (
            <SortableTableRow
              key={view.id}
              id={view.id}
              label={t('viewsAdmin:list.move', { name: view.internalName })}
            >
              <ViewCells view={view} admin={admin} teamId={teamId} />
            </SortableTableRow>
          ))}
        </tbody>
      </table>
    </SortableList>
  )
}

function ViewCells({ view, admin, teamId }: { view: SavedView; admin: ViewsAdmin; teamId: number }) {
  const { t } = useTranslation(['viewsAdmin', 'views', 'common'])
  const kind = kindOf(view)
  const url = `/team-${teamId}/admin/data-views/${view.id}/details`
  return (
    <>
      <td>
        <span className={table.title}>
          <AppLink href={url} className={classes.name}>
            {view.internalName}
          </AppLink>
          {view.isBroken && <Tag color="red">{t('viewsAdmin:list.broken')}</Tag>}
        </span>
      </td>
      <td>
        <span className={classes.kind}>
          <Glyph name={kindGlyphs[kind]} size={14} />
          {kind === view.type
            ? t(`views:type.${view.type}`)
            : t(`views:layout.${view.displayOptions.layout}`)}
        </span>
      </td>
      <td data-minor className={classes.description}>
        {view.internalDescription}
      </td>
      <td data-minor>{t(`viewsAdmin:sharing.${view.sharing}`)}</td>
      <td data-minor>{view.isVisibleExternally ? t('common:yes') : t('common:no')}</td>
      <td className={table.menu}>
        <ActionMenu
          label={t('viewsAdmin:list.actionsFor', { name: view.internalName })}
          items={[
            { label: t('common:edit'), glyph: 'edit', url },
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
        />
      </td>
    </>
  )
}
