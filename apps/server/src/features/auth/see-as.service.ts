/**
 * A team admin sees the team as another user or as somebody with one role, in one session. It can only lessen what they
 * may do: the permissions of others are a part of an admin's, and nothing can be changed.
 */
import type { SeenAs } from '@muster/contract/auth/auth.api'
import { AppError } from '@muster/contract/errors'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { transaction } from '../../platform/db.ts'
import type { SessionUser, TeamUser } from '../../platform/http/context.ts'
import { deleteSeeingAs, findSeenName, insertSeeingAs } from './see-as.repo.ts'

type SeeAsDeps = Pick<Deps, 'pool' | 'live'>

/**
 * @returns the name of the user or role
 * @throws AppError not_found when the team has no such role, or no such user who is not deactivated
 */
export async function seeAs(
  deps: SeeAsDeps,
  { sessionId }: SessionUser,
  { teamId, teamUserId }: TeamUser,
  target: SeenAs,
): Promise<string> {
  const name = await transaction(deps.pool, async (client) => {
    const found = await findSeenName(client, teamId, target)
    if (found === undefined) throw new AppError('not_found')
    await insertSeeingAs(client, sessionId, teamId, target)
    const [subject, subjectId] =
      'teamUserId' in target
        ? (['team_user', target.teamUserId] as const)
        : (['user_role', target.userRoleId] as const)
    await audit(client, { teamId, subject, subjectId, name: found, action: 'seen_as' })
    return found
  })
  await announce(deps, sessionId, teamId, teamUserId)
  return name
}

/** @returns the team that was seen as somebody else; null when there was none */
export async function stopSeeingAs(deps: SeeAsDeps, { sessionId }: SessionUser): Promise<number | null> {
  const ended = await deleteSeeingAs(deps.pool, sessionId)
  if (!ended) return null
  await announce(deps, sessionId, ended.teamId, ended.teamUserId)
  return ended.teamId
}

/** Ends the streams of the session, and lets its other pages refetch when they connect again. */
async function announce(
  { live }: SeeAsDeps,
  sessionId: string,
  teamId: number,
  teamUserId: number,
): Promise<void> {
  await live.invalidate({ session: sessionId })
  await live.changed(teamId, { kind: 'permissions', of: { teamUserIds: [teamUserId] } })
}
