/** SQL of teams and of the caller's memberships; keys as in the contract. */
import type { Language } from '@muster/contract/paging'
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import type { Team, TeamUserLink, UserTeamData } from '@muster/contract/teams/teams.schema'
import { type Executor, ident, one, rows, run, type Sql, sql } from '../../platform/db.ts'

const isActive = (alias: 'tu' | 'm'): Sql =>
  alias === 'tu'
    ? sql`tu.activated_at is not null and tu.deactivated_as_of is null`
    : sql`m.activated_at is not null and m.deactivated_as_of is null`

/** The URL of `teams.logo`; the column has the file's id. */
function logoUrl(column: string): Sql {
  return sql`'/api/public/teams/' || t.id || '/logos/' || ${ident('t', column)}`
}

const teamJson = sql`json_build_object(
  'teamId', t.id, 'version', t.version, 'name', t.name, 'shortName', t.short_name, 'primaryTimezone', t.primary_timezone,
  'defaultInterfaceLanguage', t.default_interface_language, 'availableDataLanguages', t.available_data_languages,
  'defaultDataLanguage', t.default_data_language, 'website', t.website, 'billingAddress', t.billing_address,
  'country', t.country, 'currency', t.currency,
  'squareLogo', ${logoUrl('square_logo')}, 'horizontalLogo', ${logoUrl('horizontal_logo')},
  'appSquareLogo', ${logoUrl('app_square_logo')}, 'appHorizontalLogo', ${logoUrl('app_horizontal_logo')},
  'enumAppBrandId', t.enum_app_brand_id,
  'memberCount', (select count(*) from muster.team_user m where m.team_id = t.id and ${isActive('m')}),
  'description', t.description, 'suspendedAt', t.suspended_at, 'createdAt', t.created_at)`

const exportRoleIds = sql`(select coalesce(json_agg(x.user_role_id order by x.user_role_id), '[]')
  from muster.export_role x where x.team_id = t.id having t.limits_exports)`

export async function findTeam(executor: Executor, teamId: number): Promise<Team | undefined> {
  const row = await one<{ team: Team }>(
    executor,
    sql`select ${teamJson} as team from muster.team t where t.id = ${teamId}`,
  )
  return row?.team
}

/** A user's place in a team, with the team's rule for exports instead of what follows from it. */
export interface TeamDataRow extends Omit<UserTeamData, 'mayExport' | 'seenAs'> {
  /** Null for everyone. */
  exportRoleIds: number[] | null
}

/** The teams a user has joined, including those that deactivated them, so that the interface can say so. */
export function listTeamData(executor: Executor, userId: string): Promise<TeamDataRow[]> {
  return rows(
    executor,
    sql`select tu.team_id as "TeamId", tu.id as "teamUserLinkId", tu.first_name as "firstName",
          tu.last_name as "lastName", tu.is_team_admin as "isTeamAdmin",
          tu.deactivated_as_of as "deactivatedAsOf", tu.last_opened as "lastOpened",
          tu.interface_language as "InterfaceLanguage", ${exportRoleIds} as "exportRoleIds", ${teamJson} as "Team"
        from muster.team_user tu join muster.team t on t.id = tu.team_id
        where tu.user_id = ${userId} and tu.activated_at is not null and t.deleted_at is null
        order by lower(t.name) collate "und-x-icu", t.id`,
  )
}

export interface RoleLink {
  TeamId: number
  userRoleId: number
  roleName: string
  FeaturePermissions: { TeamId: number; EnumFeaturePermissionId: number; name: FeaturePermission }[]
}

/** Of a role `r`. */
const roleLinkColumns = sql`r.team_id as "TeamId", r.id as "userRoleId", r.role_name as "roleName",
  (select coalesce(json_agg(json_build_object('TeamId', r.team_id, 'EnumFeaturePermissionId',
      array_position(${featurePermissions}::text[], p.permission), 'name', p.permission) order by p.permission), '[]')
    from muster.feature_permission p
    where p.user_role_id = r.id and p.permission = any(${featurePermissions}::text[])) as "FeaturePermissions"`

export function listRoles(
  executor: Executor,
  teamId: number,
  userRoleIds: readonly number[],
): Promise<RoleLink[]> {
  return rows(
    executor,
    sql`select ${roleLinkColumns} from muster.user_role r
        where r.team_id = ${teamId} and r.id = any(${userRoleIds}::bigint[]) order by r.id`,
  )
}

