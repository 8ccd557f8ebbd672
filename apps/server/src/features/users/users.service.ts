/** A team's users: listing, inviting, deactivating, reactivating. */

import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { TeamUser, usersApi } from '@muster/contract/users/users.api'
import type { Deps } from '../../engine/public.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser as Caller } from '../../platform/http/context.ts'
import { attempt, ensureAccount, mailLimits, revokeLinks } from '../auth/public.ts'
import { sendInvitation } from './invitations.service.ts'
import { mayAssignRole } from './may-assign-role.ts'
import {
  cancelInvitation,
  countActiveAdmins,
  findTeamUser,
  insertInvitation,
  listTeamUsers,
  lockTeam,
  renewInvitation,
  setDeactivated,
  setRoles,
} from './users.repo.ts'

export function usersService(deps: Deps) {
  const { pool, live } = deps

  async function get(teamId: number, teamUserId: number): Promise<TeamUser> {
    const user = await findTeamUser(pool, teamId, teamUserId)
    if (!user) throw new AppError('not_found')
    return user
  }

  async function invite(caller: Caller, invitation: Body<(typeof usersApi)['invite']>): Promise<TeamUser> {
    checkMayManage(caller, invitation.isTeamAdmin)
    await checkMayAssign(caller, invitation.userRoleIds)
    if (!(await attempt(pool, mailLimits(invitation.email)))) throw new AppError('rate_limited')
    const { firstName, lastName, email, isTeamAdmin, userRoleIds, language } = invitation
    const teamUserId = await transaction(pool, async (client) => {
      const { userId } = await ensureAccount(client, { name: `${firstName} ${lastName}`, email })
      const invited = await insertInvitation(client, {
        teamId: caller.teamId,
        userId,
        firstName,
        lastName,
        isTeamAdmin,
        interfaceLanguage: language ?? null,
        invitedBy: caller.teamUserId,
      })
      if (!invited) {
        throw new AppError('email_already_linked', { errors: [{ path: 'email', code: 'not_unique' }] })
      }
      await assignRoles(client, caller.teamId, invited.teamUserId, userRoleIds)
      await sendInvitation(deps, client, invited.teamUserId)
      return invited.teamUserId
    })
    return get(caller.teamId, teamUserId)
  }

  /** @throws AppError access_denied */
  async function checkMayAssign(caller: Caller, userRoleIds: readonly number[]): Promise<void> {
    const model = await deps.models.get(caller.teamId)
    const roles = userRoleIds.flatMap((id) => model.roles.get(id) ?? [])
    if (!roles.every((role) => mayAssignRole(model, caller, role))) throw new AppError('access_denied')
  }

  async function resendInvitation(caller: Caller, teamUserId: number): Promise<TeamUser> {
    const { email } = await get(caller.teamId, teamUserId)
    if (!(await attempt(pool, mailLimits(email)))) throw new AppError('rate_limited')
    await transaction(pool, async (client) => {
      if (!(await renewInvitation(client, caller.teamId, teamUserId))) throw new AppError('not_found')
      await sendInvitation(deps, client, teamUserId)
    })
    return get(caller.teamId, teamUserId)
  }

  async function cancel(caller: Caller, teamUserId: number): Promise<void> {
    await transaction(pool, async (client) => {
      if (!(await cancelInvitation(client, caller.teamId, teamUserId))) throw new AppError('not_found')
      await revokeLinks(client, 'invitation', String(teamUserId))
    })
  }

  /** Rejected for the last administrator and for oneself. */
  async function deactivate(caller: Caller, teamUserId: number): Promise<TeamUser> {
    if (teamUserId === caller.teamUserId) throw new AppError('own_account')
    await change(caller, teamUserId, 'current', async (client, user) => {
      const isAdmin = user.accountType === 'team_admin'
      if (isAdmin && (await countActiveAdmins(client, caller.teamId)) < 2) throw new AppError('last_admin')
      await setDeactivated(client, teamUserId, true)
    })
    return get(caller.teamId, teamUserId)
  }

  async function reactivate(caller: Caller, teamUserId: number): Promise<TeamUser> {
    await change(caller, teamUserId, 'deactivated', (client) => setDeactivated(client, teamUserId, false))
    return get(caller.teamId, teamUserId)
  }

  /** Changes a user who must have this status, and invalidates caches of them in all processes. */
  async function change(
    caller: Caller,
    teamUserId: number,
    status: TeamUser['status'],
    work: (client: Transaction, user: TeamUser) => Promise<void>,
  ): Promise<void> {
    const userId = await transaction(pool, async (client) => {
      await lockTeam(client, caller.teamId)
      const user = await findTeamUser(client, caller.teamId, teamUserId)
      if (user?.status !== status) throw new AppError('not_found')
      checkMayManage(caller, user.accountType === 'team_admin')
      await work(client, user)
      return user.userId
    })
    await live.invalidate({ user: userId })
    await live.changed(caller.teamId, { kind: 'permissions', of: { teamUserId } })
  }

  return {
    list: (teamId: number) => listTeamUsers(pool, teamId),
    invite,
    resendInvitation,
    cancel,
    deactivate,
    reactivate,
  }
}

/** Only administrators may add or deactivate administrators. */
function checkMayManage(caller: Caller, isTeamAdmin: boolean): void {
  if (isTeamAdmin && !caller.isTeamAdmin) throw new AppError('access_denied')
}

async function assignRoles(
  client: Transaction,
  teamId: number,
  teamUserId: number,
  userRoleIds: readonly number[],
): Promise<void> {
  const wanted = new Set(userRoleIds)
  if ((await setRoles(client, teamId, teamUserId, [...wanted])) === wanted.size) return
  throw new AppError('validation_failed', { errors: [{ path: 'userRoleIds', code: 'unknown_choice' }] })
}
