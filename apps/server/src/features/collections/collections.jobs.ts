/** Work on collections that nobody waits for. */

import { z } from 'zod'
import { refreshCatalogueTask } from '../../engine/public.design.ts'
import type { Deps } from '../../engine/public.ts'
import { rows, sql } from '../../platform/db.ts'
import { defineTask } from '../../platform/jobs.ts'
import { keptDays, purgeTeam } from './purge.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The feature's tasks, by name. */
export function collectionsTasks(deps: Deps) {
  return { purge_trash: purgeTrashTask(deps), refresh_catalogue: refreshCatalogueTask(deps) }
}

/** Empties every team's trash of what has been there for 30 days; nightly. */
function purgeTrashTask(deps: Deps) {
  return defineTask({
    schema: z.object({}),
    cron: '23 3 * * *',
    async run(_payload, { log, signal }) {
      const before = new Date(Date.now() - keptDays * dayMs)
      for (const { id } of await rows<{ id: number }>(
        deps.pool,
        sql`select id from muster.team order by id`,
      )) {
        signal.throwIfAborted()
        try {
          const purged = await purgeTeam(deps, id, before)
          log.info({ teamId: id, ...purged }, 'trash emptied')
        } catch (error) {
          // One team's trouble is not the others'; the next night tries again.
          log.error({ err: error, teamId: id }, 'could not empty the trash')
        }
      }
    },
  })
}
