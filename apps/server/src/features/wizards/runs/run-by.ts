/** Who runs a wizard: a person with a session, or whoever holds the run's key. */
import type { TeamUser } from '../../../platform/http/context.ts'

export type RunBy = { teamId: number; teamUser: TeamUser } | { teamId: number; key: string }
