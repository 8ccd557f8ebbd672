/** Resolves what a filter leaves open until it runs: variables, and the bounds of days and periods. */
import { addDays, addPeriods, dayOfWall, dayToMs, isDay, periodStart } from '../fields/time/calendar.ts'
import { formatInstant } from '../fields/time/date-time.ts'
import { dayAt, startOfDay, toInstant, toWall } from '../fields/time/zone.ts'
import { type Condition, type Filter, variableName } from './ast.ts'
import { type Duration, firstDay, lastDay } from './operands.ts'
import { type Operator, operators, type PeriodUnit } from './operators.ts'

/**
 * Replaces variables by their values. `today` and `now` stay, because `dateBounds` reads the clock of each run. A
 * variable that holds a list is spread into the surrounding list. A condition without a value is resolved here, as for
 * an empty field: it never holds and its negation always does, so the evaluators never see an empty operand. `{ and: []
 * }` is true and `{ or: [] }` is false.
 */
export function resolveFilter(filter: Filter, variables: Readonly<Record<string, unknown>>): Filter {
  if ('and' in filter) return { and: filter.and.map((part) => resolveFilter(part, variables)) }
  if ('or' in filter) return { or: filter.or.map((part) => resolveFilter(part, variables)) }
  if ('not' in filter) return { not: resolveFilter(filter.not, variables) }
  return resolveCondition(filter, variables)
}

/** Operators that hold if there is no value, in the record or in the condition. */
export const negativeOperators: readonly Operator[] = [
  'isNot',
  'notContains',
  'noneOf',
  'none',
  'notMemberOf',
]

function resolveCondition(condition: Condition, variables: Readonly<Record<string, unknown>>): Filter {
  const { where, value, op } = condition
  if (where) return { ...condition, where: resolveFilter(where, variables) }
  if (value === undefined) return condition
  const resolveValue = (part: unknown): unknown => {
    const name = variableName(part)
    if (name === undefined) return part
    if (Object.hasOwn(variables, name)) return variables[name] ?? null
    return name === 'today' || name === 'now' ? part : null
  }
  const isList = operators[op] === 'many'
  const given = isList && !Array.isArray(value) ? [value] : value
  const resolved = Array.isArray(given) ? given.map(resolveValue) : resolveValue(given)
  const flattened = isList && Array.isArray(resolved) ? resolved.flat().filter(isValue) : resolved
  const parts: unknown[] = Array.isArray(flattened) ? flattened : [flattened]
  if (parts.length > 0 && parts.every(isValue)) return { ...condition, value: flattened }
  return negativeOperators.includes(op) ? { and: [] } : { or: [] }
}

function isValue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

/** Half-open: from ≤ value < to. A missing bound is open. */
export interface Bounds {
  from?: string
  to?: string
}

export interface BoundsContext {
  now: Date | string | number
  /** IANA zone of the team. */
  timeZone: string
  /** Whether the bounds are days ('YYYY-MM-DD') or instants (ISO 8601 in UTC). */
  kind: 'date' | 'date_time'
}

/**
 * The bounds of a date operator: `on`, `before`, `after`, `between`, `withinLast`, `withinNext` or `thisPeriod`. Days
 * and periods start at midnight of the zone (or the first instant after it, if clocks skip midnight). from ≤ to always
 * holds: a reversed pair of days becomes an empty range.
 */
export function dateBounds(op: Operator, value: unknown, context: BoundsContext): Bounds {
  switch (op) {
    case 'on':
      return daysToBounds(dayOf(value, context), dayOf(value, context), context)
    case 'before':
      return omitUndefined({ from: undefined, to: startOf(dayOf(value, context), context) })
    case 'after':
      return omitUndefined({ from: startOf(addDays(dayOf(value, context), 1), context), to: undefined })
    case 'between': {
      const [from, to] = value as [unknown, unknown]
      return daysToBounds(dayOf(from, context), dayOf(to, context), context)
    }
    case 'withinLast':
      return durationBounds(value as Duration, -1, context)
    case 'withinNext':
      return durationBounds(value as Duration, 1, context)
    case 'thisPeriod':
      return periodBounds(value as PeriodUnit, context)
    default:
      throw new Error(`${op} has no bounds`)
  }
}

/** The current period in the team's zone. */
export function periodBounds(unit: PeriodUnit, context: BoundsContext): Bounds {
  const from = periodStart(unit, today(context))
  return omitUndefined({
    from: startOf(from, context),
    to: startOf(from && addPeriods(from, 1, unit), context),
  })
}

/**
 * From that long ago until now, or from now until then, both ends included. For instants, an hour is 60 minutes, and
 * longer units keep the time of day. For days, both today and the day at the other end are included.
 */
export function durationBounds({ amount, unit }: Duration, sign: 1 | -1, context: BoundsContext): Bounds {
  const now = instantOfNow(context)
  const then = shift(now, sign * amount, unit, context.timeZone)
  if (context.kind === 'date') {
    const day = then === undefined ? undefined : dayAt(then, context.timeZone)
    const [from, last] = sign < 0 ? [day, today(context)] : [today(context), day]
    return omitUndefined({ from, to: last && addDays(last, 1) })
  }
  const [from, last] = sign < 0 ? [then, now] : [now, then]
  return omitUndefined({
    from: instantText(from),
    to: instantText(last === undefined ? undefined : last + 1),
  })
}

/** Undefined if the result is outside the calendar. */
function shift(now: number, amount: number, unit: Duration['unit'], timeZone: string): number | undefined {
  if (unit === 'hour') return now + amount * 3_600_000
  const wall = toWall(now, timeZone)
  const day = dayOfWall(wall)
  const moved = day === undefined ? undefined : addPeriods(day, amount, unit)
  if (day === undefined || moved === undefined) return undefined
  const timeOfDay = wall - (dayToMs(day) ?? 0)
  return toInstant((dayToMs(moved) ?? 0) + timeOfDay, timeZone)
}

function daysToBounds(first: string, last: string, context: BoundsContext): Bounds {
  const end = addDays(last, 1)
  return omitUndefined({
    from: startOf(first, context),
    to: startOf(end !== undefined && end < first ? first : end, context),
  })
}

/** A literal day, an ISO instant, `{ variable: 'today' }` or `{ variable: 'now' }`, as a day in the team's zone. */
function dayOf(value: unknown, context: BoundsContext): string {
  if (variableName(value) !== undefined) return today(context)
  const text = String(value)
  const instant = Date.parse(text)
  const day = isDay(text) || Number.isNaN(instant) ? text : dayAt(instant, context.timeZone)
  if (day === undefined || !isDay(day)) throw new Error('not a day')
  if (day < firstDay) return firstDay
  if (day > lastDay) return lastDay
  return day
}

function today(context: BoundsContext): string {
  const day = dayAt(instantOfNow(context), context.timeZone)
  if (day === undefined) throw new Error('now is outside the calendar')
  return day
}

function instantOfNow({ now }: BoundsContext): number {
  return new Date(now).getTime()
}

function startOf(day: string | undefined, { kind, timeZone }: BoundsContext): string | undefined {
  if (day === undefined || kind === 'date') return day
  return instantText(startOfDay(day, timeZone))
}

function instantText(instant: number | undefined): string | undefined {
  if (instant === undefined) return undefined
  const year = new Date(instant).getUTCFullYear()
  return year >= 1 && year <= 9999 ? formatInstant(instant) : undefined
}

function omitUndefined({ from, to }: { from: string | undefined; to: string | undefined }): Bounds {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
