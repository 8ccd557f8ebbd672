/** Shared by the jobs that search for duplicates and merge many groups. */

import { AppError } from '@muster/contract/errors'
import type { Deps, TeamModel } from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { callerOf } from '../auth/public.ts'
import { findScan, type StoredScan } from './duplicates.repo.ts'

export interface Work {
  deps: Deps
  model: TeamModel
  scan: StoredScan
  /** The owner of the search, with their current rights. */
  caller: TeamUser
  /** Called after each step; throws to stop. */
  onProgress(processed: number, total: number): Promise<void>
}

/** @throws AppError access_denied when the owner is no longer an active user */
export async function loadWork(
  deps: Deps,
  model: TeamModel,
  scanId: number,
  onProgress: Work['onProgress'],
): Promise<Work> {
  const scan = await findScan(deps.pool, model.schema, scanId)
  const caller = scan && (await callerOf(deps.pool, model.teamId, scan.teamUserId))
  if (!caller) throw new AppError('access_denied')
  return { deps, model, scan, caller, onProgress }
}
