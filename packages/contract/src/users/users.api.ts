/** A team's users and invitations. */
import { z } from 'zod'
import { emailSchema } from '../auth/auth.api.ts'
import { largeBodyLimit } from '../body-limits.ts'
import { endpoint } from '../endpoint.ts'
import { errorCodeSchema, fieldErrorSchema } from '../errors.ts'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'

export const teamUserSchema = z
  .object({
    id: idSchema,
    userId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    accountType: z.enum(['team_admin', 'user']),
    status: z.enum(['current', 'invited', 'deactivated']),
    roles: z.array(z.object({ id: idSchema, roleName: z.string() })),
    lastActivity: dateTimeSchema.nullable(),
    invitedAt: dateTimeSchema.nullable(),
    invitedBy: z.string().nullable(),
    deactivatedSince: dateTimeSchema.nullable(),
  })
  .meta({ id: 'TeamUser' })
export type TeamUser = z.infer<typeof teamUserSchema>

const cellSchema = z.string().max(1000)

/** A role as a choice. */
export const assignableRoleSchema = z
  .object({
    id: idSchema,
    roleName: z.string(),
    isActive: z.boolean(),
    /** The role that every user has; it is never assigned. */
    isMember: z.boolean(),
    /** Whether the caller may give it to users and take it from them. */
    isAssignable: z.boolean(),
  })
  .meta({ id: 'AssignableRole' })
export type AssignableRole = z.infer<typeof assignableRoleSchema>

/** A row of a list of persons to invite, as written: its values are checked one by one. */
export const invitationRowSchema = z.strictObject({
  firstName: cellSchema,
  lastName: cellSchema,
  email: cellSchema,
  /** Names of roles. */
  roles: z.array(cellSchema).max(50),
  /** The code of a language; if empty, the team's default. */
  language: cellSchema.default(''),
})
export type InvitationRow = z.input<typeof invitationRowSchema>
export const maxInvitationRows = 500

/** How many users one call changes. */
export const maxUsersAtOnce = 200

const name = z.string().trim().min(1).max(100)
const person = { firstName: name, lastName: name, email: emailSchema, language: languageSchema.optional() }
/** The values that a person needs to be invited. */
export const invitedPersonSchema = z.object(person)
const userRoleIds = z.array(idSchema).max(50)
const userIds = z.array(idSchema).min(1).max(maxUsersAtOnce)

const admin = 'team_admin_users'
const userParams = z.object({ teamId: idParam, teamUserId: idParam })

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/users',
    access: admin,
    reads: ['users', 'permissions'],
    summary: 'Users of the team: current, invited, deactivated',
    params: teamParams,
    response: z.object({ items: z.array(teamUserSchema) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/teams/:teamId/invitations',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Invite a person by email',
    params: teamParams,
    body: z.strictObject({
      ...person,
      isTeamAdmin: z.boolean().default(false),
      userRoleIds: userRoleIds.default([]),
    }),
    response: teamUserSchema,
    errors: ['email_already_linked', 'rate_limited', 'user_quota'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/users/:teamUserId',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Change names, roles and administration of a current, invited or deactivated user',
    params: userParams,
    body: z.strictObject({
      firstName: name,
      lastName: name,
      isTeamAdmin: z.boolean(),
      /** All roles of the user except Member. */
      userRoleIds,
    }),
    response: teamUserSchema,
    errors: ['own_account', 'last_admin'],
  }),
  changeMany: endpoint({
    method: 'POST',
    path: '/teams/:teamId/users/change',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Do the same to several users, with a result for each',
    params: teamParams,
    body: z.discriminatedUnion('act', [
      z.strictObject({ act: z.enum(['deactivate', 'reactivate', 'resend', 'cancel']), teamUserIds: userIds }),
      z.strictObject({ act: z.enum(['addRole', 'removeRole']), teamUserIds: userIds, userRoleId: idSchema }),
    ]),
    response: z.object({
      done: z.array(idSchema),
      refused: z.array(z.object({ id: idSchema, code: errorCodeSchema })),
    }),
  }),
  assignableRoles: endpoint({
    method: 'GET',
    path: '/teams/:teamId/assignableRoles',
    access: admin,
    reads: ['users', 'roles', 'permissions'],
    summary: 'The roles of the team, and which of them the caller may assign',
    params: teamParams,
    response: z.object({ items: z.array(assignableRoleSchema) }),
  }),
  inviteSeveral: endpoint({
    method: 'POST',
    path: '/teams/:teamId/invitations/several',
    access: admin,
    changes: ['users', 'roles'],
    bodyLimit: largeBodyLimit,
    summary: 'Invite the persons of a list, except rows with errors; or only check the list',
    params: teamParams,
    body: z.strictObject({
      /** Changes nothing and answers what would happen. */
      isCheck: z.boolean().default(false),
      rows: z.array(invitationRowSchema).min(1).max(maxInvitationRows),
    }),
    response: z.object({
      /** Positions of the rows that were or would be invited. */
      invited: z.array(z.number().int().nonnegative()),
      /** Of the other rows, with paths such as `rows.3.email`. */
      errors: z.array(fieldErrorSchema),
    }),
    errors: ['user_quota'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/teams/:teamId/invitations/:teamUserId/resend',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Send an invitation again with a new link',
    params: userParams,
    response: teamUserSchema,
    errors: ['rate_limited'],
  }),
  cancelInvitation: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/invitations/:teamUserId',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Cancel an invitation; its link stops working',
    params: userParams,
    response: z.object({ id: idSchema }),
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/teams/:teamId/users/:teamUserId/deactivate',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Deactivate a user, but not oneself or the last administrator',
    params: userParams,
    response: teamUserSchema,
    errors: ['own_account', 'last_admin'],
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/teams/:teamId/users/:teamUserId/reactivate',
    access: admin,
    changes: ['users', 'roles'],
    summary: 'Reactivate a user',
    params: userParams,
    response: teamUserSchema,
  }),
}
