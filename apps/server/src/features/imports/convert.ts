/** Converts staged texts to values or rejects: PostgreSQL casts plain cells, the contract parses the rest. */

import { undefuse } from '@muster/contract/exports/cells'
import type { TextContext } from '@muster/contract/fields/definition'
import { validateText } from '@muster/contract/fields/validate'
import { fold } from '@muster/contract/text'
import { isLinks, storageOf } from '../../engine/public.sql.ts'
import { cleanHtml, type FieldModel, isVisible, unknownCollection } from '../../engine/public.ts'
import { join, rawSql, rows, run, type Sql, sql, type Transaction } from '../../platform/db.ts'
import { isPlainColumn, plainCell } from './cells.ts'
import type { Converter, MappedColumn } from './converter.ts'
import { linkReader, type ReadTexts } from './links.ts'
import type { PlainFacts } from './plain-cells.ts'
import { cellOf, rejects, stage } from './staging.ts'

/** Distinct texts per batch. */
const batchSize = 5000

/** A mapped column whose cells are converted. */
export interface ReadyColumn extends MappedColumn {
  /** Whether any text was parsed by the contract, so that the map must be joined. */
  isMapped: boolean
}

/** Converts cells that are not plain into `import_map_<index>` (raw, value, code), and records rejects. */
export async function convertColumns(
  converter: Converter,
  columns: readonly MappedColumn[],
): Promise<ReadyColumn[]> {
  const plain = await plainColumns(converter.executor, columns, converter.facts)
  const ready: ReadyColumn[] = []
  for (const column of columns) {
    converter.signal.throwIfAborted()
    const isMapped = !plain.has(column.index) && (await convertColumn(converter, column))
    ready.push({ ...column, isMapped })
    await converter.onColumn(ready.length)
  }
  return ready
}

/**
 * Columns whose cells are all plain: those found by the scanner, and others found in one pass over the rows.
 */
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

export const mapTable = (index: number): Sql => rawSql(`pg_temp.import_map_${index}`)

/** @returns whether the column has texts that are not plain */
async function convertColumn(converter: Converter, column: MappedColumn): Promise<boolean> {
  const { executor } = converter
  const { index, field } = column
  const cell = cellOf(index)
  const plain = plainCell(field, cell)
  await run(
    executor,
    sql`create temp table ${rawSql(`import_map_${index}`)} (raw text primary key, value jsonb, code text) on commit drop`,
  )
  if (!(await parseNonPlain(converter, column, plain ? sql`not ${plain.test}` : rawSql('true')))) return false
  await run(executor, sql`analyze ${mapTable(index)}`)
  await run(
    executor,
    sql`insert into ${rejects} (record_id, c, code, value)
        select s.record_id, ${index}::int, m.code, left(m.raw, 200) from ${stage} s
        join ${mapTable(index)} m on m.raw = ${cell} where m.code is not null`,
  )
  return true
}

/** Parses the distinct texts that are not plain. @returns whether there are any */
async function parseNonPlain(converter: Converter, column: MappedColumn, isNotPlain: Sql): Promise<boolean> {
  const { executor } = converter
  const cell = cellOf(column.index)
  const read = await readerOf(converter, column)
  // A cursor, because a column of phone numbers has as many distinct texts as the file has rows.
  await run(
    executor,
    sql`declare import_odd no scroll cursor for
        select distinct ${cell} from ${stage} s where ${cell} is not null and ${isNotPlain}`,
  )
  let count = 0
  for (;;) {
    converter.signal.throwIfAborted()
    const batch = await executor.query<[string]>({
      text: `fetch ${batchSize} from import_odd`,
      rowMode: 'array',
    })
    if (batch.rows.length === 0) break
    count += batch.rows.length
    const raw = batch.rows.map(([text]) => text)
    // Removes the sign that CSV exports put before formulas; workbooks need none.
    const values = await read(converter.isWorkbook ? raw : raw.map(undefuse))
    const texts = values.map((value, n) => ({ ...value, raw: raw[n] }))
    await run(
      executor,
      sql`insert into ${mapTable(column.index)} (raw, value, code)
          select raw, nullif(value, 'null'::jsonb), code
          from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) e (raw text, value jsonb, code text)`,
    )
  }
  await run(executor, sql`close import_odd`)
  return count > 0
}

