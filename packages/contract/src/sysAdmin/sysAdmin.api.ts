/** The system administrator's area: all teams and all users (spec section 2, /sys-admin). */
import { z } from 'zod'
import { emailSchema } from '../auth/auth.api.ts'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, languageSchema } from '../paging.ts'
import { ownQuotasSchema, quotaUseSchema } from '../teams/quotas.schema.ts'
import { teamSchema, timeZoneSchema } from '../teams/teams.schema.ts'
import { settingChangesSchema, settingsViewSchema } from './settings.schema.ts'

export const teamStates = ['active', 'suspended', 'deleted'] as const
export type TeamState = (typeof teamStates)[number]

/** A team as system administrators see it: nothing of its data. */
export const systemTeamSchema = z
  .object({
    teamId: idSchema,
    name: z.string(),
    shortName: z.string(),
    description: z.string(),
    memberCount: z.number().int(),
    createdAt: dateTimeSchema,
    state: z.enum(teamStates),
    /** Restorable for 30 days after. */
    deletedAt: dateTimeSchema.nullable(),
    quotas: ownQuotasSchema,
    version: z.number().int(),
  })
  .meta({ id: 'SystemTeam' })
export type SystemTeam = z.infer<typeof systemTeamSchema>

/** Teams of a user that a list shows; `teamCount` counts all. */
export const maxTeamsShown = 5

/**
 * The roles that are the same in all teams: what their users may do is fixed. Each team has further roles of its own.
 */
export const systemRoles = ['sysAdmin', 'teamAdmin', 'member', 'noTeam'] as const
export type SystemRole = (typeof systemRoles)[number]

export const userStates = ['active', 'unverified', 'locked'] as const

export const systemUserSchema = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    isSysAdmin: z.boolean(),
    /** The first ones by name. */
    teams: z.array(z.object({ teamId: idSchema, name: z.string() })).max(maxTeamsShown),
    teamCount: z.number().int(),
    lastLogin: dateTimeSchema.nullable(),
    status: z.enum(userStates),
    hasSecondFactor: z.boolean(),
  })
  .meta({ id: 'SystemUser' })
export type SystemUser = z.infer<typeof systemUserSchema>

export const systemSessionSchema = z.object({
  id: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
  createdAt: dateTimeSchema,
  expiresAt: dateTimeSchema,
})

/** What an operator should fix. */
export const systemWarnings = ['disk_full', 'proxy_not_trusted', 'backup_failed'] as const
export type SystemWarning = (typeof systemWarnings)[number]

