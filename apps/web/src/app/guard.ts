/** The route guard of spec section 4: yields where to go instead, or false to let the visitor in. Pure. */
import { hasPermission } from '@muster/contract/roles/permissions'
import { isSuspended, type Session, standingIn } from '../features/auth/public.ts'
import type { RouteAccess } from '../lib/route-data.ts'

export type GuardOutcome =
  | false
  | { to: 'login'; redirect: string }
  | { to: 'access-denied'; area?: 'sysAdmin' | 'suspendedTeam' }

export interface Visit {
  access: RouteAccess
  session: Session
  /** The team id of the address, where it has one. */
  teamId: number | undefined
  /** Path with query and hash, to come back to. */
  href: string
}

export function guard({ access, session, teamId, href }: Visit): GuardOutcome {
  if (access === 'public') return false
  if (session.status !== 'signedIn') return { to: 'login', redirect: href }
  const { user } = session
  if (access === 'signedIn') return false
  if (access === 'sysAdmin') return user.isSysAdmin ? false : { to: 'access-denied', area: 'sysAdmin' }

  // Deactivated users and strangers have no role in the team.
  const standing = teamId === undefined ? null : standingIn(user, teamId)
  if (!standing) {
    return teamId !== undefined && isSuspended(user, teamId)
      ? { to: 'access-denied', area: 'suspendedTeam' }
      : { to: 'access-denied' }
  }
  if (access === 'team') return false
  if (access === 'teamAdmin') return standing.isTeamAdmin ? false : { to: 'access-denied' }
  return hasPermission(standing, access) ? false : { to: 'access-denied' }
}

/**
 * Where `/` leads (spec section 2): the selected team, else the last one if the user is still in it, else the first.
 * Null: choose a team.
 */
export function homeTeam(session: Session, selected: number | null, last: number | null): number | null {
  if (session.status !== 'signedIn') return null
  const isOpen = (teamId: number | null): teamId is number =>
    teamId !== null && standingIn(session.user, teamId) !== null
  if (isOpen(selected)) return selected
  if (isOpen(last)) return last
  return session.user.teams.find((team) => isOpen(team.TeamId))?.TeamId ?? null
}

/** Only addresses inside the app are returned to after sign-in. */
export const insideOnly = (address: unknown): string | undefined =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address) ? address : undefined
