/** What the search for duplicates and the merging of many have in common as jobs: beginning, and telling how far. */

import { AppError } from '@muster/contract/errors'
import type { Deps, TeamModel } from '../../engine/public.ts'
import { autonomous } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { callerOf } from '../auth/public.ts'
import { Cancelled } from './cancelled.ts'
import { findScan, noteWork, type StoredScan, startWork, type Work } from './duplicates.repo.ts'

interface Begun {
  model: TeamModel
  scan: StoredScan
  /** Who asked for it, with the rights of now. */
  caller: TeamUser
  /** @throws Cancelled; the signal's reason */
  onProgress(processed: number, total: number): Promise<void>
}

/** @returns null where somebody has cancelled it. @throws AppError access_denied when its owner is no user any more */
export async function beginWork(
  { pool, models }: Deps,
  work: Work,
  teamId: number,
  scanId: number,
  signal: AbortSignal,
): Promise<Begun | null> {
  const model = await models.get(teamId)
  const { schema } = model
  if (!(await startWork(pool, schema, work, scanId))) return null
  const scan = await findScan(pool, schema, scanId)
  const caller = scan && (await callerOf(pool, teamId, scan.teamUserId))
  if (!caller) throw new AppError('access_denied')
  return {
    model,
    scan,
    caller,
    async onProgress(processed, total) {
      signal.throwIfAborted()
      if (!(await noteWork(autonomous(pool), schema, work, scanId, { processed, total })))
        throw new Cancelled()
    },
  }
}
