/** A team's users and invitations. */
import { z } from 'zod'
import { emailSchema } from '../auth/auth.api.ts'
import { endpoint } from '../endpoint.ts'
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

const admin = 'team_admin_users'
const userParams = z.object({ teamId: idParam, teamUserId: idParam })

export const usersApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/users',
    access: admin,
    reads: ['users'],
    summary: 'Users of the team: current, invited, deactivated',
    params: teamParams,
    response: z.object({ items: z.array(teamUserSchema) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/teams/:teamId/invitations',
    access: admin,
    changes: ['users'],
    summary: 'Invite a person by email',
    params: teamParams,
    body: z.strictObject({
      firstName: z.string().trim().min(1).max(100),
      lastName: z.string().trim().min(1).max(100),
      email: emailSchema,
      isTeamAdmin: z.boolean().default(false),
      userRoleIds: z.array(idSchema).max(50).default([]),
      language: languageSchema.optional(),
    }),
    response: teamUserSchema,
    errors: ['email_already_linked', 'rate_limited'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/teams/:teamId/invitations/:teamUserId/resend',
    access: admin,
    changes: ['users'],
    summary: 'Send an invitation again with a new link',
    params: userParams,
    response: teamUserSchema,
    errors: ['rate_limited'],
  }),
  cancelInvitation: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/invitations/:teamUserId',
    access: admin,
    changes: ['users'],
    summary: 'Cancel an invitation; its link stops working',
    params: userParams,
    response: z.object({ id: idSchema }),
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/teams/:teamId/users/:teamUserId/deactivate',
    access: admin,
    changes: ['users'],
    summary: 'Deactivate a user, but not oneself or the last administrator',
    params: userParams,
    response: teamUserSchema,
    errors: ['own_account', 'last_admin'],
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/teams/:teamId/users/:teamUserId/reactivate',
    access: admin,
    changes: ['users'],
    summary: 'Reactivate a user',
    params: userParams,
    response: teamUserSchema,
  }),
}
