/** The records of a collection, or the items of a custom list. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
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
  const { t } = useTranslation([
    'records',
    'filters',
    'fields',
    'dataTypes',
    'views',
    'viewSwitcher',
    'common',
    'errors',
  ])
  const collections = useQuery(collectionsQuery(teamId))
  const collection = collections.data?.dataCollection.find((one) => one.id === id)
  const address = useRecordsView()
  useUndoKeys(teamId)
  if (collections.isLoadingError)
    return <ErrorState error={collections.error} onRetry={() => collections.refetch()} />
  if (collections.isPending) return <PageSkeleton />
  if (!collection) {
    return (
      <>
        <PageHeader title={t('records:list.title')} glyph="table" />
        <EmptyState glyph="lock" title={t('records:list.noCollection')} text={t('records:list.noRight')} />
      </>
    )
  }
  const fields = fieldsOf(collections.data.dataCollection, id) ?? []
  return <RecordsScreen key={id} teamId={teamId} collection={collection} fields={fields} address={address} />
}
