/** Collections that people work in: no custom lists, no internal ones. */
import { useQuery } from '@tanstack/react-query'
import { collectionsQuery } from './selected-team.ts'

export function useWorkCollections(teamId: number) {
  const { data, isError, error, refetch } = useQuery(collectionsQuery(teamId))
  const collections = data?.dataCollection.filter(
    (one) => !one.isDeleted && !one.IsInternalConfiguration && !one.IsUsedAsCustomList,
  )
  return { collections, isError: isError && !data, error, refetch }
}
