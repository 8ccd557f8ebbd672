/** Teams: the spec's calls (the fourth is in collections), and what is needed to choose and open a team. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'
import { adminAreaPermissions } from '../roles/permissions.ts'
import { accountSchema, logoNames, updateTeamBody } from './account.schema.ts'
import { ownQuotasSchema, quotaUseSchema } from './quotas.schema.ts'
import {
  currentUserSchema,
  glanceSchema,
  headerBarMenuSchema,
  teamSchema,
  teamUserLinkSchema,
} from './teams.schema.ts'

/** A list of teams may show many, and many users share one address. */
const logosPerMinute = 1200
const logoParams = teamParams.extend({ logo: z.enum(logoNames) })

export const teamsApi = {
  /** Spec section 7. Only for the caller; other user names answer 404. `me` is the caller's own. */
  byAuthProvider: endpoint({
    method: 'GET',
    path: '/users/byAuthProvider/:authProviderUsername',
    access: 'signedIn',
    reads: ['session'],
    summary: 'The signed-in user with teams, roles and permissions',
    params: z.object({ authProviderUsername: z.string().min(1).max(320) }),
    query: z.object({ needData: z.enum(['0', '1']).optional() }),
    response: currentUserSchema,
  }),
  /** Spec section 7: the team’s app header-bar menu; the icon of its first item is used. */
  headerBarMenu: endpoint({
    method: 'GET',
    path: '/dataObjectTestings',
    access: 'signedIn',
    reads: ['collections'],
    summary: 'The header-bar menu of a team',
    query: z.object({ idTeam: idParam }),
    response: z.object({ TeamAppHeaderBarMenu: z.array(headerBarMenuSchema) }),
  }),
  /** Spec section 7. */
  teamUsers: endpoint({
    method: 'GET',
    path: '/teamUsers',
    access: 'signedIn',
    reads: ['users'],
    summary: 'The caller’s team user links, for all teams they are active in',
    response: z.object({ result: z.array(teamUserLinkSchema) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId',
    access: 'teamUser',
    reads: ['teams', 'account'],
    summary: 'The team',
    params: teamParams,
    response: teamSchema,
  }),
  account: endpoint({
    method: 'GET',
    path: '/teams/:teamId/account',
    access: 'team_admin_account_info',
    reads: ['account'],
    summary: 'The team with the settings that only administrators of its account see',
    params: teamParams,
    response: accountSchema,
  }),
  quotas: endpoint({
    isHeavy: true,
    method: 'GET',
    path: '/teams/:teamId/quotas',
    access: 'team_admin_account_info',
    reads: ['account', 'users'],
    summary: 'The quotas of the team, null for none, and how much of each it uses',
    params: teamParams,
    response: z.object({ quotas: ownQuotasSchema, use: quotaUseSchema }),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/teams/:teamId',
    access: 'team_admin_account_info',
    changes: ['account', 'collections', 'records', 'session', 'teams'],
    summary: 'Change settings of the team; what is left out keeps its value',
    params: teamParams,
    body: updateTeamBody,
    response: accountSchema,
    errors: ['validation_failed', 'version_conflict', 'not_ready'],
  }),
  uploadLogo: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/logos/:logo',
    access: 'team_admin_account_info',
    changes: ['account', 'files', 'session', 'teams'],
    summary: 'Replace a logo by the picture in the body, cut to its shape: PNG, JPEG, WebP, GIF or AVIF',
    params: logoParams,
    query: z.object({ name: z.string().min(1).max(1000) }),
    response: accountSchema,
    errors: [
      'file_too_large',
      'file_empty',
      'image_too_large',
      'unsupported_file',
      'validation_failed',
      'storage_quota',
    ],
    kind: 'upload',
    // A name is cleaned, not rejected.
    checksOwnText: ['name'],
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/logos/:logo',
    access: 'team_admin_account_info',
    changes: ['account', 'files', 'session', 'teams'],
    summary: 'Remove a logo and delete its file',
    params: logoParams,
    response: accountSchema,
  }),
  /** For pages without a session too: an invitation, a public view. */
  logo: endpoint({
    method: 'GET',
    path: '/public/teams/:teamId/logos/:fileId',
    access: 'public',
    reads: [],
    summary: 'A present logo of a team',
    rateLimit: logosPerMinute,
    params: teamParams.extend({ fileId: z.uuid() }),
    kind: 'stream',
  }),
  open: endpoint({
    method: 'POST',
    path: '/teams/:teamId/open',
    access: 'teamUser',
    // It is about the user's visits.
    apiScope: null,
    changes: [],
    summary: 'Record that the caller opened the team',
    params: teamParams,
    response: z.object({ lastOpened: dateTimeSchema }),
  }),
  preferences: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/user/preferences',
    access: 'teamUser',
    changes: ['session'],
    summary: 'Change the caller’s preferences in a team',
    params: teamParams,
    body: z.strictObject({ InterfaceLanguage: languageSchema.nullable().optional() }),
    response: z.object({ InterfaceLanguage: languageSchema.nullable() }),
  }),
  /** Per user and screen: column widths, order, pins, hidden columns. */
  getSetting: endpoint({
    method: 'GET',
    path: '/teams/:teamId/user/settings/:key',
    access: 'teamUser',
    reads: ['settings'],
    summary: 'One saved setting of the caller; null if there is none',
    params: teamParams.extend({ key: z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/) }),
    response: z.object({ value: z.unknown() }),
  }),
  putSetting: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/user/settings/:key',
    access: 'teamUser',
    changes: ['settings'],
    summary: 'Save a setting of the caller',
    params: teamParams.extend({ key: z.string().regex(/^[a-zA-Z0-9._-]{1,100}$/) }),
    body: z.strictObject({ value: z.unknown() }),
    bodyLimit: largeBodyLimit,
    response: z.object({ value: z.unknown() }),
  }),
  /** Names and pictures for filters and for the created-by and updated-by columns. */
  people: endpoint({
    method: 'GET',
    path: '/teams/:teamId/people',
    access: 'teamUser',
    reads: ['users'],
    summary: 'Id and name of every user of the team, including deactivated ones',
    params: teamParams,
    response: z.object({
      items: z.array(z.object({ teamUserId: idSchema, name: z.string(), isActive: z.boolean() })),
    }),
  }),
  atAGlance: endpoint({
    isHeavy: true,
    method: 'GET',
    path: '/teams/:teamId/atAGlance',
    access: adminAreaPermissions,
    reads: ['users'],
    summary:
      'Collections, records, users, storage and background work of the team, as far as the caller administers them',
    params: teamParams,
    response: glanceSchema,
  }),
}