/** The active roles of a user in each team where they are active; everyone has the Member role. */
export function listRoleLinks(executor: Executor, userId: string): Promise<RoleLink[]> {
  return rows(
    executor,
    sql`select ${roleLinkColumns}
        from muster.team_user tu join muster.user_role r on r.team_id = tu.team_id
        where tu.user_id = ${userId} and ${isActive('tu')} and (r.is_member or r.is_active and exists (
          select from muster.team_user_role l where l.team_user_id = tu.id and l.user_role_id = r.id))
        order by r.team_id, r.id`,
  )
}

/** All users of the teams where a user is active, without cancelled invitations. */
export function listLinksOfColleagues(executor: Executor, userId: string): Promise<TeamUserLink[]> {
  return rows(
    executor,
    sql`select m.id, m.team_id as "teamId", m.user_id as "userId", m.first_name as "firstName",
          m.last_name as "lastName", m.is_team_admin as "isTeamAdmin", m.deactivated_as_of as "deactivatedAsOf",
          m.last_opened as "lastOpened", m.invited_at as "invitedAt", m.activated_at as "activatedAt",
          m.interface_language as "InterfaceLanguage"
        from muster.team_user tu join muster.team_user m on m.team_id = tu.team_id
        join muster.team t on t.id = tu.team_id
        where tu.user_id = ${userId} and ${isActive('tu')} and t.suspended_at is null and t.deleted_at is null
          and not (m.activated_at is null and m.invitation_cancelled_at is not null)
        order by m.team_id, lower(m.last_name) collate "und-x-icu", lower(m.first_name) collate "und-x-icu", m.id`,
  )
}

export async function touchOpened(executor: Executor, teamUserId: number): Promise<string> {
  const row = await one<{ lastOpened: string }>(
    executor,
    sql`update muster.team_user set last_opened = now() where id = ${teamUserId}
        returning last_opened as "lastOpened"`,
  )
  return row!.lastOpened
}

/** @param language undefined keeps the current one */
export async function setLanguage(
  executor: Executor,
  teamUserId: number,
  language: Language | null | undefined,
): Promise<Language | null> {
  const row = await one<{ language: Language | null }>(
    executor,
    sql`update muster.team_user
        set interface_language = case when ${language !== undefined} then ${language ?? null} else interface_language end
        where id = ${teamUserId} returning interface_language as language`,
  )
  return row?.language ?? null
}

export async function findSetting(executor: Executor, teamUserId: number, key: string): Promise<unknown> {
  const row = await one<{ value: unknown }>(
    executor,
    sql`select value from muster.setting where team_user_id = ${teamUserId} and key = ${key}`,
  )
  return row?.value ?? null
}

export async function putSetting(
  executor: Executor,
  teamUserId: number,
  key: string,
  value: unknown,
): Promise<void> {
  await run(
    executor,
    sql`insert into muster.setting (team_user_id, key, value) values (${teamUserId}, ${key}, ${JSON.stringify(value)})
        on conflict (team_user_id, key) do update set value = excluded.value, updated_at = now()`,
  )
}

export async function deleteSetting(executor: Executor, teamUserId: number, key: string): Promise<void> {
  await run(executor, sql`delete from muster.setting where team_user_id = ${teamUserId} and key = ${key}`)
}

export async function countSettings(
  executor: Executor,
  teamUserId: number,
  exceptKey: string,
): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from muster.setting where team_user_id = ${teamUserId} and key <> ${exceptKey}`,
  )
  return row?.count ?? 0
}

export interface PersonRow {
  teamUserId: number
  name: string
  isActive: boolean
}

export function listPeople(executor: Executor, teamId: number): Promise<PersonRow[]> {
  return rows(
    executor,
    sql`select tu.id as "teamUserId", trim(tu.first_name || ' ' || tu.last_name) as name,
          tu.deactivated_as_of is null as "isActive"
        from muster.team_user tu where tu.team_id = ${teamId} and tu.activated_at is not null
        order by lower(tu.last_name) collate "und-x-icu", lower(tu.first_name) collate "und-x-icu", tu.id`,
  )
}
