/** The records of a collection, or the items of a custom list. */
import { useQuery } from '@tanstack/react-query'
import { useMatch, useParams, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { fieldsOf } from '../../filters/public.ts'
import { useUndoKeys } from '../../operations/public.ts'
import { collectionsQuery, useTeamId } from '../../teams/public.ts'
import { useRecordsView } from '../url-state.ts'
import { RecordsScreen } from '../view/RecordsScreen.tsx'

export function CollectionRecords() {
  const teamId = useTeamId()
  const id = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  // Loads the texts of all its parts: one that loaded its own later would suspend the whole screen.
  useTranslation(['records', 'filters', 'fields', 'dataTypes', 'views', 'viewSwitcher', 'common', 'errors'])
  const collections = useQuery(collectionsQuery(teamId))
  const collection = collections.data?.dataCollection.find((one) => one.id === id)
  const address = useRecordsView()
  const { routeId } = useMatch({ strict: false })
  const Missing = useRouter().options.defaultNotFoundComponent
  useUndoKeys(teamId)
  if (collections.isLoadingError)
    return <ErrorState error={collections.error} onRetry={() => collections.refetch()} />
  if (collections.isPending) return <PageSkeleton />
  if (!collection) {
    return Missing ? <Missing data={{ type: 'collection', id }} isNotFound routeId={routeId} /> : null
  }
  const fields = fieldsOf(collections.data.dataCollection, id) ?? []
  return <RecordsScreen key={id} teamId={teamId} collection={collection} fields={fields} address={address} />
}
