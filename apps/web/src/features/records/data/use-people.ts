/** Names of the team's users by id; none if they cannot be loaded, which is reported once. */
import i18next from 'i18next'
import { useEffect, useMemo } from 'react'
import { api, useApi } from '../../../lib/api.ts'
import { toast } from '../../../ui/toasts.ts'

let reported: unknown = null

/** @param isNeeded none are loaded otherwise */
export function usePeople(teamId: number, isNeeded = true): ReadonlyMap<number, string> {
  const options = { staleTime: 300_000, enabled: isNeeded }
  const { data, error } = useApi(api.teams.people, { params: { teamId } }, options)
  useEffect(() => {
    if (error === null || error === reported) return
    reported = error
    void i18next.loadNamespaces('teams').then(() => toast.error(i18next.t('teams:error.teamUsers')))
  }, [error])
  return useMemo(
    () => new Map((error ? [] : (data?.items ?? [])).map(({ teamUserId, name }) => [teamUserId, name])),
    [data, error],
  )
}
