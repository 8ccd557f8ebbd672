/** SQL for system administrators: all teams and all users. */
import {
  maxTeamsShown,
  type SystemRole,
  type SystemTeam,
  type SystemUser,
  type TeamListQuery,
  teamRetentionDays,
  type UserListQuery,
} from '@muster/contract/sysAdmin/sysAdmin.api'
import type { OwnQuotas } from '@muster/contract/teams/quotas.schema'
import { type Executor, ident, one, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { pageOf, pageSql, type SortKey, searched } from './list-pages.ts'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

const teamColumns = sql`t.id as "teamId", t.name, t.short_name as "shortName", t.description,
  (select count(*) from muster.team_user m
    where m.team_id = t.id and m.activated_at is not null and m.deactivated_as_of is null) as "memberCount",
  t.created_at as "createdAt",
  case when t.deleted_at is not null then 'deleted' when t.suspended_at is not null then 'suspended'
    else 'active' end as state,
  t.deleted_at as "deletedAt", t.version,
  json_build_object('maxRecords', t.max_records, 'maxStorageBytes', t.max_storage_bytes, 'maxUsers', t.max_users)
    as quotas`

const teamSorts: Record<TeamListQuery['sort'], SortKey> = {
  name: { expression: sql`lower(t.name) collate "und-x-icu"`, type: 'text' },
  created: { expression: sql`t.created_at`, type: 'timestamptz' },
}

const inState: Record<SystemTeam['state'] | 'any', Sql> = {
  any: sql`t.deleted_at is null`,
  active: sql`t.deleted_at is null and t.suspended_at is null`,
  suspended: sql`t.deleted_at is null and t.suspended_at is not null`,
  deleted: sql`t.deleted_at is not null`,
}

/** Counts members only of the teams on the page. */
export async function listTeams(executor: Executor, query: TeamListQuery): Promise<Page<SystemTeam>> {
  const { after, orderBy, position } = pageSql(query, teamSorts[query.sort], sql`t.id`)
  const found = await rows<SystemTeam & { position: string }>(
    executor,
    sql`with page as materialized (
          select t.id, ${position} as position
          from ${searched(sql`muster.team`, 't', sql`lower(t.name || ' ' || t.description)`, query.search)}
          where ${inState[query.state ?? 'any']} and ${after}
          order by ${orderBy} limit ${query.limit + 1}
        )
        select ${teamColumns}, page.position from page join muster.team t on t.id = page.id order by ${orderBy}`,
  )
  return pageOf(found, query, ({ teamId }) => teamId)
}

export async function hasTeam(executor: Executor, teamId: number): Promise<boolean> {
  return (await one(executor, sql`select from muster.team where id = ${teamId}`)) !== undefined
}

/** The team, locked until the end of the transaction. */
export function lockTeam(client: Transaction, teamId: number): Promise<SystemTeam | undefined> {
  return one(client, sql`select ${teamColumns} from muster.team t where t.id = ${teamId} for update of t`)
}

export async function updateTeam(
  client: Transaction,
  teamId: number,
  team: { name: string; shortName: string; description: string },
): Promise<void> {
  await run(
    client,
    sql`update muster.team set name = ${team.name}, short_name = ${team.shortName},
          description = ${team.description}, version = version + 1
        where id = ${teamId}`,
  )
}

export async function setQuotas(client: Transaction, teamId: number, quotas: OwnQuotas): Promise<void> {
  await run(
    client,
    sql`update muster.team set max_records = ${quotas.maxRecords}, max_storage_bytes = ${quotas.maxStorageBytes},
          max_users = ${quotas.maxUsers}
        where id = ${teamId}`,
  )
}

export async function setSuspended(client: Transaction, teamId: number, isSuspended: boolean): Promise<void> {
  await run(
    client,
    sql`update muster.team set suspended_at = ${isSuspended ? sql`now()` : sql`null`}, version = version + 1
        where id = ${teamId}`,
  )
}

export async function setDeleted(client: Transaction, teamId: number, isDeleted: boolean): Promise<void> {
  await run(
    client,
    sql`update muster.team set deleted_at = ${isDeleted ? sql`now()` : sql`null`}, version = version + 1
        where id = ${teamId}`,
  )
}

/** Teams whose time to be restored is over. */
export async function expiredTeams(executor: Executor): Promise<{ teamId: number; name: string }[]> {
  return rows(
    executor,
    sql`select id as "teamId", name from muster.team
        where deleted_at < now() - make_interval(days => ${teamRetentionDays}) order by id`,
  )
}

/** Deletes a team with its schema. */
export async function dropTeam(client: Transaction, teamId: number): Promise<void> {
  await run(client, sql`delete from muster.file_removal where team_id = ${teamId}`)
  await run(client, sql`delete from muster.team where id = ${teamId}`)
  await run(client, sql`drop schema if exists ${ident(teamSchema(teamId))} cascade`)
}

const userColumns = sql`u.id as "userId", u.name, u.email, u.is_sys_admin as "isSysAdmin",
  coalesce(m.teams, '[]') as teams, coalesce(m.count, 0) as "teamCount",
  u.last_sign_in_at as "lastLogin",
  case when u.locked_at is not null then 'locked' when u.email_verified then 'active' else 'unverified' end as status,
  exists (select from muster.second_factor f where f.user_id = u.id and f.is_confirmed) as "hasSecondFactor"`

const memberships = sql`left join lateral (
    select count(*) as count, json_agg(json_build_object('teamId', n.id, 'name', n.name) order by n.rank)
      filter (where n.rank <= ${maxTeamsShown}) as teams
    from (
      select t.id, t.name, row_number() over (order by lower(t.name) collate "und-x-icu", t.id) as rank
      from muster.team_user tu join muster.team t on t.id = tu.team_id
      where tu.user_id = u.id and tu.activated_at is not null and tu.deactivated_as_of is null
        and t.deleted_at is null
    ) n
  ) m on true`

const userSorts: Record<UserListQuery['sort'], SortKey> = {
  name: { expression: sql`lower(u.name) collate "und-x-icu"`, type: 'text' },
  email: { expression: sql`u.email`, type: 'text' },
  lastLogin: {
    expression: sql`coalesce(u.last_sign_in_at, '-infinity'::timestamptz)`,
    type: 'timestamptz',
  },
}

/** Reads teams only of the users on the page. */
export async function listUsers(executor: Executor, query: UserListQuery): Promise<Page<SystemUser>> {
  const { after, orderBy, position } = pageSql(query, userSorts[query.sort], sql`u.id`)
  const found = await rows<SystemUser & { position: string }>(
    executor,
    sql`with page as materialized (
          select u.id, ${position} as position
          from ${searched(sql`muster.app_user`, 'u', sql`(lower(u.name) || ' ' || u.email)`, query.search)}
          where ${after} and u.erased_at is null
          order by ${orderBy} limit ${query.limit + 1}
        )
        select ${userColumns}, page.position
        from page join muster.app_user u on u.id = page.id ${memberships} order by ${orderBy}`,
  )
  return pageOf(found, query, ({ userId }) => userId)
}

/** Users by what they are: locked ones too, those of closed teams not. */
export async function countRoles(executor: Executor): Promise<Record<SystemRole, number>> {
  const counted = await one<Record<SystemRole, number>>(
    executor,
    sql`with standing as (
          select tu.user_id, bool_or(tu.is_team_admin) as is_admin
          from muster.team_user tu join muster.team t on t.id = tu.team_id
          where tu.activated_at is not null and tu.deactivated_as_of is null
            and t.suspended_at is null and t.deleted_at is null
          group by tu.user_id
        ), teams as (select count(*) as members, count(*) filter (where is_admin) as admins from standing)
        select (select count(*) from muster.app_user where is_sys_admin) as "sysAdmin",
          teams.admins as "teamAdmin", teams.members as member,
          (select count(*) from muster.app_user where erased_at is null) - teams.members as "noTeam"
        from teams`,
  )
  return counted!
}

export function findUser(executor: Executor, userId: string): Promise<SystemUser | undefined> {
  return one(
    executor,
    sql`select ${userColumns} from muster.app_user u ${memberships}
        where u.id = ${userId} and u.erased_at is null`,
  )
}

/** The user, locked until the end of the transaction. */
export async function lockUser(client: Transaction, userId: string): Promise<SystemUser | undefined> {
  await run(client, sql`select from muster.app_user where id = ${userId} for update`)
  return findUser(client, userId)
}

/** Locks all system administrators, so that two cannot remove each other. @returns how many can sign in */
export async function lockSysAdmins(client: Transaction): Promise<number> {
  return run(
    client,
    sql`select from muster.app_user where is_sys_admin and locked_at is null order by id for update`,
  )
}

export async function updateUser(
  client: Transaction,
  userId: string,
  user: { name: string; isSysAdmin: boolean },
): Promise<void> {
  await run(
    client,
    sql`update muster.app_user set name = ${user.name}, is_sys_admin = ${user.isSysAdmin}, updated_at = now()
        where id = ${userId}`,
  )
}

export async function setLocked(client: Transaction, userId: string, isLocked: boolean): Promise<void> {
  await run(
    client,
    sql`update muster.app_user set locked_at = ${isLocked ? sql`now()` : sql`null`}, updated_at = now()
        where id = ${userId}`,
  )
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
