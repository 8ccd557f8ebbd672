/** Records and the collections of their tree. */
import { endpoint } from '../endpoint.ts'
import { recordParams } from '../records/records.schema.ts'
import { explainMembershipBody, membershipExplanationSchema } from './membership.schema.ts'

export const membershipApi = {
  explain: endpoint({
    method: 'POST',
    path: '/teams/:teamId/dataRecords/:dataRecordId/membershipExplanation',
    access: 'teamUser',
    summary:
      'Why a record belongs to a collection of its tree, or why not: each condition, and whether it holds',
    params: recordParams,
    body: explainMembershipBody,
    isRead: true,
    response: membershipExplanationSchema,
    errors: ['filter_invalid', 'access_denied'],
  }),
}
