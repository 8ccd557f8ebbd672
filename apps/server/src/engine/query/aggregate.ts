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
import { keysOf, periodOf } from './sort.ts'

type Measure = AggregateBody['measures'][number]

/** `{groups: [{keys, values}], linked}` as one JSON text. @throws AppError filter_invalid */
export function aggregateSql(scope: Scope, body: AggregateBody): Sql {
  const { where } = selectionOf(scope, {
    filter: body.filter,
    search: body.search,
    sort: [],
    deleted: false,
  })
  const keys = body.groupBy.map((group, index) => groupKey(scope, group, index))
  const measures = body.measures.map((measure, index) => measureSql(scope, measure, index))
  const names = keys.map((_, index) => rawSql(`k${index}`))
  const groups = keys.map((_, index) => rawSql(`g.g${index}`))
  const labels = keys.map(
    ({ label }, index) => sql`${label ?? (groups[index] as Sql)} as ${names[index] as Sql}`,
  )
  const hasKeys = keys.length > 0
  const parts = [where, ...measures, ...keys.flatMap(({ by, label }) => (label ? [by, label] : [by]))]
  const isJoined = parts.some((part) => part.sql.includes(`"${scope.recordAlias}".`))
  const source = isJoined ? tables(scope) : sql`${tableOf(scope)} ${ident(scope.alias)}`
  const by = hasKeys
    ? sql` cross join lateral (select ${join(keys.map(({ by }, n) => sql`${by} as ${rawSql(`g${n}`)}`))}) g`
    : rawSql('')
  const grouping = hasKeys ? sql`group by ${join(groups)}` : rawSql('')
  const order = hasKeys
    ? sql`order by ${join(keys.map(({ direction }, n) => sql`${groups[n] as Sql} ${rawSql(direction)} nulls last`))}`
    : rawSql('')
  return sql`with found as (select ${join([...labels, sql`json_build_array(${join(measures)}) as m`])},
        row_number() over (${order}) as n
      from ${source}${by} where ${where} ${grouping} ${order} limit ${body.limit})
    select json_build_object('groups', coalesce(json_agg(json_build_object(
      'keys', json_build_array(${names.length > 0 ? join(names) : rawSql('')}), 'values', m) order by n), '[]'),
      'linked', ${linkedNames(scope, body)}) from found`
}

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
  /** The expression to group and sort by: the field's sort key. */
  by: Sql
  /** The value that identifies a group, if it differs from `by`. */
  label: Sql | null
  direction: 'asc' | 'desc'
}

function groupKey(scope: Scope, group: AggregateBody['groupBy'][number], index: number): GroupKey {
  const { direction, field: name, period } = group
  const path = `groupBy.${index}.field`
  const field = readable(scope, name, path)
  const { choices } = field.type
  const { ids, isGroupable, time } = traitsOf(field)
  if (period || time === 'instant') {
    return { by: periodOf(name, period ?? 'day', scope, path), label: null, direction }
  }
  if (!isGroupable) throw invalid(path)
  const [by] = keysOf(name, scope, index).map(({ expression }) => expression)
  if (!by) throw invalid(path)
  // Items sort by name and choices by rank, but the value identifies the group.
  const value = hiddenAsNull(scope, name, ident(scope.alias, field.columnName))
  return { by, label: ids === 'one' || choices ? sql`min(${value})` : null, direction }
}

function measureSql(scope: Scope, { field: name, fn }: Measure, index: number): Sql {
  const path = `measures.${index}.field`
  if (fn === 'count') return sql`count(*)`
  if (!name) throw invalid(path)
  const field = readable(scope, name, path)
  const isEmpty = storageOf(field).isEmpty(field, scope)
  const rows = rowsToSql(scope.access.fields.get(name)?.read ?? 'none', scope)
  const isFilled = rows === always ? sql`not ${isEmpty}` : sql`(${rows} and not ${isEmpty})`
  if (fn === 'countFilled') return sql`count(*) filter (where ${isFilled})`
  if (fn === 'countEmpty') return sql`count(*) filter (where not ${isFilled})`
  const number = numberOf(scope, field)
  if (fn === 'sum' || fn === 'average') {
    if (!number) throw invalid(path)
    return sql`${rawSql(fn === 'sum' ? 'sum' : 'avg')}(${hiddenAsNull(scope, name, number)})`
  }
  const [key] = number ? [number] : storageOf(field).sortKeys(field, scope)
  if (!key) throw invalid(path)
  return sql`${rawSql(fn)}(${hiddenAsNull(scope, name, key)})`
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
