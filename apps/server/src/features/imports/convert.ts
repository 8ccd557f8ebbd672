/** Staged texts become values or rejects: by PostgreSQL where there is no doubt, by the contract for the rest. */
import type { TextContext } from '@muster/contract/fields/definition'
import { validateText } from '@muster/contract/fields/validate'
import { fold } from '@muster/contract/text'
import { fixed, ident, join, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import type { FieldModel, TeamModel } from '../../platform/model/model.ts'
import type { Caller } from '../records/access.ts'
import { livingRows, tables } from '../records/query/filter-to-sql.ts'
import { linkedScope, type Scope } from '../records/query/scope.ts'
import { nameSql } from '../records/query/sort.ts'
import { cleanHtml } from '../records/write/clean-html.ts'
import { isPlainColumn, plainCell } from './cells.ts'
import type { PlainFacts } from './plain-cells.ts'
import { cellOf, rejects, stage } from './staging.ts'

/** A column of the file and the field it goes to. */
export interface MappedColumn {
  index: number
  field: FieldModel
}

export interface Converter {
  client: Transaction
  model: TeamModel
  caller: Caller
  scope: Scope
  signal: AbortSignal
  /** By column of the file: what the scanner saw. */
  facts: readonly PlainFacts[]
}

/** Different texts looked at in one go. */
const batchSize = 5000

/** Reads what PostgreSQL may not read by itself into `import_map_<index>` (raw, value, code), and notes rejects. */
export async function convertColumns(converter: Converter, columns: readonly MappedColumn[]): Promise<void> {
  const plain = await plainColumns(converter.client, columns, converter.facts)
  for (const column of columns) {
    converter.signal.throwIfAborted()
    await convertColumn(converter, column, plain.has(column.index))
  }
}

/** Columns of which every filled cell is plain: those the scanner saw so, others found in one pass over the rows. */
async function plainColumns(
  client: Transaction,
  columns: readonly MappedColumn[],
  facts: readonly PlainFacts[],
): Promise<Set<number>> {
  const known = columns.filter(({ index, field }) => isPlainColumn(field, facts[index]))
  const tests = columns.flatMap((column) => {
    const plain = known.includes(column) ? null : plainCell(column.field, cellOf(column.index))
    return plain ? [{ index: column.index, test: plain.test }] : []
  })
  const seen = new Set(known.map(({ index }) => index))
  if (tests.length === 0) return seen
  const [row] = await rows<{ plain: boolean[] }>(
    client,
    sql`select array[${join(tests.map(({ test }) => sql`coalesce(bool_and(${test}), true)`))}] as plain from ${stage} s`,
  )
  for (const [n, { index }] of tests.entries()) if (row?.plain[n]) seen.add(index)
  return seen
}

const mapTable = (index: number): Sql => fixed(`pg_temp.import_map_${index}`)

async function convertColumn(
  converter: Converter,
  { index, field }: MappedColumn,
  isPlain: boolean,
): Promise<void> {
  const { client } = converter
  const cell = cellOf(index)
  const plain = plainCell(field, cell)
  await run(
    client,
    sql`create temp table ${fixed(`import_map_${index}`)} (raw text primary key, value jsonb, code text) on commit drop`,
  )
  if (!isPlain) await readOdd(converter, index, field, plain ? sql`not ${plain.test}` : fixed('true'))
  await run(
    client,
    sql`insert into ${rejects} (record_id, c, code, value)
        select s.record_id, ${index}::int, m.code, left(m.raw, 200) from ${stage} s
        join ${mapTable(index)} m on m.raw = ${cell} where m.code is not null`,
  )
  if (field.isRequired && !field.type.isAutomatic?.(field.settings)) {
    await run(
      client,
      sql`insert into ${rejects} (record_id, c, code)
          select s.record_id, ${index}::int, 'required' from ${stage} s
          left join ${mapTable(index)} m on m.raw = ${cell}
          where ${cell} is null or (m.raw is not null and m.code is null and m.value is null)`,
    )
  }
}

/** The texts that PostgreSQL may not read by itself, each once. */
async function readOdd(converter: Converter, index: number, field: FieldModel, odd: Sql): Promise<void> {
  const { client } = converter
  const cell = cellOf(index)
  // A cursor, because a column of phone numbers has as many different texts as the file has rows.
  await run(
    client,
    sql`declare import_odd no scroll cursor for
        select distinct ${cell} from ${stage} s where ${cell} is not null and ${odd}`,
  )
  for (;;) {
    converter.signal.throwIfAborted()
    const batch = await client.query<[string]>({
      text: `fetch ${batchSize} from import_odd`,
      rowMode: 'array',
    })
    if (batch.rows.length === 0) break
    await readBatch(
      converter,
      index,
      field,
      batch.rows.map(([text]) => text),
    )
  }
  await run(client, sql`close import_odd`)
}

async function readBatch(
  converter: Converter,
  index: number,
  field: FieldModel,
  texts: readonly string[],
): Promise<void> {
  const context = await contextFor(converter, field, texts)
  const optional = { ...field, isRequired: false }
  const read = texts.map((raw) => {
    const parsed = validateText(optional, raw, context, { cleanHtml })
    return parsed.ok ? { raw, value: parsed.value, code: null } : { raw, value: null, code: parsed.code }
  })
  await run(
    converter.client,
    sql`insert into ${mapTable(index)} (raw, value, code)
        select raw, nullif(value, 'null'::jsonb), code
        from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) e (raw text, value jsonb, code text)`,
  )
}

async function contextFor(
  { client, model, scope }: Converter,
  field: FieldModel,
  texts: readonly string[],
): Promise<TextContext> {
  const context: TextContext = { language: 'en', timeZone: model.timeZone, country: model.country }
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to === 'collection') {
    const byName = new Map([...model.collections.values()].map(({ id, name }) => [fold(name), id]))
    return { ...context, idOf: (label) => byName.get(fold(label.trim())) }
  }
  if (reference?.to !== 'record' || reference.collectionId === null) return context
  const names = await recordsByName(client, linkedScope(scope, reference.collectionId), texts)
  return { ...context, idOf: (label) => names.get(fold(label.trim())) }
}

