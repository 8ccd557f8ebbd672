/** The audit log: who changed structure, rights and settings, of a team and of the whole system. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dateTimeSchema, idParam, idSchema, teamParams } from '../paging.ts'
import { auditActionSchema, auditSubjectSchema } from './audit.schema.ts'

export const auditEventSchema = z
  .object({
    id: idSchema,
    at: dateTimeSchema,
    /** Null for the system as a whole, and for teams that are gone. */
    team: z.object({ teamId: idSchema, name: z.string() }).nullable(),
    /** Null for the system itself; the name is empty once the account is gone. */
    by: z.object({ userId: z.string(), name: z.string() }).nullable(),
    subject: auditSubjectSchema,
    subjectId: z.string(),
    /** Its name at that time. */
    subjectName: z.string(),
    action: auditActionSchema,
    /** Only what differs, by name; null for something new. */
    before: z.record(z.string(), z.unknown()).nullable(),
    /** Null for something deleted. */
    after: z.record(z.string(), z.unknown()).nullable(),
    /** The client's address; only in the system's log. */
    network: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' })
export type AuditEvent = z.infer<typeof auditEventSchema>

export const auditFilter = z.object({
  subject: auditSubjectSchema.optional(),
  action: auditActionSchema.optional(),
  userId: z.string().max(100).optional(),
  /** Part of the name of what was changed. */
  search: z.string().trim().max(200).optional(),
  from: dateTimeSchema.optional(),
  /** Exclusive. */
  to: dateTimeSchema.optional(),
})
export type AuditFilter = z.output<typeof auditFilter>

const listQuery = auditFilter.extend({
  /** The id of the last event of the page before. */
  before: idParam.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AuditQuery = z.output<typeof listQuery>

const page = z.object({ items: z.array(auditEventSchema), hasMore: z.boolean() })

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/teams/:teamId/auditEvents',
    access: 'teamAdmin',
    reads: ['account', 'cards', 'collections', 'integrations', 'roles', 'users', 'views'],
    summary: 'Changes of structure, rights and settings of the team, newest first',
    params: teamParams,
    query: listQuery,
    response: page,
  }),
  export: endpoint({
    method: 'GET',
    path: '/teams/:teamId/auditEvents.csv',
    access: 'teamAdmin',
    reads: [],
    summary: 'The same as a CSV file, all of it',
    params: teamParams,
    query: auditFilter,
    kind: 'stream',
  }),
  systemList: endpoint({
    method: 'GET',
    path: '/sysAdmin/auditEvents',
    access: 'sysAdmin',
    reads: ['sessions', 'systemSettings', 'teams', 'users'],
    summary: 'Changes of teams, users and settings by system administrators, newest first',
    query: listQuery,
    response: page,
  }),
  systemExport: endpoint({
    method: 'GET',
    path: '/sysAdmin/auditEvents.csv',
    access: 'sysAdmin',
    reads: [],
    summary: 'The same as a CSV file, all of it',
    query: auditFilter,
    kind: 'stream',
  }),
}
