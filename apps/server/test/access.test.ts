/**
 * Who gets in, asked of every endpoint of the contract by callers of every kind. Handlers are replaced by one that says
 * "you are in", so that what is seen is admission alone; authentication, teams and roles are the real ones.
 */
import { api } from '@muster/contract/api'
import type { Access, AnyEndpoint, Api } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Handlers } from '../src/platform/http/bind.ts'
import { aTeam, type TestPerson, type TestTeam } from './a-team.ts'
import { clientOf, urlOf } from './client.ts'
import { type TestDeps, testApp, testDeps } from './test-deps.ts'

/**
 * What must stay as it is, whatever the contract declares. An endpoint that is not named here is for active users of
 * the team in its path; one that is more open or more closed than that has to be added.
 */
const reviewed: Partial<Record<string, Access>> = {
  'auth.session': 'public',
  'auth.signIn': 'public',
  'auth.signUp': 'public',
  'auth.verifyEmail': 'public',
  'auth.resendVerification': 'public',
  'auth.forgotPassword': 'public',
  'auth.resetPassword': 'public',
  'auth.invitation': 'public',
  'auth.acceptInvitation': 'public',
  'auth.setupPassword': 'public',
  'auth.signOut': 'public',
  'auth.changePassword': 'signedIn',
  'auth.sessions': 'signedIn',
  'auth.revokeSession': 'signedIn',
  // The spec's calls: the user, or the team in the query, decides what is in the answer.
  'teams.byAuthProvider': 'signedIn',
  'teams.headerBarMenu': 'signedIn',
  'teams.teamUsers': 'signedIn',
  'collections.listByTeam': 'signedIn',
  'teams.atAGlance': ['team_admin_account_info', 'team_admin_users', 'team_admin_data_collections'],
  'users.list': 'team_admin_users',
  'users.invite': 'team_admin_users',
  'users.resendInvitation': 'team_admin_users',
  'users.cancelInvitation': 'team_admin_users',
  'users.deactivate': 'team_admin_users',
  'users.reactivate': 'team_admin_users',
  'sysAdmin.warnings': 'sysAdmin',
  'sysAdmin.teams': 'sysAdmin',
  'sysAdmin.createTeam': 'sysAdmin',
  'sysAdmin.users': 'sysAdmin',
  'sysAdmin.createUser': 'sysAdmin',
  'blueprints.list': 'team_admin_data_collections',
  'blueprints.get': 'team_admin_data_collections',
  'blueprints.create': 'team_admin_data_collections',
  'collections.create': 'team_admin_data_collections',
  'collections.update': 'team_admin_data_collections',
  'collections.remove': 'team_admin_data_collections',
  'collections.restore': 'team_admin_data_collections',
  'collections.createField': 'team_admin_data_collections',
  'collections.updateField': 'team_admin_data_collections',
  'collections.reorderFields': 'team_admin_data_collections',
  'collections.previewFieldType': 'team_admin_data_collections',
  'collections.changeFieldType': 'team_admin_data_collections',
  'collections.typeChanges': 'team_admin_data_collections',
  'collections.removeField': 'team_admin_data_collections',
  'collections.restoreField': 'team_admin_data_collections',
  'cards.create': 'team_admin_data_collections',
  'cards.update': 'team_admin_data_collections',
  'cards.remove': 'team_admin_data_collections',
  'cards.preview': 'team_admin_data_collections',
  'cards.createGroup': 'team_admin_data_collections',
  'cards.updateGroup': 'team_admin_data_collections',
  'cards.removeGroup': 'team_admin_data_collections',
  'cards.reorderGroups': 'team_admin_data_collections',
  'views.reorder': 'team_admin_data_collections',
  'views.indexes': 'team_admin_data_collections',
  // Views that are visible externally; everything else of theirs is not found.
  'views.publicGet': 'public',
  'views.publicQuery': 'public',
  'views.publicCalendar': 'public',
  'views.publicMap': 'public',
  'views.publicRecord': 'public',
  'views.publicFile': 'public',
  'views.publicThumbnail': 'public',
  'views.publicCsv': 'public',
  'views.publicJson': 'public',
  'views.publicIcs': 'public',
  // Its token names its owner; what they may not see (any more) is not found.
  'views.feed': 'public',
  // The address of the tiles, which every page with a map fetches.
  'maps.publicSettings': 'public',
  'lists.complete': 'team_admin_data_collections',
}

