/** Selects the events of a date range as one JSON text; the statement includes the permission checks. */

import { daysBetween } from '@muster/contract/fields/time/calendar'
import { type CalendarBody, mostEvents } from '@muster/contract/views/views.schema'
import {
  all,
  always,
  dayOfYear,
  daysOfYear,
  markOf,
  type Selection,
  tables,
  traitsOf,
} from '../../engine/public.sql.ts'
import type { Scope } from '../../engine/public.ts'
import { empty, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import { colorOf, columnFor, dayOfYearNumber, readableColumn, titleOf, wrong } from './columns.ts'

/** SQL for the time of an event; days are days in the team's time zone. */
interface When {
  /** First and last day; null for records without an event. */
  firstDay: Sql
  lastDay: Sql
  isAllDay: Sql
  /** Whether all events are whole days. */
  isDays: boolean
  /** Instants of a timed event; null for whole days. */
  startAt: Sql
  endAt: Sql
  /** Whether an event has an end, or more than one day; null if none has. */
  hasEnd: Sql | null
  /** The year of events by year; null for others. */
  year: Sql | null
  /** Indexable condition for the records that may be in the range. */
  within: Sql
  /** The same for yearly events; null if only the first day limits them. */
  withinYear: Sql | null
}

export type CalendarColumns = Pick<
  CalendarBody,
  'start' | 'end' | 'allDay' | 'onlyStart' | 'color' | 'name' | 'isYearly' | 'marks'
>

/** Longest range: a calendar shows a month, a list of events some years. */
const maxDays = 3700

/**
 * One column with the contract's CalendarResult.
 * @throws AppError validation_failed for columns that do not exist or have the wrong type, or an invalid
 * range
 */
export function calendarSql(
  selection: Selection,
  columns: CalendarColumns,
  { from, to }: Pick<CalendarBody, 'from' | 'to'>,
  length: 'some years' | 'any' = 'some years',
): Sql {
  const { scope, where } = selection
  if (to <= from) throw wrong('to', 'range_reversed')
  if (length !== 'any' && daysBetween(from, to) > maxDays) throw wrong('to', 'too_big')
  const when = whenOf(scope, columns, sql`${from}::date`, sql`${to}::date`, daysOfYear(from, to))
  const everyYear = all([sql`${when.firstDay} < ${to}::date`, when.withinYear ?? always])
  const { color, join: items } = colorOf(scope, columns.color)
  const found = sql`select ${rawSql(scope.alias)}.record_id as id, ${titleOf(scope, columns.name)} as name,
      ${when.firstDay} as first_day, greatest(${when.firstDay}, ${when.lastDay}) as last_day,
      ${when.isAllDay} as all_day, ${when.startAt} as start_at, ${when.endAt} as end_at,
      ${when.hasEnd ?? rawSql('false')} as has_end,
      ${when.year ?? rawSql('null')} as year, ${color} as color, ${markOf(scope, columns.marks ?? [])} as mark
    from ${tables(scope)}${items}
    where ${all([where, columns.isYearly ? everyYear : when.within])}`
  const events = columns.isYearly ? yearly(found, from, to, scope) : single(found, from, to)
  const limit = rawSql(String(mostEvents))
  // What is the same for all events is left out: a month of 11,728 days takes a seventh less time without it.
  const shown = [
    rawSql('id, name, start'),
    ...(when.hasEnd ? [rawSql('"end"')] : []),
    ...(when.isDays ? [] : [rawSql('"isAllDay"')]),
    ...(columns.color === undefined ? [] : [rawSql('color')]),
    ...(when.year ? [rawSql('year')] : []),
    ...(columns.marks?.length ? [rawSql('mark')] : []),
  ]
  // Rows become JSON as they are, which takes half as long as naming their keys. Only a full answer looks for more.
  return sql`select json_build_object('events', coalesce(json_agg(e), '[]'), 'isMore', case when count(*) = ${limit}
      then (select count(*) from (${events} limit ${limit} + 1) m) > ${limit} else false end)::text
    from (select ${join(shown)}
      from (${events}) o order by day${when.isDays ? empty : rawSql(', start')}, id limit ${limit}) e`
}

const eventColumns = (day: Sql, last: Sql, startAt: Sql, endAt: Sql): Sql => sql`f.id, f.name, ${day} as day,
  case when f.all_day then ${day}::text else to_json(${startAt}) #>> '{}' end as start,
  case when not f.has_end then null when f.all_day then nullif(${last}, ${day})::text
    else to_json(${endAt}) #>> '{}' end as "end",
  f.all_day as "isAllDay", f.color, f.year, f.mark`

function single(found: Sql, from: string, to: string): Sql {
  return sql`select ${eventColumns(rawSql('f.first_day'), rawSql('f.last_day'), rawSql('f.start_at'), rawSql('f.end_at'))}
    from (${found}) f
    where f.first_day < ${to}::date and (case when f.has_end then f.last_day else f.first_day end) >= ${from}::date`
}

/**
 * Repeats each event on its day of every year since it began; 29 February becomes 28 February in other years.
 * Events are cut to one year, and keep their time of day.
 */
function yearly(found: Sql, from: string, to: string, { timeZone }: Scope): Sql {
  const years = sql`generate_series(${Number(from.slice(0, 4)) - 1}::int, ${Number(to.slice(0, 4))}::int)`
  const day = rawSql('o.day')
  const last = sql`(o.day + least(f.last_day - f.first_day, 364))`
  const local = (instant: Sql): Sql => sql`case when o.day = f.first_day then ${instant} else
    ((${instant} at time zone ${timeZone}) + (o.day - f.first_day) * interval '1 day') at time zone ${timeZone} end`
  return sql`select ${eventColumns(day, last, local(rawSql('f.start_at')), local(rawSql('f.end_at')))}
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
  const ending = columns.end === undefined ? null : columnFor(scope, 'end', columns.end)
  // A view may have an end of another type, which only timelines use.
  const end = ending?.field.type.storage === start.field.type.storage ? ending : null
  const flag = (role: 'allDay' | 'onlyStart'): Sql | null => {
    const column = columns[role]
    return column === undefined
      ? null
      : sql`coalesce(${readableColumn(columnFor(scope, role, column), scope)}, false)`
  }
  const first = readableColumn(start, scope)
  const last = end ? readableColumn(end, scope) : null
  const onlyStart = flag('onlyStart')
  const ifEndShown = (condition: Sql): Sql =>
    onlyStart ? sql`(${condition} and not ${onlyStart})` : condition
  switch (traitsOf(start.field).time) {
    case 'instant':
      return instants(first, last, flag('allDay'), ifEndShown, scope, from, to)
    case 'range':
      return ranges(first, ifEndShown, from, to)
    case 'year':
      return years(first, from, to)
    case 'day':
      return days(first, last, ifEndShown, from, to, inYear)
    case null:
      throw wrong('start', 'view_field_kind')
  }
}

const noInstant = rawSql('null::timestamptz')
type EndCondition = (condition: Sql) => Sql

/** Records that start in, end in, or span the range. */
function between(first: Sql, last: Sql | null, from: Sql, to: Sql): Sql {
  const begins = sql`${first} >= ${from}`
  return sql`${first} < ${to} and ${last ? sql`(${begins} or ${last} >= ${from})` : begins}`
}

function days(
  first: Sql,
  last: Sql | null,
  ifEndShown: EndCondition,
  from: Sql,
  to: Sql,
  inYear: readonly number[] | null,
): When {
  return {
    firstDay: first,
    lastDay: last ?? first,
    isAllDay: rawSql('true'),
    isDays: true,
    startAt: noInstant,
    endAt: noInstant,
    hasEnd: last ? ifEndShown(sql`coalesce(${last} > ${first}, false)`) : null,
    year: null,
    within: between(first, last, from, to),
    // An event of several days may have started before the range.
    withinYear: inYear && !last ? sql`${dayOfYear(first)} = any(${inYear}::int[])` : null,
  }
}

/** 1 January of a year: until its last day it would fill every day. Other numbers are no years. */
function years(value: Sql, from: Sql, to: Sql): When {
  const firstDay = dayOfYearNumber(value, 'first')
  const yearOf = (day: Sql): Sql => sql`extract(year from ${day})::bigint`
  return {
    firstDay,
    lastDay: firstDay,
    isAllDay: rawSql('true'),
    isDays: true,
    startAt: noInstant,
    endAt: noInstant,
    hasEnd: null,
    year: value,
    within: sql`${value} between ${yearOf(from)} and ${yearOf(to)}`,
    withinYear: null,
  }
}

/** An open range has only its known day. */
function ranges(range: Sql, ifEndShown: EndCondition, from: Sql, to: Sql): When {
  const [lower, upper] = [sql`lower(${range})`, sql`(upper(${range}) - 1)`]
  const firstDay = sql`coalesce(${lower}, ${upper})`
  return {
    firstDay,
    lastDay: sql`coalesce(${upper}, ${lower})`,
    isAllDay: rawSql('true'),
    isDays: true,
    startAt: noInstant,
    endAt: noInstant,
    hasEnd: ifEndShown(sql`coalesce(${upper} > ${lower}, false)`),
    year: null,
    within: sql`${range} && daterange(${from}, ${to})`,
    withinYear: null,
  }
}

function instants(
  first: Sql,
  last: Sql | null,
  allDay: Sql | null,
  ifEndShown: EndCondition,
  { timeZone }: Scope,
  from: Sql,
  to: Sql,
): When {
  const dayOf = (instant: Sql): Sql => sql`(${instant} at time zone ${timeZone})::date`
  const midnight = (day: Sql): Sql => sql`(${day}::timestamp at time zone ${timeZone})`
  const hasEnd = last ? ifEndShown(sql`coalesce(${last} > ${first}, false)`) : null
  return {
    firstDay: dayOf(first),
    // An event that ends at midnight ends on the day before.
    lastDay: last ? dayOf(sql`(${last} - interval '1 microsecond')`) : dayOf(first),
    isAllDay: allDay ?? rawSql('false'),
    isDays: false,
    startAt: first,
    endAt: last ?? noInstant,
    hasEnd,
    year: null,
    within: between(first, last, midnight(from), midnight(to)),
    withinYear: null,
  }
}
