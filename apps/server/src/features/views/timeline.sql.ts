/**
 * Selects records along a time axis: the extent of all, the records of a window, and how many are in each unit of time.
 * The statements include the permission checks. Days are days in the team's time zone.
 */

import type { TimeUnit } from '@muster/contract/views/time-units'
import { canBeLanes } from '@muster/contract/views/views.rules'
import { mostLanes, mostSpans, type TimelineBody } from '@muster/contract/views/views.schema'
import {
  all,
  linkedObject,
  markOf,
  referenceFields,
  type Selection,
  storageOf,
  tables,
  traitsOf,
} from '../../engine/public.sql.ts'
import type { FieldAccess, Scope } from '../../engine/public.ts'
import { empty, ident, rawSql, type Sql, sql } from '../../platform/db.ts'
import { colorOf, columnFor, dayOfYearNumber, readableColumn, titleOf, wrong } from './columns.ts'

export type TimelineColumns = Pick<TimelineBody, 'start' | 'end' | 'lane' | 'color' | 'name' | 'marks'>

export interface TimelineWindow {
  from: string
  through: string
}

const firstOfAll = rawSql(`'0001-01-01'::date`)
const lastOfAll = rawSql(`'9999-12-31'::date`)

/** One column with the contract's `overview`. */
export function overviewSql(selection: Selection, columns: TimelineColumns): Sql {
  const { scope } = selection
  const lane = laneOf(scope, columns.lane)
  const place = lane ? rankOf(lane, scope) : rawSql('null')
  const most = rawSql(String(mostLanes))
  const refers = lane ? referenceFields([lane]) : []
  const linked =
    lane && refers.length > 0
      ? linkedObject(
          scope,
          refers,
          sql`(select null::bigint as record_id, lane as ${ident(lane.field.columnName)} from kept)`,
        )
      : sql`'{}'::json`
  return sql`with found as materialized (${spansSql(selection, columns, null, 'when')}),
      sized as (select lane, count(*) as size, ${byRank} as n from found
        ${rawSql(lane ? '' : 'where false')} group by lane),
      kept as (select lane, size, ${place} as place from sized where n <= ${most})
    select json_build_object('overview', json_build_object('first', min(first_day), 'last', max(last_day),
      'count', count(*), 'lanes', (select coalesce(json_agg(json_build_object('key', ${keyOf('lane')}, 'count', size)
        order by place nulls last, lane), '[]') from kept),
      'isMoreLanes', (select count(*) > ${most} from sized), 'linked', ${linked}))::text from found`
}

/** One column with the contract's `records` of a window; null if there are too many. */
export function recordsSql(selection: Selection, columns: TimelineColumns, window: TimelineWindow): Sql {
  const most = rawSql(String(mostSpans))
  return sql`select case when count(*) <= ${most} then json_build_object('records', coalesce(json_agg(r), '[]'))::text end
    from (select id, name, start_text as start, end_text as "end", ${keyOf('lane')} as lane, color, mark
      from (${spansSql(selection, columns, window, 'all')} limit ${most} + 1) w order by first_day, last_day, id) r`
}

/**
 * One column with the contract's `counts`. Each span adds one where it begins and takes one away after its end, so that
 * a record of any length costs the same.
 */
export function countsSql(
  selection: Selection,
  columns: TimelineColumns,
  window: TimelineWindow,
  unit: TimeUnit,
): Sql {
  const lane = laneOf(selection.scope, columns.lane)
  const [from, through] = [sql`${window.from}::date`, sql`${window.through}::date`]
  // The same lanes as in the overview.
  const sized = sql`sized as (select ${keyOf('lane')} as key, ${byRank} as n
      from (${spansSql(selection, columns, null, 'when')}) a group by lane)`
  const shared = sql`select case when s.n <= ${rawSql(String(mostLanes))} then s.key end as lane,
      first_day, last_day from found f join sized s on s.key = ${keyOf('f.lane')}`
  const alone = sql`select '' as lane, first_day, last_day from found`
  const after = nextOf(unit, rawSql('last_day'))
  return sql`with found as materialized (${spansSql(selection, columns, window, 'when')}),
      ${lane ? sql`${sized},` : rawSql('')}
      placed as (${lane ? shared : alone}),
      edges as (
        select lane, ${startOf(unit, sql`greatest(first_day, ${from})`)} as day, 1 as change from placed
        union all
        select lane, ${after}, -1 from placed where ${after} <= ${through}),
      steps as (select lane, day, sum(change) as change from edges group by lane, day having sum(change) <> 0)
    select json_build_object('counts', coalesce(json_agg(json_build_object('lane', lane, 'day', day, 'count', count)
        order by lane nulls last, day), '[]'))::text
    from (select lane, day, sum(change) over (partition by lane order by day) as count from steps) c`
}

