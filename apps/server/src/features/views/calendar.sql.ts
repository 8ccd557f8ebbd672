/** Events of a stretch of days as one JSON text: PostgreSQL finds them, checks the rights and writes them. */

import { type CalendarBody, mostEvents } from '@muster/contract/views/views.schema'
import {
  all,
  always,
  dayOfYear,
  daysOfYear,
  type Selection,
  tables,
  traitsOf,
} from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { rawSql, type Sql, sql } from '../../platform/db.ts'
import { colorOf, columnFor, readableColumn, titleOf, wrong } from './columns.ts'

/** What the columns asked for say about when something is; days are those of the team's zone. */
interface When {
  /** First and last day; no first day: no event. */
  firstDay: Sql
  lastDay: Sql
  isAllDay: Sql
  /** Instants of an event that has a time; nulls for whole days. */
  startAt: Sql
  endAt: Sql
  /** Whether an event has more than its first day, or an end. */
  hasEnd: Sql
  /** What finds the records that may be in the stretch, said so that an index can. */
  within: Sql
  /** The same of those that come back every year; null where nothing is known but when they began. */
  withinYear: Sql | null
}

export type CalendarColumns = Pick<
  CalendarBody,
  'start' | 'end' | 'allDay' | 'onlyStart' | 'color' | 'name' | 'isYearly'
>

/** Longest stretch: a calendar shows a month, a list of events some years. */
const mostDays = 3700

/**
 * One column with the contract's CalendarResult.
 * @throws AppError validation_failed for columns that are not there or do not fit, or a stretch that is none
 */
export function calendarSql(
  selection: Selection,
  columns: CalendarColumns,
  { from, to }: Pick<CalendarBody, 'from' | 'to'>,
  length: 'some years' | 'any' = 'some years',
): Sql {
  const { scope, where } = selection
  if (to <= from) throw wrong('to', 'range_reversed')
  if (length !== 'any' && (Date.parse(to) - Date.parse(from)) / 86_400_000 > mostDays)
    throw wrong('to', 'too_big')
  const when = whenOf(scope, columns, sql`${from}::date`, sql`${to}::date`, daysOfYear(from, to))
  const everyYear = all([sql`${when.firstDay} < ${to}::date`, when.withinYear ?? always])
  const { color, join: items } = colorOf(scope, columns.color)
  const found = sql`select ${rawSql(scope.alias)}.record_id as id, ${titleOf(scope, columns.name)} as name,
      ${when.firstDay} as first_day, greatest(${when.firstDay}, ${when.lastDay}) as last_day,
      ${when.isAllDay} as all_day, ${when.startAt} as start_at, ${when.endAt} as end_at, ${when.hasEnd} as has_end,
      ${color} as color
    from ${tables(scope)}${items}
    where ${all([where, columns.isYearly ? everyYear : when.within])}`
  const events = columns.isYearly ? yearly(found, from, to, scope) : once(found, from, to)
  const limit = rawSql(String(mostEvents))
  return sql`select json_build_object('events', coalesce(json_agg(json_build_object('id', e.id, 'name', e.name,
        'start', e.start, 'end', e."end", 'isAllDay', e."isAllDay", 'color', e.color) order by e.n)
        filter (where e.n <= ${limit}), '[]'), 'isMore', count(*) > ${limit})::text
    from (select id, name, start, "end", "isAllDay", color, row_number() over (order by day, start, id) as n
      from (${events}) o order by n limit ${limit} + 1) e`
}

const shown = (day: Sql, last: Sql, startAt: Sql, endAt: Sql): Sql => sql`f.id, f.name, ${day} as day,
  case when f.all_day then ${day}::text else to_json(${startAt}) #>> '{}' end as start,
  case when not f.has_end then null when f.all_day then nullif(${last}, ${day})::text
    else to_json(${endAt}) #>> '{}' end as "end",
  f.all_day as "isAllDay", f.color`

function once(found: Sql, from: string, to: string): Sql {
  return sql`select ${shown(rawSql('f.first_day'), rawSql('f.last_day'), rawSql('f.start_at'), rawSql('f.end_at'))}
    from (${found}) f
    where f.first_day < ${to}::date and (case when f.has_end then f.last_day else f.first_day end) >= ${from}::date`
}

/**
 * Each year's day from the year it began in; in years without a 29 February its 28th. An event is never longer than
 * a year here, and keeps its time of day.
 */
