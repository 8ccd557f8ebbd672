/** Work on fields that nobody waits for. */
import { z } from 'zod'
import type { Deps } from '../../platform/deps.ts'
import { defineTask } from '../../platform/jobs.ts'
import { loadModel } from '../../platform/model/model.ts'
import { ensureIndex, requestedKinds } from './indexes.ts'
import { aloneWithTables } from './table-care.ts'

/** The feature's tasks, by name. */
export function fieldsTasks(deps: Deps) {
  return { index_field: indexFieldTask(deps) }
}

/** Adds an index that requests asked for. See `requestIndex`. */
function indexFieldTask({ pool }: Pick<Deps, 'pool'>) {
  return defineTask({
    schema: z.object({
      teamId: z.number(),
      dataFieldId: z.number(),
      kind: z.enum(requestedKinds),
      sortFieldId: z.number().optional(),
    }),
    async run({ teamId, dataFieldId, kind, sortFieldId }, { log }) {
      await aloneWithTables(pool, teamId, async (client) => {
        const model = await loadModel(client, teamId)
        const field = model.fields.get(dataFieldId)
        if (!field || field.deletedAt || model.collections.get(field.dataCollectionId)?.deletedAt) return
        const sortField = sortFieldId === undefined ? undefined : model.fields.get(sortFieldId)
        if (sortFieldId !== undefined && (!sortField || sortField.deletedAt)) return
        const began = performance.now()
        const isThere = await ensureIndex(client, model, { field, kind, sortField })
        log.debug({ isThere, ms: Math.round(performance.now() - began) }, 'index looked after')
      })
    },
  })
}
