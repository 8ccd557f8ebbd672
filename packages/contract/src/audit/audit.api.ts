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

/** Stands for the system in place of a person's id. */
export const systemAsPerson = 'system'

const auditFilter = z.object({
  subject: auditSubjectSchema.optional(),
  action: auditActionSchema.optional(),
  /** Who did it, or `systemAsPerson`. */
  userId: z.string().max(100).optional(),
  /** Part of the name of what was changed. */
  search: z.string().trim().max(200).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  /** Exclusive. */
  to: z.iso.datetime({ offset: true }).optional(),
})
export type AuditFilter = z.output<typeof auditFilter>

const listQuery = auditFilter.extend({
  /** The id of the last event of the page before. */
  before: idParam.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type AuditQuery = z.output<typeof listQuery>

/** Somebody who is in the log; the name is empty once the account is gone. */
const personSchema = z.object({ userId: z.string(), name: z.string() })
export type AuditPerson = z.infer<typeof personSchema>

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
  people: endpoint({
    method: 'GET',
    path: '/teams/:teamId/auditEvents/people',
    access: 'teamAdmin',
    reads: ['account', 'cards', 'collections', 'integrations', 'roles', 'users', 'views'],
    summary: 'Who is in the audit log of the team, in no particular order',
    params: teamParams,
    response: z.array(personSchema),
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
  systemPeople: endpoint({
    method: 'GET',
    path: '/sysAdmin/auditEvents/people',
    access: 'sysAdmin',
    reads: ['sessions', 'systemSettings', 'teams', 'users'],
    summary: 'Who is in the audit log of the system, in no particular order',
    response: z.array(personSchema),
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
