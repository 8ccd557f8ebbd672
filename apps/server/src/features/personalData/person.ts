/** The record of a person, with the records that were merged into it: they describe the same person. */
import { AppError } from '@muster/contract/errors'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { homeContext, recordDetail, type TeamModel, type TreeContext } from '../../engine/public.ts'
import { type Executor, ident, one, rows, run, sql, type Transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'

export interface Person {
  context: TreeContext
  detail: RecordDetail
  /** Its id, and those of the records merged into it. */
  ids: number[]
}

/** @throws AppError not_found, also for a record of a collection that represents no people */
export async function findPerson(
  executor: Executor,
  model: TeamModel,
  caller: TeamUser,
  recordId: number,
): Promise<Person> {
  const row = await one<{ home: number }>(
    executor,
    sql`select data_collection_id as home from ${ident(model.schema, 'data_record')} where id = ${recordId}`,
  )
  if (!row) throw new AppError('not_found')
  const context = homeContext({ model, caller, executor }, row.home)
  const text = await recordDetail(context, recordId)
  if (text === null) throw new AppError('not_found')
  const detail = JSON.parse(text) as RecordDetail
  const isPerson = detail.dataCollectionIds.some((id) => {
    const collection = model.collections.get(id)
    // The records of the team's users are made from their accounts.
    return collection?.representsPeople && !collection.isInternalConfiguration
  })
  if (!isPerson) throw new AppError('not_found')
  return { context, detail, ids: [recordId, ...(await mergedInto(executor, model, recordId))] }
}

async function mergedInto(executor: Executor, { schema }: TeamModel, recordId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    executor,
    sql`with recursive merged (id) as (
          select record_id from ${ident(schema, 'merged_record')} where survivor_id = ${recordId}
          union
          select m.record_id from ${ident(schema, 'merged_record')} m join merged on m.survivor_id = merged.id
        ) select m.id from merged m join ${ident(schema, 'data_record')} r on r.id = m.id`,
  )
  return found.map(({ id }) => id)
}

/** Locks the records, so that the next statement sees all concurrent writes to them. @throws AppError not_found */
export async function lockPerson(
  client: Transaction,
  model: TeamModel,
  ids: readonly number[],
): Promise<void> {
  const locked = await run(
    client,
    sql`select from ${ident(model.schema, 'data_record')} where id = any(${ids}::bigint[]) order by id for update`,
  )
  if (locked < ids.length) throw new AppError('not_found')
}

/** What is typed before a record is erased. */
export function confirmationOf({ id, name }: Pick<RecordDetail, 'id' | 'name'>): string {
  return name || String(id)
}

/** The name of a record in the audit log, which keeps no values: its collection and number. */
export function auditNameOf(model: TeamModel, { id, dataCollectionId }: RecordDetail): string {
  return `${model.collections.get(dataCollectionId)?.name ?? ''} ${id}`.trim()
}