/** The number of a lane: those with the most records come first. */
const byRank = sql`row_number() over (order by count(*) desc, coalesce(lane::text, ''))`
const keyOf = (lane: string): Sql => sql`coalesce(${rawSql(lane)}::text, '')`

/** Units that are a number of years. */
const yearsOf = { decade: 10, century: 100 }

/** The first day of a day's unit; the first decade and century begin in the year 1. */
function startOf(unit: TimeUnit, day: Sql): Sql {
  if (unit === 'day') return sql`(${day})::date`
  if (unit !== 'decade' && unit !== 'century')
    return sql`date_trunc(${rawSql(`'${unit}'`)}, (${day})::timestamp)::date`
  const size = rawSql(String(yearsOf[unit]))
  return sql`make_date(greatest(extract(year from ${day})::int / ${size} * ${size}, 1), 1, 1)`
}

/** The first day of the following unit. */
function nextOf(unit: TimeUnit, day: Sql): Sql {
  if (unit !== 'decade' && unit !== 'century')
    return sql`(${startOf(unit, day)} + ${rawSql(`interval '1 ${unit}'`)})::date`
  const size = rawSql(String(yearsOf[unit]))
  return sql`make_date(extract(year from ${day})::int / ${size} * ${size} + ${size}, 1, 1)`
}

/**
 * Rows with `first_day`, `last_day` and `lane`, and with all that a record shows if `columns` is 'all'. Records whose
 * start is empty, or not in the years 1 to 9999, have none.
 */
function spansSql(
  selection: Selection,
  named: TimelineColumns,
  window: TimelineWindow | null,
  columns: 'when' | 'all',
): Sql {
  const { scope, where } = selection
  const start = columnFor(scope, 'start', named.start)
  const end = named.end === undefined ? null : columnFor(scope, 'end', named.end)
  const [from, to] = [readableColumn(start, scope), end ? readableColumn(end, scope) : null]
  const lane = laneOf(scope, named.lane)
  const { color, join: items } = colorOf(scope, columns === 'all' ? named.color : undefined)
  const shown = sql`, ${rawSql(scope.alias)}.record_id as id, ${titleOf(scope, named.name)} as name, ${color} as color,
    ${markOf(scope, named.marks ?? [])} as mark`
  const [starts, ends] = [momentOf(start, rawSql('b.s'), scope), end && momentOf(end, rawSql('b.e'), scope)]
  // An end before the start is none.
  const isAfter = [
    sql`${ends?.last ?? rawSql('null::date')} >= ${starts.first}`,
    ...(starts.isInstant && ends?.isInstant ? [sql`b.e > b.s`] : []),
  ]
  const texts = sql`, b.id, b.name, b.color, b.mark, ${starts.text} as start_text,
    case when ${all(isAfter)} then ${ends?.lastText ?? rawSql('null')} else ${starts.endText} end as end_text`
  const inWindow = window
    ? all([sql`last_day >= ${window.from}::date`, sql`first_day <= ${window.through}::date`])
    : null
  return sql`select * from (
      select b.lane, ${starts.first} as first_day,
        least(case when ${all(isAfter)} then ${ends?.last ?? rawSql('null')} else ${starts.last} end, ${lastOfAll}) as last_day
        ${columns === 'all' ? texts : empty}
      from (select ${from} as s, ${to ?? rawSql('null')} as e, ${lane ? readableColumn(lane, scope) : rawSql('null::text')} as lane
          ${columns === 'all' ? shown : empty}
        from ${tables(scope)}${items}
        where ${all([where, ...(window ? mayBeIn(start, end, scope, window) : [])])}) b) spans
    where ${all([sql`first_day between ${firstOfAll} and ${lastOfAll}`, ...(inWindow ? [inWindow] : [])])}`
}

