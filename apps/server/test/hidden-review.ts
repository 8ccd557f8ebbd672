/** What was reviewed about the test of hidden values: endpoints that answer no user of it, and known exceptions. */
import type { HiddenUser } from './hidden-users.ts'

const needsSecret = 'Needs a password or a token from a mail, which no user of the test has'
const readsAll = 'Needs to read the values of all records, and each user of the test has a row rule'
const isForTeamAdmin = 'Each user of the test has a row rule, and team admins have none'
const isForSysAdmin = 'No user of a team is a system administrator'

/** Endpoints that never answer with success, with the reason. */
export const neverAnswered: Readonly<Record<string, string>> = {
  'auth.signIn': needsSecret,
  'auth.startOidc': 'The system of the test has no provider',
  'auth.finishOidc': needsSecret,
  'auth.verifyEmail': needsSecret,
  'auth.resetPassword': needsSecret,
  'auth.invitation': needsSecret,
  'auth.acceptInvitation': needsSecret,
  'auth.setupPassword': needsSecret,
  'auth.changePassword': needsSecret,
  'auth.enterCode': needsSecret,
  'auth.startSecondFactor': needsSecret,
  'auth.confirmSecondFactor': needsSecret,
  'auth.renewRecoveryCodes': needsSecret,
  'auth.stopSecondFactor': needsSecret,
  'collections.previewFieldType': readsAll,
  'collections.changeFieldType': readsAll,
  'lists.merge': 'Needs to write all records that use the items, and no user of the test can',
  'audit.list': isForTeamAdmin,
  'audit.export': isForTeamAdmin,
  'audit.systemList': isForSysAdmin,
  'audit.systemExport': isForSysAdmin,
  'auth.seeAs': isForTeamAdmin,
  'roles.list': isForTeamAdmin,
  'roles.get': isForTeamAdmin,
  'roles.create': isForTeamAdmin,
  'roles.update': isForTeamAdmin,
  'roles.setDataPermissions': isForTeamAdmin,
  'roles.remove': isForTeamAdmin,
  'roles.explain': isForTeamAdmin,
  'teams.logo': 'Finds present logos only, whose ids no call of the test has',
  'sysAdmin.warnings': isForSysAdmin,
  'sysAdmin.teams': isForSysAdmin,
  'sysAdmin.createTeam': isForSysAdmin,
  'sysAdmin.permissions': isForSysAdmin,
  'sysAdmin.users': isForSysAdmin,
  'sysAdmin.createUser': isForSysAdmin,
  'sysAdmin.updateTeam': isForSysAdmin,
  'sysAdmin.suspendTeam': isForSysAdmin,
  'sysAdmin.resumeTeam': isForSysAdmin,
  'sysAdmin.removeTeam': isForSysAdmin,
  'sysAdmin.restoreTeam': isForSysAdmin,
  'sysAdmin.updateUser': isForSysAdmin,
  'sysAdmin.lockUser': isForSysAdmin,
  'sysAdmin.unlockUser': isForSysAdmin,
  'sysAdmin.removeSecondFactor': isForSysAdmin,
  'sysAdmin.sendPasswordMail': isForSysAdmin,
  'sysAdmin.sessions': isForSysAdmin,
  'sysAdmin.endSessions': isForSysAdmin,
  'sysAdmin.settings': isForSysAdmin,
  'sysAdmin.updateSettings': isForSysAdmin,
}

/** Reads in which an administrator finds hidden data with the same calls. */
export const revealing: readonly string[] = [
  'blueprints.get',
  'blueprints.list',
  'bookmarks.list',
  'cards.linkedRecords',
  'cards.list',
  'cards.listGroups',
  'cards.page',
  'cards.preview',
  'collections.get',
  'collections.list',
  'collections.listByTeam',
  'collections.listFields',
  'collections.previewFieldType',
  'duplicates.get',
  'duplicates.groups',
  'duplicates.list',
  'exports.download',
  'exports.get',
  'exports.list',
  'files.download',
  'files.list',
  'imports.get',
  'imports.list',
  'imports.mappings',
  'imports.rejects',
  'lists.uses',
  'membership.explain',
  'operations.get',
  'operations.mine',
  'operations.recentChanges',
  'records.aggregate',
  'records.get',
  'records.list',
  'records.logEvents',
  'records.query',
  'records.statCards',
  'search.all',
  'teams.atAGlance',
  'teams.getSetting',
  'teams.headerBarMenu',
  'users.list',
  'views.calendar',
  'views.dateInfo',
  'views.get',
  'views.list',
  'views.map',
  'views.publicCsv',
  'views.publicGet',
  'views.publicJson',
  'views.publicQuery',
  'views.publicRecord',
]

interface Exemption {
  endpoint: string
  reason: string
  isMet(user: HiddenUser, leak: string, request: string): boolean
}

/** Hidden data that is shown knowingly. */
export const exemptions: readonly Exemption[] = [
  {
    endpoint: 'teams.atAGlance',
    reason: 'The contract shows the number of records of each collection to administrators of collections',
    isMet: ({ permission }, leak) =>
      permission === 'team_admin_data_collections' && /^(count|inTrash|records): \d+$/.test(leak),
  },
  {
    endpoint: 'records.query',
    reason: 'An estimate of the planner, marked as not exact, depends on statistics of the whole table',
    isMet: (_user, leak, request) => leak.startsWith('total: ') && request.includes('"estimate"'),
  },
]
