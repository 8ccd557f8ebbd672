/**
 * Code fields that count up. A separate statement reserves a block of numbers and commits before the write
 * that uses them: a counter that is locked until an import commits would block all other inserts.
 */
import type pg from 'pg'
import { autonomous, ident, literal, one, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { CollectionModel, FieldModel, TeamModel } from '../model/model.ts'

interface AutoNumber {
  prefix: string
  digits: number
}

export function countingFields(home: CollectionModel): FieldModel[] {
  return home.fields.filter((field) => field.type.isAutomatic?.(field.settings))
}

/**
 * Assigns a number to each item without a value in a counting field. Numbers of a failed write are not
 * reused.
 */
export async function fillNumbers(
  pool: pg.Pool,
  model: TeamModel,
  home: CollectionModel,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  for (const field of countingFields(home)) {
    const empty = items.filter((values) => (values[field.columnName] ?? null) === null)
    const auto = field.settings.autoNumber as AutoNumber | null
    if (empty.length === 0 || !auto) continue
    let next = await takeNumbers(pool, model, home, field, auto, empty.length)
    for (const values of empty) values[field.columnName] = codeOf(auto, next++)
  }
}

function codeOf({ prefix, digits }: AutoNumber, number: number): string {
  return `${prefix}${String(number).padStart(digits, '0')}`
}

/** Reserves `count` numbers and returns the first. */
async function takeNumbers(
  pool: pg.Pool,
  model: TeamModel,
  home: CollectionModel,
  field: FieldModel,
  auto: AutoNumber,
  count: number,
): Promise<number> {
  const counter = ident(model.schema, 'field_counter')
  const executor = autonomous(pool)
  const taken = await one<{ last: number }>(
    executor,
    sql`update ${counter} set last = last + ${count} where field_id = ${field.id} returning last`,
  )
  const row =
    taken ??
    (await one<{ last: number }>(
      executor,
      sql`insert into ${counter} as c (field_id, last)
          values (${field.id}, ${highest(model, home, field, auto)} + ${count})
          on conflict (field_id) do update set last = c.last + ${count} returning last`,
    ))
  return (row?.last ?? count) - count + 1
}

/** Skips codes that were entered manually: raises the counter to the highest code of its form. */
export async function skipTaken(
  pool: pg.Pool,
  model: TeamModel,
  home: CollectionModel,
  field: FieldModel,
): Promise<void> {
  const auto = field.settings.autoNumber as AutoNumber
  await one(
    autonomous(pool),
    sql`update ${ident(model.schema, 'field_counter')}
        set last = greatest(last, ${highest(model, home, field, auto)}) where field_id = ${field.id}`,
  )
}

/** The highest number among codes of this form. */
function highest(model: TeamModel, home: CollectionModel, field: FieldModel, auto: AutoNumber): Sql {
  const column = ident('t', field.columnName)
  const number = sql`substr(${column}, ${rawSql(String(auto.prefix.length + 1))})`
  return sql`coalesce((select max(case when ${number} ~ '^[0-9]{1,15}$' then ${number}::bigint end)
    from ${ident(model.schema, home.tableName)} t
    where starts_with(${column}, ${literal(auto.prefix)})), 0)`
}

/** Reserves `count` numbers. @returns the SQL of the nth code (from 1), for statements over many rows */
export async function numbersFor(
  pool: pg.Pool,
  model: TeamModel,
  home: CollectionModel,
  field: FieldModel,
  count: number,
): Promise<(nth: Sql) => Sql> {
  const auto = field.settings.autoNumber as AutoNumber
  const first = await takeNumbers(pool, model, home, field, auto, count)
  return (nth) => {
    const number = sql`(${first - 1}::bigint + ${nth})::text`
    return sql`${auto.prefix}::text || lpad(${number}, greatest(${auto.digits}::int, length(${number})), '0')`
  }
}
