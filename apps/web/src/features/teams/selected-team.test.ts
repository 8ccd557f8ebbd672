/** What selecting a team does (spec section 4), and what a session keeps and forgets. */
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { aSession } from '../../../test/a-session.ts'
import { currentBrand } from '../../lib/brand.ts'
import { currentZone } from '../../lib/zone.ts'
import { currentSession, handleSignedIn, loadSession, signOut } from '../auth/public.ts'
import { selectedTeamId, selectTeam, teamEvents } from './selected-team.ts'

const { user } = aSession({
  teams: [
    { teamId: 1, language: 'es', isTeamAdmin: true },
    { teamId: 2 },
    { teamId: 3, isDeactivated: true },
  ],
})
const asked: string[] = []

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`)
    const session = { userId: user.userId, name: user.name, email: user.email, isSysAdmin: false }
    const answer = url.endsWith('/auth/session')
      ? { session, enumAppBrandId: 1 }
      : url.includes('byAuthProvider')
        ? {
            simplyUser: { ...session, primaryEmailAddress: user.email },
            teamDataResult: user.teams,
            roleLinks: [],
            defaultUserPicture: '',
            defaultTeamPicture: '',
          }
        : url.includes('dataCollections')
          ? { dataCollection: [] }
          : { TeamAppHeaderBarMenu: [], value: null }
    return new Response(JSON.stringify(answer))
  })
  await signOut()
  await handleSignedIn()
  asked.length = 0
})

test('it applies brand, zone and language, is remembered, and reloads what belongs to the team', async () => {
  const told = vi.fn()
  const stop = teamEvents.on('teamPermissionsUpdated', told)
  await selectTeam(1)
  stop()
  expect(selectedTeamId()).toBe(1)
  expect(currentBrand().name).toBe('Grove')
  expect(currentZone()).toBe('Europe/Paris')
  expect(i18next.language).toBe('es')
  expect(document.documentElement.lang).toBe('es')
  expect({ ...localStorage }).toEqual({ lastSelectedTeamId: '1', locale: 'es' })
  expect(told).toHaveBeenCalledExactlyOnceWith({ teamId: 1, hasAdminAccess: true })
  expect(asked).toContain('GET /api/teams/1/dataCollections?countObjects=1')
  expect(asked).toContain('GET /api/dataObjectTestings?idTeam=1')
  await selectTeam(2)
  expect(i18next.language).toBe('fr') // no language of the user's own: the team's default
})

test('a team of others, a closed one and none change nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const teamId of [9, 3, null, undefined]) await selectTeam(teamId)
  expect(selectedTeamId()).toBeNull()
  expect(log).toHaveBeenCalledTimes(2)
})

test('who is signed in is asked once, and signing out forgets it all', async () => {
  await selectTeam(1)
  asked.length = 0
  await loadSession()
  await loadSession()
  expect(asked).toEqual([])
  await signOut()
  expect(currentSession()).toEqual({ status: 'anonymous' })
  expect(selectedTeamId()).toBeNull()
})
