/**
 * The selected team and what selecting one does (spec section 4): brand, time zone, remembered id, collections and
 * header-bar menu reloaded, interface language.
 *
 *   await selectTeam(teamId)            // guards, before a team's screen is shown
 *   const team = useSelectedTeam()      // screens under a team
 */

import type { UserTeamData } from '@muster/contract/teams/teams.schema'
import { isCancelledError } from '@tanstack/react-query'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { api, call, queryKeyOf, queryOf } from '../../lib/api.ts'
import { setBrand } from '../../lib/brand.ts'
import { emitter } from '../../lib/emitter.ts'
import { isCanceled } from '../../lib/errors.ts'
import { currentLanguage, setLanguage } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { whenRested } from '../../lib/rest.ts'
import { storedTeamId } from '../../lib/storage.ts'
import { setZone } from '../../lib/zone.ts'
import { toast } from '../../ui/toasts.ts'
import { activeTeam, authEvents, currentSession, reloadSession } from '../auth/public.ts'
import { loadUserSettings } from '../users/public.ts'
import { hasAdminAccess } from './admin-access.ts'
import { namesIn } from './collection-names.ts'

/** Spec section 4: the user's permissions in a team have changed. */
export const teamEvents = emitter<{ teamPermissionsUpdated: { teamId: number; hasAdminAccess: boolean } }>()

let selected: number | null = null
const listeners = new Set<() => void>()

function set(teamId: number | null): void {
  selected = teamId
  for (const listener of listeners) listener()
}

export const selectedTeamId = (): number | null => selected

export const useSelectedTeamId = (): number | null =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, selectedTeamId)

authEvents.on('signedOut', () => set(null))

/** Selects a team of the signed-in user; does nothing when it is the selected one already. */
export async function selectTeam(teamId: number | null | undefined): Promise<void> {
  const session = currentSession()
  if (session.status !== 'signedIn') return showError('teams:error.notAuthenticated')
  if (!teamId) return showError('teams:error.noTeamId')
  if (teamId === selected) return
  const link = activeTeam(session.user, teamId)
  if (!link) {
    console.error(`Team ${teamId} is not one of the user's teams.`)
    return
  }
  set(teamId)
  storedTeamId.set(teamId)
  const inLanguage = applyTeam(link)
  reloadTeamData(teamId, inLanguage)
  teamEvents.emit('teamPermissionsUpdated', { teamId, hasAdminAccess: hasAdminAccess(session.user, teamId) })
  void loadUserSettings(teamId)
  whenRested(() => {
    call(api.teams.open, { params: { teamId } }).catch((error: unknown) => {
      if (!isCanceled(error)) console.error('Opening the team could not be noted.', error)
    })
  })
  await inLanguage
}

/** Applies what the team decides about the interface. Resolves when texts are in its language. */
function applyTeam(link: UserTeamData): Promise<unknown> {
  setBrand(link.Team.enumAppBrandId)
  setZone(link.Team.primaryTimezone)
  return setLanguage(languageIn(link))
}

/** The user's language for the team, else the team's default, else English. */
export const languageIn = (link: UserTeamData) =>
  link.InterfaceLanguage ?? link.Team.defaultInterfaceLanguage ?? 'en'

/** Clears and refetches the selected team's data. Failures are shown in the team's language. */
function reloadTeamData(teamId: number, inLanguage: Promise<unknown>): void {
  queryClient.removeQueries({ queryKey: queryKeyOf(api.collections.list) })
  queryClient.removeQueries({ queryKey: queryKeyOf(api.teams.headerBarMenu) })
  const fetch = (work: Promise<unknown>, message: Parameters<typeof showError>[0]) =>
    work.catch(async (error: unknown) => {
      // Another team was selected meanwhile, or the session ended.
      if (isCancelledError(error) || isCanceled(error)) return
      console.error(error)
      await inLanguage
      showError(message)
    })
  void fetch(queryClient.fetchQuery(writtenCollectionsQuery(teamId)), 'teams:error.collections')
  void fetch(queryClient.fetchQuery(headerBarMenuQuery(teamId)), 'teams:error.headerBar')
}

/** The team's collections as written, for editing their names. */
export const writtenCollectionsQuery = (teamId: number) =>
  queryOf(api.collections.list, { params: { teamId }, query: { countObjects: '1' } })

/** The team's collections with their names in the reader's language. */
export const collectionsQuery = (teamId: number) => ({
  ...writtenCollectionsQuery(teamId),
  select: namesIn[currentLanguage()],
})

export const headerBarMenuQuery = (teamId: number) =>
  queryOf(api.teams.headerBarMenu, { query: { idTeam: teamId } })

/** Reloads the selected team and the user's place in it, after the server reports a change of either. */
export async function refreshTeam(): Promise<void> {
  const session = await reloadSession()
  if (session.status !== 'signedIn' || selected === null) return
  const link = activeTeam(session.user, selected)
  if (link) await applyTeam(link)
  teamEvents.emit('teamPermissionsUpdated', {
    teamId: selected,
    hasAdminAccess: hasAdminAccess(session.user, selected),
  })
}

type Message =
  | 'teams:error.collections'
  | 'teams:error.headerBar'
  | 'teams:error.notAuthenticated'
  | 'teams:error.noTeamId'

function showError(message: Message): void {
  void i18next.loadNamespaces('teams').then(() => toast.error(i18next.t(message)))
}
