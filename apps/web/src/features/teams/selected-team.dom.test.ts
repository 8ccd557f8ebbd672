/** What selecting a team does (spec section 4), and what a session stores and clears. */
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { aSession } from '../../../test/a-session.ts'
import { currentBrand } from '../../lib/brand.ts'
import { languages } from '../../lib/i18n.ts'
import { currentZone } from '../../lib/zone.ts'
import { toast } from '../../ui/toasts.ts'
import { currentSession, handleSignedIn, loadSession, signOut } from '../auth/public.ts'
import { refreshTeam, selectedTeamId, selectTeam, teamEvents } from './selected-team.ts'

const { user } = aSession({
  teams: [
    { teamId: 1, language: 'es', isTeamAdmin: true },
    { teamId: 2 },
    { teamId: 3, isDeactivated: true },
  ],
})
const requested: string[] = []
/** The answers about the team's own data are errors. */
let isBroken = false
/** As the server has them. */
let teams = user.teams

beforeEach(async () => {
  localStorage.clear()
  requested.length = 0
  isBroken = false
  teams = user.teams
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requested.push(`${init.method} ${url}`)
    if (isBroken && /dataCollections|dataObjectTestings/.test(url)) {
      return Response.json({ type: '', title: '', status: 403, code: 'access_denied' }, { status: 403 })
    }
    const session = { userId: user.userId, name: user.name, email: user.email, isSysAdmin: false }
    const answer = url.endsWith('/auth/session')
      ? { session, enumAppBrandId: 1 }
      : url.includes('byAuthProvider')
        ? {
            simplyUser: { ...session, primaryEmailAddress: user.email },
            teamDataResult: teams,
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
  requested.length = 0
})

test('applies brand, zone and language, is remembered, and reloads the team’s data', async () => {
  const spy = vi.fn()
  const stop = teamEvents.on('teamPermissionsUpdated', spy)
  await selectTeam(1)
  stop()
  expect(selectedTeamId()).toBe(1)
  expect(currentBrand().name).toBe('Grove')
  expect(currentZone()).toBe('Europe/Paris')
  expect(i18next.language).toBe('es')
  expect(document.documentElement.lang).toBe('es')
  expect({ ...localStorage }).toEqual({ lastSelectedTeamId: '1', locale: 'es' })
  expect(spy).toHaveBeenCalledExactlyOnceWith({ teamId: 1, hasAdminAccess: true })
  expect(requested).toContain('GET /api/teams/1/dataCollections?countObjects=1')
  expect(requested).toContain('GET /api/dataObjectTestings?idTeam=1')
  await selectTeam(2)
  expect(i18next.language).toBe('fr') // no language of the user's own: the team's default
})

test('another team, a deactivated one and no team change nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const spy = vi.spyOn(toast, 'error')
  for (const teamId of [9, 3, null, undefined]) await selectTeam(teamId)
  expect(selectedTeamId()).toBeNull()
  expect(log).toHaveBeenCalledTimes(2)
  await expect.poll(() => spy.mock.calls).toHaveLength(2)
})

test('the session is fetched once, and signing out clears it', async () => {
  await selectTeam(1)
  requested.length = 0
  await loadSession()
  await loadSession()
  expect(requested).toEqual([])
  await signOut()
  expect(currentSession()).toEqual({ status: 'anonymous' })
  expect(selectedTeamId()).toBeNull()
})

const texts = {
  en: [
    'Oops an error happened while searching for data card groups.',
    'Oops an error happened while retrieving Team AppTopbar Data.',
    'No Team ID provided to set selected Team.',
    'User is not authenticated. Cannot load teams.',
  ],
  es: [
    'Se produjo un error al buscar los grupos de tarjetas de datos.',
    'Se produjo un error al obtener los datos de la barra superior del equipo.',
    'No se indicó ningún equipo para seleccionar.',
    'El usuario no ha iniciado sesión. No se pueden cargar los equipos.',
  ],
  fr: [
    'Une erreur est survenue lors de la recherche des groupes de fiches.',
    'Une erreur est survenue lors de la récupération de la barre supérieure de l’équipe.',
    'Aucun identifiant d’équipe fourni pour la sélection.',
    'L’utilisateur n’est pas connecté. Impossible de charger les équipes.',
  ],
}

test.each(languages)('failures are shown in the language of the team, in %s', async (language) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const spy = vi.spyOn(toast, 'error')
  spy.mockClear()
  const has = (...wanted: unknown[]) =>
    expect.poll(() => spy.mock.calls.map(([text]) => text).sort()).toEqual(wanted.sort())
  const [collections, headerBar, noTeamId, notAuthenticated] = texts[language]
  Object.assign(user.teams[0] as object, { InterfaceLanguage: language })
  isBroken = true
  await signOut()
  await handleSignedIn()
  await selectTeam(1)
  await has(collections, headerBar)
  await selectTeam(null)
  await has(collections, headerBar, noTeamId)
  await signOut()
  await selectTeam(1)
  await has(collections, headerBar, noTeamId, notAuthenticated)
})

test('a change of the selected team applies at once', async () => {
  await selectTeam(2)
  expect([currentBrand().name, currentZone(), i18next.language]).toEqual(['Grove', 'Europe/Paris', 'fr'])
  const Team = {
    ...user.teams[1]!.Team,
    enumAppBrandId: 4,
    primaryTimezone: 'Asia/Tokyo',
    defaultInterfaceLanguage: 'es' as const,
  }
  teams = user.teams.map((link) => (link.TeamId === 2 ? { ...link, Team } : link))
  await refreshTeam()
  expect([currentBrand().name, currentZone(), i18next.language]).toEqual(['Ember', 'Asia/Tokyo', 'es'])
})
