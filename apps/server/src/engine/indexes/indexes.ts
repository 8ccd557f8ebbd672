/** Indexes created on request: large tables get them for the columns that people sort and search by. */
import type { Storage } from '@muster/contract/fields/families'
import type pg from 'pg'
import { ident, join, one, rawSql, run, type Sql, sql } from '../../platform/db.ts'
import type { Deps } from '../deps.ts'
import { equalIndexName, equalStatisticsName, indexName } from '../model/columns.ts'
import { homeTable } from '../model/home-table.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { isFolded } from '../storage/conditions.ts'
import { storageOf } from '../storage/index.ts'
import { columnOf, type Place } from '../storage/storage.ts'
import { makeRoomForEqual } from './index-room.ts'

/**
 * `sort` for an order, `contains` for words within a text, `equal` for one value, optionally with an order.
 */
export const requestedKinds = ['sort', 'contains', 'equal'] as const
export type RequestedKind = (typeof requestedKinds)[number]

export interface IndexRequest {
  field: FieldModel
  kind: RequestedKind
  /** For `equal`: the field by which the records with one value are sorted. */
  sortField?: FieldModel | undefined
}

/** For smaller tables an index costs more than it saves. */
export const minRecords = 5000
const minDistinctTexts = 200
/** The limit of a B-tree entry is 2,704 bytes, and an index may have two text columns. */
const maxTextBytes = 1000
/** A filter on one value or a range gets an index when it has been used this often. */
const minEqualRequests = 3

const requestCounts = new WeakMap<TeamModel, Map<string, number>>()

/**
 * Notes that a request sorted by a field or searched in it. After enough requests it adds a job, which checks
 * whether the table is worth an index; that happens once per loaded model.
 */
export function requestIndex(
  deps: Pick<Deps, 'jobs' | 'log'>,
  model: TeamModel,
  { field, kind, sortField }: IndexRequest,
): void {
  const known = requestCounts.get(model) ?? new Map<string, number>()
  requestCounts.set(model, known)
  const key = `${model.teamId} ${field.id} ${kind}${sortField ? ` ${sortField.id}` : ''}`
  const times = (known.get(key) ?? 0) + 1
  const enough = kind === 'equal' ? minEqualRequests : 1
  if (times > enough) return
  known.set(key, times)
  if (times < enough) return
  const payload = {
    teamId: model.teamId,
    dataFieldId: field.id,
    kind,
    ...(sortField ? { sortFieldId: sortField.id } : {}),
  }
  // One queue per team: two concurrent index builds on one table would deadlock.
  const queue = `index_field ${model.teamId}`
  deps.jobs.add('index_field', payload, { jobKey: `index_field ${key}`, queue }).catch((error: unknown) => {
    known.delete(key)
    deps.log.warn({ err: error, ...payload }, 'could not ask for an index')
  })
}

/**
 * Creates the index if the table is large enough and the field can be indexed in this way.
 * @param client outside a transaction and without a time limit: `create index concurrently` waits for others
 * @returns whether the index exists now
 */
export async function ensureIndex(
  client: pg.PoolClient,
  model: TeamModel,
  { field, kind, sortField }: IndexRequest,
): Promise<boolean> {
  const definition = definitionOf(model, { field, kind, sortField })
  if (!definition || !(await isLarge(client, model, field))) return false
  if (kind === 'contains') {
    if (!(await isVaried(client, model, field))) return false
  } else if (await hasLongTexts(client, model, sortField ? [field, sortField] : [field])) return false
  const plainName = kind === 'equal' ? equalIndexName(field, sortField) : indexName(kind, field)
  const isValid = await validityOf(client, model, plainName)
  if (isValid) return true
  if (kind === 'equal' && !(await makeRoomForEqual(client, model, homeTable(model, field)))) return false
  const name = ident(plainName)
  // An invalid index that an interrupted attempt left only slows writes.
  if (isValid === false)
    await run(client, sql`drop index concurrently if exists ${ident(model.schema)}.${name}`)
  await run(
    client,
    sql`create index concurrently if not exists ${name} on ${homeTable(model, field)} ${definition}`,
  )
  if (kind !== 'sort') await gatherStatistics(client, model, field)
  return true
}

