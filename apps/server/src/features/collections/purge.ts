/** Purges records, fields with their columns and collections with their tables after 30 days in the trash. */

import { linkTableName, typeChangeDetailsSchema } from '../../engine/public.design.ts'
import { homeTable, isLinks, storageOf, traitsOf } from '../../engine/public.sql.ts'
import {
  type CollectionModel,
  changeModel,
  type Deps,
  type FieldModel,
  type ModelDeps,
  type TeamModel,
} from '../../engine/public.ts'
import {
  ident,
  join,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
  transaction,
} from '../../platform/db.ts'

export const retentionDays = 30
const batchSize = 5000

export interface Purged {
  records: number
  fields: number
  collections: number
  /** Column sets kept by type changes. */
  keptColumns: number
}

/** @param before purges what was deleted before this time */
export async function purgeTeam(deps: ModelDeps, teamId: number, before: Date): Promise<Purged> {
  const records = await purgeRecords(deps, teamId, before)
  const model = await deps.models.get(teamId)
  const isOld = ({ deletedAt }: { deletedAt: string | null }) => isBefore(deletedAt, before)
  const nothing = { records, fields: 0, collections: 0, keptColumns: 0 }
  const hasOld = [...model.collections.values(), ...model.fields.values()].some(isOld)
  if (!hasOld && !(await hasOldTypeChange(deps.pool, model, before))) return nothing
  return changeModel(deps, teamId, async (change) => {
    const keptColumns = await purgeTypeChanges(change.client, change.model, before)
    const collections = [...change.model.collections.values()].filter(isOld)
    await purgeCollections(change.client, change.model, collections)
    const left = await change.reload()
    const fields = [...left.fields.values()].filter(isOld)
    for (const field of fields) await purgeField(change.client, left, field)
    return { records, fields: fields.length, collections: collections.length, keptColumns }
  })
}

function isBefore(deletedAt: string | null, before: Date): boolean {
  return deletedAt !== null && new Date(deletedAt) < before
}

/** Runs in batches, each in its own transaction, so that a million deleted records block nobody. */
async function purgeRecords(deps: ModelDeps, teamId: number, before: Date): Promise<number> {
  for (let purged = 0; ; ) {
    const model = await deps.models.get(teamId)
    const count = await transaction(deps.pool, async (client) => {
      const row = await one<{ ids: number[] }>(
        client,
        sql`select coalesce(array_agg(id), '{}') as ids from (
              select id from ${ident(model.schema, 'data_record')} where deleted_at < ${before}
              order by deleted_at limit ${batchSize} for update skip locked) r`,
      )
      await removeRecords(client, model, row!.ids.map(Number))
      return row!.ids.length
    })
    purged += count
    if (count < batchSize) return purged
  }
}

/** Removes the records and all references to them: links and choices that name them become empty. */
export async function removeRecords(
  client: Transaction,
  model: TeamModel,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const recordIds = sql`${ids}::bigint[]`
  const homes = await rows<{ id: number }>(
    client,
    sql`select distinct data_collection_id as id from ${ident(model.schema, 'data_record')}
        where id = any(${recordIds})`,
  )
  const homeIds = new Set(homes.map(({ id }) => id))
  for (const field of model.fields.values()) await removeReferences(client, model, field, homeIds, recordIds)
  for (const id of homeIds) {
    const home = model.collections.get(id)
    if (home)
      await run(
        client,
        sql`delete from ${ident(model.schema, home.tableName)} where record_id = any(${recordIds})`,
      )
  }
  for (const table of ['membership', 'log_event']) {
    await run(client, sql`delete from ${ident(model.schema, table)} where record_id = any(${recordIds})`)
  }
  await run(client, sql`delete from ${ident(model.schema, 'data_record')} where id = any(${recordIds})`)
}

/** Removes records from a field that may name them, or whose links start at them. */
async function removeReferences(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  homeIds: ReadonlySet<number>,
  recordIds: Sql,
): Promise<void> {
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to !== 'record') return
  const targetId =
    reference.collectionId === null ? null : model.collections.get(reference.collectionId)?.homeId
  const isTarget = targetId === null || (targetId !== undefined && homeIds.has(targetId))
  const column = ident(field.columnName)
  switch (traitsOf(field).ids) {
    case 'links': {
      const links = ident(model.schema, linkTableName(field))
      if (isTarget) await run(client, sql`delete from ${links} where to_id = any(${recordIds})`)
      if (homeIds.has(field.dataCollectionId))
        await run(client, sql`delete from ${links} where from_id = any(${recordIds})`)
      return
    }
    case 'one':
      if (!isTarget) return
      await run(
        client,
        sql`update ${homeTable(model, field)} set ${column} = null where ${column} = any(${recordIds})`,
      )
      return
    case 'array':
      if (!isTarget) return
      await run(
        client,
        sql`update ${homeTable(model, field)} set ${column} = (
              select array_agg(e.id order by e.n) from unnest(${column}) with ordinality e (id, n)
              where not e.id = any(${recordIds}))
            where ${column} && ${recordIds}`,
      )
      return
    case null:
      throw new Error(`${field.columnName} stores no ids`)
  }
}

