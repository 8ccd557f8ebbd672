/** Ends runs that nobody continues, and deletes what only they needed: files and codes. */
import { z } from 'zod'
import { type Deps, openTeamIds, type TeamModel } from '../../../engine/public.ts'
import { transaction } from '../../../platform/db.ts'
import { defineTask, type JobContext } from '../../../platform/jobs.ts'
import { removeContents, removeOfEndedRuns } from '../../files/public.ts'
import { addEvents } from '../runs/runs.repo.ts'
import { deleteExpiredVerifications } from './verification.repo.ts'
import { abandonHours, abandonRuns, waitingVersions } from './visitor-runs.repo.ts'

const batchSize = 1000

export function visitorFilesTasks(deps: Deps) {
  return {
    end_wizard_runs: defineTask({
      schema: z.object({}),
      cron: '29 * * * *',
      run: (_payload, context) => forEachTeam(deps, context, (model) => endRuns(deps, model)),
    }),
    // Before `purge_files`.
    purge_wizard_files: defineTask({
      schema: z.object({}),
      cron: '47 3 * * *',
      run: (_payload, context) => forEachTeam(deps, context, (model) => purgeFilesOfRuns(deps, model)),
    }),
  }
}

/** Abandons runs of one team after the time that their wizard sets, and deletes codes that have expired. */
async function endRuns({ pool }: Deps, model: TeamModel): Promise<void> {
  await deleteExpiredVerifications(pool, model)
  const versions = await waitingVersions(pool, model)
  if (versions.length === 0) return
  const hours = await abandonHours(pool, model.teamId, versions)
  await transaction(pool, async (client) => {
    for (const id of await abandonRuns(client, model, hours)) {
      await addEvents(client, model.schema, id, [{ kind: 'ended', detail: { state: 'abandoned' } }])
    }
  })
}

/** Deletes files of cancelled and abandoned runs of one team that no record uses. */
async function purgeFilesOfRuns(deps: Deps, model: TeamModel): Promise<void> {
  let removed: number
  let total = 0
  do {
    removed = await transaction(deps.pool, (client) => removeOfEndedRuns(client, model, batchSize))
    total += removed
  } while (removed === batchSize)
  if (total > 0) await removeContents(deps, model)
}

async function forEachTeam(
  deps: Deps,
  { log, signal }: JobContext,
  work: (model: TeamModel) => Promise<void>,
): Promise<void> {
  for (const teamId of await openTeamIds(deps.pool)) {
    signal.throwIfAborted()
    try {
      await work(await deps.models.get(teamId))
    } catch (error) {
      // An error in one team must not affect the others; the next time tries again.
      log.error({ err: error, teamId }, 'could not tidy up after runs of wizards')
    }
  }
}
