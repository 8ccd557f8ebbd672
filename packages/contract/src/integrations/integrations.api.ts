/** API tokens: with one, a program acts as its user in one team. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'
import { apiScopes } from './api-scopes.ts'

export const maxTokenNameLength = 100
/** How many days a token may live, if not without end. */
export const tokenLifetimes = [7, 30, 90, 365] as const

export const apiTokenSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    /** The beginning of the token. */
    prefix: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    /** Whose token it is. */
    teamUserId: idSchema,
    owner: z.string(),
    createdAt: dateTimeSchema,
    /** Null if it does not expire. */
    expiresAt: dateTimeSchema.nullable(),
    /** To the minute; null if it was never used. */
    lastUsedAt: dateTimeSchema.nullable(),
    revokedAt: dateTimeSchema.nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof apiTokenSchema>

/** @param now milliseconds since 1970 */
export function tokenStateOf(
  { expiresAt, revokedAt }: Pick<ApiToken, 'expiresAt' | 'revokedAt'>,
  now: number,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active'
}

const access = 'integrations_zapier'

export const integrationsApi = {
  tokens: endpoint({
    method: 'GET',
    path: '/teams/:teamId/apiTokens',
    access,
    reads: ['integrations'],
    summary: "The caller's API tokens; for team administrators those of the whole team",
    params: teamParams,
    response: z.object({ items: z.array(apiTokenSchema) }),
  }),
  createToken: endpoint({
    method: 'POST',
    path: '/teams/:teamId/apiTokens',
    access,
    changes: ['integrations'],
    summary: 'Create an API token of the caller; this response is the only one that has the token itself',
    params: teamParams,
    body: z.strictObject({
      name: z.string().trim().min(1, 'required').max(maxTokenNameLength, 'too_long'),
      scopes: z.array(z.enum(apiScopes)).min(1, 'required').max(apiScopes.length),
      /** Null for a token that does not expire. */
      expiresInDays: z.literal(tokenLifetimes).nullable(),
    }),
    response: z.object({ apiToken: apiTokenSchema, secret: z.string() }),
    // A stored response would be a second place with the token.
    idempotency: 'nobody',
  }),
  revokeToken: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/apiTokens/:apiTokenId',
    access,
    changes: ['integrations'],
    summary: 'Revoke an API token of the caller, or as a team administrator anybody’s; it ends at once',
    params: z.object({ teamId: idParam, apiTokenId: idParam }),
    response: z.object({ id: idSchema }),
  }),
}
