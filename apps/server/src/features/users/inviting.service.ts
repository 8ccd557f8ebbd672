/** Invitations from the team's side: inviting, sending again, cancelling. */

import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { TeamUser, usersApi } from '@muster/contract/users/users.api'
import type { Deps, TeamModel } from '../../engine/public.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser as Caller } from '../../platform/http/context.ts'
import { attempt, ensureAccount, mailLimits, revokeLinks } from '../auth/public.ts'
import { checkNewAddress } from '../settings/public.ts'
import { changeRoles, checkAssignable } from './assignable-roles.ts'
import { auditUser, auditValuesOf } from './audit-user.ts'
import { checkMayManage } from './change-user.ts'
import { sendInvitation } from './invitations.service.ts'
import { requirePlace } from './user-quota.ts'
import {
  cancelInvitation,
  findTeamUser,
  insertInvitation,
  removeRoles,
  renewInvitation,
} from './users.repo.ts'

export type Invitation = Body<(typeof usersApi)['invite']>

/** @throws AppError email_already_linked, access_denied, mail_domain_refused, validation_failed, rate_limited, user_quota */
export async function invite(deps: Deps, caller: Caller, invitation: Invitation): Promise<TeamUser> {
  const model = await deps.models.get(caller.teamId)
  checkMayManage(caller, invitation.isTeamAdmin)
  checkAssignable(model, caller, invitation.userRoleIds)
  await checkNewAddress(deps.pool, invitation.email)
  if (!(await attempt(deps.pool, mailLimits(invitation.email)))) throw new AppError('rate_limited')
  return transaction(deps.pool, (client) => addInvitation(deps, client, model, caller, invitation))
}

/** Nothing is written for somebody who is linked already. @throws AppError as `invite` does */
export async function addInvitation(
  deps: Deps,
  client: Transaction,
  model: TeamModel,
  caller: Caller,
  invitation: Invitation,
): Promise<TeamUser> {
  const { teamId } = caller
  const { firstName, lastName, email, isTeamAdmin, userRoleIds, language } = invitation
  const { userId } = await ensureAccount(client, { name: `${firstName} ${lastName}`, email })
  const invited = await insertInvitation(client, {
    teamId,
    userId,
    firstName,
    lastName,
    isTeamAdmin,
    interfaceLanguage: language ?? null,
    invitedBy: caller.teamUserId,
  })
  if (!invited)
    throw new AppError('email_already_linked', { errors: [{ path: 'email', code: 'email_linked' }] })
  await requirePlace(client, model)
  const { teamUserId } = invited
  // Those of an earlier invitation that was cancelled.
  const { roles } = (await findTeamUser(client, teamId, teamUserId))!
  await removeRoles(
    client,
    teamUserId,
    roles.map(({ id }) => id),
  )
  await changeRoles(client, model, caller, { id: teamUserId, roles: [] }, userRoleIds)
  await sendInvitation(deps, client, teamUserId)
  const user = (await findTeamUser(client, teamId, teamUserId))!
  await auditUser(client, teamId, 'invited', user, { after: auditValuesOf(user) })
  return user
}

/** @throws AppError not_found, mail_domain_refused */
export async function renew(deps: Deps, client: Transaction, caller: Caller, user: TeamUser): Promise<void> {
  await checkNewAddress(client, user.email)
  if (!(await renewInvitation(client, caller.teamId, user.id))) throw new AppError('not_found')
  await sendInvitation(deps, client, user.id)
  await auditUser(client, caller.teamId, 'invited_again', user)
}

/** @throws AppError not_found */
export async function cancel(client: Transaction, caller: Caller, user: TeamUser): Promise<void> {
  if (!(await cancelInvitation(client, caller.teamId, user.id))) throw new AppError('not_found')
  await revokeLinks(client, 'invitation', String(user.id))
  await auditUser(client, caller.teamId, 'cancelled', user)
}
