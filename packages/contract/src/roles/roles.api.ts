/** User roles of a team: feature permissions, data permissions with row rules, and what they come to on a record. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { endpoint } from '../endpoint.ts'
import { filterSchema } from '../filters/ast.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'
import { dataPermissions, featurePermissions } from './permissions.ts'

export const maxRoleNameLength = 100
export const maxRoleDescriptionLength = 500
/** Data permissions of one role. */
export const maxDataPermissions = 2_000

const featureSchema = z.enum(featurePermissions)

/** A permission on a field, a collection (for a child: on its members), a wizard, or without a target the whole team. */
export const dataPermissionSchema = z
  .strictObject({
    permission: z.enum(dataPermissions),
    dataCollectionId: idSchema.nullable().default(null),
    dataFieldId: idSchema.nullable().default(null),
    dataWizardId: idSchema.nullable().default(null),
    /** Only on these records; null for all. */
    rowFilter: filterSchema.nullable().default(null),
  })
  .meta({ id: 'DataPermission' })
export type DataPermissionGrant = z.infer<typeof dataPermissionSchema>

const dataPermissionsSchema = z.array(dataPermissionSchema).max(maxDataPermissions)

export const userRoleSchema = z
  .object({
    id: idSchema,
    roleName: z.string(),
    description: z.string(),
    isActive: z.boolean(),
    /** The role that every user of the team has. Its name, its state and its users are fixed. */
    isMember: z.boolean(),
    createdAt: dateTimeSchema,
    /** Users who are not deactivated, invited ones included. */
    userCount: z.number().int(),
    featurePermissions: z.array(featureSchema),
    version: z.number().int(),
  })
  .meta({ id: 'UserRole' })
export type UserRole = z.infer<typeof userRoleSchema>

export const userRoleDetailSchema = userRoleSchema
  .extend({ dataPermissions: z.array(dataPermissionSchema) })
  .meta({ id: 'UserRoleDetail' })
export type UserRoleDetail = z.infer<typeof userRoleDetailSchema>

const roleFields = {
  roleName: z.string().trim().min(1, 'required').max(maxRoleNameLength, 'too_long'),
  description: z.string().trim().max(maxRoleDescriptionLength),
  isActive: z.boolean(),
  featurePermissions: z.array(featureSchema).max(featurePermissions.length),
}

/** Whether something is allowed on a record, and the rules that decide it. */
const verdictSchema = z.object({
  isAllowed: z.boolean(),
  /** Positions in `rules`: those that allow it; if none does, those that do not apply to this record. */
  rules: z.array(z.number().int()),
})
export type Verdict = z.infer<typeof verdictSchema>

const appliedRuleSchema = dataPermissionSchema.extend({
  userRoleId: idSchema,
  /** Whether it applies to the record. */
  isMatch: z.boolean(),
})
export type AppliedRule = z.infer<typeof appliedRuleSchema>

export const accessExplanationSchema = z
  .object({
    /** Team admins may do everything, without rules. */
    isTeamAdmin: z.boolean(),
    rules: z.array(appliedRuleSchema),
    visible: verdictSchema,
    deletable: verdictSchema,
    metadata: verdictSchema,
    /** In the order of the fields. */
    fields: z.array(z.object({ dataFieldId: idSchema, read: verdictSchema, update: verdictSchema })),
  })
  .meta({ id: 'AccessExplanation' })
export type AccessExplanation = z.infer<typeof accessExplanationSchema>

/** Whose access: a holder of a role, with its unsaved permissions if given, or a user. */
export const accessSubjectSchema = z.union([
  z.strictObject({ userRoleId: idSchema, dataPermissions: dataPermissionsSchema.optional() }),
  z.strictObject({ teamUserId: idSchema }),
])
export type AccessSubject = z.infer<typeof accessSubjectSchema>

const roleParams = z.object({ teamId: idParam, userRoleId: idParam })

export const rolesApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/userRoles',
    access: 'teamAdmin',
    reads: ['roles', 'users', 'permissions'],
    summary: 'The roles of the team: Member first, then by name',
    params: teamParams,
    response: z.object({
      items: z.array(userRoleSchema),
      /** Users with the fixed role Team Admin. */
      teamAdminCount: z.number().int(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/teams/:teamId/userRoles/:userRoleId',
    access: 'teamAdmin',
    reads: ['roles', 'users', 'permissions'],
    summary: 'A role with its data permissions',
    params: roleParams,
    response: userRoleDetailSchema,
  }),
  create: endpoint({
    method: 'POST',
    path: '/teams/:teamId/userRoles',
    access: 'teamAdmin',
    changes: ['roles'],
    summary: 'Create a role, optionally with the permissions of another',
    params: teamParams,
    body: z.strictObject({
      roleName: roleFields.roleName,
      description: roleFields.description.default(''),
      isActive: roleFields.isActive.default(true),
      featurePermissions: roleFields.featurePermissions.default([]),
      /** A role whose feature and data permissions are copied. */
      copyOf: idSchema.optional(),
    }),
    response: userRoleDetailSchema,
    errors: ['name_taken'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/userRoles/:userRoleId',
    access: 'teamAdmin',
    changes: ['roles', 'users', 'session'],
    summary: 'Change a role; of Member only its feature permissions and its description',
    params: roleParams,
    body: z.strictObject({ version: z.number().int(), ...z.object(roleFields).partial().shape }),
    response: userRoleDetailSchema,
    errors: ['name_taken', 'version_conflict', 'fixed_role'],
  }),
  setDataPermissions: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/userRoles/:userRoleId/dataPermissions',
    access: 'teamAdmin',
    changes: ['roles', 'session'],
    summary: 'Replace the data permissions of a role',
    params: roleParams,
    body: z.strictObject({ version: z.number().int(), items: dataPermissionsSchema }),
    bodyLimit: largeBodyLimit,
    response: userRoleDetailSchema,
    errors: ['version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/teams/:teamId/userRoles/:userRoleId',
    access: 'teamAdmin',
    changes: ['roles', 'users', 'session'],
    summary: 'Delete a role; its users lose its permissions',
    params: roleParams,
    response: z.object({ id: idSchema }),
    errors: ['fixed_role'],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/teams/:teamId/access/explain',
    access: 'teamAdmin',
    isRead: true,
    reads: ['roles', 'permissions'],
    summary: 'What a role or a user may do with a record, with the rules that decide it',
    params: teamParams,
    body: z.strictObject({
      subject: accessSubjectSchema,
      dataCollectionId: idSchema,
      dataRecordId: idSchema,
    }),
    bodyLimit: largeBodyLimit,
    response: accessExplanationSchema,
    errors: ['validation_failed'],
  }),
}
