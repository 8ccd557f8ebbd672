/**
 * Calls every endpoint of the contract as callers of every kind. The handlers are replaced by one that only
 * reports that access was granted; authentication, teams and roles are real.
 */
import { api } from '@muster/contract/api'
import type { Access, AnyEndpoint, Api } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { type ApiScope, apiScopes } from '@muster/contract/integrations/api-scopes'
import { messageSectionPermissions } from '@muster/contract/messages/message-permissions'
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../src/features/integrations/integrations.service.ts'
import { run, sql } from '../src/platform/db.ts'
import type { Handlers } from '../src/platform/http/bind.ts'
import { aTeam, type TestPerson, type TestTeam } from './a-team.ts'
import { type Caller, clientOf, urlOf } from './client.ts'
import { type TestDeps, testApp, testDeps } from './test-deps.ts'

/** Any permission on outgoing messages opens their section. */
const anyMessagePermission = [
  'outgoing_messages_approval_emails',
  'outgoing_messages_approval_sms',
  'outgoing_messages_other_users_emails',
  'outgoing_messages_other_users_send_emails',
  'outgoing_messages_other_users_send_sms',
  'outgoing_messages_other_users_sms',
  'outgoing_messages_templates',
  'outgoing_messages_user_emails',
  'outgoing_messages_user_send_emails',
  'outgoing_messages_user_send_sms',
  'outgoing_messages_user_sms',
] as const

/**
 * The reviewed access of endpoints, independent of the contract. Endpoints that are missing here are for
 * active users of the team in the path; add those with any other access.
 */
