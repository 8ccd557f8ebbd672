/** Blueprints: collections whose design can be copied. */
import { z } from 'zod'
import { dataTypes } from '../fields/families.ts'
import { idParam, idSchema, translationsSchema } from '../paging.ts'

export const blueprintSchema = z
  .object({
    idTeam: idSchema,
    /** Null for the caller's own team. */
    teamName: z.string().nullable(),
    dataCollectionId: idSchema,
    name: z.string(),
    pluralName: z.string(),
    description: z.string(),
    icon: z.string(),
    fieldCount: z.number().int(),
    /** Marked as a blueprint; a team can copy any of its own collections, marked or not. */
    isBlueprint: z.boolean(),
    /** What another team asks for it; null: nothing, or one's own. */
    price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  })
  .meta({ id: 'Blueprint' })
export type Blueprint = z.infer<typeof blueprintSchema>

const titled = { title: z.string(), titleTranslations: translationsSchema }

/** What a blueprint contains, including everything the copier has to decide. */
export const blueprintDetailSchema = blueprintSchema
  .extend({
    fields: z.array(
      z.object({
        dataFieldId: idSchema,
        ...titled,
        dataType: z.enum(dataTypes),
        /** Whether it is the name field, which is always copied. */
        isName: z.boolean(),
        /** The custom list that its choices come from. */
        listId: idSchema.nullable(),
        /** Whether it links to records; see `links`. */
        isLink: z.boolean(),
      }),
    ),
    lists: z.array(
      z.object({ dataCollectionId: idSchema, pluralName: z.string(), itemCount: z.number().int() }),
    ),
    links: z.array(
      z.object({
        dataFieldId: idSchema,
        ...titled,
        /** Of the linked collection. */
        pluralName: z.string(),
        /** The collection that the copy can keep linking to; null if it belongs to another team. */
        dataCollectionId: idSchema.nullable(),
        /** Whether the field links records of the same collection. */
        isSelf: z.boolean(),
      }),
    ),
    cards: z.array(z.object({ dataCardId: idSchema, title: z.string() })),
    cardGroups: z.array(z.object({ dataCardGroupId: idSchema, name: z.string() })),
  })
  .meta({ id: 'BlueprintDetail' })
export type BlueprintDetail = z.infer<typeof blueprintDetailSchema>

export const createFromBlueprintBody = z.strictObject({
  name: z.string().trim().min(1).max(100),
  pluralName: z.string().trim().min(1).max(100),
  /** Fields to copy. */
  dataFieldIds: z.array(idSchema).max(500),
  /**
   * For each list, the team's list to use instead. Without an entry, or with null, the list is copied with its items.
   */
  lists: z
    .array(z.strictObject({ dataCollectionId: idSchema, useDataCollectionId: idSchema.nullable() }))
    .max(500)
    .default([]),
  /**
   * For each link, its target: a collection, the new collection itself, or none (the field is dropped, as without an
   * entry).
   */
  links: z
    .array(
      z.strictObject({
        dataFieldId: idSchema,
        to: z.union([idSchema, z.literal('self'), z.literal('drop')]),
      }),
    )
    .max(500)
    .default([]),
  withCards: z.boolean().default(true),
})
export type CreateFromBlueprint = z.output<typeof createFromBlueprintBody>

export const blueprintParams = z.object({ teamId: idParam, sourceTeamId: idParam, dataCollectionId: idParam })
