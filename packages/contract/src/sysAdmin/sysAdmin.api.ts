/** The system administrator's area: all teams and all users (spec section 2, /sys-admin). */
import { z } from 'zod'
import { emailSchema } from '../auth/auth.api.ts'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idSchema, languageSchema } from '../paging.ts'
import { teamSchema, timeZoneSchema } from '../teams/teams.schema.ts'

export const systemUserSchema = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    isSysAdmin: z.boolean(),
    teams: z.array(z.object({ teamId: idSchema, name: z.string() })),
    lastLogin: dateTimeSchema.nullable(),
    status: z.enum(['active', 'unverified']),
  })
  .meta({ id: 'SystemUser' })
export type SystemUser = z.infer<typeof systemUserSchema>

/** What an operator should fix. */
export const systemWarnings = ['disk_full', 'proxy_not_trusted'] as const
export type SystemWarning = (typeof systemWarnings)[number]

export const sysAdminApi = {
  warnings: endpoint({
    method: 'GET',
    path: '/sysAdmin/warnings',
    access: 'sysAdmin',
    reads: [],
    summary: 'What an operator should fix on the server that answers',
    response: z.object({ items: z.array(z.enum(systemWarnings)) }),
  }),
  teams: endpoint({
    method: 'GET',
    path: '/sysAdmin/teams',
    access: 'sysAdmin',
    reads: ['teams'],
    summary: 'All teams',
    response: z.object({ items: z.array(teamSchema) }),
  }),
  createTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams',
    access: 'sysAdmin',
    changes: ['teams', 'session'],
    summary: 'Create a team; the caller becomes its first administrator',
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      shortName: z.string().trim().max(30).default(''),
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
  users: endpoint({
    method: 'GET',
    path: '/sysAdmin/users',
    access: 'sysAdmin',
    reads: ['users'],
    summary: 'All users',
    response: z.object({ items: z.array(systemUserSchema) }),
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/sysAdmin/users',
    access: 'sysAdmin',
    changes: ['users'],
    summary: 'Create a user; a mail lets them choose a password',
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      email: emailSchema,
      isSysAdmin: z.boolean().default(false),
      language: languageSchema.default('en'),
    }),
    response: systemUserSchema,
    errors: ['email_already_linked'],
  }),
}
