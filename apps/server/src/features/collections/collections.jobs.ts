/** Background jobs of collections. */

import { z } from 'zod'
import { refreshCatalogueTask } from '../../engine/public.design.ts'
import { type Deps, openTeamIds } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { purgeTeam, retentionDays } from './purge.ts'

const dayMs = 24 * 60 * 60 * 1000

export function collectionsTasks(deps: Deps) {
  return { purge_trash: purgeTrashTask(deps), refresh_catalogue: refreshCatalogueTask(deps) }
}

/** Every night: purges what has been in a team's trash for 30 days. */
function purgeTrashTask(deps: Deps) {
  return defineTask({
    schema: z.object({}),
    cron: '23 3 * * *',
    async run(_payload, { log, signal }) {
      const before = new Date(Date.now() - retentionDays * dayMs)
      for (const id of await openTeamIds(deps.pool)) {
        signal.throwIfAborted()
        try {
          const purged = await purgeTeam(deps, id, before)
          log.info({ teamId: id, ...purged }, 'trash emptied')
        } catch (error) {
          // An error in one team must not affect the others; the next night retries.
          log.error({ err: error, teamId: id }, 'could not empty the trash')
        }
      }
    },
  })
}
