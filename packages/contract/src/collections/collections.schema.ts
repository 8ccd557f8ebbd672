/** A data collection in the API (spec section 3, Data collection). */
import { z } from 'zod'
import { dataFieldSchema } from '../fields/fields.schema.ts'
import { filterSchema } from '../filters/ast.ts'
import { dateTimeSchema, flagParam, idParam, idSchema, translationsSchema } from '../paging.ts'

export const dataCollectionSchema = z
  .object({
    id: idSchema,
    idTeam: idSchema,
    idParentDataCollection: idSchema.nullable(),
    /** The root of its tree, where its records are stored. */
    idHomeDataCollection: idSchema,
    name: z.string(),
    nameTranslations: translationsSchema,
    pluralName: z.string(),
    pluralNameTranslations: translationsSchema,
    description: z.string(),
    tableName: z.string(),
    icon: z.string(),
    isSmartCollection: z.boolean(),
    membershipDataFilter: filterSchema.nullable(),
    isGloballySearchable: z.boolean(),
    isShownInSidebar: z.boolean(),
    isShownOnTeamDashboard: z.boolean(),
    representsPeople: z.boolean(),
    membershipOrder: z.string().nullable(),
    isBlueprint: z.boolean(),
    /** Null: not offered to other teams; 0: free. */
    blueprintMarketplacePrice: z.number().nullable(),
    /** Of a price above 0. */
    blueprintMarketplaceCurrency: z.string().nullable(),
    isDeleted: z.boolean(),
    IsInternalConfiguration: z.boolean(),
    IsUsedAsCustomList: z.boolean(),
    recordsCanBePurchased: z.boolean(),
    IdDataFieldDataObjectAvatar: idSchema.nullable(),
    IdDataFieldDataObjectName: idSchema.nullable(),
    /** Number of records; only with countObjects=1. */
    countDataObject: z.number().int().nullable(),
    countIsExact: z.boolean(),
    dataCollectionWizardLinks: z.array(z.unknown()),
    DataFields: z.array(dataFieldSchema),
    createdAt: dateTimeSchema,
    version: z.number().int(),
    /** What the caller may do with its records. */
    canCreate: z.boolean(),
    canDelete: z.boolean(),
  })
  .meta({ id: 'DataCollection' })
export type DataCollection = z.infer<typeof dataCollectionSchema>

export const listCollectionsQuery = z.object({ TeamId: idParam, countObjects: flagParam.optional() })

/** No defaults: in a PUT, a missing key changes nothing. */
const collectionSettings = {
  name: z.string().trim().min(1).max(100),
  pluralName: z.string().trim().min(1).max(100),
  nameTranslations: translationsSchema,
  pluralNameTranslations: translationsSchema,
  description: z.string().max(2000),
  icon: z.string().max(100),
  membershipDataFilter: filterSchema.nullable(),
  isGloballySearchable: z.boolean(),
  isShownInSidebar: z.boolean(),
  isShownOnTeamDashboard: z.boolean(),
  representsPeople: z.boolean(),
}

export const createCollectionBody = z.strictObject({
  name: collectionSettings.name,
  pluralName: collectionSettings.pluralName,
  nameTranslations: collectionSettings.nameTranslations.default({}),
  pluralNameTranslations: collectionSettings.pluralNameTranslations.default({}),
  description: collectionSettings.description.default(''),
  icon: collectionSettings.icon.default('fas fa-table'),
  idParentDataCollection: idSchema.nullable().default(null),
  isSmartCollection: z.boolean().default(false),
  membershipDataFilter: collectionSettings.membershipDataFilter.default(null),
  isGloballySearchable: collectionSettings.isGloballySearchable.default(true),
  isShownInSidebar: collectionSettings.isShownInSidebar.default(true),
  isShownOnTeamDashboard: collectionSettings.isShownOnTeamDashboard.default(false),
  representsPeople: collectionSettings.representsPeople.default(false),
  IsUsedAsCustomList: z.boolean().default(false),
})
export type CreateCollection = z.output<typeof createCollectionBody>

export const maxPrice = 1_000_000_000

export const updateCollectionBody = z
  .strictObject(collectionSettings)
  .partial()
  .extend({
    IdDataFieldDataObjectName: idSchema.nullable().optional(),
    IdDataFieldDataObjectAvatar: idSchema.nullable().optional(),
    /**
     * Default order of its list: `manual` (plain children only) or a column name, with a leading `-` for descending.
     */
    membershipOrder: z.string().min(1).max(100).nullable().optional(),
    /** Converts between plain and smart; the members become those that match the filter, or stay as a fixed list. */
    isSmartCollection: z.boolean().optional(),
    isBlueprint: z.boolean().optional(),
    recordsCanBePurchased: z.boolean().optional(),
    /**
     * Null: a blueprint for its own team; otherwise for every team, which only a system administrator may set. A
     * price is shown to those who copy it; nothing charges it.
     */
    blueprintMarketplacePrice: z.number().min(0).max(maxPrice).nullable().optional(),
    /** Needed by a price above 0. */
    blueprintMarketplaceCurrency: z.string().max(3).nullable().optional(),
  })
export type UpdateCollection = z.output<typeof updateCollectionBody>

export const collectionParams = z.object({ teamId: idParam, dataCollectionId: idParam })
export const fieldParams = collectionParams.extend({ dataFieldId: idParam })
