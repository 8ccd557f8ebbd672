/** One search and what may be done with it. */

import type { DuplicateScan } from '@muster/contract/duplicates/duplicates.schema'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, queryKeyOf, useApi } from '../../lib/api.ts'

/** How often work under way is looked at; live events may come sooner. */
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
  // Records themselves are told by live events.
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
    /** Takes in what an act answered, and fetches the groups again. */
    accept(scan: DuplicateScan | null) {
      if (scan) client.setQueryData(queryKeyOf(api.duplicates.get, { params }), scan)
      else void client.invalidateQueries({ queryKey: queryKeyOf(api.duplicates.get, { params }) })
      return client.invalidateQueries({
        queryKey: queryKeyOf(api.duplicates.groups, { params: { teamId, scanId } }),
      })
    },
  }
}
