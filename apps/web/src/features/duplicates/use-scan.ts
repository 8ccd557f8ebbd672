/** One search and the actions on it. */
import type { DuplicateScan } from '@muster/contract/duplicates/duplicates.schema'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, queryKeyOf, useApi } from '../../lib/api.ts'

/** Polling interval while work runs; live events may come sooner. */
const pollMs = 700

export function useScan(teamId: number, scanId: number) {
  const client = useQueryClient()
  const params = { teamId, scanId }
  const query = useApi(
    api.duplicates.get,
    { params },
    {
      refetchInterval: ({ state }) =>
        isUnderWay(state.data?.status) || isUnderWay(state.data?.merge?.status) ? pollMs : false,
    },
  )
  const mergeStatus = query.data?.merge?.status
  const before = useRef(mergeStatus)
  // Live events refresh the records themselves.
  useEffect(() => {
    if (isUnderWay(before.current) && mergeStatus === 'done') {
      void client.invalidateQueries({
        queryKey: queryKeyOf(api.duplicates.groups, { params: { teamId, scanId } }),
      })
    }
    before.current = mergeStatus
  }, [mergeStatus, teamId, scanId, client])
  return {
    query,
    /** Stores the answer of an action, and fetches the groups again. */
    accept(scan: DuplicateScan | null) {
      if (scan) client.setQueryData(queryKeyOf(api.duplicates.get, { params }), scan)
      else void client.invalidateQueries({ queryKey: queryKeyOf(api.duplicates.get, { params }) })
      return client.invalidateQueries({
        queryKey: queryKeyOf(api.duplicates.groups, { params: { teamId, scanId } }),
      })
    },
  }
}
