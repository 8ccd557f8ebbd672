/** Columns that requests for calendars and maps name, as far as the caller may read them. */

import { AppError } from '@muster/contract/errors'
import type { DataType } from '@muster/contract/fields/families'
import { displayOptionFieldKinds, viewFieldKinds } from '@muster/contract/views/views.rules'
import { all, always, livingRows, nameOf, nameSql, rowsToSql, tables } from '../../engine/public.sql.ts'
import { type FieldAccess, type FieldModel, linkedScope, type Scope, targetOf } from '../../engine/public.ts'
import { ident, rawSql, type Sql, sql } from '../../platform/db.ts'

const kinds = {
  start: viewFieldKinds.eventStartDataFieldId,
  end: viewFieldKinds.eventEndDataFieldId,
  allDay: viewFieldKinds.allDayDataFieldId,
  onlyStart: viewFieldKinds.onlyShowOnStartDateDataFieldId,
  location: viewFieldKinds.mapLocationDataFieldId,
  color: displayOptionFieldKinds.colorDataFieldId,
  lane: null,
  name: null,
} satisfies Record<string, readonly DataType[] | null>

export type ColumnRole = keyof typeof kinds

/**
 * @throws AppError validation_failed at `role` for a column that the caller cannot read, or that has the
 * wrong type
 */
export function columnFor(scope: Scope, role: ColumnRole, column: string): FieldAccess {
  const access = scope.access.fields.get(column)
  if (!access) throw wrong(role, 'view_field_gone')
  const types: readonly DataType[] | null = kinds[role]
  if (types !== null && !types.includes(access.field.dataType)) throw wrong(role, 'view_field_kind')
  return access
}

export function wrong(path: string, code: AppError['errors'][number]['code']): AppError {
  return new AppError('validation_failed', { errors: [{ path, code }] })
}

/** The column's value; null where the caller may not read it. */
export function readableColumn({ field, read }: FieldAccess, scope: Scope): Sql {
  const column = ident(scope.alias, field.columnName)
  const readable = rowsToSql(read, scope)
  return readable === always ? column : sql`(case when ${readable} then ${column} end)`
}

/** A record's title: the requested column, else its name. */
export function titleOf(scope: Scope, name: string | undefined): Sql {
  if (name === undefined) return nameSql(scope)
  const { field, read } = columnFor(scope, 'name', name)
  const text = nameOf(field, scope)
  const readable = rowsToSql(read, scope)
  return readable === always ? text : sql`(case when ${readable} then ${text} else '' end)`
}

/** The colour of the chosen list item, and the join that provides it. */
export function colorOf(scope: Scope, column: string | undefined): { color: Sql; join: Sql } {
  const none = { color: rawSql('null::text'), join: rawSql('') }
  if (column === undefined) return none
  const access = columnFor(scope, 'color', column)
  const target = targetOf(access.field)
  const items = target === null ? null : itemsScope(scope, target)
  const own = items?.access.fields.get('color')
  if (!items || !own) return none
  const value = readableColumn(access, scope)
  const id = isList(access.field) ? sql`(${value})[1]` : value
  return {
    color: readableColumn(own, items),
    join: sql` left join ${tables(items)} on ${ident(items.alias, 'record_id')} = ${id} and ${all([livingRows(items)])}`,
  }
}

const isList = ({ type }: FieldModel): boolean => type.storage === 'ids'

function itemsScope(scope: Scope, dataCollectionId: number): Scope | null {
  try {
    return linkedScope(scope, dataCollectionId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** The first or last day of a column's year; null for numbers that are no years of the calendar. */
export function dayOfYearNumber(value: Sql, which: 'first' | 'last'): Sql {
  const [month, day] = which === 'first' ? [1, 1] : [12, 31]
  return sql`(case when ${value} between 1 and 9999 then make_date(${value}::int, ${rawSql(`${month}, ${day}`)}) end)`
}
