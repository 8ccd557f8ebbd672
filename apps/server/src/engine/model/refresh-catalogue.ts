/**
 * Refreshes the names, avatars and search documents of a collection's records after a change of the fields
 * they are derived from. Small collections are refreshed in the same transaction, large ones in batches by a
 * job.
 */
import { z } from 'zod'
import {
  type Executor,
  ident,
  one,
  rawSql,
  run,
  sql,
  type Transaction,
  transaction,
} from '../../platform/db.ts'
import { defineTask, type Jobs } from '../../platform/jobs.ts'
import type { Deps } from '../deps.ts'
import { avatarOf, nameOf, searchDocumentOf, type ValuePlace } from '../write/texts.sql.ts'
import { loadModel, type TeamModel } from './model.ts'

/** Larger collections are refreshed by a job. */
const maxInTransaction = 10_000
const batchSize = 5000

/**
 * Refreshes the catalogue now, or adds a job for it.
 *
 * @param model as it is after the change
 * @param jobs without it, all records are refreshed in this transaction
 */
export async function refreshCatalogue(
  client: Transaction,
  model: TeamModel,
  dataCollectionId: number,
  jobs?: Pick<Jobs, 'add'>,
): Promise<void> {
  const { teamId } = model
  const ids = await recordIds(client, model, dataCollectionId, 0, maxInTransaction + 1)
  if (ids.length <= maxInTransaction || !jobs) {
    await refreshRecords(client, model, dataCollectionId, jobs ? ids : undefined)
    return
  }
  await jobs.add(
    'refresh_catalogue',
    { teamId, dataCollectionId },
    { client, jobKey: `refresh_catalogue ${teamId} ${dataCollectionId}` },
  )
}

async function recordIds(
  executor: Executor,
  model: TeamModel,
  dataCollectionId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const row = await one<{ ids: number[] }>(
    executor,
    sql`select coalesce(array_agg(id order by id), '{}') as ids from (
          select record_id as id from ${tableOf(model, dataCollectionId)}
          where record_id > ${after} order by record_id limit ${limit}) t`,
  )
  return row!.ids.map(Number)
}

function tableOf(model: TeamModel, dataCollectionId: number) {
  return ident(model.schema, model.collections.get(dataCollectionId)!.tableName)
}

/** @param ids of records of the collection, also in the trash; without it, all are refreshed */
export async function refreshRecords(
  client: Executor,
  model: TeamModel,
  dataCollectionId: number,
  ids?: readonly number[],
): Promise<void> {
  const { fields, nameFieldId, avatarFieldId } = model.collections.get(dataCollectionId)!
  const place: ValuePlace = { model, schema: model.schema, alias: 't' }
  const fieldBy = (id: number | null) => fields.find((field) => field.id === id)
  await run(
    client,
    sql`update ${ident(model.schema, 'data_record')} r
        set name = ${nameOf(fieldBy(nameFieldId), place)}, named_at = now(), avatar = ${avatarOf(fieldBy(avatarFieldId), place)},
          search = ${searchDocumentOf(fields, place)}, search_pending = null
        from ${tableOf(model, dataCollectionId)} t
        where t.record_id = r.id ${ids ? sql`and r.id = any(${ids}::bigint[])` : rawSql('')}`,
  )
}

export function refreshCatalogueTask({ pool, live }: Pick<Deps, 'pool' | 'live'>) {
  return defineTask({
    schema: z.object({ teamId: z.number(), dataCollectionId: z.number() }),
    async run({ teamId, dataCollectionId }, { signal }) {
      for (let after = 0; !signal.aborted; ) {
        const ids = await transaction(pool, (client) => refreshBatch(client, teamId, dataCollectionId, after))
        const last = ids.at(-1)
        if (last === undefined) return live.recordsChanged(teamId, dataCollectionId, 'all')
        after = last
      }
      signal.throwIfAborted()
    },
  })
}

async function refreshBatch(
  client: Transaction,
  teamId: number,
  dataCollectionId: number,
  after: number,
): Promise<number[]> {
  const model = await loadModel(client, teamId)
  const collection = model.collections.get(dataCollectionId)
  if (!collection || collection.homeId !== collection.id) return []
  const ids = await recordIds(client, model, dataCollectionId, after, batchSize)
  // Locks the records first, so that the next statement sees all concurrent writes to them.
  await run(
    client,
    sql`select from ${ident(model.schema, 'data_record')} where id = any(${ids}::bigint[]) order by id for update`,
  )
  await refreshRecords(client, model, dataCollectionId, ids)
  return ids
}
