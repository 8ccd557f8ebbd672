/**
 * Who is signed in, with teams and permissions: loaded once, reused, and cleared on sign-out (spec section 4).
 *
 *   const session = await loadSession()          // guards
 *   const user = useSignedIn()                   // screens behind the guard
 *   const standing = standingIn(user, teamId)    // what they may do in a team
 */

import { leastPasswordLength } from '@muster/contract/auth/password-length'
import type { FeaturePermission, TeamStanding } from '@muster/contract/roles/permissions'
import type { OidcLabels } from '@muster/contract/sysAdmin/settings.schema'
import type { CurrentUser, UserTeamData } from '@muster/contract/teams/teams.schema'
import { useSyncExternalStore } from 'react'
import { ApiError, api, call, closeCalls, onUnauthenticated, openCalls, settleCalls } from '../../lib/api.ts'
import { setBrand } from '../../lib/brand.ts'
import { emitter } from '../../lib/emitter.ts'
import { queryClient } from '../../lib/query-client.ts'
import { forgetSentAnswers } from '../../lib/sent-answers.ts'
import { forgetUnsavedSettings } from '../../lib/unsaved-settings.ts'

export interface SignedIn {
  userId: string
  name: string
  email: string
  isSysAdmin: boolean
  /** Every team link, deactivated ones too; `activeTeams` leaves those out. */
  teams: readonly UserTeamData[]
  roleLinks: CurrentUser['roleLinks']
  defaultUserPicture: string
  defaultTeamPicture: string
}

export type Session = { status: 'unknown' } | { status: 'anonymous' } | { status: 'signedIn'; user: SignedIn }

/** Spec section 4, "Auth events". */
export const authEvents = emitter<{
  signedIn: SignedIn
  signedOut: null
  tokenRefreshed: null
  refreshFailed: unknown
}>()

let session: Session = { status: 'unknown' }
let passwordLength: number = leastPasswordLength
let providerLabels: OidcLabels | null = null
let loading: Promise<Session> | null = null
const listeners = new Set<() => void>()

function set(next: Session): Session {
  session = next
  for (const listener of listeners) listener()
  return next
}

export const currentSession = (): Session => session

/** Characters that a new password needs; known once the session is loaded. */
export const minPasswordLength = (): number => passwordLength

/** Texts of the button to sign in with a provider, or null if there is none; known once the session is loaded. */
export const oidcLabels = (): OidcLabels | null => providerLabels

export const useSession = (): Session =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentSession)

/** The signed-in user; only for screens behind the guard. */
export function useSignedIn(): SignedIn {
  const now = useSession()
  if (now.status !== 'signedIn') throw new Error('Nobody is signed in')
  return now.user
}

/** Finds out who is signed in; asks the server once and then answers from memory. */
export function loadSession(): Promise<Session> {
  if (session.status !== 'unknown') return Promise.resolve(session)
  loading ??= fetchSession().finally(() => {
    loading = null
  })
  return loading
}

/** Loads it again, after an action that changed teams, names or permissions. */
export function reloadSession(): Promise<Session> {
  loading = fetchSession().finally(() => {
    loading = null
  })
  return loading
}

async function fetchSession(): Promise<Session> {
  try {
    const answer = await call(api.auth.session)
    if (session.status === 'unknown') setBrand(answer.enumAppBrandId)
    passwordLength = answer.minPasswordLength
    providerLabels = answer.oidcLabels
    if (!answer.session) return set({ status: 'anonymous' })
    openCalls()
    const me = await call(api.teams.byAuthProvider, {
      params: { authProviderUsername: 'me' },
      query: { needData: '1' },
    })
    return set({ status: 'signedIn', user: signedInOf(me) })
  } catch (error) {
    // Unauthenticated is silent and clears; other failures are logged, and the app goes on (spec section 8).
    if (error instanceof ApiError && error.status === 401) return set({ status: 'anonymous' })
    console.error('The sign-in status could not be checked.', error)
    return session.status === 'signedIn' ? session : { status: 'anonymous' }
  }
}

function signedInOf(me: CurrentUser): SignedIn {
  return {
    userId: me.simplyUser.userId,
    name: me.simplyUser.name,
    email: me.simplyUser.primaryEmailAddress,
    isSysAdmin: me.simplyUser.isSysAdmin,
    teams: me.teamDataResult,
    roleLinks: me.roleLinks,
    defaultUserPicture: me.defaultUserPicture,
    defaultTeamPicture: me.defaultTeamPicture,
  }
}

/** After a sign-in that the server has confirmed. */
export async function handleSignedIn(): Promise<Session> {
  queryClient.clear()
  session = { status: 'unknown' }
  const next = await loadSession()
  if (next.status === 'signedIn') authEvents.emit('signedIn', next.user)
  return next
}

/** Clears user id, email, teams and permissions, and every answer that is kept. */
function clearSession(): void {
  closeCalls()
  queryClient.clear()
  forgetSentAnswers()
  forgetUnsavedSettings()
  set({ status: 'anonymous' })
}

/** How long a write that is in flight at sign-out may take to arrive. */
const writeTimeoutMs = 3_000

/**
 * Ends the session here and then on the server. Here first: screens and their event stream unmount before they can
 * send requests without a session, and requests in flight settle while there still is one.
 */
export async function signOut(): Promise<void> {
  set({ status: 'anonymous' })
  await queryClient.cancelQueries()
  await settleCalls(writeTimeoutMs)
  try {
    await call(api.auth.signOut)
  } catch (error) {
    console.error('Signing out failed on the server.', error)
  }
  clearSession()
  authEvents.emit('signedOut', null)
}

// A session that ended elsewhere ends here as well.
onUnauthenticated(() => {
  if (session.status !== 'signedIn') return
  clearSession()
  authEvents.emit('signedOut', null)
})

/** Teams the user may enter: links that are not deactivated, to teams that are not suspended. */
export const activeTeams = (user: SignedIn): readonly UserTeamData[] =>
  user.teams.filter((team) => team.deactivatedAsOf === null && team.Team.suspendedAt === null)

/** Whether the team is one of the user's, and closed to everybody. */
export const isSuspended = (user: SignedIn, teamId: number): boolean =>
  user.teams.some(
    ({ TeamId, deactivatedAsOf, Team }) =>
      TeamId === teamId && deactivatedAsOf === null && Team.suspendedAt !== null,
  )

export const activeTeam = (user: SignedIn, teamId: number): UserTeamData | undefined =>
  activeTeams(user).find((team) => team.TeamId === teamId)

/** What the user may do in a team; null for a team that is not an active one of theirs. */
export function standingIn(user: SignedIn, teamId: number): TeamStanding | null {
  const link = activeTeam(user, teamId)
  if (!link) return null
  const granted = user.roleLinks
    .filter((role) => role.TeamId === teamId)
    .flatMap((role) => role.FeaturePermissions.map((permission) => permission.name as FeaturePermission))
  return { isTeamAdmin: link.isTeamAdmin, featurePermissions: [...new Set(granted)] }
}
