/** Designs of collections that new ones are made from. */
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
    /** Meant to be one; of one's own team any collection can be. */
    isBlueprint: z.boolean(),
  })
  .meta({ id: 'Blueprint' })
export type Blueprint = z.infer<typeof blueprintSchema>

const titled = { title: z.string(), titleTranslations: translationsSchema }

/** What is in a design, and what has to be decided about it. */
export const blueprintDetailSchema = blueprintSchema
  .extend({
    fields: z.array(
      z.object({
        dataFieldId: idSchema,
        ...titled,
        dataType: z.enum(dataTypes),
        /** It names the records, and always comes along. */
        isName: z.boolean(),
        /** The custom list that it chooses from. */
        listId: idSchema.nullable(),
        /** Whether it links to records of a collection; see `links`. */
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
        /** Of the collection that the link leads to. */
        pluralName: z.string(),
        /** Where the link may go on leading: null where that collection is not of the caller's team. */
        dataCollectionId: idSchema.nullable(),
        /** Records link to records of their own collection. */
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
  /** Those to copy. */
  dataFieldIds: z.array(idSchema).max(500),
  /** Per list of the design: one of the team's lists instead; without an entry, or with null, a copy with its items. */
  lists: z
    .array(z.strictObject({ dataCollectionId: idSchema, useDataCollectionId: idSchema.nullable() }))
    .max(500)
    .default([]),
  /** Per link: the collection it leads to, the new one itself, or no such field. Without an entry it is dropped. */
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
