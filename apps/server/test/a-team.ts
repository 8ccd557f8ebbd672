/** A new team for a test, with users of every kind. Teams of one database are isolated from each other. */
import crypto from 'node:crypto'
import type { DataPermission, FeaturePermission } from '@muster/contract/roles/permissions'
import type { Deps } from '../src/engine/deps.ts'
import { sessionCookieName, signSession } from '../src/features/auth/session-cookie.ts'
import { type CreatedTeam, createTeam, type NewTeam } from '../src/features/teams/create-team.ts'
import { one, run, sql } from '../src/platform/db.ts'
import type { TeamUser } from '../src/platform/http/context.ts'
import { teamSchema } from '../src/platform/migrate.ts'

type TeamDeps = Pick<Deps, 'config' | 'pool' | 'live' | 'models'>

/** A person with a session: pass it to `client.as`. */
export interface TestPerson {
  userId: string
  name: string
  email: string
  /** `cookie` header of the person's session. */
  cookie: string
}

/** A person and their user in the team; services take `teamUser`. */
export interface TestUser extends TestPerson {
  teamUserId: number
  teamUser: TeamUser
}

/** A permission of a role, for the whole team unless it has a target. */
export interface Grant {
  permission: DataPermission
  dataCollectionId?: number
  dataFieldId?: number
  dataWizardId?: number
  rowFilter?: unknown
}

export interface UserOptions {
  isTeamAdmin?: boolean
  featurePermissions?: readonly FeaturePermission[]
  /** Grants of an additional role that only this user has. */
  grants?: readonly Grant[]
  isDeactivated?: boolean
  firstName?: string
}

export interface TestTeam extends Pick<CreatedTeam, 'teamId' | 'memberRoleId'> {
  /** The PostgreSQL schema of its records. */
  schema: string
  admin: TestUser
  member: TestUser
  /** Creates a user of the team. */
  user(options?: UserOptions): Promise<TestUser>
  /** Creates a user with only this feature permission. */
  holderOf(permission: FeaturePermission): Promise<TestUser>
  /** Creates a deactivated member. */
  deactivated(): Promise<TestUser>
  /** Creates an administrator of another team. */
  stranger(): Promise<TestUser & { teamId: number }>
  /** Creates a system administrator without a team. */
  sysAdmin(): Promise<TestPerson>
  /** Replaces the grants of the role Member. */
  setMemberGrants(grants: readonly Grant[]): Promise<void>
}

/** @param options `name` and other settings of the team */
export async function aTeam(deps: TeamDeps, options: Partial<NewTeam> = {}): Promise<TestTeam> {
  const founder = await aPerson(deps, 'Ada Admin')
  const { teamId, teamUserId, memberRoleId } = await createTeam(deps, {
    name: `Team ${crypto.randomBytes(3).toString('hex')}`,
    ...options,
    admin: { userId: founder.userId, firstName: 'Ada', lastName: 'Admin' },
  })
  const user = (userOptions: UserOptions = {}) => aUser(deps, teamId, memberRoleId, userOptions)
  return {
    teamId,
    memberRoleId,
    schema: teamSchema(teamId),
    admin: {
      ...founder,
      teamUserId,
      teamUser: {
        kind: 'team_user',
        teamId,
        teamUserId,
        isTeamAdmin: true,
        userRoleIds: [memberRoleId],
        featurePermissions: [],
      },
    },
    member: await user({ firstName: 'Max' }),
    user,
    holderOf: (permission) => user({ featurePermissions: [permission] }),
    deactivated: () => user({ isDeactivated: true }),
    sysAdmin: () => aPerson(deps, 'Sys Admin', true),
    async stranger() {
      const other = await aTeam(deps)
      return { ...other.admin, teamId: other.teamId }
    },
    async setMemberGrants(grants) {
      await run(deps.pool, sql`delete from muster.data_permission where user_role_id = ${memberRoleId}`)
      await insertGrants(deps, teamId, memberRoleId, grants)
      await deps.models.changed(teamId)
    },
  }
}

/** Creates a person with an account and a session, without a team. */
export async function aPerson(deps: TeamDeps, name = 'Pat Person', isSysAdmin = false): Promise<TestPerson> {
  const token = crypto.randomBytes(24).toString('base64url')
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${crypto.randomBytes(4).toString('hex')}@example.org`
  const { userId } = (await one<{ userId: string }>(
    deps.pool,
    sql`with person as (
          insert into muster.app_user (name, email, email_verified, is_sys_admin)
          values (${name}, ${email}, true, ${isSysAdmin}) returning id)
        insert into muster.auth_session (user_id, token, expires_at)
        select id, ${token}, now() + interval '1 day' from person returning user_id as "userId"`,
  ))!
  return {
    userId,
    name,
    email,
    cookie: `${sessionCookieName(deps.config)}=${signSession(token, deps.config)}`,
  }
}

async function aUser(
  deps: TeamDeps,
  teamId: number,
  memberRoleId: number,
  options: UserOptions,
): Promise<TestUser> {
  const { isTeamAdmin = false, featurePermissions = [], grants = [], firstName = 'Uma' } = options
  const person = await aPerson(deps, `${firstName} User`)
  const { teamUserId } = (await one<{ teamUserId: number }>(
    deps.pool,
    sql`insert into muster.team_user (team_id, user_id, first_name, last_name, is_team_admin, activated_at,
          deactivated_as_of)
        values (${teamId}, ${person.userId}, ${firstName}, 'User', ${isTeamAdmin}, now(),
          ${options.isDeactivated ? new Date() : null})
        returning id as "teamUserId"`,
  ))!
  const userRoleIds = [memberRoleId]
  if (featurePermissions.length > 0 || grants.length > 0) {
    const roleId = await insertRole(deps, teamId, teamUserId, featurePermissions)
    await insertGrants(deps, teamId, roleId, grants)
    userRoleIds.push(roleId)
    await deps.models.changed(teamId)
  }
  return {
    ...person,
    teamUserId,
    teamUser: { kind: 'team_user', teamId, teamUserId, isTeamAdmin, userRoleIds, featurePermissions },
  }
}

async function insertRole(
  { pool }: TeamDeps,
  teamId: number,
  teamUserId: number,
  permissions: readonly FeaturePermission[],
): Promise<number> {
  const { id } = (await one<{ id: number }>(
    pool,
    sql`insert into muster.user_role (team_id, role_name)
        values (${teamId}, ${`Role ${crypto.randomBytes(4).toString('hex')}`}) returning id`,
  ))!
  await run(
    pool,
    sql`insert into muster.feature_permission (user_role_id, permission)
        select ${id}, unnest(${permissions}::text[])`,
  )
  await run(
    pool,
    sql`insert into muster.team_user_role (team_user_id, user_role_id) values (${teamUserId}, ${id})`,
  )
  return id
}

async function insertGrants(
  { pool }: TeamDeps,
  teamId: number,
  roleId: number,
  grants: readonly Grant[],
): Promise<void> {
  for (const grant of grants) {
    await run(
      pool,
      sql`insert into muster.data_permission (team_id, user_role_id, permission, data_collection_id, data_field_id,
            data_wizard_id, row_filter)
          values (${teamId}, ${roleId}, ${grant.permission}, ${grant.dataCollectionId ?? null},
            ${grant.dataFieldId ?? null}, ${grant.dataWizardId ?? null},
            ${grant.rowFilter ? JSON.stringify(grant.rowFilter) : null})`,
    )
  }
}
