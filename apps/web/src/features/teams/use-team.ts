/** Hooks for screens under a team. */

import { type FeaturePermission, hasPermission } from '@muster/contract/roles/permissions'
import { useParams } from '@tanstack/react-router'
import { activeTeam, standingIn, useSignedIn } from '../auth/public.ts'

/** The team id of the address, as a number. */
export function useTeamId(): number {
  return Number(useParams({ strict: false, select: (params) => params.teamId }))
}

/** `const can = useCan()`, then `can('team_admin_data_collections')`; team admins can everything. */
export function useCan(): (needed: FeaturePermission | readonly FeaturePermission[]) => boolean {
  const user = useSignedIn()
  const teamId = useTeamId()
  const standing = standingIn(user, teamId)
  return (needed) => standing !== null && hasPermission(standing, needed)
}

/** Whether the user passes every permission check of the team. */
export function useIsTeamAdmin(): boolean {
  return standingIn(useSignedIn(), useTeamId())?.isTeamAdmin ?? false
}

/** Whether the user may take data out of the team as a file. */
export function useMayExport(): boolean {
  return activeTeam(useSignedIn(), useTeamId())?.mayExport ?? false
}
