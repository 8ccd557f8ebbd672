/** Who may see the administration of a team (spec section 6). */
import { adminAreaPermissions, hasPermission } from '@muster/contract/roles/permissions'
import { type SignedIn, standingIn } from '../auth/public.ts'

export function hasAdminAccess(user: SignedIn, teamId: number): boolean {
  const standing = standingIn(user, teamId)
  return standing !== null && hasPermission(standing, adminAreaPermissions)
}
