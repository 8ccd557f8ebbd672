/** The audit log: who changed structure or rights, written in the transaction of the change. */
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, AuditSubject } from '@muster/contract/audit/audit.schema'
import { ContextVariable } from './context-variable.ts'
import { run, sql, type Transaction } from './db.ts'

/** Who sent the request that is being served. */
export interface Requester {
  userId: string | null
  teamUserId: number | null
  /** The client's address. */
  network: string | null
}

const requesters = new ContextVariable<Requester>()

/** Serves a request: audit events within name its sender. Outside any request they name the system. */
export function withRequester<Result>(requester: Requester, work: () => Result): Result {
  return requesters.run(requester, work)
}

/** The values that are worth a line in the log, by name. No secrets. */
export type AuditValues = Readonly<Record<string, unknown>>

export interface AuditEntry {
  /** Null for the system as a whole. */
  teamId: number | null
  subject: AuditSubject
  subjectId: number | string
  /** Its present name. */
  name: string
  action: AuditAction
  /** Absent for something new. */
  before?: AuditValues
  /** Absent for something deleted. */
  after?: AuditValues
}

/** Adds an event, with those values only that differ. An update that changes nothing is not recorded. */
export function audit(client: Transaction, entry: AuditEntry): Promise<void> {
  return auditAll(client, [entry])
}

/** Adds several events at once, in their order. */
export async function auditAll(client: Transaction, entries: readonly AuditEntry[]): Promise<void> {
  const events = entries.flatMap(({ before: old, after: current, ...entry }) => {
    const [before, after] = differing(old, current)
    return entry.action === 'updated' && !before && !after ? [] : [{ ...entry, before, after }]
  })
  if (events.length === 0) return
  const { userId, teamUserId, network } = requesters.getStore() ?? {
    userId: null,
    teamUserId: null,
    network: null,
  }
  await run(
    client,
    sql`insert into muster.audit_event (team_id, user_id, team_user_id, subject, subject_id, subject_name, action,
          before, after, network)
        select (e ->> 'teamId')::bigint, ${userId}, ${teamUserId}::bigint, e ->> 'subject', e ->> 'subjectId',
          e ->> 'name', e ->> 'action', nullif(e -> 'before', 'null'), nullif(e -> 'after', 'null'), ${network}::inet
        from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as j (e, n) order by n`,
  )
}

function differing(
  before: AuditValues | undefined,
  after: AuditValues | undefined,
): [AuditValues | null, AuditValues | null] {
  if (!before || !after) return [before ?? null, after ?? null]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  )
  if (keys.length === 0) return [null, null]
  const pick = (values: AuditValues) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))
  return [pick(before), pick(after)]
}