/** The index definition after the table's name; null if the field cannot be indexed in this way. */
function definitionOf(model: TeamModel, { field, kind, sortField }: IndexRequest): Sql | null {
  const { tableName } = model.collections.get(field.dataCollectionId)!
  const place = { schema: model.schema, alias: tableName }
  if (kind === 'contains') {
    if (field.type.storage !== 'text') return null
    return sql`using gin ((${equalKey(field, place)}) gin_trgm_ops) where deleted_at is null`
  }
  const keys = kind === 'equal' ? [] : sortKeysOf(field, place)
  if (kind === 'equal') {
    if (!hasEquals(field)) return null
    keys.push(equalKey(field, place))
    if (sortField && sortField.dataCollectionId === field.dataCollectionId && sortField.id !== field.id) {
      keys.push(...sortKeysOf(sortField, place))
    }
  }
  if (keys.length === 0) return null
  const parts = keys.map((key) => sql`(${key})`)
  return sql`(${join(parts)}, record_id) where deleted_at is null`
}

/** The expressions that a field is sorted by; none for links, which are sorted by names in another table. */
export function sortKeysOf(field: FieldModel, place: Place): Sql[] {
  if (field.type.refersTo?.(field.settings).to === 'record') return []
  return [...storageOf(field).sortKeys(field, place)]
}

const equalStorages: ReadonlySet<Storage> = new Set<Storage>(['text', 'bigint', 'numeric', 'id', 'date'])

/** Whether an index can find records by one value of the field. */
export function hasEquals(field: FieldModel): boolean {
  return equalStorages.has(field.type.storage)
}

/** The expression that conditions compare. */
export function equalKey(field: FieldModel, place: Place): Sql {
  const column = columnOf(field, place)
  return isFolded(field) ? sql`${ident(place.schema, 'fold')}(${column})` : column
}

/**
 * Gathers statistics on the compared expression: without them the planner assumes that every value is rare.
 */
async function gatherStatistics(client: pg.PoolClient, model: TeamModel, field: FieldModel): Promise<void> {
  if (!isFolded(field)) return
  const { tableName } = model.collections.get(field.dataCollectionId)!
  const key = equalKey(field, { schema: model.schema, alias: tableName })
  await run(
    client,
    sql`create statistics if not exists ${ident(model.schema, equalStatisticsName(field))} on (${key})
        from ${homeTable(model, field)}`,
  )
  await run(client, sql`analyze ${homeTable(model, field)}`)
}

/** Whether a text is too long for an index entry, which would make the index build or later writes fail. */
export async function hasLongTexts(
  client: pg.PoolClient,
  model: TeamModel,
  fields: readonly FieldModel[],
): Promise<boolean> {
  const texts = fields.filter(({ type }) => type.storage === 'text')
  const [first] = texts
  if (!first) return false
  const tooLong = texts.map(
    ({ columnName }) => sql`octet_length(${ident(columnName)}) > ${rawSql(String(maxTextBytes))}`,
  )
  const row = await one<{ isThere: boolean }>(
    client,
    sql`select exists (select from ${homeTable(model, first)} where ${join(tooLong, ' or ')}) as "isThere"`,
  )
  return row!.isThere
}

export async function isLarge(client: pg.PoolClient, model: TeamModel, field: FieldModel): Promise<boolean> {
  const row = await one<{ count: number }>(
    client,
    sql`select count(*) from (select from ${homeTable(model, field)} limit ${minRecords + 1}) t`,
  )
  return row!.count > minRecords
}

/**
 * Whether a search within the column finds few records. With few distinct texts it finds many, and the
 * planner would prefer this index, which fetches and sorts them all, to one that returns the first page in
 * order.
 */
async function isVaried(client: pg.PoolClient, model: TeamModel, field: FieldModel): Promise<boolean> {
  const { tableName } = model.collections.get(field.dataCollectionId)!
  await run(client, sql`analyze ${homeTable(model, field)} (${ident(field.columnName)})`)
  const row = await one<{ distinct: number }>(
    client,
    sql`select n_distinct as distinct from pg_stats
        where schemaname = ${model.schema} and tablename = ${tableName} and attname = ${field.columnName}`,
  )
  // Negative: the number of values as a fraction of the rows, because it grows with them.
  return !row || row.distinct < 0 || row.distinct > minDistinctTexts
}

/** Whether an index is valid; undefined if it does not exist. */
export async function validityOf(
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
