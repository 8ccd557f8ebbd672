/** Indexes that requests ask for: large tables sort and search by the columns people really use. */
import type pg from 'pg'
import { fixed, ident, join, one, run, type Sql, sql } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { FieldModel, TeamModel } from '../../platform/model/model.ts'
import { indexName } from './columns.ts'
import { storageOf } from './families/index.ts'
import { columnOf } from './families/storage.ts'
import { homeTable } from './home-table.ts'

/** `sort` ascending, `sort_desc` descending (both with empty values last), `contains` for words within a text. */
export const requestedKinds = ['sort', 'sort_desc', 'contains'] as const
export type RequestedKind = (typeof requestedKinds)[number]

/** Smaller tables are sorted faster than an index pays back. */
const fewestRecords = 5000
const fewestTexts = 200

const asked = new WeakMap<TeamModel, Set<string>>()

/**
 * Notes that a request sorted by a field, or searched in it. Costs nothing but for the first time since the team's
 * model was loaded; then a job looks whether the table is worth an index.
 */
export function requestIndex(
  deps: Pick<Deps, 'jobs' | 'log'>,
  model: TeamModel,
  field: FieldModel,
  kind: RequestedKind,
): void {
  const known = asked.get(model) ?? new Set<string>()
  asked.set(model, known)
  const key = `${model.teamId} ${field.id} ${kind}`
  if (known.has(key)) return
  known.add(key)
  const payload = { teamId: model.teamId, dataFieldId: field.id, kind }
  // Two indexes built at once on one table would wait for each other for ever.
  const queue = `index_field ${model.teamId}`
  deps.jobs.add('index_field', payload, { jobKey: `index_field ${key}`, queue }).catch((error: unknown) => {
    known.delete(key)
    deps.log.warn({ err: error, ...payload }, 'could not ask for an index')
  })
}

/**
 * Makes the index where the table is large enough and the field's values have an order (or words).
 * @param client outside a transaction, with time: `create index concurrently` waits for others
 * @returns whether the index is there now
 */
export async function ensureIndex(
  client: pg.PoolClient,
  model: TeamModel,
  field: FieldModel,
  kind: RequestedKind,
): Promise<boolean> {
  const definition = definitionOf(model, field, kind)
  if (!definition || !(await isLarge(client, model, field))) return false
  if (kind === 'contains' && !(await isVaried(client, model, field))) return false
  const name = ident(indexName(kind, field))
  const isValid = await validityOf(client, model, indexName(kind, field))
  if (isValid) return true
  // What an interrupted attempt left is no use to anybody, and only costs the writers.
  if (isValid === false)
    await run(client, sql`drop index concurrently if exists ${ident(model.schema)}.${name}`)
  await run(
    client,
    sql`create index concurrently if not exists ${name} on ${homeTable(model, field)} ${definition}`,
  )
  return true
}

/** What stands behind the table's name; null where the field has nothing to index. */
function definitionOf(model: TeamModel, field: FieldModel, kind: RequestedKind): Sql | null {
  const { tableName } = model.collections.get(field.dataCollectionId)!
  const place = { schema: model.schema, alias: tableName }
  if (kind === 'contains') {
    if (field.type.storage !== 'text') return null
    const folded = sql`${ident(model.schema, 'fold')}(${columnOf(field, place)})`
    return sql`using gin ((${folded}) gin_trgm_ops) where deleted_at is null`
  }
  const keys = storageOf(field).sortKeys(field, place)
  if (keys.length === 0) return null
  const direction = fixed(kind === 'sort_desc' ? ' desc nulls last' : '')
  const parts = keys.map((key) => sql`(${key})${direction}`)
  return sql`(${join(parts)}, record_id${fixed(kind === 'sort_desc' ? ' desc' : '')}) where deleted_at is null`
}

async function isLarge(client: pg.PoolClient, model: TeamModel, field: FieldModel): Promise<boolean> {
  const row = await one<{ count: number }>(
    client,
    sql`select count(*) from (select from ${homeTable(model, field)} limit ${fewestRecords + 1}) t`,
  )
  return row!.count > fewestRecords
}

/**
 * Whether a search within the column finds few records. Among a handful of different texts it finds many, and an
 * index that fetches and sorts them all would be chosen over one that gives the first page in order.
 */
async function isVaried(client: pg.PoolClient, model: TeamModel, field: FieldModel): Promise<boolean> {
  const { tableName } = model.collections.get(field.dataCollectionId)!
  const row = await one<{ distinct: number }>(
    client,
    sql`select n_distinct as distinct from pg_stats
        where schemaname = ${model.schema} and tablename = ${tableName} and attname = ${field.columnName}`,
  )
  // Below zero: a share of the rows, because the more rows the more values.
  return !row || row.distinct < 0 || row.distinct > fewestTexts
}

/** Undefined where there is no such index. */
async function validityOf(
  client: pg.PoolClient,
  { schema }: TeamModel,
  name: string,
): Promise<boolean | undefined> {
  const row = await one<{ isValid: boolean }>(
    client,
    sql`select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_namespace n on n.oid = c.relnamespace where n.nspname = ${schema} and c.relname = ${name}`,
  )
  return row?.isValid
}
