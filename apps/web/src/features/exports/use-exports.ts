/** Exports of a collection, polled while any of them is running. */
import type { Export } from '@muster/contract/exports/exports.api'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useQueryClient } from '@tanstack/react-query'
import { api, queryKeyOf, useApi } from '../../lib/api.ts'
import { useIsRested } from '../../lib/rest.ts'
import { refreshChanged } from '../../lib/stale.ts'

/** Polling interval of a running export; live events may come sooner. */
const pollMs = 700

export function useExports(teamId: number, dataCollectionId: number) {
  return useApi(
    api.exports.list,
    { params: { teamId }, query: { dataCollectionId } },
    {
      enabled: useIsRested(),
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ status }) => isUnderWay(status)) ? pollMs : false,
    },
  )
}

/**
 * Tracks an export that was just started: it enters the list as started before its state is fetched, so that an export
 * that ends at once is still seen to end.
 */
export function useTrackExport(teamId: number): (begun: Export) => Promise<void> {
  const client = useQueryClient()
  return (begun) => {
    const place = { params: { teamId }, query: { dataCollectionId: begun.dataCollectionId } }
    client.setQueryData<{ items: Export[] }>(queryKeyOf(api.exports.list, place), (now) => ({
      items: [begun, ...(now?.items ?? [])],
    }))
    return refreshChanged(client, api.exports.create, { teamId })
  }
}

export function useReloadExports(teamId: number): () => Promise<void> {
  const client = useQueryClient()
  return () => refreshChanged(client, api.exports.cancel, { teamId })
}
