/**
 * Aggregates: counts, sums, averages, minimums and maximums by group, only over fields that the caller may
 * read.
 */

import { AppError } from '@muster/contract/errors'
import type { AggregateBody } from '@muster/contract/records/records.schema'
import { ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import type { FieldModel } from '../model/model.ts'
import { storageOf } from '../storage/index.ts'
import { partName } from '../storage/storage.ts'
import { traitsOf } from '../storage/traits.ts'
import { always, rowsToSql, tableOf, tables } from './filter-to-sql.ts'
import { selectionOf } from './page.ts'
import { linkedObject, referenceFields } from './select.ts'
import { periodOf } from './sort.ts'

type Measure = AggregateBody['measures'][number]

/**
 * `{groups: [{keys, values}], linked}` as one JSON text. Records are grouped by stored values first; what is sorted by
 * something else, such as the name of a list item, is looked up for the few groups.
 *
 * @throws AppError filter_invalid
 */
export function aggregateSql(scope: Scope, body: AggregateBody): Sql {
  const { where } = selectionOf(scope, {
    filter: body.filter,
    search: body.search,
    sort: [],
    deleted: false,
  })
  const keys = body.groupBy.map((group, index) => groupKey(scope, group, index))
  const measures = body.measures.map((measure, index) => measureSql(scope, measure, index, keys.length > 0))
  const isMerged = keys.some(({ merges }) => merges)
  const first = [
    ...(body.order === 'count' ? [sql`count(*) as size`] : []),
    ...keys.map(({ value }, n) => sql`${value} as ${keyName(n)}`),
    ...measures.flatMap(({ parts }, n) => parts.map((part, at) => sql`${part} as ${partOf(n, at)}`)),
  ]
  const isJoined = [where, ...first].some((part) => part.sql.includes(`"${scope.recordAlias}".`))
  const source = isJoined ? tables(scope) : sql`${tableOf(scope)} ${ident(scope.alias)}`
  const by =
    keys.length > 0
      ? sql`group by ${join(keys.map((_, n) => rawSql(String(n + (body.order === 'count' ? 2 : 1)))))}`
      : rawSql('')
  const names = keys.map((_, n) => keyName(n))
  const labels = keys.map(({ merges }, n) =>
    merges ? sql`min(g.${keyName(n)}) as ${keyName(n)}` : sql`${orderName(n)} as ${keyName(n)}`,
  )
  const values = sql`json_build_array(${join(measures.map((measure, n) => finalOf(measure, n, isMerged)))}) as m`
  const laterals = keys.map(
    ({ order }, n) =>
      sql` cross join lateral (select ${order(keyName(n))} as ${orderName(n)}) o${rawSql(String(n))}`,
  )
  const directions = keys.map(({ direction }, n) => sql`${orderName(n)} ${rawSql(direction)} nulls last`)
  if (body.order === 'count') directions.unshift(isMerged ? sql`sum(g.size) desc` : sql`g.size desc`)
  const order = keys.length > 0 ? sql`order by ${join(directions)}` : rawSql('')
  const again = isMerged ? sql`group by ${join(keys.map((_, n) => orderName(n)))}` : rawSql('')
  return sql`with grouped as materialized (select ${join(first)} from ${source} where ${where} ${by}),
      found as (select ${join([...labels, values])}, row_number() over (${order}) as n
        from grouped g${laterals.length > 0 ? join(laterals, '') : rawSql('')} ${again} ${order} limit ${body.limit})
    select json_build_object('groups', coalesce(json_agg(json_build_object(
      'keys', json_build_array(${names.length > 0 ? join(names) : rawSql('')}), 'values', m) order by n), '[]'),
      'linked', ${linkedNames(scope, body)}) from found`
}

const keyName = (n: number): Sql => rawSql(`k${n}`)
const orderName = (n: number): Sql => rawSql(`s${n}`)
const partOf = (n: number, at: number): Sql => rawSql(`m${n}_${at}`)

/** Names of the list items and records that are group keys. */
function linkedNames(scope: Scope, body: AggregateBody): Sql {
  const parts = body.groupBy.flatMap(({ field }, index) => {
    const access = scope.access.fields.get(field)
    if (!access || referenceFields([access]).length === 0) return []
    const page = sql`(select null::bigint as record_id, ${rawSql(`k${index}`)} as ${ident(field)} from found)`
    return [sql`select * from json_each(${linkedObject(scope, [access.field], page)})`]
  })
  if (parts.length === 0) return sql`'{}'::json`
  return sql`(select coalesce(json_object_agg(key, value), '{}') from (${join(parts, ' union all ')}) e)`
}

interface GroupKey {
  /** What records are grouped by first. */
  value: Sql
  /** The field's sort key, from an expression of that value. */
  order(value: Sql): Sql
  /** Whether several values can have the same sort key, and are one group then. */
  merges: boolean
  direction: 'asc' | 'desc'
}

function groupKey(scope: Scope, group: AggregateBody['groupBy'][number], index: number): GroupKey {
  const { direction, field: name, period } = group
  const path = `groupBy.${index}.field`
  const field = readable(scope, name, path)
  const { choices } = field.type
  const { ids, isGroupable, time } = traitsOf(field)
  if (period || time === 'instant') {
    const value = periodOf(name, period ?? 'day', scope, path)
    return { value, order: (day) => day, merges: false, direction }
  }
  if (!isGroupable) throw invalid(path)
  const isText = field.type.storage === 'text' && choices === undefined
  // Texts in the order of their index, from which they come in groups.
  const column = isText ? storageOf(field).sortKeys(field, scope)[0] : undefined
  const value = hiddenAsNull(scope, name, column ?? ident(scope.alias, field.columnName))
  const [sortKey] = storageOf(field).sortKeys(field, { ...scope, alias: 'v' })
  if (!sortKey) throw invalid(path)
  return {
    value,
    order: (key) => sql`(select ${sortKey} from (select ${key} as ${ident(field.columnName)}) v)`,
    // Items sort by name and choices by rank.
    merges: ids === 'one' || choices !== undefined,
    direction,
  }
}

interface MeasureSql {
  /** Aggregates of a first group. */
  parts: readonly Sql[]
  /** The measure of a first group, from its parts. */
  single(parts: readonly Sql[]): Sql
  /** The measure of a group of first groups, from all their parts. */
  merged(parts: readonly Sql[]): Sql
}

const additive = (part: Sql): MeasureSql => ({
  parts: [part],
  single: ([only]) => only as Sql,
  merged: ([only]) => sql`sum(${only as Sql})`,
})

/** A measure that cannot be merged. */
const ofAll = (part: Sql): MeasureSql => ({
  parts: [part],
  single: ([only]) => only as Sql,
  merged: ([only]) => only as Sql,
})

/** The percentage of the records for which a condition holds. */
const share = (condition: Sql): MeasureSql => ({
  parts: [sql`(100 * count(*) filter (where ${condition}))::numeric`, sql`count(*)`],
  single: ([part, count]) => sql`${part as Sql} / nullif(${count as Sql}, 0)`,
  merged: ([part, count]) => sql`sum(${part as Sql}) / nullif(sum(${count as Sql}), 0)`,
})

function ofValues(
  scope: Scope,
  field: FieldModel,
  fn: 'countDistinct' | 'median' | 'span',
  path: string,
): Sql {
  const { isGroupable, time } = traitsOf(field)
  const seen = (value: Sql) => hiddenAsNull(scope, field.columnName, value)
  const column = seen(ident(scope.alias, field.columnName))
  if (fn === 'median') {
    const number = numberOf(scope, field)
    if (!number) throw invalid(path)
    return sql`percentile_cont(0.5) within group (order by ${seen(number)}::float8)`
  }
  if (fn === 'countDistinct') {
    if (!isGroupable && time !== 'instant') throw invalid(path)
    return sql`count(distinct ${column})`
  }
  if (time === 'day') return sql`max(${column}) - min(${column})`
  if (time !== 'instant') throw invalid(path)
  return sql`floor(extract(epoch from max(${column}) - min(${column})) / 86400)::bigint`
}

function measureSql(
  scope: Scope,
  { field: name, fn }: Measure,
  index: number,
  hasGroups: boolean,
): MeasureSql {
  const path = `measures.${index}.field`
  if (fn === 'count') return additive(sql`count(*)`)
  if (!name) throw invalid(path)
  const field = readable(scope, name, path)
  const isEmpty = storageOf(field).isEmpty(field, scope)
  const rows = rowsToSql(scope.access.fields.get(name)?.read ?? 'none', scope)
  const isFilled = rows === always ? sql`not ${isEmpty}` : sql`(${rows} and not ${isEmpty})`
  if (fn === 'countFilled') return additive(sql`count(*) filter (where ${isFilled})`)
  if (fn === 'percentFilled') return share(isFilled)
  if (fn === 'countTrue' || fn === 'countFalse' || fn === 'percentTrue') {
    if (field.type.storage !== 'boolean') throw invalid(path)
    const isTrue = sql`coalesce(${hiddenAsNull(scope, name, ident(scope.alias, name))}, false)`
    if (fn === 'percentTrue') return share(isTrue)
    return additive(sql`count(*) filter (where ${fn === 'countTrue' ? isTrue : sql`not ${isTrue}`})`)
  }
  if (fn === 'countDistinct' || fn === 'median' || fn === 'span') {
    if (hasGroups) throw invalid(path)
    return ofAll(ofValues(scope, field, fn, path))
  }
  if (fn === 'countEmpty') return additive(sql`count(*) filter (where not ${isFilled})`)
  const number = numberOf(scope, field)
  if (fn === 'sum' || fn === 'average') {
    if (!number) throw invalid(path)
    const value = hiddenAsNull(scope, name, number)
    if (fn === 'sum') return additive(sql`sum(${value})`)
    return {
      parts: [sql`sum(${value})::numeric`, sql`count(${value})`],
      single: ([sum, count]) => sql`${sum as Sql} / nullif(${count as Sql}, 0)`,
      merged: ([sum, count]) => sql`sum(${sum as Sql}) / nullif(sum(${count as Sql}), 0)`,
    }
  }
  const [key] = number ? [number] : storageOf(field).sortKeys(field, scope)
  if (!key) throw invalid(path)
  const edge = (of: Sql) => sql`${rawSql(fn)}(${of})`
  return {
    parts: [edge(hiddenAsNull(scope, name, key))],
    single: ([only]) => only as Sql,
    merged: ([only]) => edge(only as Sql),
  }
}

function finalOf({ parts, single, merged }: MeasureSql, n: number, isMerged: boolean): Sql {
  const named = parts.map((_, at) => sql`g.${partOf(n, at)}`)
  return isMerged ? merged(named) : single(named)
}

function numberOf(scope: Scope, field: FieldModel): Sql | null {
  switch (traitsOf(field).number) {
    case 'column':
      return ident(scope.alias, field.columnName)
    case 'total':
      return ident(scope.alias, partName(field, 'total'))
    case null:
      return null
  }
}

function readable(scope: Scope, name: string, path: string): FieldModel {
  const access = scope.access.fields.get(name)
  if (!access) throw invalid(path)
  return access.field
}

function hiddenAsNull(scope: Scope, name: string, expression: Sql): Sql {
  const rows = rowsToSql(scope.access.fields.get(name)?.read ?? 'none', scope)
  return rows === always ? expression : sql`case when ${rows} then ${expression} end`
}

function invalid(path: string): AppError {
  return new AppError('filter_invalid', { errors: [{ path, code: 'unknown_field' }] })
}
