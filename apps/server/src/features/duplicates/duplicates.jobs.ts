/** Searching for duplicates and merging many of them, in the background. */

import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import { rows, sql } from '../../platform/db.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { Cancelled } from './cancelled.ts'
import { deleteOldScans, failWork, type Work } from './duplicates.repo.ts'
import { findAll } from './find-all.ts'
import { mergeMany } from './merge-many.ts'

const ofScan = z.object({ teamId: z.number(), scanId: z.number() })

export function duplicatesTasks(deps: Deps) {
  return {
    find_duplicates: defineTask({
      schema: ofScan,
      maxAttempts: 3,
      run: ({ teamId, scanId }, context) =>
        settled(deps, context, teamId, scanId, 'search', () => findAll(deps, teamId, scanId, context.signal)),
    }),
    merge_duplicates: defineTask({
      schema: ofScan,
      maxAttempts: 3,
      run: ({ teamId, scanId }, context) =>
        settled(deps, context, teamId, scanId, 'merge', () =>
          mergeMany(deps, teamId, scanId, context.signal),
        ),
    }),
    delete_old_duplicate_scans: defineTask({
      schema: z.object({}),
      cron: '47 3 * * *',
      async run() {
        const teams = await rows<{ id: number }>(deps.pool, sql`select id from muster.team order by id`)
        for (const { id } of teams) await deleteOldScans(deps.pool, teamSchema(id))
      },
    }),
  }
}

/** What the data or the rights forbid is final and told; anything else is tried again. */
async function settled(
  deps: Deps,
  context: JobContext,
  teamId: number,
  scanId: number,
  work: Work,
  act: () => Promise<void>,
): Promise<void> {
  const tell = () => deps.live.changed(teamId, { kind: 'duplicates' })
  const { schema } = await deps.models.get(teamId)
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Cancelled)) {
      if (error instanceof AppError) await failWork(deps.pool, schema, work, scanId, error.code)
      else {
        if (context.isLastAttempt && !context.signal.aborted)
          await failWork(deps.pool, schema, work, scanId, 'internal')
        throw error
      }
    }
  } finally {
    await tell()
  }
}
