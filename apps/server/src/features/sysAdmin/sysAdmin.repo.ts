/** SQL for system administrators: users of all teams. */
import { type Executor, one, rows, sql } from '../../platform/db.ts'

export interface SystemUser {
  userId: string
  name: string
  email: string
  isSysAdmin: boolean
  teams: { teamId: number; name: string }[]
  lastLogin: string | null
  status: 'active' | 'unverified'
}

const users = sql`
  select u.id as "userId", u.name, u.email, u.is_sys_admin as "isSysAdmin",
    (select coalesce(json_agg(json_build_object('teamId', t.id, 'name', t.name) order by lower(t.name)), '[]')
      from muster.team_user tu join muster.team t on t.id = tu.team_id
      where tu.user_id = u.id and tu.activated_at is not null and tu.deactivated_as_of is null) as teams,
    u.last_sign_in_at as "lastLogin",
    case when u.email_verified then 'active' else 'unverified' end as status
  from muster.app_user u`

export function listUsers(executor: Executor): Promise<SystemUser[]> {
  return rows(executor, sql`${users} order by lower(u.name) collate "und-x-icu", u.id`)
}

export function findUser(executor: Executor, userId: string): Promise<SystemUser | undefined> {
  return one(executor, sql`${users} where u.id = ${userId}`)
}

/** @returns undefined if a user has this address */
export function insertUser(
  executor: Executor,
  user: { name: string; email: string; isSysAdmin: boolean },
): Promise<{ userId: string } | undefined> {
  return one(
    executor,
    sql`insert into muster.app_user (name, email, is_sys_admin)
        values (${user.name}, ${user.email}, ${user.isSysAdmin})
        on conflict (email) do nothing returning id as "userId"`,
  )
}
