/** Selects the marks of calendar days besides events: records of other collections, by their dates. */

import { all, avatarOf, livingRows, nameSql, tables } from '../../engine/public.sql.ts'
import type { FieldModel, Scope } from '../../engine/public.ts'
import { join, rawSql, type Sql, sql } from '../../platform/db.ts'
import { columnFor, readableColumn } from './columns.ts'

export interface MarkedDays {
  /** The collection as the reader sees it. */
  scope: Scope
  date: FieldModel
  image: FieldModel | null
}

const maxMarks = 5000

/** One column with the contract's DateInfoResult. */
export function dateInfoSql(marks: readonly MarkedDays[], from: string, to: string): Sql {
  if (marks.length === 0) return sql`select '{"days":[]}'`
  const parts = marks.map(
    (mark, index) => sql`select ${rawSql(String(index))} as part, d.* from (${daysOf(mark, from, to)}) d`,
  )
  return sql`select json_build_object('days', coalesce(json_agg(json_build_object('date', m.date,
      'recordId', m.id, 'name', m.name, 'imageUrl', m.image) order by m.date, m.part, m.name, m.id), '[]'))::text
    from (select * from (${join(parts, ' union all ')}) a order by date limit ${rawSql(String(maxMarks))}) m`
}

function daysOf({ scope, date, image }: MarkedDays, from: string, to: string): Sql {
  const value = readableColumn(columnFor(scope, 'start', date.columnName), scope)
  const [first, last] = boundsOf(date, value, scope)
  const picture = image ? scope.access.fields.get(image.columnName) : undefined
  const imageUrl = picture ? imageOf(picture.field, readableColumn(picture, scope), scope) : sql`null::text`
  return sql`select ${rawSql(scope.alias)}.record_id as id, ${nameSql(scope)} as name, ${imageUrl} as image,
      day::date as date
    from ${tables(scope)}, lateral generate_series(greatest(${first}, ${from}::date)::timestamp,
      least(${last}, ${to}::date - 1)::timestamp, interval '1 day') day
    where ${all([livingRows(scope), sql`${first} < ${to}::date and ${last} >= ${from}::date`])}`
}

function imageOf(field: FieldModel, value: Sql, scope: Scope): Sql {
  return sql`(case when ${value} is not null then ${avatarOf(field, scope)} end)`
}

/** First and last day; infinite for open ranges. */
function boundsOf({ type }: FieldModel, value: Sql, { timeZone }: Scope): [Sql, Sql] {
  if (type.storage === 'timestamptz') {
    const day = sql`(${value} at time zone ${timeZone})::date`
    return [day, day]
  }
  if (type.storage !== 'daterange') return [value, value]
  return [
    sql`(case when ${value} is not null then coalesce(lower(${value}), '-infinity') end)`,
    sql`(case when ${value} is not null then coalesce(upper(${value}) - 1, 'infinity') end)`,
  ]
}
