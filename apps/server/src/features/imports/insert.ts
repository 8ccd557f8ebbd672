/** Converted rows become records: typed row, catalogue, search document and log, some ten thousand a statement. */
import type pg from 'pg'
import { fixed, ident, join, literal, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import type { FieldModel } from '../../platform/model/model.ts'
import { storageOf } from '../fields/families/index.ts'
import { linkTable } from '../fields/families/storage.ts'
import { uniqueKeys } from '../fields/unique.ts'
import type { CollectionAccess } from '../records/access.ts'
import { countingFields, numbersFor } from '../records/write/auto-number.ts'
import { elements, isLinks, writtenColumns } from '../records/write/columns.sql.ts'
import { avatarOf, nameOf, searchDocumentOf, type ValuePlace } from '../records/write/texts.sql.ts'
import { type Converter, columnValues, jsonOfCell, mapJoins, type ReadyColumn } from './convert.ts'
import { rejects, stage } from './staging.ts'

export interface Insertion extends Converter {
  pool: pg.Pool
  access: CollectionAccess
  columns: readonly ReadyColumn[]
  teamUserId: number
  /** Rows staged; decides whether the search index is left to a job. */
  rowCount: number
  onProgress(processed: number): Promise<void>
}

/** Rows of one statement: large enough to be quick, small enough to show progress and to be interrupted. */
const rowsAtOnce = 20_000
/** Above this the search index is filled by a job afterwards. */
const manyRows = 5000

const good = sql`not exists (select from ${rejects} x where x.record_id = s.record_id)`

/** @returns the operation, and how many records it made */
export async function insertRecords(insertion: Insertion): Promise<{ operationId: number; created: number }> {
  const { client, model, access, columns, teamUserId, signal } = insertion
  await rejectDuplicates(insertion)
  const operation = ident(model.schema, 'operation')
  const [made] = await rows<{ id: number }>(
    client,
    sql`insert into ${operation} (kind, team_user_id) values ('import', ${teamUserId}) returning id`,
  )
  const operationId = made?.id as number
  for (const column of columns.filter(({ field }) => isLinks(field))) await insertLinks(insertion, column)
  const defaults = await defaultsOf(insertion)
  let created = 0
  for await (const range of ranges(client, insertion.rowCount)) {
    signal.throwIfAborted()
    created += await insertChunk(insertion, operationId, range, defaults)
    await insertion.onProgress(created)
  }
  await insertMembership(client, access, model.schema, operationId)
  await run(client, sql`update ${operation} set record_count = ${created} where id = ${operationId}`)
  return { operationId, created }
}

/** Values of columns that the file has none for: defaults, and the next numbers of fields that count up. */
async function defaultsOf({ access, columns, client, model, pool }: Insertion): Promise<Written[]> {
  const given = new Set(columns.map(({ field }) => field.id))
  const counting = countingFields(access.home)
  const defaults: Written[] = []
  for (const field of access.home.fields) {
    if (given.has(field.id) || isLinks(field)) continue
    if (counting.includes(field)) {
      // Ids of the rows lie close together; each stands for its number.
      const [span] = await rows<{ first: number; last: number }>(
        client,
        sql`select min(record_id) as first, max(record_id) as last from ${stage}`,
      )
      const { first = 0, last = 0 } = span ?? {}
      const codeOf = await numbersFor(pool, model, access.home, field, last - first + 1)
      defaults.push({ field, values: [codeOf(sql`(s.record_id - ${first - 1}::bigint)`)] })
    } else if (field.defaultValue !== null && field.defaultValue !== undefined) {
      const json = sql`${literal(JSON.stringify(field.defaultValue))}::jsonb`
      defaults.push({ field, values: storageOf(field).write(field, json) })
    }
  }
  return defaults
}

/** A field and what goes into its columns. */
interface Written {
  field: FieldModel
  values: readonly Sql[]
}

interface Range {
  from: number
  to: number
}

/** Ranges of the stage's blocks: rows are found by where they lie, which costs nothing. */
async function* ranges(client: Transaction, rowCount: number): AsyncGenerator<Range> {
  const [size] = await rows<{ blocks: number }>(
    client,
    sql`select (pg_relation_size('pg_temp.import_stage') / current_setting('block_size')::int)::int as blocks`,
  )
  const blocks = size?.blocks ?? 0
  const step = Math.max(1, Math.ceil((blocks * rowsAtOnce) / Math.max(1, rowCount)))
  for (let from = 0; from < blocks; from += step) yield { from, to: from + step }
}

/** Typed rows, catalogue and log of a range, as three statements: one with all of them would keep the rows twice. */
async function insertChunk(
  { client, model, access, columns, teamUserId, rowCount }: Insertion,
  operationId: number,
  { from, to }: Range,
  defaults: readonly Written[],
): Promise<number> {
  const { schema } = model
  const { home } = access
  const fieldBy = (id: number | null) => home.fields.find((field) => field.id === id)
  const plain = columns.filter(({ field }) => !isLinks(field))
  const parts: Written[] = [
    ...plain.map((column) => ({
      field: column.field,
      values: columnValues(column, (json) => storageOf(column.field).write(column.field, json)),
    })),
    ...defaults,
  ]
  const where = sql`where s.ctid >= ${`(${from},0)`}::tid and s.ctid < ${`(${to},0)`}::tid and ${good}`
  const names = ['record_id', ...parts.flatMap(({ field }) => writtenColumns(field))]
  const values = [sql`s.record_id`, ...parts.flatMap((part) => part.values)]
  const created = await run(
    client,
    sql`insert into ${ident(schema, home.tableName)} (${join(names.map((name) => ident(name)))})
        select ${join(values)} from ${stage} s${mapJoins(plain)} ${where}`,
  )
  // A large import leaves the words to a job, which makes them of the values.
  const isLater = rowCount > manyRows
  const [nameField, avatarField] = [fieldBy(home.nameFieldId), fieldBy(home.avatarFieldId)]
  const read = isLater
    ? home.fields.filter((field) => field === nameField || field === avatarField)
    : home.fields
  const place: ValuePlace = { model, schema, alias: 't' }
  const rowsRead = sql`(select s.record_id${joined(home.fields.flatMap((field) => valuesOf(parts, field, read, schema)))}
    from ${stage} s${mapJoins(plain)} ${where}) t`
  await run(
    client,
    sql`insert into ${ident(schema, 'data_record')}
          (id, data_collection_id, name, avatar, created_by, updated_by, ${fixed(isLater ? 'search_pending' : 'search')})
        select t.record_id, ${home.id}::bigint, ${nameOf(nameField, place)}, ${avatarOf(avatarField, place)},
          ${teamUserId}::bigint, ${teamUserId}::bigint,
          ${isLater ? sql`''` : searchDocumentOf(home.fields, place)} from ${rowsRead}`,
  )
  await run(
    client,
    sql`insert into ${ident(schema, 'log_event')} (operation_id, record_id, type)
        select ${operationId}::bigint, s.record_id, 'created' from ${stage} s ${where}`,
  )
  return created
}

const joined = (columns: readonly Sql[]): Sql =>
  columns.length > 0 ? sql`, ${join([...columns])}` : fixed('')

/** The columns of a field that is read, as the row has them: given, or empty. */
function valuesOf(
  parts: readonly Written[],
  field: FieldModel,
  read: readonly FieldModel[],
  schema: string,
): Sql[] {
  if (!read.includes(field) || isLinks(field)) return []
  const values = parts.find((part) => part.field === field)?.values
  const storage = storageOf(field)
  let next = 0
  return storage.columns(field).map(({ name, type, generated }) => {
    if (!generated) return sql`${values?.[next++] ?? fixed(`null::${type}`)} as ${ident(name)}`
    const of = sql`select ${values?.[0] ?? fixed('null::jsonb')} as ${ident(field.columnName)}`
    return sql`(select ${fixed(generated(schema))} from (${of}) g) as ${ident(name)}`
  })
}

async function insertLinks({ client, model }: Insertion, column: ReadyColumn): Promise<void> {
  await run(
    client,
    sql`insert into ${linkTable(column.field, model.schema)} (from_id, to_id, position)
        select s.record_id, e.id::bigint, e.n from ${stage} s${mapJoins([column])}
        cross join lateral ${elements(sql`coalesce(${jsonOfCell(column)}, 'null'::jsonb)`)} e (id, n)
        where ${good} on conflict do nothing`,
  )
}

/** Records of an import into a child collection are its members, and those of the plain collections above it. */
async function insertMembership(
  client: Transaction,
  access: CollectionAccess,
  schema: string,
  operationId: number,
): Promise<void> {
  if (access.collection.parentId === null || access.collection.isSmartCollection) return
  await run(
    client,
    sql`insert into ${ident(schema, 'membership')} (data_collection_id, record_id)
        select ${access.collection.id}::bigint, record_id from ${ident(schema, 'log_event')}
        where operation_id = ${operationId} on conflict do nothing`,
  )
}

/** Values of unique fields that stand twice in the file, or in a living record: the first in the file is kept. */
async function rejectDuplicates({ client, model, access, columns }: Insertion): Promise<void> {
  const table = ident(model.schema, access.home.tableName)
  for (const column of columns.filter(({ field }) => field.isUnique)) {
    const { field, index } = column
    const names = writtenColumns(field)
    const values = columnValues(column, (json) => storageOf(field).write(field, json))
    const typed = join(values.map((value, n) => sql`${value} as ${ident(names[n] as string)}`))
    const keys = (alias: string): readonly Sql[] => uniqueKeys(field, { schema: model.schema, alias })
    const same = join(
      keys('u').map((key, n) => sql`${key} = ${keys('t')[n] as Sql}`),
      ' and ',
    )
    await run(
      client,
      sql`insert into ${rejects} (record_id, c, code)
          select u.record_id, ${index}::int, 'not_unique' from (
            select k.*, row_number() over (partition by ${join([...keys('k')])} order by k.record_id) as nth
            from (select s.record_id, ${typed} from ${stage} s${mapJoins([column])} where ${good}) k
            where ${ident('k', names[0] as string)} is not null) u
          where u.nth > 1 or exists (select from ${table} t where t.deleted_at is null and ${same})`,
    )
  }
}