async function purgeCollections(
  client: Transaction,
  model: TeamModel,
  collections: readonly CollectionModel[],
): Promise<void> {
  if (collections.length === 0) return
  const ids = collections.map(({ id }) => id)
  for (const root of collections.filter(({ id, homeId }) => id === homeId))
    await dropRoot(client, model, root)
  await run(
    client,
    sql`delete from ${ident(model.schema, 'membership')} where data_collection_id = any(${ids}::bigint[])`,
  )
  await run(
    client,
    sql`delete from muster.data_collection where team_id = ${model.teamId} and id = any(${ids}::bigint[])`,
  )
}

async function dropRoot(client: Transaction, model: TeamModel, root: CollectionModel): Promise<void> {
  const table = ident(model.schema, root.tableName)
  const own = sql`select record_id from ${table}`
  for (const field of [...root.fields, ...root.deletedFields].filter(isLinks)) {
    await run(client, sql`drop table if exists ${ident(model.schema, linkTableName(field))}`)
  }
  for (const name of ['membership', 'log_event']) {
    await run(client, sql`delete from ${ident(model.schema, name)} where record_id in (${own})`)
  }
  await run(
    client,
    sql`delete from ${ident(model.schema, 'data_record')} where data_collection_id = ${root.id}`,
  )
  await deleteCounters(client, model, [...root.fields, ...root.deletedFields])
  await run(client, sql`drop table ${table}`)
}

async function purgeField(client: Transaction, model: TeamModel, field: FieldModel): Promise<void> {
  if (isLinks(field)) {
    await run(client, sql`drop table if exists ${ident(model.schema, linkTableName(field))}`)
  } else {
    await dropColumns(
      client,
      model,
      field,
      storageOf(field)
        .columns(field)
        .map(({ name }) => name),
    )
  }
  await deleteCounters(client, model, [field])
  await run(client, sql`delete from muster.data_field where team_id = ${model.teamId} and id = ${field.id}`)
}

/** Deletes the last assigned numbers of removed fields. */
async function deleteCounters(
  client: Transaction,
  model: TeamModel,
  fields: readonly Pick<FieldModel, 'id'>[],
): Promise<void> {
  const ids = fields.map(({ id }) => id)
  await run(
    client,
    sql`delete from ${ident(model.schema, 'field_counter')} where field_id = any(${ids}::bigint[])`,
  )
}

/** Generated columns depend on their source, so all are dropped in one statement, dependents first. */
async function dropColumns(
  client: Transaction,
  model: TeamModel,
  field: Pick<FieldModel, 'dataCollectionId'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  const drops = [...names].reverse().map((name) => sql`drop column if exists ${ident(name)}`)
  await run(client, sql`alter table ${homeTable(model, field)} ${join(drops)}`)
}

interface OldTypeChange {
  id: number
  details: unknown
}

function oldTypeChanges(executor: Deps['pool'] | Transaction, { schema }: TeamModel, before: Date) {
  return rows<OldTypeChange>(
    executor,
    sql`select id, details from ${ident(schema, 'operation')}
        where details ? 'dataFieldId' and details -> 'kept' <> 'null'::jsonb and at < ${before}`,
  )
}

async function hasOldTypeChange(pool: Deps['pool'], model: TeamModel, before: Date): Promise<boolean> {
  return (await oldTypeChanges(pool, model, before)).length > 0
}

/** Drops the columns that a type change kept; it cannot be undone afterwards. */
async function purgeTypeChanges(client: Transaction, model: TeamModel, before: Date): Promise<number> {
  const changes = await oldTypeChanges(client, model, before)
  for (const { id, details } of changes) {
    const { kept, dataFieldId } = typeChangeDetailsSchema.parse(details)
    const field = model.fields.get(dataFieldId)
    if (kept?.linkTable) await run(client, sql`drop table if exists ${ident(model.schema, kept.linkTable)}`)
    if (kept && field) {
      await dropColumns(
        client,
        model,
        field,
        kept.columns.map(({ keptAs }) => keptAs),
      )
    }
    await run(
      client,
      sql`update ${ident(model.schema, 'operation')} set details = details || '{"kept": null}' where id = ${id}`,
    )
  }
  return changes.length
}
