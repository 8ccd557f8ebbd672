/** Names of the team's users by their id. */
import { useMemo } from 'react'
import { api, useApi } from '../../../lib/api.ts'

export function usePeople(teamId: number): ReadonlyMap<number, string> {
  const { data } = useApi(api.teams.people, { params: { teamId } }, { staleTime: 300_000 })
  return useMemo(() => new Map((data?.items ?? []).map(({ teamUserId, name }) => [teamUserId, name])), [data])
}
