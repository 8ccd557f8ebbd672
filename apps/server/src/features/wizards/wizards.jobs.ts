/** Jobs of wizards: what a run leaves for the background. */
import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import type { Deps } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'
import { designIds } from './definitions.repo.ts'
import { designEnv } from './design-env.ts'
import { ActiveRun } from './runs/active-run.ts'
import { countRecords, forgetValues } from './runs/advance.ts'
import { lockLimits } from './runs/capacity.ts'
import { finishBackground } from './runs/finish.ts'
import { performNow } from './runs/replay.ts'
import { addEvents, applyToRun, findRun, saveRun } from './runs/runs.repo.ts'
import { versionOf } from './versions.ts'

export function wizardsTasks(deps: Deps) {
  return {
    wizard_continue: defineTask({
      schema: z.object({ teamId: z.number(), wizardRunId: z.number() }),
      maxAttempts: 5,
      run: ({ teamId, wizardRunId }, context) => continueRun(deps, teamId, wizardRunId, context),
    }),
  }
}

/** All background tasks of a run in one transaction, so that a crash leaves none or all of them done. */
async function continueRun(
  deps: Deps,
  teamId: number,
  wizardRunId: number,
  context: JobContext,
): Promise<void> {
  const model = await deps.models.get(teamId)
  const { schema } = model
  try {
    const run = await transaction(deps.pool, async (client) => {
      const row = await findRun(client, schema, wizardRunId, { lock: true })
      if (row?.state !== 'background') return null
      const teamUser = row.teamUserId === null ? null : await callerOf(client, teamId, row.teamUserId)
      if (row.teamUserId !== null && !teamUser) throw new AppError('access_denied')
      const version = await versionOf(client, model, row.versionId)
      const env = designEnv(model, await designIds(client, teamId))
      const run = new ActiveRun({ deps, model, env, version, row, teamUser: teamUser ?? null, client })
      run.hasLimits = true
      await lockLimits(run)
      run.begin(true)
      const tasks = version.definition.steps.flatMap((step) => step.tasks)
      for (const id of row.outcome?.background ?? []) {
        const task = tasks.find((one) => one.id === id)
        if (task) await performNow(run, task)
      }
      await finishBackground(run)
      row.operationId = run.knownOperationId
      row.state = 'done'
      row.error = null
      forgetValues(row)
      await countRecords(run)
      await saveRun(client, schema, row)
      await addEvents(client, schema, row.id, [
        ...run.performed,
        { kind: 'ended', detail: { state: 'done' } },
      ])
      return run
    })
    for (const home of run?.changedHomes ?? []) deps.live.recordsChanged(teamId, home, 'all')
    if (run?.hasSent) await deps.live.changed(teamId, { kind: 'messages' })
  } catch (error) {
    const isFinal = context.isLastAttempt || error instanceof AppError
    if (!isFinal) throw error
    const code = error instanceof AppError ? error.code : 'internal'
    context.log.error({ err: error, teamId, wizardRunId }, 'the background tasks of a wizard failed')
    if (await applyToRun(deps.pool, schema, wizardRunId, 'fail', code)) {
      await addEvents(deps.pool, schema, wizardRunId, [{ kind: 'failed', detail: { code } }])
    }
  }
}