const reviewedAccess: Partial<Record<string, Access>> = {
  'auth.session': 'public',
  'auth.signIn': 'public',
  'auth.startOidc': 'public',
  'auth.finishOidc': 'public',
  'auth.signUp': 'public',
  'auth.verifyEmail': 'public',
  'auth.resendVerification': 'public',
  'auth.forgotPassword': 'public',
  'auth.resetLink': 'public',
  'auth.resetPassword': 'public',
  'auth.invitation': 'public',
  'auth.acceptInvitation': 'public',
  'auth.setupLink': 'public',
  'auth.setupPassword': 'public',
  'auth.signOut': 'public',
  'auth.changePassword': 'signedIn',
  'auth.enterCode': 'public',
  'auth.secondFactor': 'signedIn',
  'auth.startSecondFactor': 'signedIn',
  'auth.confirmSecondFactor': 'signedIn',
  'auth.renewRecoveryCodes': 'signedIn',
  'auth.stopSecondFactor': 'signedIn',
  'auth.sessions': 'signedIn',
  'auth.revokeSession': 'signedIn',
  'auth.seeAs': 'teamAdmin',
  'auth.stopSeeingAs': 'signedIn',
  // Calls of the spec: the response depends on the user, or on the team in the query.
  'teams.byAuthProvider': 'signedIn',
  'teams.headerBarMenu': 'signedIn',
  'teams.teamUsers': 'signedIn',
  'collections.listByTeam': 'signedIn',
  'teams.atAGlance': ['team_admin_account_info', 'team_admin_users', 'team_admin_data_collections'],
  'teams.account': 'team_admin_account_info',
  'teams.quotas': 'team_admin_account_info',
  'teams.update': 'team_admin_account_info',
  'teams.uploadLogo': 'team_admin_account_info',
  'teams.removeLogo': 'team_admin_account_info',
  // Invitations and public views show the logo.
  'teams.logo': 'public',
  'users.list': 'team_admin_users',
  'users.invite': 'team_admin_users',
  'users.resendInvitation': 'team_admin_users',
  'users.cancelInvitation': 'team_admin_users',
  'users.deactivate': 'team_admin_users',
  'users.reactivate': 'team_admin_users',
  'users.update': 'team_admin_users',
  'users.changeMany': 'team_admin_users',
  'users.assignableRoles': 'team_admin_users',
  'users.inviteSeveral': 'team_admin_users',
  'integrations.tokens': 'integrations_zapier',
  'integrations.createToken': 'integrations_zapier',
  'integrations.revokeToken': 'integrations_zapier',
  'messageSenders.list': 'team_admin_account_info',
  'messageSenders.create': 'team_admin_account_info',
  'messageSenders.update': 'team_admin_account_info',
  'messageSenders.remove': 'team_admin_account_info',
  'messageSenders.check': 'team_admin_account_info',
  'messageSenders.saveSettings': 'team_admin_account_info',
  'messageSenders.choices': messageSectionPermissions,
  'messageSenders.settings': messageSectionPermissions,
  'webhooks.webhooks': 'integrations_zapier',
  'webhooks.createWebhook': 'integrations_zapier',
  'webhooks.changeWebhook': 'integrations_zapier',
  'webhooks.deleteWebhook': 'integrations_zapier',
  'webhooks.deliveries': 'integrations_zapier',
  'webhooks.replay': 'integrations_zapier',
  'webhooks.testWebhook': 'integrations_zapier',
  'roles.list': 'teamAdmin',
  'roles.get': 'teamAdmin',
  'roles.create': 'teamAdmin',
  'roles.update': 'teamAdmin',
  'roles.setDataPermissions': 'teamAdmin',
  'roles.remove': 'teamAdmin',
  'roles.explain': 'teamAdmin',
  'personalData.summary': 'teamAdmin',
  'personalData.export': 'teamAdmin',
  'personalData.erase': 'teamAdmin',
  'personalData.anonymise': 'teamAdmin',
  'audit.list': 'teamAdmin',
  'audit.export': 'teamAdmin',
  'audit.people': 'teamAdmin',
  'audit.systemList': 'sysAdmin',
  'audit.systemPeople': 'sysAdmin',
  'audit.systemExport': 'sysAdmin',
  'sysAdmin.warnings': 'sysAdmin',
  'sysAdmin.teams': 'sysAdmin',
  'sysAdmin.createTeam': 'sysAdmin',
  'sysAdmin.permissions': 'sysAdmin',
  'sysAdmin.users': 'sysAdmin',
  'sysAdmin.createUser': 'sysAdmin',
  'sysAdmin.updateTeam': 'sysAdmin',
  'sysAdmin.suspendTeam': 'sysAdmin',
  'sysAdmin.teamUse': 'sysAdmin',
  'sysAdmin.exportUser': 'sysAdmin',
  'sysAdmin.eraseUser': 'sysAdmin',
  'sysAdmin.resumeTeam': 'sysAdmin',
  'sysAdmin.removeTeam': 'sysAdmin',
  'sysAdmin.restoreTeam': 'sysAdmin',
  'sysAdmin.updateUser': 'sysAdmin',
  'sysAdmin.lockUser': 'sysAdmin',
  'sysAdmin.unlockUser': 'sysAdmin',
  'sysAdmin.removeSecondFactor': 'sysAdmin',
  'sysAdmin.sendPasswordMail': 'sysAdmin',
  'sysAdmin.sessions': 'sysAdmin',
  'sysAdmin.endSessions': 'sysAdmin',
  'sysAdmin.settings': 'sysAdmin',
  'sysAdmin.updateSettings': 'sysAdmin',
  'backups.overview': 'sysAdmin',
  'backups.create': 'sysAdmin',
  'backups.cancel': 'sysAdmin',
  'backups.restore': 'sysAdmin',
  'backups.remove': 'sysAdmin',
  'backups.download': 'sysAdmin',
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
  // Only for public views; other views are not found.
  'views.publicGet': 'public',
  'views.publicQuery': 'public',
  'views.publicCalendar': 'public',
  'views.publicMap': 'public',
  'views.publicTimeline': 'public',
  'views.publicRecord': 'public',
  'views.publicFile': 'public',
  'views.publicThumbnail': 'public',
  'files.fetchPictures': 'team_admin_data_collections',
  'views.publicWebPicture': 'public',
  'views.publicCsv': 'public',
  'views.publicJson': 'public',
  'views.publicIcs': 'public',
  // The token identifies the owner; views that they may not read are not found.
  'views.feed': 'public',
  // Only for wizards that are public or whose personal link the caller has; others are not found.
  'publicWizards.challenge': 'public',
  'publicWizards.get': 'public',
  'publicWizards.start': 'public',
  'publicWizards.getByToken': 'public',
  'publicWizards.startByToken': 'public',
  'publicWizards.sendCode': 'public',
  'publicWizards.checkCode': 'public',
  // Only with the run's key; other runs are not found.
  'publicWizards.getRun': 'public',
  'publicWizards.advance': 'public',
  'publicWizards.back': 'public',
  'publicWizards.language': 'public',
  'publicWizards.cancel': 'public',
  'publicWizards.sendLink': 'public',
  'publicWizards.options': 'public',
  'publicWizards.upload': 'public',
  'consent.subjects': anyMessagePermission,
  'consent.createSubject': 'team_admin_account_info',
  'consent.updateSubject': 'team_admin_account_info',
  'consent.removeSubject': 'team_admin_account_info',
  'consent.subscribe': 'team_admin_account_info',
  'consent.suppressions': 'team_admin_account_info',
  'consent.suppress': 'team_admin_account_info',
  'consent.release': 'team_admin_account_info',
  'messageHooks.ses': 'public',
  'messageHooks.twilioStatus': 'public',
  'messageHooks.twilioInbound': 'public',
  'messageHooks.bounces': 'public',
  'publicConsent.preferences': 'public',
  'publicConsent.savePreferences': 'public',
  'publicConsent.subscriptionPage': 'public',
  'publicConsent.subscribe': 'public',
  'publicConsent.confirm': 'public',
  'wizardRuns.list': 'team_admin_data_wizards',
  'wizardRuns.moves': 'team_admin_data_wizards',
  'wizardRuns.detail': 'team_admin_data_wizards',
  'wizardRuns.retry': 'team_admin_data_wizards',
  'wizardRuns.rollBack': 'team_admin_data_wizards',
  'wizards.list': 'team_admin_data_wizards',
  'wizards.get': 'team_admin_data_wizards',
  'wizards.create': 'team_admin_data_wizards',
  'wizards.update': 'team_admin_data_wizards',
  'wizards.remove': 'team_admin_data_wizards',
  'wizards.setOrder': 'team_admin_data_wizards',
  'wizards.createStep': 'team_admin_data_wizards',
  'wizards.updateStep': 'team_admin_data_wizards',
  'wizards.removeStep': 'team_admin_data_wizards',
  'wizards.createTask': 'team_admin_data_wizards',
  'wizards.updateTask': 'team_admin_data_wizards',
  'wizards.removeTask': 'team_admin_data_wizards',
  'wizards.listAccessLinks': 'team_admin_data_wizards',
  'wizards.createAccessLink': 'team_admin_data_wizards',
  'wizards.updateAccessLink': 'team_admin_data_wizards',
  'wizards.removeAccessLink': 'team_admin_data_wizards',
  'wizards.createTokenLink': 'team_admin_data_wizards',
  'wizards.createLink': ['team_admin_data_wizards', 'team_admin_data_collections'],
  'wizards.updateLink': ['team_admin_data_wizards', 'team_admin_data_collections'],
  'wizards.removeLink': ['team_admin_data_wizards', 'team_admin_data_collections'],
  // The URL of the tiles, for every page with a map.
  'maps.publicSettings': 'public',
  'lists.complete': 'team_admin_data_collections',
  // Who writes emails puts pictures into them, which are then for everybody who gets one.
  'messagePictures.upload': [
    'outgoing_messages_other_users_emails',
    'outgoing_messages_templates',
    'outgoing_messages_user_emails',
  ],
  'messagePictures.copy': [
    'outgoing_messages_other_users_emails',
    'outgoing_messages_templates',
    'outgoing_messages_user_emails',
  ],
  'messagePictures.public': 'public',
}

