/** Who runs a wizard: a person with a session, or a visitor who holds the run's key. */
import type { TeamUser } from '../../../platform/http/context.ts'

export type RunBy =
  /** With the key, the run of a visitor who has signed in becomes theirs. */
  { teamId: number; teamUser: TeamUser; key?: string } | Holder

/** A visitor, who has a run's key and nothing else. */
export interface Holder {
  teamId: number
  key: string
}
