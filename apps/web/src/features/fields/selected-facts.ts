/** The facts of the team that a signed-in person has selected. */
import { useMemo } from 'react'
import { activeTeam, useSession } from '../auth/public.ts'
import { useSelectedTeamId } from '../teams/public.ts'
import type { TeamFacts } from './field-context.ts'

export function useSelectedFacts(): TeamFacts | null {
  const session = useSession()
  const selected = useSelectedTeamId()
  const link = session.status === 'signedIn' && selected !== null ? activeTeam(session.user, selected) : null
  const team = link?.Team
  return useMemo(
    () =>
      team
        ? {
            teamId: team.teamId,
            country: team.country,
            currency: team.currency,
            dataLanguages: [
              team.defaultDataLanguage,
              ...team.availableDataLanguages.filter((one) => one !== team.defaultDataLanguage),
            ],
          }
        : null,
    [team],
  )
}
