/** Explains why a record belongs to a collection of its tree or not. */
import { z } from 'zod'
import { filterSchema } from '../filters/ast.ts'
import { explainedSchema } from '../filters/explain.ts'
import { actorSchema, operationKinds } from '../operations/operations.schema.ts'
import { dateTimeSchema, idSchema } from '../paging.ts'
import { recordDetailSchema } from '../records/records.schema.ts'

export const explainMembershipBody = z.strictObject({
  dataCollectionId: idSchema,
  /** For designers: an unsaved filter that would narrow the given collection. */
  membershipDataFilter: filterSchema.optional(),
})

export const membershipExplanationSchema = z
  .object({
    dataCollectionId: idSchema,
    kind: z.enum(['root', 'plain', 'smart']),
    /** Null if an unsaved filter depends on what the caller may not see. */
    isMember: z.boolean().nullable(),
    /** Records in the trash are in no list, even if they match. */
    isInTrash: z.boolean(),
    /** The parent collection, to which members must belong too; null if that is the root. */
    parent: z.object({ dataCollectionId: idSchema, isMember: z.boolean() }).nullable(),
    /** For smart collections. */
    filter: explainedSchema.nullable(),
    /** For plain collections: when the record was last added or removed; null if the log has neither. */
    change: z
      .object({
        isAdded: z.boolean(),
        /** Null, like `by`, for those who may not read record metadata. */
        at: dateTimeSchema.nullable(),
        by: actorSchema,
        kind: z.enum(operationKinds),
      })
      .nullable(),
    /** The record, as far as the caller may read it. */
    record: recordDetailSchema,
  })
  .meta({ id: 'MembershipExplanation' })
export type MembershipExplanation = z.infer<typeof membershipExplanationSchema>

/** Moves a member of a plain collection that is ordered by hand. */
export const placeMemberBody = z.strictObject({
  dataRecordId: idSchema,
  /** The member before the new position; null: the first position. */
  afterRecordId: idSchema.nullable(),
})
