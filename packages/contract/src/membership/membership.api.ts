/** Membership of records in the collections of their tree. */
import { z } from 'zod'
import { largeBodyLimit } from '../body-limits.ts'
import { collectionParams } from '../collections/collections.schema.ts'
import { endpoint } from '../endpoint.ts'
import { idSchema } from '../paging.ts'
import { recordParams } from '../records/records.schema.ts'
import { explainMembershipBody, membershipExplanationSchema, placeMemberBody } from './membership.schema.ts'

export const membershipApi = {
  explain: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataRecords/:dataRecordId/membershipExplanation',
    access: 'teamUser',
    reads: ['records'],
    summary:
      'Why a record belongs to a collection of its tree, or why not: each condition, and whether it holds',
    params: recordParams,
    body: explainMembershipBody,
    bodyLimit: largeBodyLimit,
    isRead: true,
    response: membershipExplanationSchema,
    errors: ['filter_invalid', 'access_denied'],
  }),
  place: endpoint({
    method: 'PUT',
    path: '/teams/:teamId/dataCollections/:dataCollectionId/memberOrder',
    access: 'teamUser',
    changes: ['records', 'history'],
    summary: 'Move a member behind another, in a plain collection that is ordered by hand',
    params: collectionParams,
    body: placeMemberBody,
    response: z.object({
      /** The previous position, for undo. */
      afterRecordId: idSchema.nullable(),
    }),
    errors: ['access_denied', 'validation_failed'],
  }),
}