/** Everyone who may do something with messages; what they may do with which one is checked by `features/messages/messages.test.ts`. */
const messagePermissions: readonly FeaturePermission[] = featurePermissions.filter((one) =>
  one.startsWith('outgoing_messages_'),
)
for (const name of Object.keys(api.messages)) reviewedAccess[`messages.${name}`] = messagePermissions
reviewedAccess['messagePictures.get'] = messagePermissions
for (const name of Object.keys(api.messageTemplates))
  reviewedAccess[`messageTemplates.${name}`] = ['list', 'get', 'preview'].includes(name)
    ? messagePermissions
    : 'outgoing_messages_templates'

/** The reviewed endpoints that API tokens may call, by the scope that they need; tokens may call no others. */
const reviewedScopes = {
  read: `
    bookmarks.get bookmarks.list cards.linkedRecords cards.list cards.listGroups cards.page collections.get
    collections.list collections.listFields duplicates.get duplicates.groups duplicates.list duplicates.survivor
    events.subscribe exports.download exports.get exports.list files.download files.list files.thumbnail files.webPicture imports.get
    imports.list imports.mappings imports.rejects lists.uses maps.settings membership.explain operations.get
    operations.mine operations.recentChanges projects.get records.aggregate records.get records.list records.logEvents
    records.neighbours records.previewRewrite records.query records.statCards search.all teams.get views.calendar views.dateInfo views.get
    views.list views.map views.timeline wizardRuns.get wizardRuns.options wizardRuns.own wizards.listLinks`,
  write: `
    bookmarks.put bookmarks.remove bookmarks.setMany cards.link duplicates.cancel duplicates.dismiss duplicates.find
    duplicates.merge duplicates.mergeMany exports.cancel exports.create exports.remove files.upload imports.cancel
    imports.check imports.deleteMapping imports.reread imports.run imports.upload lists.merge membership.place
    operations.cancel operations.undo records.bulk records.create records.remove records.restore records.setCollections
    records.update wizardRuns.advance wizardRuns.back wizardRuns.cancel wizardRuns.language wizardRuns.start`,
  hooks: `
    webhooks.changeWebhook webhooks.createWebhook webhooks.deleteWebhook webhooks.deliveries webhooks.replay
    webhooks.testWebhook webhooks.webhooks`,
} satisfies Record<ApiScope, string>

