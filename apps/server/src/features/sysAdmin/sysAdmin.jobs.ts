/** Background jobs of system administration. */
import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { purgeTeams } from './team-life.service.ts'

export function sysAdminTasks(deps: Deps) {
  return {
    purge_deleted_teams: defineTask({
      schema: z.object({}),
      cron: '11 4 * * *',
      async run(_payload, { log, signal }) {
        const teamIds = await purgeTeams(deps, signal)
        if (teamIds.length > 0) log.info({ teamIds }, 'removed deleted teams for good')
      },
    }),
  }
}
