/** Hooks for screens under a team. */

import { type FeaturePermission, hasPermission } from '@muster/contract/roles/permissions'
import type { UserTeamData } from '@muster/contract/teams/teams.schema'
import { useParams } from '@tanstack/react-router'
import { activeTeam, standingIn, useSignedIn } from '../auth/public.ts'
import { hasAdminAccess } from './admin-access.ts'

/** The team id of the address, as a number. */
export function useTeamId(): number {
  return Number(useParams({ strict: false, select: (params) => params.teamId }))
}

/** The user's link to the team of the address, with the team itself in `Team`. */
export function useTeam(): UserTeamData {
  const link = activeTeam(useSignedIn(), useTeamId())
  if (!link) throw new Error('The address has no team of the user')
  return link
}

/** `const can = useCan()`, then `can('team_admin_data_collections')`; team admins can everything. */
export function useCan(): (needed: FeaturePermission | readonly FeaturePermission[]) => boolean {
  const user = useSignedIn()
  const teamId = useTeamId()
  const standing = standingIn(user, teamId)
  return (needed) => standing !== null && hasPermission(standing, needed)
}

export function useHasAdminAccess(): boolean {
  return hasAdminAccess(useSignedIn(), useTeamId())
}
