/** The system administrator's area: all teams and all users (spec section 2, /sys-admin). */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idSchema, languageSchema } from '../paging.ts'
import { teamSchema } from '../teams/teams.schema.ts'

export const sysAdminApi = {
  teams: endpoint({
    method: 'GET',
    path: '/sysAdmin/teams',
    access: 'sysAdmin',
    summary: 'All teams',
    response: z.object({ items: z.array(teamSchema) }),
  }),
  createTeam: endpoint({
    method: 'POST',
    path: '/sysAdmin/teams',
    access: 'sysAdmin',
    summary: 'Create a team; the caller becomes its first administrator',
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      shortName: z.string().trim().max(30).default(''),
      primaryTimezone: z.string().max(60).default('UTC'),
      defaultInterfaceLanguage: languageSchema.default('en'),
      enumAppBrandId: z.number().int().min(1).max(4).default(1),
      country: z.string().length(2).default('US'),
      currency: z.string().length(3).default('USD'),
    }),
    response: teamSchema,
  }),
  users: endpoint({
    method: 'GET',
    path: '/sysAdmin/users',
    access: 'sysAdmin',
    summary: 'All users',
    response: z.object({
      items: z.array(
        z.object({
          userId: z.string(),
          name: z.string(),
          email: z.string(),
          isSysAdmin: z.boolean(),
          teams: z.array(z.object({ teamId: idSchema, name: z.string() })),
          lastLogin: dateTimeSchema.nullable(),
          status: z.enum(['active', 'unverified']),
        }),
      ),
    }),
  }),
}