const listQuery = z.object({
  /** Parts of words, all of which must match. */
  search: z.string().trim().max(200).optional(),
  direction: z.enum(['asc', 'desc']).default('asc'),
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

export const teamListQuery = listQuery.extend({
  sort: z.enum(['name', 'created']).default('name'),
  /** Default: all but deleted ones. */
  state: z.enum(teamStates).optional(),
})
export type TeamListQuery = z.output<typeof teamListQuery>

export const userListQuery = listQuery.extend({
  sort: z.enum(['name', 'email', 'lastLogin']).default('name'),
})
export type UserListQuery = z.output<typeof userListQuery>

/** Characters. */
export const teamLimits = { name: 100, shortName: 30, description: 1000 } as const
export const maxUserNameLength = 200

/** How long a deleted team can be restored. */
export const teamRetentionDays = 30

const teamIdParams = z.object({ teamId: idParam })
const userIdParams = z.object({ userId: z.string().min(1).max(100) })

export const sysAdminApi = {
  warnings: endpoint({
    method: 'GET',
    path: '/sysAdmin/warnings',
    access: 'sysAdmin',
    reads: ['backups'],
    summary: 'What an operator should fix on the server that answers',
    response: z.object({ items: z.array(z.enum(systemWarnings)) }),
  }),
  teams: endpoint({
    method: 'GET',
    path: '/sysAdmin/teams',
    access: 'sysAdmin',
    reads: ['teams'],
    summary: 'Teams, a page at a time',
    query: teamListQuery,
    response: z.object({ items: z.array(systemTeamSchema), nextCursor: z.string().nullable() }),
    errors: ['cursor_invalid'],
  }),
  createTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams',
    access: 'sysAdmin',
    changes: ['teams', 'session'],
    summary: 'Create a team; the caller becomes its first administrator',
    body: z.strictObject({
      name: z.string().trim().min(1).max(teamLimits.name),
      shortName: z.string().trim().max(teamLimits.shortName).default(''),
      primaryTimezone: timeZoneSchema.default('UTC'),
      defaultInterfaceLanguage: languageSchema.default('en'),
      enumAppBrandId: z.number().int().min(1).max(4).default(1),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .default('US'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .default('USD'),
    }),
    response: teamSchema,
  }),
  updateTeam: endpoint({
    method: 'PUT',
    path: '/sysAdmin/teams/:teamId',
    access: 'sysAdmin',
    changes: ['teams', 'session'],
    summary: 'Rename or describe a team, or set its quotas',
    params: teamIdParams,
    body: z.strictObject({
      name: z.string().trim().min(1).max(teamLimits.name),
      shortName: z.string().trim().max(teamLimits.shortName),
      description: z.string().trim().max(teamLimits.description),
      quotas: ownQuotasSchema.optional(),
      version: z.number().int(),
    }),
    response: systemTeamSchema,
    errors: ['version_conflict'],
  }),
  teamUse: endpoint({
    isHeavy: true,
    method: 'GET',
    path: '/sysAdmin/teams/:teamId/use',
    access: 'sysAdmin',
    reads: ['teams'],
    summary: 'How much a team has of what has quotas',
    params: teamIdParams,
    response: quotaUseSchema,
  }),
  suspendTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams/:teamId/suspend',
    access: 'sysAdmin',
    changes: ['teams', 'session'],
    summary: 'Suspend a team: until it is resumed nobody can open it',
    params: teamIdParams,
    response: systemTeamSchema,
  }),
  resumeTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams/:teamId/resume',
    access: 'sysAdmin',
    changes: ['teams', 'session'],
    summary: 'Resume a suspended team',
    params: teamIdParams,
    response: systemTeamSchema,
  }),
  removeTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams/:teamId/delete',
    access: 'sysAdmin',
    changes: ['teams', 'session', 'users'],
    summary: 'Delete a team; it can be restored for 30 days',
    params: teamIdParams,
    /** The team's name, so that nobody deletes another one by mistake. */
    body: z.strictObject({ name: z.string().max(teamLimits.name) }),
    response: systemTeamSchema,
    errors: ['validation_failed'],
  }),
  restoreTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams/:teamId/restore',
    access: 'sysAdmin',
    changes: ['teams', 'session', 'users'],
    summary: 'Restore a deleted team',
    params: teamIdParams,
    response: systemTeamSchema,
    errors: ['undo_expired'],
  }),
  permissions: endpoint({
    method: 'GET',
    path: '/sysAdmin/permissions',
    access: 'sysAdmin',
    reads: ['users'],
    summary: 'How many users each role has that exists in the whole system',
    response: z.object({
      items: z.array(z.object({ role: z.enum(systemRoles), userCount: z.number().int() })),
    }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/sysAdmin/users',
    access: 'sysAdmin',
    reads: ['users'],
    summary: 'Users, a page at a time',
    query: userListQuery,
    response: z.object({ items: z.array(systemUserSchema), nextCursor: z.string().nullable() }),
    errors: ['cursor_invalid'],
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/sysAdmin/users',
    access: 'sysAdmin',
    changes: ['users'],
    summary: 'Create a user; a mail lets them choose a password',
    body: z.strictObject({
      name: z.string().trim().min(1).max(maxUserNameLength),
      email: emailSchema,
      isSysAdmin: z.boolean().default(false),
      language: languageSchema.default('en'),
    }),
    response: systemUserSchema,
    errors: ['email_already_linked'],
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/sysAdmin/users/:userId',
    access: 'sysAdmin',
    changes: ['users', 'session'],
    summary: 'Change a user’s name and whether they administer the system',
    params: userIdParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(maxUserNameLength), isSysAdmin: z.boolean() }),
    response: systemUserSchema,
    errors: ['own_account', 'last_sys_admin'],
  }),
  lockUser: endpoint({
    method: 'POST',
    path: '/sysAdmin/users/:userId/lock',
    access: 'sysAdmin',
    changes: ['users'],
    summary: 'Lock a user: their sessions end and they cannot sign in',
    params: userIdParams,
    response: systemUserSchema,
    errors: ['own_account', 'last_sys_admin'],
  }),
  unlockUser: endpoint({
    method: 'POST',
    path: '/sysAdmin/users/:userId/unlock',
    access: 'sysAdmin',
    changes: ['users'],
    summary: 'Let a locked user sign in again',
    params: userIdParams,
    response: systemUserSchema,
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/sysAdmin/users/:userId/secondFactor/remove',
    access: 'sysAdmin',
    changes: ['users'],
    summary: 'Remove the second factor of a user who has lost their app and their recovery codes',
    params: userIdParams,
    response: systemUserSchema,
  }),
  sendPasswordMail: endpoint({
    method: 'POST',
    path: '/sysAdmin/users/:userId/passwordMail',
    access: 'sysAdmin',
    changes: [],
    summary: 'Send a user a mail to choose a new password',
    params: userIdParams,
    response: z.object({ isSent: z.literal(true) }),
    errors: ['rate_limited'],
  }),
  exportUser: endpoint({
    method: 'GET',
    path: '/sysAdmin/users/:userId/personalData',
    access: 'sysAdmin',
    reads: [],
    summary: 'Everything that is kept on an account, as a JSON file',
    params: userIdParams,
    kind: 'stream',
  }),
  eraseUser: endpoint({
    method: 'POST',
    path: '/sysAdmin/users/:userId/erase',
    access: 'sysAdmin',
    changes: ['users', 'session', 'sessions', 'records'],
    summary: 'Erase an account: nobody can sign in to it, and history names it “Deleted user”',
    params: userIdParams,
    /** The address of the account, so that nobody erases another one by mistake. */
    body: z.strictObject({ email: z.string().max(320) }),
    errors: ['own_account', 'last_sys_admin', 'last_admin', 'validation_failed'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/sysAdmin/users/:userId/sessions',
    access: 'sysAdmin',
    reads: ['sessions'],
    summary: 'Where a user is signed in',
    params: userIdParams,
    response: z.object({ items: z.array(systemSessionSchema) }),
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/sysAdmin/users/:userId/sessions/end',
    access: 'sysAdmin',
    changes: ['sessions'],
    summary: 'End one session of a user, or all',
    params: userIdParams,
    body: z.strictObject({ sessionId: z.string().max(100).nullable() }),
    response: z.object({ count: z.number().int() }),
    errors: ['own_account'],
  }),
  settings: endpoint({
    method: 'GET',
    path: '/sysAdmin/settings',
    access: 'sysAdmin',
    reads: ['systemSettings'],
    summary: 'Settings of the system',
    response: settingsViewSchema,
  }),
  updateSettings: endpoint({
    method: 'PUT',
    path: '/sysAdmin/settings',
    access: 'sysAdmin',
    changes: ['systemSettings'],
    summary: 'Change settings of the system; what is left out keeps its value',
    body: settingChangesSchema,
    response: settingsViewSchema,
    errors: ['validation_failed'],
  }),
}
