/** SQL of the audit log. Events are only read here; `platform/audit.ts` writes them. */
import type { AuditEvent, AuditFilter, AuditQuery } from '@muster/contract/audit/audit.api'
import type { AuditSubject } from '@muster/contract/audit/audit.schema'
import { type Executor, rows, type Sql, sql } from '../../platform/db.ts'

/** Whose log: a team's, or the system's. */
export type AuditScope = { teamId: number } | 'system'

/** What system administrators decide about teams; all else in a team is its own affair. */
const systemSubjects: readonly AuditSubject[] = ['team', 'app_user', 'session', 'system_setting', 'backup']

function inScope(scope: AuditScope): Sql {
  return scope === 'system'
    ? sql`(e.team_id is null or e.subject = any(${systemSubjects}::text[]))`
    : sql`e.team_id = ${scope.teamId}`
}

function matches({ subject, action, userId, search, from, to }: AuditFilter): Sql {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  return sql`(${subject ?? null}::text is null or e.subject = ${subject ?? null})
    and (${action ?? null}::text is null or e.action = ${action ?? null})
    and (${userId ?? null}::text is null or e.user_id = ${userId ?? null})
    and (${pattern}::text is null or e.subject_name ilike ${pattern})
    and (${from ?? null}::timestamptz is null or e.at >= ${from ?? null}::timestamptz)
    and (${to ?? null}::timestamptz is null or e.at < ${to ?? null}::timestamptz)`
}

/** One event more than `limit`, if there are more. */
export function listEvents(executor: Executor, scope: AuditScope, query: AuditQuery): Promise<AuditEvent[]> {
  return rows(
    executor,
    sql`select e.id, e.at, e.subject, e.subject_id as "subjectId", e.subject_name as "subjectName", e.action,
          e.before, e.after, ${scope === 'system' ? sql`host(e.network)` : sql`null::text`} as network,
          (select json_build_object('teamId', t.id, 'name', t.name) from muster.team t where t.id = e.team_id) as team,
          case when e.user_id is not null then json_build_object('userId', e.user_id, 'name', coalesce(
            (select trim(tu.first_name || ' ' || tu.last_name) from muster.team_user tu where tu.id = e.team_user_id),
            (select u.name from muster.app_user u where u.id = e.user_id), '')) end as by
        from muster.audit_event e
        where ${inScope(scope)} and ${matches(query)}
          and (${query.before ?? null}::bigint is null or e.id < ${query.before ?? null})
        order by e.id desc limit ${query.limit + 1}`,
  )
}
