/** Looks for new events of webhooks soon after records have changed. */
import type { Deps } from '../../engine/public.ts'
import { teamsWithWebhooks } from './webhooks.repo.ts'

/** Changes within this time are looked for together. */
const pauseMs = 250

/** Call it in each process that runs jobs. */
export function watchForWebhooks({ pool, live, jobs, log }: Pick<Deps, 'pool' | 'live' | 'jobs' | 'log'>): {
  stop(): Promise<void>
} {
  const changed = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()

  const look = async () => {
    timer = undefined
    const teamIds = [...changed]
    changed.clear()
    try {
      for (const teamId of await teamsWithWebhooks(pool, teamIds)) {
        await jobs.add('collect_webhooks', { teamId }, { jobKey: `collect_webhooks ${teamId}` })
      }
    } catch (error) {
      // The job that runs every minute finds them.
      log.warn({ err: error }, 'webhooks: could not look for new events')
    }
  }
  live.onRecordsChanged((teamId) => {
    changed.add(teamId)
    timer ??= setTimeout(() => {
      work = look()
    }, pauseMs)
  })
  return {
    async stop() {
      clearTimeout(timer)
      await work
    },
  }
}
