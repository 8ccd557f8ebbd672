/** Header and tabs over the pages of one view's administration, and the draft that they edit together. */

import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, queryKeyOf, useApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import { readsRecords } from '../display-of.ts'
import { kindOf, viewKinds } from '../types/index.ts'
import { kindSettings } from '../types/settings.ts'
import { ViewDraftContext } from './draft-context.ts'
import { SaveBar } from './SaveBar.tsx'
import { useDraft } from './use-draft.ts'
import { useViewFields } from './use-view-fields.ts'
import { useViewsAdmin } from './use-views-admin.ts'
import { viewTabs } from './view-draft.ts'

export function ViewAdmin() {
  const { t } = useTranslation(['viewsAdmin', 'views', 'common', 'errors', 'fields', 'dataTypes', 'filters'])
  const teamId = useTeamId()
  const dataViewId = Number(useParams({ strict: false, select: (params) => params.dataViewId }))
  const { data, error, refetch } = useApi(api.views.get, { params: { teamId, dataViewId } }, { retry: false })
  useEffect(() => {
    if (error && !(error instanceof ApiError && error.status === 404)) {
      toast.error(`${t('viewsAdmin:error.get')} ${errorText(error, t as never)}`)
    }
  }, [error, t])
  if (error && !data) return <ErrorState error={error} title={t('viewsAdmin:error.get')} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  return <Loaded key={dataViewId} view={data} />
}

function Loaded({ view }: { view: SavedView }) {
  const { t } = useTranslation(['viewsAdmin', 'views', 'common'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { collection, fields } = useViewFields(teamId, view.dataCollectionId)
  const admin = useViewsAdmin(teamId, view.dataCollectionId)
  const base = `/team-${teamId}/admin/data-views/${view.id}`
  const state = useDraft(teamId, view, {
    openTab: (tab) => void navigate({ to: `${base}/${tab}` }),
    isWithin: (path) => path.includes(`/admin/data-views/${view.id}`),
  })
  const list = `/team-${teamId}/admin/data-collections/${view.dataCollectionId}/data-views`
  const remove = async () => {
    if (!(await admin.remove(view))) return
    state.forget()
    queryClient.removeQueries({
      queryKey: queryKeyOf(api.views.get, { params: { teamId, dataViewId: view.id } }),
    })
    void navigate({ to: list })
  }
  const shownTabs = viewTabs.filter(
    ([path]) =>
      (path !== 'calendar-date-info' || kindSettings[kindOf(state.draft)].hasDateInfo) &&
      (path !== 'filter-fields' || readsRecords(state.draft)),
  )
  const crumbs = [
    { label: t('viewsAdmin:crumb.collections'), url: `/team-${teamId}/admin/data-collections` },
    ...(collection
      ? [
          {
            label: collection.pluralName,
            url: `/team-${teamId}/admin/data-collections/${collection.id}/details`,
          },
        ]
      : []),
    { label: t('viewsAdmin:list.label'), url: list },
  ]
  return (
    <ViewDraftContext
      value={{ ...state, view, fields, isReadOnly: !view.canDesign, canShare: true, isPanel: false }}
    >
      <PageHeader
        title={view.internalName}
        glyph={viewKinds[kindOf(view)].glyph}
        crumbs={crumbs}
        aside={view.isBroken ? <Tag color="red">{t('viewsAdmin:list.broken')}</Tag> : undefined}
        menuItems={[
          {
            label: t('viewsAdmin:list.open'),
            glyph: 'table',
            url: `/team-${teamId}/data-collections/${view.dataCollectionId}/records?view=${view.id}`,
          },
          {
            label: t('common:delete'),
            glyph: 'trash',
            isSeparated: true,
            isDisabled: !view.canDesign,
            action: () => void remove(),
          },
        ]}
        tabs={shownTabs.map(([path, name]) => ({
          label: t(`viewsAdmin:tab.${name}`),
          url: `${base}/${path}`,
        }))}
      />
      <Outlet />
      <SaveBar state={state} isReadOnly={!view.canDesign} />
    </ViewDraftContext>
  )
}
