import type { TeamUser } from '../../platform/http/context.ts'

/** Whose tokens and webhooks a user sees and changes; null for everybody's. */
export function ownerFor({ isTeamAdmin, teamUserId }: TeamUser): number | null {
  return isTeamAdmin ? null : teamUserId
}