/** SQL for a value of a start or an end. */
interface Moment {
  /** The first and last day that it covers. */
  first: Sql
  last: Sql
  isInstant: boolean
  /** The contract's texts of the value as a start, as an end, and of its own end if it is a start without one. */
  text: Sql
  lastText: Sql
  endText: Sql
}

function momentOf({ field }: FieldAccess, value: Sql, { timeZone }: Scope): Moment {
  const none = rawSql('null::text')
  switch (traitsOf(field).time) {
    case 'day': {
      const text = sql`${value}::text`
      return { first: value, last: value, isInstant: false, text, lastText: text, endText: none }
    }
    case 'year': {
      const text = sql`lpad(${value}::text, 4, '0')`
      const [first, last] = [dayOfYearNumber(value, 'first'), dayOfYearNumber(value, 'last')]
      return { first, last, isInstant: false, text, lastText: text, endText: none }
    }
    case 'instant': {
      const text = sql`to_json(${value}) #>> '{}'`
      const day = sql`(${value} at time zone ${timeZone})::date`
      return { first: day, last: day, isInstant: true, text, lastText: text, endText: none }
    }
    case 'range': {
      const [lower, upper] = [sql`lower(${value})`, sql`(upper(${value}) - 1)`]
      // An open range has only its known day.
      const [first, last] = [sql`coalesce(${lower}, ${upper})`, sql`coalesce(${upper}, ${lower})`]
      const endText = sql`case when ${last} > ${first} then ${last}::text end`
      return {
        first,
        last,
        isInstant: false,
        text: sql`${first}::text`,
        lastText: sql`${last}::text`,
        endText,
      }
    }
    case null:
      throw wrong('start', 'view_field_kind')
  }
}

/** Conditions on the columns themselves, which indexes can answer, for at least the records in a window. */
function mayBeIn(start: FieldAccess, end: FieldAccess | null, scope: Scope, window: TimelineWindow): Sql[] {
  const reaches = (access: FieldAccess): Sql => boundOf(access, scope, '>=', window.from)
  return [
    boundOf(start, scope, '<=', window.through),
    end ? sql`(${reaches(start)} or ${reaches(end)})` : reaches(start),
  ]
}

function boundOf(access: FieldAccess, scope: Scope, op: '>=' | '<=', day: string): Sql {
  const value = readableColumn(access, scope)
  const is = rawSql(op)
  switch (traitsOf(access.field).time) {
    case 'year':
      return sql`${value} ${is} ${Number(day.slice(0, 4))}::bigint`
    case 'instant': {
      const until = op === '<=' ? sql`(${day}::date + 1)` : sql`${day}::date`
      return sql`${value} ${is} (${until}::timestamp at time zone ${scope.timeZone})`
    }
    case 'range':
      return op === '<='
        ? sql`${value} && daterange(null, ${day}::date, '[]')`
        : sql`${value} && daterange(${day}::date, null)`
    default:
      return sql`${value} ${is} ${day}::date`
  }
}

/** @throws AppError validation_failed for a column whose values are no lanes */
function laneOf(scope: Scope, column: string | undefined): FieldAccess | null {
  if (column === undefined) return null
  const access = columnFor(scope, 'lane', column)
  if (!canBeLanes(access.field)) throw wrong('lane', 'view_field_kind')
  return access
}

/** The sort key of the value `lane`: choices from lists and links by name. */
function rankOf({ field }: FieldAccess, scope: Scope): Sql {
  const [key] = storageOf(field).sortKeys(field, { ...scope, alias: 'v' })
  return sql`(select ${key ?? rawSql('lane')} from (select lane as ${ident(field.columnName)}) v)`
}