const endpoints = Object.entries(api as Record<string, Api>).flatMap(([feature, entries]) =>
  Object.entries(entries).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

/** Callers by their relation to the team in the path. */
type Kind = 'anonymous' | 'stranger' | 'deactivated' | 'sysAdmin' | 'member' | 'teamAdmin' | FeaturePermission

const outsiders: readonly Kind[] = ['stranger', 'deactivated', 'sysAdmin']

/** 200 means that access is granted. */
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
  const mighty = await team.user({ isTeamAdmin: true })
  await run(deps.pool, sql`update muster.app_user set is_sys_admin = true where id = ${mighty.userId}`)
  for (const scope of apiScopes) {
    const body = { name: scope, scopes: [scope], expiresInDays: 7 as const }
    tokens[scope] = (await createToken(deps, mighty.teamUser, body)).secret
  }
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

/** Handlers with an error that the access check never returns. */
function probes<A extends Api>(entries: A): Handlers<A> {
  const admitted = async () => {
    throw new AppError('not_ready')
  }
  return Object.fromEntries(Object.keys(entries).map((name) => [name, admitted])) as unknown as Handlers<A>
}

let requests = 0
/** Tokens of a team admin who is also a system administrator: no endpoint is refused for want of rights. */
const tokens: Partial<Record<ApiScope, string>> = {}

/** The status of the response, or 200 when the request reached the handler or the validation of its input. */
async function accessStatus(endpoint: AnyEndpoint, kind: Kind): Promise<number> {
  return statusFor(endpoint, callers.get(kind))
}

async function statusFor(endpoint: AnyEndpoint, caller: Caller | undefined): Promise<number> {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, name === 'teamId' ? team.teamId : 1]),
  )
  requests++
  const answer = await clientOf(app, caller).inject({
    method: endpoint.method,
    url: urlOf(endpoint, params),
    // Each request has its own address, because of the rate limits.
    remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
  })
  const { code } = answer.json()
  const isAdmitted = code === 'not_ready' || code === 'validation_failed'
  return isAdmitted ? 200 : answer.statusCode
}

test.each(endpoints)('$name grants access to the declared callers only', async ({ endpoint }) => {
  const kinds = [...callers.keys()]
  const statuses: Record<string, number> = {}
  for (const kind of kinds) statuses[kind] = await accessStatus(endpoint, kind)
  expect(statuses).toEqual(
    Object.fromEntries(kinds.map((kind) => [kind, expectedStatus(endpoint.access, kind)])),
  )
})

test.each(endpoints)('$name grants API tokens access by their scopes only', async ({ name, endpoint }) => {
  const listed = (names: string) => names.trim().split(/\s+/).includes(name)
  const isRead = listed(reviewedScopes.read)
  const isOpen = endpoint.access === 'public'
  const statuses = {
    read: await statusFor(endpoint, { token: tokens.read! }),
    write: await statusFor(endpoint, { token: tokens.write! }),
  }
  expect(statuses).toEqual({
    read: isOpen || isRead ? 200 : 403,
    write: isOpen || isRead || listed(reviewedScopes.write) ? 200 : 403,
  })
})

describe('the reviewed access', () => {
  test.each(endpoints)('equals the declared access of $name', ({ name, endpoint }) => {
    expect(endpoint.access).toEqual(reviewedAccess[name] ?? 'teamUser')
    const isOfTeam = endpoint.path.startsWith('/teams/:teamId')
    const needsTeam = !['public', 'signedIn', 'sysAdmin'].includes(String(endpoint.access))
    expect(isOfTeam).toBe(needsTeam)
  })

  test('lists only existing endpoints', () => {
    const names = endpoints.map(({ name }) => name)
    expect(Object.keys(reviewedAccess).filter((name) => !names.includes(name))).toEqual([])
  })

  test('is sysAdmin for exactly the endpoints below /sysAdmin', () => {
    for (const { endpoint } of endpoints) {
      expect(endpoint.path.startsWith('/sysAdmin/')).toBe(endpoint.access === 'sysAdmin')
    }
  })

  test('public endpoints with a body have a rate limit', () => {
    const publicEndpoints = endpoints.filter(({ endpoint }) => endpoint.access === 'public' && endpoint.body)
    expect(publicEndpoints.map(({ name }) => name)).toContain('auth.signIn')
    expect(publicEndpoints.filter(({ endpoint }) => !endpoint.rateLimit).map(({ name }) => name)).toEqual([])
  })
})

test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', '1 or 1=1', '%00'])(
  'the team id %j is not found for any caller',
  async (teamId) => {
    for (const kind of ['member', 'teamAdmin', 'sysAdmin'] as const) {
      const url = `/api/teams/${encodeURIComponent(teamId)}`
      expect((await clientOf(app, callers.get(kind)).inject({ url })).statusCode).toBe(404)
    }
  },
)
