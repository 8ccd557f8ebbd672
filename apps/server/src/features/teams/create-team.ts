/** Creates a team atomically: its row, schema, Member role and first administrator. */

import type { Language } from '@muster/contract/paging'
import type { DataPermission } from '@muster/contract/roles/permissions'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { one, run, sql, type Transaction, transaction } from '../../platform/db.ts'
import { migrateTeam } from '../../platform/migrate.ts'

export interface NewTeam {
  name: string
  shortName?: string
  description?: string
  primaryTimezone?: string
  defaultInterfaceLanguage?: Language
  /** Default: only the interface language. */
  availableDataLanguages?: readonly Language[]
  enumAppBrandId?: number
  /** ISO 3166 code. */
  country?: string
  /** ISO 4217 code. */
  currency?: string
  /** The first administrator. */
  admin: { userId: string; firstName: string; lastName: string }
}

export interface CreatedTeam {
  teamId: number
  /** The first administrator. */
  teamUserId: number
  memberRoleId: number
}

/** Default data permissions of every user: everything but deletion. Administrators can change them. */
export const memberGrants: readonly DataPermission[] = [
  'read_data_field_data',
  'update_data_field_data',
  'read_data_record_metadata',
  'run_data_wizard',
]

/** The stored name of the fixed role, which the interface translates. */
const memberRoleName = 'Member'

export async function createTeam(
  deps: Pick<Deps, 'pool' | 'live' | 'models'>,
  team: NewTeam,
): Promise<CreatedTeam> {
  const created = await transaction(deps.pool, (client) => insertTeam(client, team))
  await deps.models.changed(created.teamId)
  await deps.live.invalidate({ user: team.admin.userId })
  return created
}

async function insertTeam(client: Transaction, team: NewTeam): Promise<CreatedTeam> {
  const { teamId } = (await one<{ teamId: number }>(
    client,
    sql`insert into muster.team (name, short_name, description, primary_timezone, default_interface_language,
          available_data_languages, default_data_language, enum_app_brand_id, country, currency)
        values (${team.name}, ${team.shortName ?? ''}, ${team.description ?? ''}, ${team.primaryTimezone ?? 'UTC'},
          ${team.defaultInterfaceLanguage ?? 'en'}, ${team.availableDataLanguages ?? [team.defaultInterfaceLanguage ?? 'en']},
          ${team.defaultInterfaceLanguage ?? 'en'}, ${team.enumAppBrandId ?? 1}, ${team.country ?? 'US'},
          ${team.currency ?? 'USD'})
        returning id as "teamId"`,
  ))!
  await migrateTeam(client, teamId)
  const memberRoleId = await insertMemberRole(client, teamId)
  const { teamUserId } = (await one<{ teamUserId: number }>(
    client,
    sql`insert into muster.team_user (team_id, user_id, first_name, last_name, is_team_admin, activated_at)
        values (${teamId}, ${team.admin.userId}, ${team.admin.firstName}, ${team.admin.lastName}, true, now())
        returning id as "teamUserId"`,
  ))!
  await audit(client, {
    teamId,
    subject: 'team',
    subjectId: teamId,
    name: team.name,
    action: 'created',
    after: { name: team.name, shortName: team.shortName ?? '', description: team.description ?? '' },
  })
  return { teamId, teamUserId, memberRoleId }
}

async function insertMemberRole(client: Transaction, teamId: number): Promise<number> {
  const { id } = (await one<{ id: number }>(
    client,
    sql`insert into muster.user_role (team_id, role_name, is_member) values (${teamId}, ${memberRoleName}, true)
        returning id`,
  ))!
  await run(
    client,
    sql`insert into muster.data_permission (team_id, user_role_id, permission)
        select ${teamId}, ${id}, unnest(${memberGrants}::text[])`,
  )
  return id
}
