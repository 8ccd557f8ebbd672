/** All teams and all users, for system administrators. */

import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { SettingChanges, SettingsView } from '@muster/contract/sysAdmin/settings.schema'
import {
  type SystemUser,
  type SystemWarning,
  type sysAdminApi,
  systemRoles,
  type TeamListQuery,
  type UserListQuery,
} from '@muster/contract/sysAdmin/sysAdmin.api'
import { quotaNames } from '@muster/contract/teams/quotas.schema'
import type { Team } from '@muster/contract/teams/teams.schema'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { transaction } from '../../platform/db.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import { checkOidcSettings, sendPasswordSetup, shortenSessions } from '../auth/public.ts'
import { hasBackupFailed } from '../backups/public.ts'
import { changeSettings, checkNewAddress, systemSettings } from '../settings/public.ts'
import { createTeam, teamsService } from '../teams/public.ts'
import { countRoles, findUser, insertUser, listTeams, listUsers } from './sysAdmin.repo.ts'

export function sysAdminService(deps: Deps) {
  const { pool } = deps
  const teams = teamsService(deps)

  /** The caller becomes the first administrator. */
  async function newTeam(user: SessionUser, team: Body<(typeof sysAdminApi)['createTeam']>): Promise<Team> {
    const { teamId } = await createTeam(deps, {
      ...team,
      admin: { userId: user.userId, ...namesOf(user.name) },
    })
    return teams.team(teamId)
  }

  /** Sends the user a mail to choose a password. */
  async function newUser(user: Body<(typeof sysAdminApi)['createUser']>): Promise<SystemUser> {
    await checkNewAddress(pool, user.email)
    const created = await transaction(pool, async (client) => {
      const inserted = await insertUser(client, user)
      if (!inserted) {
        throw new AppError('email_already_linked', { errors: [{ path: 'email', code: 'not_unique' }] })
      }
      await audit(client, {
        teamId: null,
        subject: 'app_user',
        subjectId: inserted.userId,
        name: user.name,
        action: 'created',
        after: { name: user.name, email: user.email, isSysAdmin: user.isSysAdmin },
      })
      return inserted
    })
    await sendPasswordSetup(deps, { userId: created.userId, email: user.email }, user.language)
    return (await findUser(pool, created.userId))!
  }

  return {
    teams: (query: TeamListQuery) => listTeams(pool, query),
    users: (query: UserListQuery) => listUsers(pool, query),
    /** The roles of the system with their numbers of users. */
    async roles() {
      const counts = await countRoles(pool)
      return systemRoles.map((role) => ({ role, userCount: counts[role] }))
    },
    newTeam,
    newUser,
  }
}

/** Whether the provider must be asked again: other settings can be saved while it does not answer. */
function affectsOidc({ isOidcOn, oidcIssuer, oidcClientId }: SettingChanges): boolean {
  return isOidcOn === true || oidcIssuer !== undefined || oidcClientId !== undefined
}

/** Problems of the process that answers, and the system's. */
export async function systemWarnings({ pool, warnings }: Deps): Promise<SystemWarning[]> {
  return [...warnings.list(), ...((await hasBackupFailed(pool)) ? (['backup_failed'] as const) : [])]
}

/** A shorter length of sessions also applies to those that have begun. */
export async function updateSettings(
  deps: Deps,
  userId: string,
  changes: SettingChanges,
): Promise<SettingsView> {
  if (affectsOidc(changes)) {
    const next = { ...(await systemSettings(deps.pool)), ...changes }
    if (next.isOidcOn) await checkOidcSettings(next)
  }
  const settings = await changeSettings(deps, userId, changes)
  if (changes.sessionDays !== undefined) await shortenSessions(deps, settings)
  // Models have the quotas that apply to their teams.
  if (quotaNames.some((name) => name in changes)) await deps.live.invalidate({ models: true })
  return settings
}

/** Splits a name after its first word. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}
