/** Colours for new items of custom lists for which nobody chose one. */
import { givenColors, nextColors } from '@muster/contract/lists/colors'
import { itemColumns } from '@muster/contract/lists/items'
import { type Executor, ident, rawSql, rows, type Sql, sql } from '../../platform/db.ts'
import type { CollectionModel, FieldModel, TeamModel } from '../model/model.ts'

/** As many of the last items as count for the colour of the next one. */
const mostSeen = 500

/** The field with the colours of a list's items; undefined where a team has made something else of it. */
export function colorField(home: CollectionModel): FieldModel | undefined {
  const field = home.isUsedAsCustomList ? home.fieldsByColumn.get(itemColumns.color) : undefined
  return field?.type.storage === 'text' && !field.isUnique ? field : undefined
}

/** Gives a colour to each item without one. */
export async function fillColors(
  executor: Executor,
  model: TeamModel,
  home: CollectionModel,
  items: readonly Record<string, unknown>[],
): Promise<void> {
  const field = colorField(home)
  if (!field) return
  const { columnName } = field
  const isEmpty = (values: Record<string, unknown>) => (values[columnName] ?? null) === null
  if (!items.some(isEmpty)) return
  const used = await usedColors(executor, model, home, field)
  for (const values of items) {
    if (isEmpty(values)) values[columnName] = nextColors(used, 1)[0]
    used.push(values[columnName] as string)
  }
}

/** For statements over many rows. @returns the SQL of the nth new item's colour (from 1) */
export async function colorsFor(
  executor: Executor,
  model: TeamModel,
  home: CollectionModel,
  field: FieldModel,
): Promise<(nth: Sql) => Sql> {
  const colors = nextColors(await usedColors(executor, model, home, field), givenColors.length)
  const count = rawSql(String(colors.length))
  return (nth) => sql`(${colors}::text[])[((${nth} - 1) % ${count} + 1)::int]`
}

/** In the order in which the items are shown, the last ones created. */
async function usedColors(
  executor: Executor,
  model: TeamModel,
  home: CollectionModel,
  { columnName }: FieldModel,
): Promise<(string | null)[]> {
  const rank = home.fieldsByColumn.get(itemColumns.rank)
  const place = rank?.type.storage === 'bigint' ? ident('t', rank.columnName) : rawSql('null::bigint')
  const found = await rows<{ color: string | null }>(
    executor,
    sql`select e.color from (
          select ${ident('t', columnName)} as color, ${place} as place, t.record_id
          from ${ident(model.schema, home.tableName)} t where t.deleted_at is null
          order by t.record_id desc limit ${rawSql(String(mostSeen))}) e
        order by e.place nulls last, e.record_id`,
  )
  return found.map(({ color }) => color)
}
