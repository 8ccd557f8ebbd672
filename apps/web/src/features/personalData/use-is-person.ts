/** Whether the caller may export and erase what is kept on the person whom a record describes. */
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useCollections } from '../fields/public.ts'
import { useIsTeamAdmin } from '../teams/public.ts'

export function useIsPerson(teamId: number, record: RecordDetail): boolean {
  const isTeamAdmin = useIsTeamAdmin()
  const collections = useCollections(teamId)
  return (
    isTeamAdmin &&
    collections.some(
      ({ id, representsPeople, IsInternalConfiguration }) =>
        representsPeople && !IsInternalConfiguration && record.dataCollectionIds.includes(id),
    )
  )
}
