/** Moves members of a plain collection by hand, where the list shows them in that order. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { usePlace } from '../../membership/public.ts'
import type { RecordSource } from '../data/record-source.ts'
import { noteChanged } from '../data/record-writes.ts'

/** @returns how to move a row to another row's place; null where the list has another order, or the user may not */
export function useArrange(
  teamId: number,
  collection: DataCollection,
  source: RecordSource,
): ((from: number, to: number) => void) | null {
  const place = usePlace(teamId, collection.id, () => noteChanged(teamId))
  const { sort, search, isTrash } = source.query
  const isByHand = collection.membershipOrder === 'manual' && collection.canCreate
  if (!isByHand || sort.length > 0 || search !== '' || isTrash) return null
  return (from, to) => {
    const record = source.cache.rowAt(from)
    if (!record || from === to || !source.cache.move(from, to)) return
    void place(record, source.cache.rowAt(to - 1)?.id ?? null)
  }
}
