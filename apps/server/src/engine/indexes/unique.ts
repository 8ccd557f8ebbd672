/**
 * Unique fields: no two records outside the trash have the same value, ignoring case and accents in texts.
 */
import type { Storage } from '@muster/contract/fields/families'
import {
  type Executor,
  ident,
  join,
  rawSql,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
} from '../../platform/db.ts'
import { indexName } from '../model/columns.ts'
import { homeTable } from '../model/home-table.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { columnOf, type Place, partName } from '../storage/storage.ts'

/**
 * Texts are compared without case and accents, and hashed because an index entry must fit a third of a page.
 */
const foldedStorages: ReadonlySet<Storage> = new Set<Storage>(['text', 'html', 'video'])

/** The expressions that are unique among records outside the trash; nulls are never equal. */
export function uniqueKeys(field: FieldModel, place: Place): readonly Sql[] {
  const column = columnOf(field, place)
  if (foldedStorages.has(field.type.storage)) return [sql`md5(${ident(place.schema, 'fold')}(${column}))`]
  if (field.type.storage === 'money') return [column, ident(place.alias, partName(field, 'currency'))]
  return [column]
}

/** Name of the index, which PostgreSQL reports in a unique violation. */
function uniqueIndexName(field: Pick<FieldModel, 'id'>): string {
  return indexName('unique', field)
}

/** The field whose index PostgreSQL named in a unique violation. */
export function fieldOfUniqueIndex(model: TeamModel, constraint: string | undefined): FieldModel | undefined {
  const id = /^unique_(\d+)$/.exec(constraint ?? '')?.[1]
  return id === undefined ? undefined : model.fields.get(Number(id))
}

export async function addUniqueIndex(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
): Promise<void> {
  const { tableName } = model.collections.get(field.dataCollectionId)!
  const keys = uniqueKeys(field, { schema: model.schema, alias: tableName }).map((key) => sql`(${key})`)
  await run(
    client,
    sql`create unique index ${ident(uniqueIndexName(field))} on ${homeTable(model, field)} (${join(keys)})
        where deleted_at is null`,
  )
}

export async function dropUniqueIndex(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
): Promise<void> {
  await run(client, sql`drop index if exists ${ident(model.schema, uniqueIndexName(field))}`)
}

export interface Duplicates {
  /** Records that share one value. */
  recordIds: number[]
}

const maxGroups = 20

/** Groups of records outside the trash with the same value, largest first; at most twenty. */
export async function findDuplicates(
  executor: Executor,
  model: TeamModel,
  field: FieldModel,
): Promise<Duplicates[]> {
  const keys = uniqueKeys(field, { schema: model.schema, alias: 't' })
  return rows<Duplicates>(
    executor,
    sql`select to_json((array_agg(t.record_id order by t.record_id))[1:10]) as "recordIds"
        from ${homeTable(model, field)} t
        where t.deleted_at is null and ${columnOf(field, { schema: model.schema, alias: 't' })} is not null
        group by ${join([...keys])} having count(*) > 1
        order by count(*) desc, min(t.record_id) ${rawSql(`limit ${maxGroups}`)}`,
  )
}