/** Records by folded name, as far as the person who imports sees them. A name of two records is nobody's. */
async function recordsByName(
  client: Transaction,
  scope: Scope,
  texts: readonly string[],
): Promise<Map<string, number>> {
  // A cell may hold several names, so that their parts count too.
  const wanted = [
    ...new Set(texts.flatMap((text) => [text, ...text.split(/[,;\n]/)]).map((text) => fold(text.trim()))),
  ]
  const found = await rows<{ name: string; ids: number[] }>(
    client,
    sql`select f.name, array_agg(f.id)::text[] as ids from (
          select ${ident(scope.schema, 'fold')}(${nameSql(scope)}) as name, ${ident(scope.recordAlias, 'id')} as id
          from ${tables(scope)} where ${livingRows(scope)}) f
        where f.name = any(${wanted}::text[]) group by f.name having count(*) = 1`,
  )
  return new Map(found.map(({ name, ids }) => [name, Number(ids[0])]))
}

/** How a mapped column is read while rows are inserted. */
export interface ReadyColumn extends MappedColumn {
  /** Whether any text had to go through the contract, so that the map must be joined. */
  isMapped: boolean
}

/** Which maps hold anything; the others need no join. */
export async function readyColumns(
  client: Transaction,
  columns: readonly MappedColumn[],
): Promise<ReadyColumn[]> {
  const ready: ReadyColumn[] = []
  for (const column of columns) {
    const [row] = await rows<{ has: boolean }>(
      client,
      sql`select exists (select from ${mapTable(column.index)}) as has`,
    )
    ready.push({ ...column, isMapped: row?.has ?? false })
  }
  return ready
}

/** jsonb of a row's value for a field, null where the cell is empty. */
export function jsonOfCell({ index, field, isMapped }: ReadyColumn): Sql {
  const plain = plainCell(field, cellOf(index))
  if (plain && !isMapped) return plain.value
  const map = fixed(`m${index}`)
  return plain
    ? sql`case when ${map}.raw is null then ${plain.value} else ${map}.value end`
    : sql`${map}.value`
}

/** The values of the field's columns, straight from the text where it is plain. */
export function columnValues(column: ReadyColumn, write: (json: Sql) => readonly Sql[]): readonly Sql[] {
  const plain = plainCell(column.field, cellOf(column.index))
  if (!plain) return write(jsonOfCell(column))
  if (!column.isMapped) return [plain.column]
  const map = fixed(`m${column.index}`)
  return write(sql`${map}.value`).map(
    (mapped) => sql`case when ${map}.raw is null then ${plain.column} else ${mapped} end`,
  )
}

export function mapJoins(columns: readonly ReadyColumn[]): Sql {
  const joins = columns
    .filter(({ isMapped }) => isMapped)
    .map(({ index }) => {
      const map = fixed(`m${index}`)
      return sql` left join ${mapTable(index)} ${map} on ${map}.raw = ${cellOf(index)}`
    })
  return joins.length > 0 ? join(joins, '') : fixed('')
}
