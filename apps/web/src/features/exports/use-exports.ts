/** Exports of a collection, looked at again while any of them is under way. */
import type { Export } from '@muster/contract/exports/exports.api'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useQueryClient } from '@tanstack/react-query'
import { api, queryKeyOf, useApi } from '../../lib/api.ts'
import { refreshChanged } from '../../lib/stale.ts'

/** How often a running export is looked at; live events may come sooner. */
const pollMs = 700

export function useExports(teamId: number, dataCollectionId: number) {
  return useApi(
    api.exports.list,
    { params: { teamId }, query: { dataCollectionId } },
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ status }) => isUnderWay(status)) ? pollMs : false,
    },
  )
}

/**
 * Takes up an export that one has just begun: it stands in the list as begun before its state is asked for again, so
 * that one which ends at once is still seen to end.
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