/** The parser of a column's texts: by name for links and choices, otherwise the contract's. */
async function readerOf(converter: Converter, column: MappedColumn): Promise<ReadTexts> {
  const { model, caller } = converter
  const { field, options } = column
  const context: TextContext = {
    language: 'en',
    timeZone: model.timeZone,
    country: model.country,
    ...(options.separator && { separator: options.separator }),
  }
  const reference = field.type.refersTo?.(field.settings)
  if (reference?.to === 'record') return linkReader(converter, column, context)
  const optional = { ...field, isRequired: false }
  const known = reference?.to === 'collection' ? { ...context, idOf: collectionNames(converter) } : context
  const keepsSpaces = options.spaces === 'keep' && field.dataType === 'plain_text'
  return async (texts) =>
    texts.map((raw) => {
      const parsed = validateText(optional, raw, known, { cleanHtml })
      const code = parsed.ok ? unknownCollection(model, caller, field, parsed.value) : parsed.code
      return parsed.ok && !code
        ? { raw, value: keepsSpaces ? withSpaces(parsed.value, raw) : parsed.value, code: null }
        : { raw, value: null, code: code ?? null }
    })
}

/** The contract trims texts; here they get back the spaces that they had. */
function withSpaces(value: unknown, raw: string): unknown {
  if (typeof value !== 'string') return value
  const [before = ''] = raw.match(/^\s*/u) ?? []
  const [after = ''] = raw.match(/\s*$/u) ?? []
  return `${before}${value}${after}`
}

/** Finds collections that the caller sees by their singular or plural names. */
function collectionNames({ model, caller }: Converter): (label: string) => number | undefined {
  const visible = [...model.collections.values()].filter(({ id }) => isVisible(model, caller, id))
  const byName = new Map([
    ...visible.map(({ id, pluralName }) => [fold(pluralName), id] as const),
    ...visible.map(({ id, name }) => [fold(name), id] as const),
  ])
  return (label) => byName.get(fold(label.trim()))
}

/** A row's value as jsonb, null if the cell is empty. */
export function jsonOfCell({ index, field, isMapped }: ReadyColumn): Sql {
  const plain = plainCell(field, cellOf(index))
  if (!isMapped) return plain?.value ?? sql`null::jsonb`
  const map = rawSql(`m${index}`)
  return plain
    ? sql`case when ${map}.raw is null then ${plain.value} else ${map}.value end`
    : sql`${map}.value`
}

/** The values of the field's columns, cast from the text if it is plain. */
export function columnValues({ field, index, isMapped }: ReadyColumn): readonly Sql[] {
  const plain = plainCell(field, cellOf(index))
  if (!isMapped) return plain ? [plain.column] : writtenValues(field, sql`null::jsonb`)
  const map = rawSql(`m${index}`)
  return writtenValues(field, sql`${map}.value`).map((_, n) => {
    const mapped = sql`${map}.${writtenName(n)}`
    return plain ? sql`case when ${map}.raw is null then ${plain.column} else ${mapped} end` : mapped
  })
}

/** The values of a field's columns; none for links, which have a table of their own. */
const writtenValues = (field: FieldModel, json: Sql): readonly Sql[] =>
  isLinks(field) ? [] : storageOf(field).write(field, json)

const writtenName = (n: number): Sql => rawSql(`w${n}`)

/** Joins the maps; `offset` lets the values of columns be made once for each text instead of for each row. */
export function mapJoins(columns: readonly ReadyColumn[]): Sql {
  const joins = columns
    .filter(({ isMapped }) => isMapped)
    .map(({ field, index }) => {
      const map = rawSql(`m${index}`)
      const written = writtenValues(field, sql`t.value`).map((value, n) => sql`${value} as ${writtenName(n)}`)
      const columns = join([sql`t.raw, t.value, t.code`, ...written])
      return sql` left join (select ${columns} from ${mapTable(index)} t offset 0) ${map} on ${map}.raw = ${cellOf(index)}`
    })
  return joins.length > 0 ? join(joins, '') : rawSql('')
}
