/** Other people's changes are counted, and shown on request; for displays that read a view's source. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { onLiveEvents } from '../../../lib/events.ts'
import { operationEvents } from '../../operations/public.ts'
import type { ViewSource } from '../../views/public.ts'
import { isOwnWrite, recordEvents } from './record-writes.ts'

const none: ReadonlySet<number> = new Set()

export interface DeferredUpdates {
  /** Records that others changed; null where too many to name. */
  deferred: ReadonlySet<number> | null
  release(): void
  refresh(): Promise<void>
}

/** Keeps a source's answers fresh: own writes at once, those of others too unless they are deferred. */
export function useDeferredUpdates(
  teamId: number,
  collectionIds: readonly number[],
  source: ViewSource | null,
  isDeferring: boolean,
): DeferredUpdates {
  const queryClient = useQueryClient()
  const [deferred, setDeferred] = useState<ReadonlySet<number> | null>(none)
  const key = JSON.stringify(source?.key)
  const ids = collectionIds.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source by its key
  const refresh = useCallback(async () => {
    if (source) await queryClient.invalidateQueries({ queryKey: source.key })
  }, [queryClient, key])
  useEffect(() => {
    setDeferred(none)
    const own = ids.split(',').map(Number)
    const stops = [
      recordEvents.on('saved', ({ teamId: of }) => void (of === teamId && refresh())),
      recordEvents.on('changed', ({ teamId: of }) => void (of === teamId && refresh())),
      operationEvents.on('undone', ({ teamId: of }) => void (of === teamId && refresh())),
      ...(isDeferring
        ? [
            onLiveEvents((events) => {
              for (const { kind, dataCollectionId, all, recordIds } of events) {
                if (kind !== 'records' || (dataCollectionId !== undefined && !own.includes(dataCollectionId)))
                  continue
                const others = all ? undefined : recordIds?.filter((id) => !isOwnWrite(id))
                setDeferred((now) => (now && others ? new Set([...now, ...others]) : null))
              }
            }),
          ]
        : []),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [teamId, ids, refresh, isDeferring])
  const release = useCallback(() => {
    setDeferred(none)
    void refresh()
  }, [refresh])
  return { deferred, release, refresh }
}
