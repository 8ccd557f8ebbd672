/** Other people in a tree with their names and colours. */
import type { Presence } from '@muster/contract/events/events.api'
import { useMemo } from 'react'
import { api, useApi } from '../../lib/api.ts'
import { activeTeam, useSignedIn } from '../auth/public.ts'
import { colorOf } from './colors.ts'
import { useOthers } from './presence.ts'

export interface PersonHere extends Presence {
  name: string
  color: string
}

export function usePeopleHere(teamId: number, dataCollectionId: number | undefined): readonly PersonHere[] {
  const own = activeTeam(useSignedIn(), teamId)?.teamUserLinkId
  const others = useOthers(dataCollectionId, own)
  const { data } = useApi(
    api.teams.people,
    { params: { teamId } },
    { staleTime: 300_000, enabled: others.length > 0 },
  )
  return useMemo(() => {
    const names = new Map((data?.items ?? []).map(({ teamUserId, name }) => [teamUserId, name]))
    return others.flatMap((presence) => {
      const name = names.get(presence.teamUserId)
      return name === undefined ? [] : [{ ...presence, name, color: colorOf(presence.teamUserId) }]
    })
  }, [others, data])
}
