/** SQL of user roles and their permissions. */
import { featurePermissions } from '@muster/contract/roles/permissions'
import type { DataPermissionGrant, UserRole, UserRoleDetail } from '@muster/contract/roles/roles.api'
import { type Executor, one, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

const isCounted = sql`tu.deactivated_as_of is null and (tu.activated_at is not null
  or tu.invitation_cancelled_at is null)`

const columns = sql`r.id, r.role_name as "roleName", r.description, r.is_active as "isActive",
  r.is_member as "isMember", r.created_at as "createdAt", r.version,
  (select count(*) from muster.team_user tu where tu.team_id = r.team_id and ${isCounted} and (r.is_member or exists (
    select from muster.team_user_role l where l.team_user_id = tu.id and l.user_role_id = r.id))) as "userCount",
  (select coalesce(json_agg(p.permission order by array_position(${featurePermissions}::text[], p.permission)), '[]')
    from muster.feature_permission p
    where p.user_role_id = r.id and p.permission = any(${featurePermissions}::text[])) as "featurePermissions"`

const grants = sql`(select coalesce(json_agg(json_build_object('permission', d.permission,
    'dataCollectionId', d.data_collection_id, 'dataFieldId', d.data_field_id, 'dataWizardId', d.data_wizard_id,
    'rowFilter', d.row_filter) order by d.id), '[]')
  from muster.data_permission d where d.user_role_id = r.id) as "dataPermissions"`

export function listRoles(executor: Executor, teamId: number): Promise<UserRole[]> {
  return rows(
    executor,
    sql`select ${columns} from muster.user_role r where r.team_id = ${teamId}
        order by r.is_member desc, lower(r.role_name) collate "und-x-icu", r.id`,
  )
}

export async function countTeamAdmins(executor: Executor, teamId: number): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from muster.team_user tu where tu.team_id = ${teamId} and tu.is_team_admin and ${isCounted}`,
  )
  return row?.count ?? 0
}

export function findRole(
  executor: Executor,
  teamId: number,
  userRoleId: number,
): Promise<UserRoleDetail | undefined> {
  return one(
    executor,
    sql`select ${columns}, ${grants} from muster.user_role r where r.team_id = ${teamId} and r.id = ${userRoleId}`,
  )
}

/** @returns undefined if another role of the team has the name */
export async function insertRole(
  client: Transaction,
  teamId: number,
  role: Pick<UserRole, 'roleName' | 'description' | 'isActive'>,
): Promise<number | undefined> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.user_role (team_id, role_name, description, is_active)
        values (${teamId}, ${role.roleName}, ${role.description}, ${role.isActive})
        on conflict (team_id, lower(role_name)) do nothing returning id`,
  )
  return row?.id
}

export async function updateRole(
  client: Transaction,
  userRoleId: number,
  role: Pick<UserRole, 'roleName' | 'description' | 'isActive'>,
): Promise<void> {
  await change(
    client,
    userRoleId,
    sql`, role_name = ${role.roleName}, description = ${role.description}, is_active = ${role.isActive}`,
  )
}

/** Raises the version, after a change of permissions. */
export function touchRole(client: Transaction, userRoleId: number): Promise<void> {
  return change(client, userRoleId, sql``)
}

async function change(client: Transaction, userRoleId: number, values: Sql): Promise<void> {
  await run(client, sql`update muster.user_role set version = version + 1${values} where id = ${userRoleId}`)
}

export async function isNameTaken(
  client: Transaction,
  teamId: number,
  userRoleId: number,
  name: string,
): Promise<boolean> {
  const row = await one(
    client,
    sql`select 1 from muster.user_role
        where team_id = ${teamId} and lower(role_name) = lower(${name}) and id <> ${userRoleId}`,
  )
  return row !== undefined
}

export async function setFeaturePermissions(
  client: Transaction,
  userRoleId: number,
  permissions: readonly string[],
): Promise<void> {
  await run(client, sql`delete from muster.feature_permission where user_role_id = ${userRoleId}`)
  await run(
    client,
    sql`insert into muster.feature_permission (user_role_id, permission)
        select ${userRoleId}, p from unnest(${permissions}::text[]) p on conflict do nothing`,
  )
}

export async function setDataPermissions(
  client: Transaction,
  teamId: number,
  userRoleId: number,
  items: readonly DataPermissionGrant[],
): Promise<void> {
  await run(client, sql`delete from muster.data_permission where user_role_id = ${userRoleId}`)
  await run(
    client,
    sql`insert into muster.data_permission (team_id, user_role_id, permission, data_collection_id, data_field_id,
          data_wizard_id, row_filter)
        select ${teamId}, ${userRoleId}, g->>'permission', (g->>'dataCollectionId')::bigint,
          (g->>'dataFieldId')::bigint, (g->>'dataWizardId')::bigint, nullif(g->'rowFilter', 'null')
        from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality a (g, n) order by n`,
  )
}

export async function deleteRole(client: Transaction, userRoleId: number): Promise<void> {
  await run(client, sql`delete from muster.user_role where id = ${userRoleId}`)
}

/** A user of the team who is active or deactivated, with the ids of their active roles, the Member role included. */
export function findReader(
  executor: Executor,
  teamId: number,
  teamUserId: number,
): Promise<{ teamUserId: number; isTeamAdmin: boolean; userRoleIds: number[] } | undefined> {
  return one(
    executor,
    sql`select tu.id as "teamUserId", tu.is_team_admin as "isTeamAdmin",
          (select coalesce(json_agg(r.id), '[]') from muster.user_role r
            where r.team_id = tu.team_id and (r.is_member or r.is_active and exists (
              select from muster.team_user_role l where l.team_user_id = tu.id and l.user_role_id = r.id)))
            as "userRoleIds"
        from muster.team_user tu where tu.team_id = ${teamId} and tu.id = ${teamUserId}`,
  )
}
