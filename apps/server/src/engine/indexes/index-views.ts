/** The background job that maintains the indexes of views and smart collections. */
import { z } from 'zod'
import { defineTask } from '../../platform/jobs.ts'
import type { Deps } from '../deps.ts'
import { loadModel } from '../model/model.ts'
import { openTeamIds } from '../model/open-teams.ts'
import { keepIndexes } from './keep-indexes.ts'
import { withMaintenanceLock } from './maintenance-lock.ts'

/** This file's tasks by name. */
export function indexTasks(deps: Deps) {
  return { index_views: indexViewsTask(deps) }
}

/**
 * Runs for one team after a change of its views or smart collections, and for all every night as tables grow.
 */
function indexViewsTask({ pool }: Pick<Deps, 'pool'>) {
  return defineTask({
    schema: z.object({ teamId: z.number().optional() }),
    cron: '40 2 * * *',
    async run({ teamId }, { log, signal }) {
      const teamIds = teamId === undefined ? await openTeamIds(pool) : [teamId]
      for (const id of teamIds) {
        if (signal.aborted) return
        const began = performance.now()
        const done = await withMaintenanceLock(pool, id, async (client) =>
          keepIndexes(client, await loadModel(client, id)),
        )
        log.debug(
          { teamId: id, ...done, ms: Math.round(performance.now() - began) },
          'indexes of views looked after',
        )
      }
    },
  })
}

/** Debounces: people who try out an order or a filter make several changes in a row. */
const settleMs = 10_000

/** Schedules one run of the job soon after changes of views or of the filters of smart collections. */
export async function keepIndexesSoon(
  { jobs, log }: Pick<Deps, 'jobs' | 'log'>,
  teamId: number,
): Promise<void> {
  await jobs
    .add(
      'index_views',
      { teamId },
      {
        jobKey: `index_views ${teamId}`,
        queue: `index_field ${teamId}`,
        runAt: new Date(Date.now() + settleMs),
      },
    )
    .catch((error: unknown) => log.warn({ err: error, teamId }, 'no job for the indexes of views'))
}
