/** The columns of fields: adding, indexing, renaming and dropping them in a team's schema. */
import { ident, join, rawSql, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { storageOf } from '../storage/index.ts'
import type { ColumnSql } from '../storage/storage.ts'
import { homeTable } from './home-table.ts'
import type { FieldModel, TeamModel } from './model.ts'

/** Adds the columns, link tables and fixed indexes of one collection's fields, with one `alter table`. */
export async function addColumns(
  client: Transaction,
  model: TeamModel,
  fields: readonly FieldModel[],
): Promise<void> {
  const first = fields[0]
  if (!first) return
  const additions = fields
    .flatMap((field) => storageOf(field).columns(field))
    .map((column) => sql`add column ${columnDefinition(column, model.schema)}`)
  if (additions.length > 0) await run(client, sql`alter table ${homeTable(model, first)} ${join(additions)}`)
  for (const field of fields) {
    if (isLinks(field)) await createLinkTable(client, model.schema, linkTableName(field))
    await addFixedIndexes(client, model, field)
  }
}

function columnDefinition({ name, type, generated }: ColumnSql, schema: string): Sql {
  const expression = generated ? rawSql(` generated always as (${generated(schema)}) stored`) : rawSql('')
  return sql`${ident(name)} ${rawSql(type)}${expression}`
}

/** Whether values are stored in a separate link table. */
export function isLinks(field: FieldModel): boolean {
  return field.type.storage === 'links'
}

export function linkTableName(field: Pick<FieldModel, 'id'>): string {
  return `link_${field.id}`
}

async function createLinkTable(client: Transaction, schema: string, name: string): Promise<void> {
  await run(
    client,
    sql`create table ${ident(schema, name)} (from_id bigint not null, to_id bigint not null,
          position double precision not null default 0, primary key (from_id, to_id))`,
  )
  await run(client, sql`create index on ${ident(schema, name)} (to_id)`)
}

/**
 * Creates the indexes that a storage always has: on ids and on lists of ids, to find records by what they
 * refer to.
 */
export async function addFixedIndexes(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
): Promise<void> {
  const table = homeTable(model, field)
  const column = ident(field.columnName)
  if (field.type.storage === 'ids') {
    await run(
      client,
      sql`create index ${ident(indexName('members', field))} on ${table} using gin (${column})`,
    )
  } else if (field.type.storage === 'id' && field.type.family === 'reference') {
    await run(
      client,
      sql`create index ${ident(indexName('members', field))} on ${table} (${column}) where ${column} is not null`,
    )
  }
}

export type IndexKind = 'members' | 'unique' | 'sort' | 'contains'

/** The name of an index, which identifies its kind and field. */
export function indexName(kind: IndexKind, field: Pick<FieldModel, 'id'>): string {
  return `${kind}_${field.id}`
}

/** Name of the index that finds one value of a field, optionally in the order of another field. */
export function equalIndexName(
  field: Pick<FieldModel, 'id'>,
  sortField?: Pick<FieldModel, 'id'> | undefined,
): string {
  return sortField && sortField.id !== field.id ? `equal_${field.id}_${sortField.id}` : `equal_${field.id}`
}

export function equalStatisticsName(field: Pick<FieldModel, 'id'>): string {
  return `values_${field.id}`
}

const kinds: readonly IndexKind[] = ['members', 'unique', 'sort', 'contains']

/** Drops all indexes of a field before its columns are replaced; the new columns get new ones. */
export async function dropIndexes(client: Transaction, schema: string, field: FieldModel): Promise<void> {
  const found = await rows<{ name: string }>(
    client,
    sql`select indexname as name from pg_indexes where schemaname = ${schema}
        and indexname ~ ${`^(sort_desc_${field.id}|equal_${field.id}(_[0-9]+)?|equal_[0-9]+_${field.id})$`}`,
  )
  const names = [...kinds.map((kind) => indexName(kind, field)), ...found.map(({ name }) => name)]
  await run(client, sql`drop index if exists ${join(names.map((name) => ident(schema, name)))}`)
  await run(client, sql`drop statistics if exists ${ident(schema, equalStatisticsName(field))}`)
}
