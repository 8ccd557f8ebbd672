/** Records on the axis of a timeline, in rows of lanes; and counts, where there are many. Pure. */
import { dayToMs } from '@muster/contract/fields/time/calendar'
import { toWall } from '@muster/contract/fields/time/zone'
import { nextUnit, type TimeUnit, unitStart } from '@muster/contract/views/time-units'
import type { TimelineOverview, TimelineResult } from '@muster/contract/views/views.schema'
import { type Axis, dayOf, type Span, unitEnd, xOf } from './scale.ts'

export type TimelineRecord = NonNullable<TimelineResult['records']>[number]
type Steps = NonNullable<TimelineResult['counts']>

export interface Placed extends Span {
  record: TimelineRecord
}

/** The times that a moment of the API covers: a year, a day, or an instant. */
export function spanOf(moment: string, timeZone: string): Span {
  if (moment.length === 4) {
    const day = `${moment}-01-01`
    return { from: dayToMs(day) ?? 0, to: unitEnd('year', day) }
  }
  if (moment.length === 10) {
    return { from: dayToMs(moment) ?? 0, to: unitEnd('day', moment) }
  }
  const at = toWall(Date.parse(moment), timeZone)
  return { from: at, to: at }
}

export function place(record: TimelineRecord, timeZone: string): Placed {
  const start = spanOf(record.start, timeZone)
  const end = record.end === null ? start : spanOf(record.end, timeZone)
  return { record, from: start.from, to: Math.max(start.from, end.to) }
}

/** In the order of time. */
export const inOrder = (records: readonly Placed[]): Placed[] =>
  [...records].sort((a, b) => a.from - b.from || a.to - b.to || a.record.id - b.record.id)

/** Pixels. */
export const sizes = { row: 28, head: 28, gap: 6, leastBar: 12, mostLabel: 200, counts: 64, countHead: 22 }

export interface Item extends Placed {
  row: number
  /** Whether its name fits inside its bar; else it stands beside it. */
  isInside: boolean
  labelWidth: number
}

/** Each record in the first row of its lane where it covers no other one, with its name. */
export function packed(records: readonly Placed[], msPerPx: number): { items: Item[]; rows: number } {
  const ends: number[] = []
  const items = records.map((placed): Item => {
    const { record, from, to } = placed
    const bar = Math.max(sizes.leastBar, (to - from) / msPerPx)
    const labelWidth = Math.min(sizes.mostLabel, record.name.length * 7 + 14)
    const isInside = bar >= labelWidth
    // From an origin that does not move with the window, so that panning changes nothing.
    const left = from / msPerPx
    const right = left + bar + (isInside ? 0 : labelWidth + sizes.gap)
    // One year after another shares a row, whatever the fractions of a pixel.
    let row = ends.findIndex((end) => end <= left + 0.5)
    if (row < 0) row = ends.length
    ends[row] = right
    return { ...placed, row, isInside, labelWidth }
  })
  return { items, rows: ends.length }
}

export interface Lane {
  /** The value of the lane's field as text; null for all lanes beyond the most. */
  key: string | null
  items: readonly Item[]
  /** Of the records in sight of the axis and around it. */
  steps: Steps | null
  top: number
  height: number
}

/** @param hasHeads whether lanes are named */
export function lanesOf(
  overview: TimelineOverview,
  data: { records: readonly Placed[] } | { counts: Steps },
  msPerPx: number,
  hasHeads: boolean,
): Lane[] {
  const known = new Set(overview.lanes.map(({ key }) => key))
  const keys: (string | null)[] = hasHeads
    ? [...overview.lanes.map(({ key }) => key), ...(overview.isMoreLanes ? [null] : [])]
    : ['']
  const laneOf = (key: string | null) => (!hasHeads ? '' : key !== null && known.has(key) ? key : null)
  const by = <Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string | null) => {
    const found = new Map<string | null, Entry[]>()
    for (const entry of entries) {
      const key = laneOf(keyOf(entry))
      const there = found.get(key)
      if (there) there.push(entry)
      else found.set(key, [entry])
    }
    return found
  }
  const records = 'records' in data ? by(data.records, ({ record }) => record.lane) : null
  const counts = 'counts' in data ? by(data.counts, ({ lane }) => lane) : null
  // A lane that is new since the overview was read.
  if (hasHeads && !overview.isMoreLanes && (records?.has(null) || counts?.has(null))) keys.push(null)
  let top = 0
  return keys.map((key): Lane => {
    const { items, rows } = packed(records?.get(key) ?? [], msPerPx)
    const steps = counts ? (counts.get(key) ?? []) : null
    const body = steps ? sizes.counts : Math.max(1, rows) * sizes.row
    const height = (hasHeads ? sizes.head : 0) + body + sizes.gap
    const lane = { key, items, steps, top, height }
    top += height
    return lane
  })
}

export interface Bar extends Span {
  day: string
  count: number
}

/** The units in sight that have records. */
export function barsOf(steps: Steps, unit: TimeUnit, axis: Axis, width: number): Bar[] {
  const bars: Bar[] = []
  const end = axis.left + width * axis.msPerPx
  let at = 0
  let count = 0
  for (let day: string | undefined = unitStart(unit, dayOf(axis.left)); day; day = nextUnit(unit, day)) {
    const from = dayToMs(day) ?? end
    if (from >= end) break
    for (let step = steps[at]; step && step.day <= day; step = steps[++at]) count = step.count
    if (count > 0) bars.push({ day, from, to: unitEnd(unit, day), count })
  }
  return bars
}

/** Where an item is drawn: never far outside of the window. */
export function boxOf({ from, to }: Span, axis: Axis, width: number): { left: number; width: number } {
  const start = xOf(axis, from)
  const end = Math.max(start + sizes.leastBar, xOf(axis, to))
  const left = Math.max(start, -40)
  return { left, width: Math.max(0, Math.min(end, width + 40) - left) }
}