function yearly(found: Sql, from: string, to: string, { timeZone }: Scope): Sql {
  const years = sql`generate_series(${Number(from.slice(0, 4)) - 1}::int, ${Number(to.slice(0, 4))}::int)`
  const day = rawSql('o.day')
  const last = sql`(o.day + least(f.last_day - f.first_day, 364))`
  const local = (instant: Sql): Sql => sql`case when o.day = f.first_day then ${instant} else
    ((${instant} at time zone ${timeZone}) + (o.day - f.first_day) * interval '1 day') at time zone ${timeZone} end`
  return sql`select ${shown(day, last, local(rawSql('f.start_at')), local(rawSql('f.end_at')))}
    from (${found}) f cross join ${years} y (year) cross join lateral (select
      (f.first_day + make_interval(years => y.year - extract(year from f.first_day)::int))::date as day) o
    where y.year >= extract(year from f.first_day) and o.day < ${to}::date
      and (case when f.has_end then ${last} else o.day end) >= ${from}::date`
}

function whenOf(
  scope: Scope,
  columns: CalendarColumns,
  from: Sql,
  to: Sql,
  inYear: readonly number[] | null,
): When {
  const start = columnFor(scope, 'start', columns.start)
  const end = columns.end === undefined ? null : columnFor(scope, 'end', columns.end)
  if (end && end.field.type.storage !== start.field.type.storage) throw wrong('end', 'view_field_kind')
  const flag = (role: 'allDay' | 'onlyStart'): Sql | null => {
    const column = columns[role]
    return column === undefined
      ? null
      : sql`coalesce(${readableColumn(columnFor(scope, role, column), scope)}, false)`
  }
  const first = readableColumn(start, scope)
  const last = end ? readableColumn(end, scope) : null
  const onlyStart = flag('onlyStart')
  const may = (condition: Sql): Sql => (onlyStart ? sql`(${condition} and not ${onlyStart})` : condition)
  switch (traitsOf(start.field).time) {
    case 'instant':
      return instants(first, last, flag('allDay'), may, scope, from, to)
    case 'range':
      return ranges(first, may, from, to)
    case 'day':
      return days(first, last, may, from, to, inYear)
    case null:
      throw wrong('start', 'view_field_kind')
  }
}

const nothing = rawSql('null::timestamptz')
type May = (condition: Sql) => Sql

/** Records that begin in the stretch, or end in it, or go over it. */
function between(first: Sql, last: Sql | null, from: Sql, to: Sql): Sql {
  const begins = sql`${first} >= ${from}`
  return sql`${first} < ${to} and ${last ? sql`(${begins} or ${last} >= ${from})` : begins}`
}

function days(
  first: Sql,
  last: Sql | null,
  may: May,
  from: Sql,
  to: Sql,
  inYear: readonly number[] | null,
): When {
  return {
    firstDay: first,
    lastDay: last ?? first,
    isAllDay: rawSql('true'),
    startAt: nothing,
    endAt: nothing,
    hasEnd: last ? may(sql`coalesce(${last} > ${first}, false)`) : rawSql('false'),
    within: between(first, last, from, to),
    // What lasts longer than its first day may have begun before the stretch.
    withinYear: inYear && !last ? sql`${dayOfYear(first)} = any(${inYear}::int[])` : null,
  }
}

/** An end that is not known is the day that is. */
function ranges(range: Sql, may: May, from: Sql, to: Sql): When {
  const [lower, upper] = [sql`lower(${range})`, sql`(upper(${range}) - 1)`]
  const firstDay = sql`coalesce(${lower}, ${upper})`
  return {
    firstDay,
    lastDay: sql`coalesce(${upper}, ${lower})`,
    isAllDay: rawSql('true'),
    startAt: nothing,
    endAt: nothing,
    hasEnd: may(sql`coalesce(${upper} > ${lower}, false)`),
    within: sql`${range} && daterange(${from}, ${to})`,
    withinYear: null,
  }
}

function instants(
  first: Sql,
  last: Sql | null,
  allDay: Sql | null,
  may: May,
  { timeZone }: Scope,
  from: Sql,
  to: Sql,
): When {
  const dayOf = (instant: Sql): Sql => sql`(${instant} at time zone ${timeZone})::date`
  const midnight = (day: Sql): Sql => sql`(${day}::timestamp at time zone ${timeZone})`
  const hasEnd = last ? may(sql`coalesce(${last} > ${first}, false)`) : rawSql('false')
  return {
    firstDay: dayOf(first),
    // What ends at midnight ends with the day before.
    lastDay: last ? dayOf(sql`(${last} - interval '1 microsecond')`) : dayOf(first),
    isAllDay: allDay ?? rawSql('false'),
    startAt: first,
    endAt: last ?? nothing,
    hasEnd,
    within: between(first, last, midnight(from), midnight(to)),
    withinYear: null,
  }
}
