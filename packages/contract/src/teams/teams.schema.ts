/** Teams and the caller's place in them (spec section 3: Team, Team user link; section 7). */
import { z } from 'zod'
import { dateTimeSchema, idSchema, languageSchema } from '../paging.ts'
import { featurePermissions } from '../roles/permissions.ts'

export const brandIds = [1, 2, 3, 4] as const

/** IANA name, e.g. America/New_York. */
export const timeZoneSchema = z
  .string()
  .max(60)
  .refine((name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
    } catch {
      return false
    }
  })

export const teamSchema = z
  .object({
    teamId: idSchema,
    /** Of the settings; see `teams.update`. */
    version: z.number().int(),
    name: z.string(),
    shortName: z.string(),
    primaryTimezone: z.string(),
    defaultInterfaceLanguage: languageSchema,
    availableDataLanguages: z.array(languageSchema),
    defaultDataLanguage: languageSchema,
    website: z.string().nullable(),
    billingAddress: z.string().nullable(),
    /** ISO 3166 code for phone numbers in national format. */
    country: z.string(),
    /** ISO 4217 code, the default of new money fields. */
    currency: z.string(),
    /** URLs, which anyone may read. */
    squareLogo: z.string().nullable(),
    horizontalLogo: z.string().nullable(),
    appSquareLogo: z.string().nullable(),
    appHorizontalLogo: z.string().nullable(),
    enumAppBrandId: z.number().int().min(1).max(4),
    memberCount: z.number().int(),
    description: z.string(),
    /** While it is set, nobody can open the team. */
    suspendedAt: dateTimeSchema.nullable(),
    createdAt: dateTimeSchema,
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof teamSchema>

export const featurePermissionSchema = z.enum(featurePermissions)

/** Keys as in GET /users/byAuthProvider (spec section 7). */
export const userTeamDataSchema = z.object({
  TeamId: idSchema,
  teamUserLinkId: idSchema,
  firstName: z.string(),
  lastName: z.string(),
  isTeamAdmin: z.boolean(),
  deactivatedAsOf: dateTimeSchema.nullable(),
  lastOpened: dateTimeSchema.nullable(),
  InterfaceLanguage: languageSchema.nullable(),
  /** Whether they may take data out of the team as a file. */
  mayExport: z.boolean(),
  /** Set while the caller sees the team as somebody else, whose permissions the other keys then show. */
  seenAs: z
    .object({
      teamUserId: idSchema.nullable(),
      userRoleId: idSchema.nullable(),
      name: z.string(),
      /** Whether it is the role Member, whose name is a text of the interface. */
      isMember: z.boolean(),
    })
    .nullable(),
  Team: teamSchema,
})
export type UserTeamData = z.infer<typeof userTeamDataSchema>

export const roleLinkSchema = z.object({
  TeamId: idSchema,
  userRoleId: idSchema,
  roleName: z.string(),
  FeaturePermissions: z.array(
    z.object({ TeamId: idSchema, EnumFeaturePermissionId: z.number().int(), name: featurePermissionSchema }),
  ),
})

export const currentUserSchema = z.object({
  simplyUser: z.object({
    userId: z.string(),
    primaryEmailAddress: z.string(),
    name: z.string(),
    isSysAdmin: z.boolean(),
  }),
  teamDataResult: z.array(userTeamDataSchema),
  defaultUserPicture: z.string(),
  defaultTeamPicture: z.string(),
  roleLinks: z.array(roleLinkSchema),
})
export type CurrentUser = z.infer<typeof currentUserSchema>

/** GET /teamUsers (spec section 7): the links of the signed-in user's colleagues. */
export const teamUserLinkSchema = z.object({
  id: idSchema,
  teamId: idSchema,
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isTeamAdmin: z.boolean(),
  deactivatedAsOf: dateTimeSchema.nullable(),
  lastOpened: dateTimeSchema.nullable(),
  invitedAt: dateTimeSchema.nullable(),
  activatedAt: dateTimeSchema.nullable(),
  InterfaceLanguage: languageSchema.nullable(),
})
export type TeamUserLink = z.infer<typeof teamUserLinkSchema>

export const headerBarMenuSchema = z.object({
  id: idSchema,
  label: z.string(),
  icon: z.string(),
  dataCollectionId: idSchema.nullable(),
})

/** The summary on the administration page; parts that the caller may not see are null. */
export const glanceSchema = z
  .object({
    /** Null without the permission to design collections. */
    data: z
      .object({
        collections: z.number().int(),
        smartCollections: z.number().int(),
        customLists: z.number().int(),
        /** Null if counting takes too long. */
        records: z.object({ count: z.number().int(), inTrash: z.number().int() }).nullable(),
        /** Bytes of tables, of indexes and of uploaded files. */
        storage: z.object({ tables: z.number(), indexes: z.number(), files: z.number() }),
        fileCount: z.number().int(),
        indexCount: z.number().int(),
        /** Root collections with the largest tables, largest first. */
        biggest: z.array(
          z.object({ dataCollectionId: idSchema, records: z.number().int().nullable(), bytes: z.number() }),
        ),
        /** Imports, exports, searches for duplicates and bulk operations; failures of the last 30 days. */
        work: z.object({ running: z.number().int(), failed: z.number().int() }),
      })
      .nullable(),
    /** Null without the permission to manage users. */
    users: z
      .object({
        current: z.number().int(),
        invited: z.number().int(),
        deactivated: z.number().int(),
      })
      .nullable(),
  })
  .meta({ id: 'Glance' })
export type Glance = z.infer<typeof glanceSchema>
