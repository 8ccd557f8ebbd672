/** Merges items with many uses. */

import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import { type Deps, operationRun, performRun } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'
import { listContext, merge } from './merge-items.ts'

export function listsTasks(deps: Deps) {
  return {
    merge_list_items: defineTask({
      schema: z.object({
        teamId: z.number(),
        dataCollectionId: z.number(),
        operationId: z.number(),
        teamUserId: z.number(),
        survivorId: z.number(),
        itemIds: z.array(z.number()),
      }),
      maxAttempts: 3,
      async run({ teamId, dataCollectionId, operationId, teamUserId, ...body }, context) {
        const model = await deps.models.get(teamId)
        const run = operationRun(model.schema, operationId)
        await performRun({ pool: deps.pool, run, context }, async () => {
          const caller = await callerOf(deps.pool, teamId, teamUserId)
          if (!caller) throw new AppError('access_denied')
          const list = listContext({ model, caller, executor: deps.pool }, dataCollectionId)
          await merge(deps, list, body, run)
        })
      },
    }),
  }
}
