/** /team-{id}/custom-lists/{dataCollectionId}/list-items */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { useTeamFacts } from '../../fields/public.ts'
import { useUndoKeys } from '../../operations/public.ts'
import { RunningOperations } from '../../records/public.ts'
import { collectionsQuery, useCan, useTeamId } from '../../teams/public.ts'
import { ListItems } from '../components/ListItems.tsx'
import { usedIn } from '../data/used-in.ts'

export function CustomListItems() {
  const { t } = useTranslation('lists')
  const teamId = useTeamId()
  const can = useCan()
  useUndoKeys(teamId)
  const id = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const { data, isLoadingError, error, refetch } = useQuery(collectionsQuery(teamId))
  const list = data?.dataCollection.find((one) => one.id === id && one.IsUsedAsCustomList)
  const canDesign = can('team_admin_data_collections')
  useCompleted(list, canDesign)
  if (isLoadingError) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  if (!list) return <ErrorState error={new ApiError(404, 'not_found')} title={t('notFound')} />
  const admin = `/team-${teamId}/admin/data-collections/${id}`
  return (
    <>
      <PageHeader
        title={list.pluralName}
        icon={list.icon}
        description={list.description || undefined}
        menuItems={[
          { label: t('records'), glyph: 'table', url: `/team-${teamId}/data-collections/${id}/records` },
          ...(canDesign
            ? [{ label: t('details'), glyph: 'settings' as const, url: `${admin}/details` }]
            : []),
        ]}
      />
      <PageBody isWide>
        <RunningOperations teamId={teamId} />
        <ListItems key={id} collection={list} fields={usedIn(data.dataCollection, id)} />
      </PageBody>
    </>
  )
}

/** Lists made by an earlier version, or before the team had a language, get the fields that a new one has. */
function useCompleted(list: DataCollection | undefined, canDesign: boolean): void {
  const { dataLanguages } = useTeamFacts()
  const queryClient = useQueryClient()
  const repairedId = useRef<number | null>(null)
  useEffect(() => {
    if (!list || !canDesign || repairedId.current === list.id) return
    const columns = new Set(list.DataFields.map(({ columnName }) => columnName))
    const wanted = [...Object.values(itemColumns).slice(1), ...dataLanguages.slice(1).map(nameColumn)]
    if (wanted.every((column) => columns.has(column))) return
    repairedId.current = list.id
    const params = { teamId: list.idTeam, dataCollectionId: list.id }
    call(api.lists.complete, { params }).then(
      () => refreshChanged(queryClient, api.lists.complete, params),
      // The items show without the missing fields.
      () => {},
    )
  }, [list, canDesign, dataLanguages, queryClient])
}
