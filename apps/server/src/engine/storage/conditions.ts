/**
 * Operators in SQL. A condition may be null, which counts as false, and is negated with `is not true`.
 * Comparisons can therefore be written plainly, so that indexes can answer them. Empty values match only the
 * negative operators and `isEmpty`, as in the contract's evaluator.
 */
import type { Operator } from '@muster/contract/filters/operators'
import { dateBounds } from '@muster/contract/filters/variables'
import { fold } from '@muster/contract/text'
import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel } from '../model/model.ts'
import { type ConditionContext, linkTable } from './storage.ts'

/** Operators that match a record whose field is empty. */
export const matchesEmpty: ReadonlySet<Operator> = new Set<Operator>([
  'isEmpty',
  'isNot',
  'notContains',
  'noneOf',
  'none',
  'notMemberOf',
])

const no = rawSql('false')

const holds = (condition: Sql): Sql => sql`(${condition})`

/** Negates a condition; also true if the condition is null because the column is empty. */
export function fails(condition: Sql): Sql {
  return sql`(${condition}) is not true`
}

function like(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
}

const texts = (value: unknown): string[] => (value as unknown[]).map((text) => fold(String(text)))

/** Whether conditions compare the column's folded text instead of the column. */
export function isFolded({ type }: FieldModel): boolean {
  return type.storage === 'text'
}

export function textCondition(column: Sql, op: Operator, value: unknown, { schema }: ConditionContext): Sql {
  const folded = sql`${ident(schema, 'fold')}(${column})`
  const given = (): string => fold(String(value))
  switch (op) {
    case 'is':
      return holds(sql`${folded} = ${given()}`)
    case 'isNot':
      return fails(sql`${folded} = ${given()}`)
    case 'contains':
      return holds(sql`${folded} like ${`%${like(given())}%`}`)
    case 'notContains':
      return fails(sql`${folded} like ${`%${like(given())}%`}`)
    case 'startsWith':
      return holds(sql`${folded} like ${`${like(given())}%`}`)
    case 'endsWith':
      return holds(sql`${folded} like ${`%${like(given())}`}`)
    case 'anyOf':
      return holds(sql`${folded} = any(${texts(value)}::text[])`)
    case 'noneOf':
      return fails(sql`${folded} = any(${texts(value)}::text[])`)
    default:
      return unknown(op)
  }
}

/**
 * The range of ICU's root order that holds all texts that start with a text, from which an index by that order is read
 * where they are; null if there is none. Texts whose folding starts with the same letters or digits are next to each
 * other, whatever their case and accents; only "ı" is apart from "i", so the range ends before an "i". (`₨`, three
 * modifier letters, and symbols of a Unicode that ICU does not know yet are apart, too: they are not found.)
 *
 * @param ordered the column, with that collation
 */
export function startRange(ordered: Sql, value: unknown): Sql | null {
  const [head] = /^[a-hj-z0-9]+/.exec(fold(String(value))) ?? []
  return head ? sql`(${ordered} >= ${head} and ${ordered} <= ${`${head}\uffff`})` : null
}

export function numberCondition(column: Sql, op: Operator, value: unknown): Sql {
  switch (op) {
    case 'is':
      return holds(sql`${column} = ${number(value)}`)
    case 'isNot':
      return fails(sql`${column} = ${number(value)}`)
    case 'lt':
      return holds(sql`${column} < ${number(value)}`)
    case 'lte':
      return holds(sql`${column} <= ${number(value)}`)
    case 'gt':
      return holds(sql`${column} > ${number(value)}`)
    case 'gte':
      return holds(sql`${column} >= ${number(value)}`)
    case 'between': {
      const [from, to] = value as [number, number]
      return holds(sql`${column} between ${number(from)} and ${number(to)}`)
    }
    case 'anyOf':
      return holds(sql`${column} = any(${value}::numeric[])`)
    case 'noneOf':
      return fails(sql`${column} = any(${value}::numeric[])`)
    default:
      return unknown(op)
  }
}

/** An integer parameter takes the type of the compared column, so that an index on it can be used. */
function number(value: unknown): Sql {
  return Number.isSafeInteger(value) ? sql`${value}` : sql`${value}::numeric`
}

/**
 * A number is compared with amounts of any currency; `{amount, currency}` only with those of that currency.
 */
export function moneyCondition(amount: Sql, currency: Sql, op: Operator, value: unknown): Sql {
  if (op === 'isNot') return fails(moneyCondition(amount, currency, 'is', value))
  if (op === 'noneOf') return fails(moneyCondition(amount, currency, 'anyOf', value))
  if (op === 'anyOf') {
    const each = (value as unknown[]).map((part) => moneyCondition(amount, currency, 'is', part))
    return each.length > 0 ? sql`(${join(each, ' or ')})` : no
  }
  const operands = Array.isArray(value) ? value : [value]
  const amounts = operands.map((part) => (isMoney(part) ? part.amount : part))
  const currencies = operands.filter(isMoney).map((part) => sql`${currency} = ${part.currency}`)
  const compared = numberCondition(amount, op, op === 'between' ? amounts : amounts[0])
  return holds(join([...currencies, compared], ' and '))
}

function isMoney(value: unknown): value is { amount: number; currency: string } {
  return typeof value === 'object' && value !== null && 'amount' in value
}

export function booleanCondition(column: Sql, op: Operator, value: unknown): Sql {
  if (op === 'is') return holds(sql`${column} = ${value}::boolean`)
  if (op === 'isNot') return fails(sql`${column} = ${value}::boolean`)
  return unknown(op)
}

