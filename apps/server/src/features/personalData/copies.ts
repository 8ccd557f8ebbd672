/** Copies of records outside the team's schema: files of exports, and samples of imported files. */
import type { Deps, TeamModel } from '../../engine/public.ts'
import { removeExports } from '../exports/public.ts'
import { forgetSamples } from '../imports/public.ts'

/** Removes the copies that may contain records of a tree. Other copies expire: see docs/SECURITY.md. */
export async function removeCopies(deps: Deps, model: TeamModel, homeId: number): Promise<void> {
  const tree = [...model.collections.values()].filter((one) => one.homeId === homeId).map(({ id }) => id)
  await removeExports(deps, model.teamId, tree)
  await forgetSamples(deps, model.teamId, tree)
}
