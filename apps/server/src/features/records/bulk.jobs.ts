/** Continues bulk operations in the background. */

import { AppError } from '@muster/contract/errors'
import { bulkBody } from '@muster/contract/records/records.schema'
import { z } from 'zod'
import {
  continueRun,
  type Deps,
  operationRun,
  performRun,
  targetAction,
  treeContext,
  workOn,
} from '../../engine/public.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'

const payload = z.object({
  teamId: z.number(),
  operationId: z.number(),
  dataCollectionId: z.number(),
  teamUserId: z.number(),
  body: bulkBody,
})

export function bulkTasks(deps: Deps) {
  return {
    bulk_records: defineTask({
      schema: payload,
      maxAttempts: 5,
      run: (given, context) => continueBulk(deps, given, context),
    }),
  }
}

async function continueBulk(
  deps: Deps,
  { teamId, operationId, dataCollectionId, teamUserId, body }: z.output<typeof payload>,
  context: JobContext,
): Promise<void> {
  const model = await deps.models.get(teamId)
  const run = operationRun(model.schema, operationId)
  await performRun({ pool: deps.pool, run, context }, async () => {
    const caller = await callerOf(deps.pool, teamId, teamUserId)
    if (!caller) throw new AppError('access_denied')
    const work = workOn(deps, treeContext({ model, caller, executor: deps.pool }, dataCollectionId))
    const action = 'skipBad' in body ? null : await targetAction(work, body)
    if (!action) return
    const onBatch = () => deps.live.recordsChanged(teamId, work.access.home.id, 'all')
    await continueRun(work, action, run, onBatch, context.signal)
  })
}
