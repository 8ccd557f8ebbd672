/** Why a record belongs to a collection of its tree, or why not. */
import { z } from 'zod'
import { filterSchema } from '../filters/ast.ts'
import { explainedSchema } from '../filters/explain.ts'
import { actorSchema, operationKinds } from '../operations/operations.schema.ts'
import { dateTimeSchema, idSchema } from '../paging.ts'
import { recordDetailSchema } from '../records/records.schema.ts'

export const explainMembershipBody = z.strictObject({
  dataCollectionId: idSchema,
  /** A filter that is not saved yet, for those who design collections: it would narrow the collection named. */
  membershipDataFilter: filterSchema.optional(),
})

export const membershipExplanationSchema = z
  .object({
    dataCollectionId: idSchema,
    kind: z.enum(['root', 'plain', 'smart']),
    /** Null where a filter that is not saved yet depends on what the caller may not see. */
    isMember: z.boolean().nullable(),
    /** Records in the trash are in no list, whatever they match. */
    isInTrash: z.boolean(),
    /** The collection it must belong to as well, where that is not the root. */
    parent: z.object({ dataCollectionId: idSchema, isMember: z.boolean() }).nullable(),
    /** Of a smart collection. */
    filter: explainedSchema.nullable(),
    /** Of a plain one: the last time that the log has the record put in or taken out; null where it has neither. */
    change: z
      .object({
        isAdded: z.boolean(),
        /** Both null for those who may not read record metadata. */
        at: dateTimeSchema.nullable(),
        by: actorSchema,
        kind: z.enum(operationKinds),
      })
      .nullable(),
    /** As the caller may read it. */
    record: recordDetailSchema,
  })
  .meta({ id: 'MembershipExplanation' })
export type MembershipExplanation = z.infer<typeof membershipExplanationSchema>

/** A member's new place in a plain collection whose members stand by hand. */
export const placeMemberBody = z.strictObject({
  dataRecordId: idSchema,
  /** The member it stands behind; null: it is the first. */
  afterRecordId: idSchema.nullable(),
})
