/** Merging items that very many records use. */

import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import { type Deps, endRun } from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'
import { listAccess, merge } from './merge-items.ts'

/** The feature's tasks, by name. */
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
        try {
          const caller = await callerOf(deps.pool, teamId, teamUserId)
          if (!caller) throw new AppError('access_denied')
          await merge(deps, caller, model, listAccess(model, caller, dataCollectionId), body, operationId)
        } catch (error) {
          // What the data or the rights forbid is final; anything else is tried again.
          const isFinal = error instanceof AppError
          if (isFinal || (context.isLastAttempt && !context.signal.aborted)) {
            await endRun({ deps, model }, operationId, 'failed')
          }
          if (!isFinal) throw error
        }
      },
    }),
  }
}
