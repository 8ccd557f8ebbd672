/** Cards and card groups: the layout of a record page (spec section 3, Data card and Card group). */
import { z } from 'zod'
import { displayWidths } from '../fields/fields.schema.ts'
import { sortSchema } from '../filters/ast.ts'
import { idParam, idSchema, teamParams, translationsSchema } from '../paging.ts'
import { queryResultSchema, recordDetailSchema } from '../records/records.schema.ts'

export const cardTypes = ['form', 'table', 'thumbnails'] as const
export type CardType = (typeof cardTypes)[number]

/** A field on a card; without a width it uses the field's own. */
export const cardFieldSchema = z.strictObject({
  dataFieldId: idSchema,
  displayWidth: z.enum(displayWidths).nullable().default(null),
})
export type CardField = z.output<typeof cardFieldSchema>

const maxFields = 200

/** No defaults: in a PUT, a missing key changes nothing. */
const cardSettings = {
  title: z.string().trim().min(1).max(200),
  titleTranslations: translationsSchema,
  subtitle: z.string().max(200),
  subtitleTranslations: translationsSchema,
  description: z.string().max(2000),
  descriptionTranslations: translationsSchema,
  cardType: z.enum(cardTypes),
  displayWidth: z.enum(displayWidths),
  /** The link or file field of a table or thumbnails card; null for a form. */
  sourceDataFieldId: idSchema.nullable(),
  /** Whether the source is a field of other records that link to this one. */
  isReverse: z.boolean(),
  /** The fields of a form, or the captions below thumbnails. */
  fieldsShown: z.array(cardFieldSchema).max(maxFields),
  /** The columns of a table, besides the name. */
  fieldsShownAsColumns: z.array(cardFieldSchema).max(maxFields),
}

export const createCardBody = z.strictObject({
  dataCollectionId: idSchema,
  title: cardSettings.title,
  titleTranslations: cardSettings.titleTranslations.default({}),
  subtitle: cardSettings.subtitle.default(''),
  subtitleTranslations: cardSettings.subtitleTranslations.default({}),
  description: cardSettings.description.default(''),
  descriptionTranslations: cardSettings.descriptionTranslations.default({}),
  cardType: cardSettings.cardType.default('form'),
  displayWidth: cardSettings.displayWidth.default('full'),
  sourceDataFieldId: cardSettings.sourceDataFieldId.default(null),
  isReverse: cardSettings.isReverse.default(false),
  fieldsShown: cardSettings.fieldsShown.default([]),
  fieldsShownAsColumns: cardSettings.fieldsShownAsColumns.default([]),
  /** Groups to add the card to, as their last one. */
  dataCardGroupIds: z.array(idSchema).max(100).default([]),
})
export type CreateCard = z.output<typeof createCardBody>

export const updateCardBody = z
  .strictObject({ ...cardSettings, dataCardGroupIds: z.array(idSchema).max(100) })
  .partial()
export type UpdateCard = z.output<typeof updateCardBody>

const definition = z.object({
  id: idSchema,
  /** The collection whose records the card is for; records of a child are also records of its parents. */
  dataCollectionId: idSchema,
  ...cardSettings,
  fieldsShown: z.array(z.object({ dataFieldId: idSchema, displayWidth: z.enum(displayWidths).nullable() })),
  fieldsShownAsColumns: z.array(
    z.object({ dataFieldId: idSchema, displayWidth: z.enum(displayWidths).nullable() }),
  ),
})

export const dataCardSchema = definition
  .extend({
    /** Groups it belongs to, by their rank. */
    dataCardGroupIds: z.array(idSchema),
    /** Whether its source is missing or in the trash; until it is restored, the card is hidden. */
    isBroken: z.boolean(),
  })
  .meta({ id: 'DataCard' })
export type DataCard = z.infer<typeof dataCardSchema>

/** A card as one reader sees it: only existing fields that they may read. */
export const shownCardSchema = definition
  .extend({
    /** What a table or thumbnails card lists, and its source. */
    source: z
      .object({
        kind: z.enum(['records', 'files']),
        /** The collection of the listed records; null for files. */
        dataCollectionId: idSchema.nullable(),
        /** Key in `values`: of this record, or of the listed records if the source is reverse. */
        columnName: z.string(),
        /** Whether several can be listed; a single link or file holds one. */
        isMulti: z.boolean(),
        /** Whether the reader may add and remove entries. */
        canUpdate: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'ShownDataCard' })
export type ShownCard = z.infer<typeof shownCardSchema>

const groupSettings = {
  name: z.string().trim().min(1).max(100),
  nameTranslations: translationsSchema,
  icon: z.string().max(100),
  /** Its cards in their order. */
  dataCardIds: z.array(idSchema).max(100),
}

export const createGroupBody = z.strictObject({
  dataCollectionId: idSchema,
  name: groupSettings.name,
  nameTranslations: groupSettings.nameTranslations.default({}),
  icon: groupSettings.icon.default('fas fa-table-list'),
  dataCardIds: groupSettings.dataCardIds.default([]),
})
export type CreateGroup = z.output<typeof createGroupBody>

export const updateGroupBody = z.strictObject(groupSettings).partial()
export type UpdateGroup = z.output<typeof updateGroupBody>

const group = z.object({
  id: idSchema,
  dataCollectionId: idSchema,
  name: groupSettings.name,
  nameTranslations: groupSettings.nameTranslations,
  icon: groupSettings.icon,
  displayRank: z.number().int(),
})
export const dataCardGroupSchema = group
  .extend({ dataCardIds: z.array(idSchema) })
  .meta({ id: 'DataCardGroup' })
export type DataCardGroup = z.infer<typeof dataCardGroupSchema>

export const shownGroupSchema = group
  .extend({ dataCards: z.array(shownCardSchema) })
  .meta({ id: 'ShownDataCardGroup' })
export type ShownGroup = z.infer<typeof shownGroupSchema>

/** The first response for a record page. */
export const recordPageSchema = z.object({
  record: recordDetailSchema,
  /** Groups of every collection in the record's tree; clients skip collections that the record does not belong to. */
  dataCardGroups: z.array(shownGroupSchema),
  /** The group whose cards are filled in `linkedRecords`; null if there is none. */
  dataCardGroupId: idSchema.nullable(),
  /** For each link field that leads to records of the tree, the first card that lists by it; shown with all fields. */
  linkBacks: z.array(shownCardSchema),
  /** First pages of the lists of the group's cards, or of `linkBacks` if there is no group; by card id. */
  linkedRecords: z.record(z.string(), queryResultSchema),
})
export type RecordPage = z.infer<typeof recordPageSchema>

export const linkedPageSize = 10

export const linkedQueryBody = z.strictObject({
  /** The record whose page the card is on. */
  dataRecordId: idSchema,
  search: z.string().max(200).optional(),
  /** If empty: the order of the links, or by name. */
  sort: sortSchema.max(1).default([]),
  limit: z.number().int().min(1).max(200).default(linkedPageSize),
  cursor: z.string().max(4000).optional(),
})
export type LinkedQuery = z.output<typeof linkedQueryBody>

export const linkBody = z.strictObject({
  dataRecordId: idSchema,
  add: z.array(idSchema).max(1000).default([]),
  remove: z.array(idSchema).max(1000).default([]),
})
export type LinkChange = z.output<typeof linkBody>

export const cardParams = teamParams.extend({ dataCardId: idParam })
export const groupParams = teamParams.extend({ dataCardGroupId: idParam })
export const ofCollectionQuery = z.object({ dataCollectionId: idParam })