const endpoints = Object.entries(api as Record<string, Api>).flatMap(([feature, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

/** Callers by what they are to the team in the path. */
type Kind = 'anonymous' | 'stranger' | 'deactivated' | 'sysAdmin' | 'member' | 'teamAdmin' | FeaturePermission

const outsiders: readonly Kind[] = ['stranger', 'deactivated', 'sysAdmin']

/** 200 means "admitted". */
function expectedStatus(access: Access, kind: Kind): number {
  if (access === 'public') return 200
  if (kind === 'anonymous') return 401
  if (access === 'signedIn') return 200
  if (access === 'sysAdmin') return kind === 'sysAdmin' ? 200 : 403
  if (outsiders.includes(kind)) return 404
  if (access === 'teamUser' || kind === 'teamAdmin') return 200
  return [access].flat().includes(kind as FeaturePermission) ? 200 : 403
}

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
const callers = new Map<Kind, TestPerson | undefined>()

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    for (const entries of Object.values(api as Record<string, Api>)) bindTo(entries, probes(entries))
  })
  team = await aTeam(deps)
  callers.set('anonymous', undefined)
  callers.set('stranger', await team.stranger())
  callers.set('deactivated', await team.deactivated())
  callers.set('sysAdmin', await team.sysAdmin())
  callers.set('member', team.member)
  callers.set('teamAdmin', team.admin)
  for (const permission of featurePermissions) callers.set(permission, await team.holderOf(permission))
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

/** Answers what no admission answers. */
function probes<A extends Api>(entries: A): Handlers<A> {
  const admitted = async () => {
    throw new AppError('not_ready')
  }
  return Object.fromEntries(Object.keys(entries).map((name) => [name, admitted])) as unknown as Handlers<A>
}

let requests = 0

/** The status of a refusal; 200 when the caller came as far as the handler, or the check of what they sent. */
async function admission(endpoint: AnyEndpoint, kind: Kind): Promise<number> {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, name === 'teamId' ? team.teamId : 1]),
  )
  requests++
  const answer = await clientOf(app, callers.get(kind)).inject({
    method: endpoint.method,
    url: urlOf(endpoint, params),
    // An address each: rate limits are not tested here.
    remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
  })
  const { code } = answer.json()
  const isIn = code === 'not_ready' || code === 'validation_failed'
  return isIn ? 200 : answer.statusCode
}

test.each(endpoints)('$name admits the callers it declares, and no others', async ({ endpoint }) => {
  const kinds = [...callers.keys()]
  const seen: Record<string, number> = {}
  for (const kind of kinds) seen[kind] = await admission(endpoint, kind)
  expect(seen).toEqual(Object.fromEntries(kinds.map((kind) => [kind, expectedStatus(endpoint.access, kind)])))
})

describe('what was reviewed', () => {
  test.each(endpoints)('$name is for whom it should be', ({ name, endpoint }) => {
    expect(endpoint.access).toEqual(reviewed[name] ?? 'teamUser')
    const isOfTeam = endpoint.path.startsWith('/teams/:teamId')
    const needsTeam = !['public', 'signedIn', 'sysAdmin'].includes(String(endpoint.access))
    expect(isOfTeam).toBe(needsTeam)
  })

  test('names no endpoint that is gone', () => {
    const names = endpoints.map(({ name }) => name)
    expect(Object.keys(reviewed).filter((name) => !names.includes(name))).toEqual([])
  })

  test('the area of the system administrator is below /sysAdmin, and nothing else is', () => {
    for (const { endpoint } of endpoints) {
      expect(endpoint.path.startsWith('/sysAdmin/')).toBe(endpoint.access === 'sysAdmin')
    }
  })

  test('everything that takes a password or sends a mail to a visitor is limited', () => {
    const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public' && endpoint.body)
    expect(open.map(({ name }) => name)).toContain('auth.signIn')
    expect(open.filter(({ endpoint }) => !endpoint.rateLimit).map(({ name }) => name)).toEqual([])
  })
})

test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', '1 or 1=1', '%00'])(
  'the team id %j is not found, for anybody',
  async (teamId) => {
    for (const kind of ['member', 'teamAdmin', 'sysAdmin'] as const) {
      const url = `/api/teams/${encodeURIComponent(teamId)}`
      expect((await clientOf(app, callers.get(kind)).inject({ url })).statusCode).toBe(404)
    }
  },
)
