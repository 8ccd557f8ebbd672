/** Jobs that search for duplicates and merge many groups. */

import { z } from 'zod'
import { type Deps, openTeamIds, performRun, type Run } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { deleteOldScans, mergeRun, searchRun } from './duplicates.repo.ts'
import { findAll } from './find-all.ts'
import { mergeMany } from './merge-many.ts'
import { loadWork, type Work } from './work.ts'

export function duplicatesTasks(deps: Deps) {
  return {
    find_duplicates: scanTask(deps, searchRun, { processed: 'processed', total: 'total' }, findAll),
    merge_duplicates: scanTask(
      deps,
      mergeRun,
      { processed: 'merge_processed', total: 'merge_total' },
      mergeMany,
    ),
    delete_old_duplicate_scans: defineTask({
      schema: z.object({}),
      cron: '47 3 * * *',
      async run() {
        for (const id of await openTeamIds(deps.pool)) await deleteOldScans(deps.pool, teamSchema(id))
      },
    }),
  }
}

/** @param columns where the run's progress is stored */
function scanTask(
  deps: Deps,
  runOf: (schema: string, scanId: number) => Run,
  columns: { processed: string; total: string },
  execute: (work: Work, run: Run) => Promise<void>,
) {
  return defineTask({
    schema: z.object({ teamId: z.number(), scanId: z.number() }),
    maxAttempts: 3,
    async run({ teamId, scanId }, context) {
      const model = await deps.models.get(teamId)
      const run = runOf(model.schema, scanId)
      const onChange = () => deps.live.changed(teamId, { kind: 'duplicates' })
      await performRun({ pool: deps.pool, run, context, onChange }, async (progress) => {
        const onProgress = (processed: number, total: number) =>
          progress({ [columns.processed]: processed, [columns.total]: total }, true)
        await execute(await loadWork(deps, model, scanId, onProgress), run)
      })
    },
  })
}
