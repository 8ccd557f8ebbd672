/**
 * System fields, which every record has: id, name, authors and timestamps. They are columns of the catalogue.
 */

import { fieldType } from '@muster/contract/fields/types/index'
import { type Condition, type SystemField, systemFields } from '@muster/contract/filters/ast'
import { ident, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { CollectionAccess, Rows } from '../access/access.ts'
import type { Scope } from '../access/scope.ts'
import type { FieldModel } from '../model/model.ts'
import {
  dateCondition,
  idCondition,
  matchesEmpty,
  numberCondition,
  textCondition,
} from '../storage/conditions.ts'

type Column = Exclude<SystemField, '@collections'>

const columns: Record<Column, string> = {
  '@id': 'id',
  '@name': 'name',
  '@createdAt': 'created_at',
  '@updatedAt': 'updated_at',
  '@createdBy': 'created_by',
  '@updatedBy': 'updated_by',
}

export function isSystemColumn(field: string): field is Column {
  return field in columns
}

/**
 * Records in which a system field is readable: the id in all, the name like its field, the others like
 * metadata.
 */
export function systemRows(field: Column, access: CollectionAccess): Rows {
  if (field === '@id') return 'all'
  if (field !== '@name') return access.metadata
  const { nameFieldId } = access.home
  if (nameFieldId === null) return 'all'
  for (const { field: own, read } of access.fields.values()) if (own.id === nameFieldId) return read
  return 'none'
}

/** The column, or null in records where the caller may not read it. */
export function systemColumn(field: Column, scope: Scope, readable: Sql): Sql {
  const own = ident(scope.recordAlias, columns[field])
  // The column stores a missing name as an empty text.
  const column = field === '@name' ? sql`nullif(${own}, '')` : own
  return readable.sql === 'true' ? column : sql`(case when ${readable} then ${column} end)`
}

/** Conditions treat a hidden value as empty, like those of ordinary fields. */
export function systemCondition({ field, op, value }: Condition, scope: Scope, readable: Sql): Sql {
  if (!isSystemColumn(field)) return rawSql('false')
  const column = systemColumn(field, scope, readable)
  if (op === 'isEmpty') return sql`(${column} is null)`
  if (op === 'isNotEmpty') return sql`(${column} is not null)`
  const condition = plainCondition(field, column, { field, op, value }, scope)
  return matchesEmpty.has(op) ? sql`(${column} is null or ${condition})` : condition
}

const timestamp = { type: fieldType('date_time') } as FieldModel

function plainCondition(field: Column, column: Sql, { op, value }: Condition, scope: Scope): Sql {
  switch (systemFields[field]) {
    case 'number':
      return numberCondition(column, op, value)
    case 'plain_text':
      return textCondition(column, op, value, scope)
    case 'date_time':
      return dateCondition(column, op, value, scope, timestamp)
    default:
      return idCondition(column, op, value)
  }
}
