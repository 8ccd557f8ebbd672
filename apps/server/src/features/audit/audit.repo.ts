/** SQL of the audit log. Events are only read here; `platform/audit.ts` writes them. */
import {
  type AuditEvent,
  type AuditFilter,
  type AuditPerson,
  type AuditQuery,
  systemAsPerson,
} from '@muster/contract/audit/audit.api'
import type { AuditSubject } from '@muster/contract/audit/audit.schema'
import { type Executor, join, literal, rows, type Sql, sql } from '../../platform/db.ts'

/** Whose log: a team's, or the system's. */
export type AuditScope = { teamId: number } | 'system'

/** What system administrators decide about teams; all else in a team is its own affair. Indexes have the same list. */
const systemSubjects: readonly AuditSubject[] = ['team', 'app_user', 'session', 'system_setting', 'backup']

const inSystem = sql`(e.team_id is null or e.subject in (${join(systemSubjects.map(literal))}))`

function inScope(scope: AuditScope): Sql {
  return scope === 'system' ? inSystem : sql`e.team_id = ${scope.teamId}`
}

function conditions({ subject, action, userId, search, from, to }: AuditFilter): Sql[] {
  const found: Sql[] = []
  if (subject) found.push(sql`e.subject = ${subject}`)
  if (action) found.push(sql`e.action = ${action}`)
  if (userId === systemAsPerson) found.push(sql`e.user_id is null`)
  else if (userId) found.push(sql`e.user_id = ${userId}`)
  if (search) found.push(sql`e.subject_name ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`)
  if (from) found.push(sql`e.at >= ${from}::timestamptz`)
  if (to) found.push(sql`e.at < ${to}::timestamptz`)
  return found
}

/** One event more than `limit`, if there are more. */
export function listEvents(executor: Executor, scope: AuditScope, query: AuditQuery): Promise<AuditEvent[]> {
  const { before, limit } = query
  const afterCursor =
    before === undefined
      ? []
      : [sql`(e.at, e.id) < (select b.at, b.id from muster.audit_event b where b.id = ${before})`]
  return rows(
    executor,
    sql`select e.id, e.at, e.subject, e.subject_id as "subjectId", e.subject_name as "subjectName", e.action,
          e.before, e.after, ${scope === 'system' ? sql`host(e.network)` : sql`null::text`} as network,
          (select json_build_object('teamId', t.id, 'name', t.name) from muster.team t where t.id = e.team_id) as team,
          case when e.user_id is not null then json_build_object('userId', e.user_id, 'name', coalesce(
            (select trim(tu.first_name || ' ' || tu.last_name) from muster.team_user tu where tu.id = e.team_user_id),
            (select u.name from muster.app_user u where u.id = e.user_id), '')) end as by
        from muster.audit_event e
        where ${join([inScope(scope), ...conditions(query), ...afterCursor], ' and ')}
        order by e.at desc, e.id desc limit ${limit + 1}`,
  )
}

const maxPeople = 1_000

/** Who did something in the log. Reads one entry of the index per person, however many events there are. */
export function listPeople(executor: Executor, scope: AuditScope): Promise<AuditPerson[]> {
  const next = (condition: Sql) => sql`select e.user_id from muster.audit_event e
    where ${inScope(scope)} and ${condition} order by e.user_id limit 1`
  const nameInTeam =
    scope === 'system'
      ? sql`null`
      : sql`(select trim(tu.first_name || ' ' || tu.last_name) from muster.team_user tu
             where tu.team_id = ${scope.teamId} and tu.user_id = p.user_id)`
  return rows(
    executor,
    sql`with recursive person (user_id) as (
          (${next(sql`e.user_id is not null`)})
          union all
          select (${next(sql`e.user_id > p.user_id`)}) from person p where p.user_id is not null
        )
        select p.user_id as "userId",
          coalesce(${nameInTeam}, (select u.name from muster.app_user u where u.id = p.user_id), '') as name
        from person p where p.user_id is not null limit ${maxPeople}`,
  )
}
