/** Reads a timeline: its overview, or the records of a window, which are counted where there are too many. */

import { daysBetween } from '@muster/contract/fields/time/calendar'
import type { TimeUnit } from '@muster/contract/views/time-units'
import { mostUnits, type TimelineBody } from '@muster/contract/views/views.schema'
import type pg from 'pg'
import type { Selection } from '../../engine/public.sql.ts'
import { queryText, type Sql } from '../../platform/db.ts'
import { wrong } from './columns.ts'
import {
  countsSql,
  overviewSql,
  recordsSql,
  type TimelineColumns,
  type TimelineWindow,
} from './timeline.sql.ts'

type Asked = Pick<TimelineBody, 'from' | 'through' | 'unit'>

/** @returns the contract's TimelineResult as JSON @throws AppError validation_failed */
export async function readTimeline(
  pool: pg.Pool,
  selection: Selection,
  columns: TimelineColumns,
  asked: Asked,
): Promise<string> {
  const window = windowOf(asked)
  const read = async (statement: Sql) => (await queryText(pool, statement, false))[0]?.[0] ?? null
  if (!window) return (await read(overviewSql(selection, columns))) ?? '{}'
  const records = await read(recordsSql(selection, columns, window))
  return records ?? (await read(countsSql(selection, columns, window, window.unit))) ?? '{}'
}

/** Null for the overview. */
function windowOf({ from, through, unit }: Asked): (TimelineWindow & { unit: TimeUnit }) | null {
  if (from === undefined && through === undefined) return null
  if (from === undefined) throw wrong('from', 'required')
  if (through === undefined) throw wrong('through', 'required')
  if (unit === undefined) throw wrong('unit', 'required')
  if (through < from) throw wrong('through', 'range_reversed')
  if (daysBetween(from, through) / shortest[unit] > mostUnits) throw wrong('unit', 'too_big')
  return { from, through, unit }
}

/** Lengths in days. */
const shortest: Record<TimeUnit, number> = {
  day: 1,
  week: 7,
  month: 28,
  year: 365,
  decade: 3652,
  century: 36_524,
}
