/** Which roles a user who manages others may give and take. */

import { AppError } from '@muster/contract/errors'
import type { AssignableRole } from '@muster/contract/users/users.api'
import type { Deps, TeamModel } from '../../engine/public.ts'
import type { Transaction } from '../../platform/db.ts'
import type { TeamUser as Caller } from '../../platform/http/context.ts'
import { mayAssignRole } from './may-assign-role.ts'
import { addRoles, removeRoles } from './users.repo.ts'

export async function assignableRoles(deps: Pick<Deps, 'models'>, caller: Caller): Promise<AssignableRole[]> {
  const model = await deps.models.get(caller.teamId)
  return [...model.roles.values()].map((role) => ({
    id: role.id,
    roleName: role.roleName,
    isActive: role.isActive,
    isMember: role.isMember,
    isAssignable: !role.isMember && mayAssignRole(model, caller, role),
  }))
}

/**
 * @throws AppError validation_failed for ids that are not roles of the team or that are never assigned, access_denied
 * for roles with more permissions than the caller's
 */
export function checkAssignable(model: TeamModel, caller: Caller, userRoleIds: readonly number[]): void {
  for (const id of userRoleIds) {
    const role = model.roles.get(id)
    if (!role || role.isMember) throw unknownRole()
    if (!mayAssignRole(model, caller, role)) throw new AppError('access_denied')
  }
}

/** Makes `wanted` the user's roles. Only those that it adds or removes are checked, as `checkAssignable` does. */
export async function changeRoles(
  client: Transaction,
  model: TeamModel,
  caller: Caller,
  user: { id: number; roles: readonly { id: number }[] },
  wanted: readonly number[],
): Promise<void> {
  const now = new Set(user.roles.map(({ id }) => id))
  const next = new Set(wanted)
  const added = [...next].filter((id) => !now.has(id))
  const removed = [...now].filter((id) => !next.has(id))
  checkAssignable(model, caller, [...added, ...removed])
  if (removed.length > 0) await removeRoles(client, user.id, removed)
  // The model may be older than the deletion of a role.
  if (added.length > 0 && (await addRoles(client, caller.teamId, user.id, added)) < added.length)
    throw unknownRole()
}

const unknownRole = () =>
  new AppError('validation_failed', { errors: [{ path: 'userRoleIds', code: 'unknown_choice' }] })
