/** Changes users of a team one after another, while no other change of its administrators runs. */

import { AppError } from '@muster/contract/errors'
import type { TeamUser } from '@muster/contract/users/users.api'
import type { Deps } from '../../engine/public.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser as Caller } from '../../platform/http/context.ts'
import { findTeamUser, lockTeam } from './users.repo.ts'

/** What is done to a user. It throws an AppError before its first write if it refuses. */
export type Change = (client: Transaction, user: TeamUser) => Promise<void>

interface Outcome {
  done: number[]
  refused: { id: number; error: AppError }[]
}

/** Only administrators may create, change and deactivate administrators. @throws AppError access_denied */
export function checkMayManage(caller: Caller, isTeamAdmin: boolean): void {
  if (isTeamAdmin && !caller.isTeamAdmin) throw new AppError('access_denied')
}

/** @throws AppError not_found, access_denied and what the change throws */
export async function changeUser(
  deps: Deps,
  caller: Caller,
  teamUserId: number,
  change: Change,
): Promise<TeamUser> {
  const [before, after] = await transaction(deps.pool, async (client) => {
    await lockTeam(client, caller.teamId)
    const user = await changeLocked(client, caller, teamUserId, change)
    return [user, (await findTeamUser(client, caller.teamId, teamUserId)) ?? user]
  })
  await deps.live.invalidate({ user: before!.userId })
  await deps.live.changed(caller.teamId, { kind: 'permissions', of: { teamUserIds: [teamUserId] } })
  return after!
}

/** Changes all in one transaction, except those that the change refuses. */
export async function changeUsers(
  deps: Deps,
  caller: Caller,
  teamUserIds: readonly number[],
  change: Change,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], refused: [] }
  await transaction(deps.pool, async (client) => {
    await lockTeam(client, caller.teamId)
    for (const id of new Set(teamUserIds)) {
      try {
        await changeLocked(client, caller, id, change)
        outcome.done.push(id)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        outcome.refused.push({ id, error })
      }
    }
  })
  if (outcome.done.length > 0) {
    await deps.live.invalidate({ team: caller.teamId })
    await deps.live.changed(caller.teamId, { kind: 'permissions', of: { teamUserIds: outcome.done } })
  }
  return outcome
}

/** @returns the user before the change */
async function changeLocked(
  client: Transaction,
  caller: Caller,
  teamUserId: number,
  change: Change,
): Promise<TeamUser> {
  const user = await findTeamUser(client, caller.teamId, teamUserId)
  if (!user) throw new AppError('not_found')
  checkMayManage(caller, user.accountType === 'team_admin')
  await change(client, user)
  return user
}
