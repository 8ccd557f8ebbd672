/** Background jobs of fields. */

import { AppError } from '@muster/contract/errors'
import { changeTypeBody } from '@muster/contract/fields/fields.schema'
import { z } from 'zod'
import {
  canDesign,
  type Deps,
  ensureIndex,
  loadModel,
  operationRun,
  performRun,
  requestedKinds,
  withMaintenanceLock,
} from '../../engine/public.ts'
import { defineTask } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'
import { typeChangeRun } from './type-change/long-change.ts'
import { finishLongChange } from './type-change/type-change.service.ts'

export function fieldsTasks(deps: Deps) {
  return { index_field: indexFieldTask(deps), change_field_type: changeFieldTypeTask(deps) }
}

/** Adds an index requested with `requestIndex`. */
function indexFieldTask({ pool }: Pick<Deps, 'pool'>) {
  return defineTask({
    schema: z.object({
      teamId: z.number(),
      dataFieldId: z.number(),
      kind: z.enum(requestedKinds),
      sortFieldId: z.number().optional(),
    }),
    async run({ teamId, dataFieldId, kind, sortFieldId }, { log }) {
      await withMaintenanceLock(pool, teamId, async (client) => {
        const model = await loadModel(client, teamId)
        const field = model.fields.get(dataFieldId)
        if (!field || field.deletedAt || model.collections.get(field.dataCollectionId)?.deletedAt) return
        const sortField = sortFieldId === undefined ? undefined : model.fields.get(sortFieldId)
        if (sortFieldId !== undefined && (!sortField || sortField.deletedAt)) return
        const start = performance.now()
        const isThere = await ensureIndex(client, model, { field, kind, sortField })
        log.debug({ isThere, ms: Math.round(performance.now() - start) }, 'index ensured')
      })
    },
  })
}

/** Completes a started type change in one transaction, so that an aborted attempt changes nothing. */
function changeFieldTypeTask(deps: Deps) {
  return defineTask({
    schema: z.object({
      teamId: z.number(),
      operationId: z.number(),
      teamUserId: z.number(),
      dataCollectionId: z.number(),
      fieldId: z.number(),
      input: changeTypeBody,
    }),
    maxAttempts: 3,
    async run({ teamId, operationId, teamUserId, ...request }, context) {
      const { schema, collections } = await deps.models.get(teamId)
      const run = operationRun(schema, operationId)
      // Retries when tables stay locked, but not when the change itself fails.
      const isTemporary = ({ code }: AppError) => code === 'not_ready'
      await performRun({ pool: deps.pool, run, context, isTemporary }, async (progress) => {
        const caller = await callerOf(deps.pool, teamId, teamUserId)
        if (!caller || !canDesign(caller)) throw new AppError('access_denied')
        await finishLongChange(deps, caller, request, typeChangeRun(schema, run, progress))
        const home = collections.get(request.dataCollectionId)?.homeId
        if (home) deps.live.recordsChanged(teamId, home, 'all')
      })
    },
  })
}
