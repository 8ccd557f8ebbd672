/** A team's users: editing, deactivating, reactivating, and doing the same to several. */

import type { Body, Response } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { TeamUser, usersApi } from '@muster/contract/users/users.api'
import type { Deps, TeamModel } from '../../engine/public.ts'
import type { Transaction } from '../../platform/db.ts'
import type { TeamUser as Caller } from '../../platform/http/context.ts'
import { attempt, endTokensOf, mailLimits } from '../auth/public.ts'
import { changeRoles, checkAssignable } from './assignable-roles.ts'
import { auditUser, auditValuesOf } from './audit-user.ts'
import { type Change, changeUser, changeUsers, checkMayManage } from './change-user.ts'
import { cancel, invite, renew } from './inviting.service.ts'
import { requirePlace } from './user-quota.ts'
import { countActiveAdmins, findTeamUser, listTeamUsers, setDeactivated, updateUser } from './users.repo.ts'

type ManyBody = Body<(typeof usersApi)['changeMany']>
type ManyResult = Response<(typeof usersApi)['changeMany']>

export function usersService(deps: Deps) {
  const { pool } = deps

  /** @throws AppError own_account, last_admin, access_denied, validation_failed, not_found */
  async function update(
    caller: Caller,
    teamUserId: number,
    body: Body<(typeof usersApi)['update']>,
  ): Promise<TeamUser> {
    const model = await deps.models.get(caller.teamId)
    const { firstName, lastName, isTeamAdmin, userRoleIds } = body
    return changeUser(deps, caller, teamUserId, async (client, user) => {
      checkMayManage(caller, isTeamAdmin)
      if (!isTeamAdmin && user.accountType === 'team_admin') await checkMayLoseAdmin(client, caller, user)
      await changeRoles(client, model, caller, user, userRoleIds)
      await updateUser(client, teamUserId, { firstName, lastName, isTeamAdmin })
      const after = (await findTeamUser(client, caller.teamId, teamUserId))!
      const values = { before: auditValuesOf(user), after: auditValuesOf(after) }
      await auditUser(client, caller.teamId, 'updated', after, values)
    })
  }

  async function changeMany(caller: Caller, body: ManyBody): Promise<ManyResult> {
    const { done, refused } = await changeUsers(deps, caller, body.teamUserIds, await changeOf(caller, body))
    return { done, refused: refused.map(({ id, error }) => ({ id, code: error.code })) }
  }

  async function changeOf(caller: Caller, body: ManyBody): Promise<Change> {
    switch (body.act) {
      case 'deactivate':
        return deactivate(caller)
      case 'reactivate':
        return reactivate(await deps.models.get(caller.teamId))
      case 'cancel':
        return (client, user) => cancel(client, caller, user)
      case 'resend':
        return resend(caller, body.teamUserIds)
      case 'addRole':
      case 'removeRole':
        return changeRole(caller, body.userRoleId, body.act === 'addRole')
    }
  }

  /** Counts the mails first: an attempt counts even if the transaction is rolled back. */
  async function resend(caller: Caller, ids: readonly number[]): Promise<Change> {
    const limited = new Set<number>()
    for (const { id, email, status } of await listTeamUsers(pool, caller.teamId)) {
      if (status !== 'invited' || !ids.includes(id)) continue
      if (!(await attempt(pool, mailLimits(email)))) limited.add(id)
    }
    return async (client, user) => {
      if (limited.has(user.id)) throw new AppError('rate_limited')
      await renew(deps, client, caller, user)
    }
  }

  async function changeRole(caller: Caller, userRoleId: number, isAdded: boolean): Promise<Change> {
    const model = await deps.models.get(caller.teamId)
    checkAssignable(model, caller, [userRoleId])
    return async (client, user) => {
      const others = user.roles.map(({ id }) => id).filter((id) => id !== userRoleId)
      await changeRoles(client, model, caller, user, isAdded ? [...others, userRoleId] : others)
      const after = (await findTeamUser(client, caller.teamId, user.id))!
      const values = { before: auditValuesOf(user), after: auditValuesOf(after) }
      await auditUser(client, caller.teamId, 'updated', after, values)
    }
  }

  return {
    list: (teamId: number) => listTeamUsers(pool, teamId),
    invite: (caller: Caller, invitation: Body<(typeof usersApi)['invite']>) =>
      invite(deps, caller, invitation),
    update,
    changeMany,
    deactivate: (caller: Caller, id: number) => changeUser(deps, caller, id, deactivate(caller)),
    reactivate: async (caller: Caller, id: number) =>
      changeUser(deps, caller, id, reactivate(await deps.models.get(caller.teamId))),
    resendInvitation: async (caller: Caller, id: number) =>
      changeUser(deps, caller, id, await resend(caller, [id])),
    cancelInvitation: (caller: Caller, id: number) =>
      changeUser(deps, caller, id, (client, user) => cancel(client, caller, user)),
  }
}

/** Refused for oneself and for the last administrator. */
const deactivate =
  (caller: Caller): Change =>
  async (client, user) => {
    if (user.id === caller.teamUserId) throw new AppError('own_account')
    if (user.status !== 'current') throw new AppError('not_found')
    if (user.accountType === 'team_admin') await checkMayLoseAdmin(client, caller, user)
    await setDeactivated(client, user.id, true)
    await endTokensOf(client, caller.teamId, user.id)
    await auditUser(client, caller.teamId, 'deactivated', user)
  }

/** Refused where the team has no place left. */
const reactivate =
  (model: TeamModel): Change =>
  async (client, user) => {
    if (user.status !== 'deactivated') throw new AppError('not_found')
    await requirePlace(client, model, 1)
    await setDeactivated(client, user.id, false)
    await auditUser(client, model.teamId, 'reactivated', user)
  }

/**
 * A team keeps at least one active administrator, and nobody stops being one by their own hand.
 *
 * @throws AppError own_account, last_admin
 */
async function checkMayLoseAdmin(client: Transaction, caller: Caller, user: TeamUser): Promise<void> {
  if (user.id === caller.teamUserId) throw new AppError('own_account')
  const isOnly = user.status === 'current' && (await countActiveAdmins(client, caller.teamId)) < 2
  if (isOnly) throw new AppError('last_admin')
}