/** Dates and timestamps: the contract computes half-open bounds in the team's time zone. */
export function dateCondition(
  column: Sql,
  op: Operator,
  value: unknown,
  { now, timeZone }: ConditionContext,
  field: FieldModel,
): Sql {
  const kind = field.type.storage === 'date' ? 'date' : 'date_time'
  const { from, to } = dateBounds(op, value, { now, timeZone, kind })
  const cast = rawSql(kind === 'date' ? '::date' : '::timestamptz')
  const parts: Sql[] = []
  if (from !== undefined) parts.push(sql`${column} >= ${from}${cast}`)
  if (to !== undefined) parts.push(sql`${column} < ${to}${cast}`)
  const within = parts.length > 0 ? join(parts, ' and ') : sql`${column} is not null`
  return op === 'isNot' ? fails(within) : holds(within)
}

/** A range matches a period that it overlaps; `before` and `after` compare the whole range. */
export function dateRangeCondition(
  column: Sql,
  op: Operator,
  value: unknown,
  { now, timeZone }: ConditionContext,
): Sql {
  const { from, to } = dateBounds(op, value, { now, timeZone, kind: 'date' })
  if (op === 'before') {
    return holds(
      sql`not upper_inf(${column}) and upper(${column}) <= coalesce(${to ?? null}::date, 'infinity')`,
    )
  }
  if (op === 'after') {
    return holds(
      sql`not lower_inf(${column}) and lower(${column}) >= coalesce(${from ?? null}::date, '-infinity')`,
    )
  }
  return holds(sql`${column} && daterange(${from ?? null}::date, ${to ?? null}::date, '[)')`)
}

export function idCondition(column: Sql, op: Operator, value: unknown): Sql {
  switch (op) {
    case 'is':
      return holds(sql`${column} = ${value}::bigint`)
    case 'isNot':
      return fails(sql`${column} = ${value}::bigint`)
    case 'anyOf':
      return holds(sql`${column} = any(${value}::bigint[])`)
    case 'noneOf':
      return fails(sql`${column} = any(${value}::bigint[])`)
    default:
      return unknown(op)
  }
}

/** `is` and `isNot` compare sets, ignoring the order. */
export function idsCondition(column: Sql, op: Operator, value: unknown): Sql {
  const given = sql`${value}::bigint[]`
  const isSame = sql`${column} @> ${given} and ${column} <@ ${given}`
  switch (op) {
    case 'is':
      return holds(isSame)
    case 'isNot':
      return fails(isSame)
    case 'anyOf':
      return holds(sql`${column} && ${given}`)
    case 'noneOf':
      return fails(sql`${column} && ${given}`)
    case 'allOf':
      return holds(sql`${column} @> ${given}`)
    default:
      return unknown(op)
  }
}

export function linksCondition(
  field: FieldModel,
  op: Operator,
  value: unknown,
  context: ConditionContext,
): Sql {
  const ids = (value as number[]).length > 0 ? [...new Set(value as number[])] : []
  const links = sql`select from ${linkTable(field, context.schema)} l
    where l.from_id = ${ident(context.alias, 'record_id')}`
  const has = (id: number): Sql => sql`exists (${links} and l.to_id = ${id})`
  const hasAny = sql`exists (${links} and l.to_id = any(${ids}::bigint[]))`
  const hasAll = ids.length > 0 ? join(ids.map(has), ' and ') : rawSql('true')
  const hasOther = sql`exists (${links} and l.to_id <> all(${ids}::bigint[]))`
  switch (op) {
    case 'is':
      return sql`(${hasAll} and not ${hasOther})`
    case 'isNot':
      return sql`not (${hasAll} and not ${hasOther})`
    case 'anyOf':
      return hasAny
    case 'noneOf':
      return sql`not ${hasAny}`
    case 'allOf':
      return sql`(${hasAll})`
    default:
      return unknown(op)
  }
}

/** Structured values are searched in all texts they contain; addresses also by distance. */
export function jsonCondition(column: Sql, op: Operator, value: unknown, { schema }: ConditionContext): Sql {
  if (op === 'within') return holds(distance(column, value as { lat: number; lng: number; km: number }))
  const pattern = `%${like(fold(String(value)))}%`
  const texts = sql`exists (select from jsonb_path_query(${column}, 'strict $.**') e (v)
    where jsonb_typeof(e.v) = 'string' and ${ident(schema, 'fold')}(e.v #>> '{}') like ${pattern})`
  if (op === 'contains') return sql`(${column} is not null and ${texts})`
  if (op === 'notContains') return sql`(${column} is null or not ${texts})`
  return unknown(op)
}

const earthKm = 6371.0088

/** Haversine, as the contract's evaluator computes it. */
function distance(column: Sql, { lat, lng, km }: { lat: number; lng: number; km: number }): Sql {
  const latitude = sql`(${column} ->> 'lat')::double precision`
  const longitude = sql`(${column} ->> 'lng')::double precision`
  // PostgreSQL reports an underflow for tiny angles. `abs` changes nothing, because sin² and cos are even
  // functions.
  const angle = (degrees: Sql): Sql => sql`radians(greatest(abs(${degrees}), 1e-50))`
  const halfSine = (degrees: Sql): Sql => sql`power(sin(${angle(degrees)} / 2), 2)`
  // `greatest` ignores nulls: addresses without coordinates must be excluded first.
  return sql`${latitude} is not null and ${longitude} is not null and 2 * ${earthKm}::double precision * asin(sqrt(least(1,
    ${halfSine(sql`${latitude} - ${lat}::double precision`)}
    + cos(${angle(sql`${lat}::double precision`)}) * cos(${angle(latitude)})
      * ${halfSine(sql`${longitude} - ${lng}::double precision`)}))) <= ${km}::double precision`
}

/** For operators that the type does not have, which `checkFilter` rejects: nothing matches. */
function unknown(_op: Operator): Sql {
  return no
}
