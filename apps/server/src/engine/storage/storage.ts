/**
 * How a field's values are stored in a team's tables. Each storage has one definition with all SQL of its
 * columns.
 */
import type { Storage } from '@muster/contract/fields/families'
import type { Operator } from '@muster/contract/filters/operators'
import { ident, type Sql } from '../../platform/db.ts'
import type { FieldModel } from '../model/model.ts'

export interface ColumnSql {
  name: string
  type: string
  /** Expression of a generated column, which is never written directly. */
  generated?: (schema: string) => string
}

/** Context of an expression: the team's schema and the alias of the root's table. */
export interface Place {
  schema: string
  /** Alias of the root's table; its `record_id` is the record's id. */
  alias: string
}

/** Context of a condition; `now` is the same for a whole request. */
export interface ConditionContext extends Place {
  now: Date
  timeZone: string
}

export interface StorageSql {
  readonly storage: Storage
  /** The value is that of one column, so values differ exactly where the column does. */
  readonly isScalar?: true
  /** Columns of the root's table, the main one first; none for links, which have a separate table. */
  columns(field: FieldModel): readonly ColumnSql[]
  /** The value in the JSON shape of the field's type, for PostgreSQL's JSON functions; null if empty. */
  read(field: FieldModel, place: Place): Sql
  /** One expression per written column, from a jsonb expression with a validated value or null. */
  write(field: FieldModel, value: Sql): readonly Sql[]
  /** Expressions to sort by; empty if values have no order. The caller adds `nulls last`. */
  sortKeys(field: FieldModel, place: Place): readonly Sql[]
  /** Whether the field is empty. */
  isEmpty(field: FieldModel, place: Place): Sql
  /** The condition of an operator, which `checkFilter` has validated; null counts as false. */
  condition(field: FieldModel, op: Operator, value: unknown, context: ConditionContext): Sql
}

/** The main column of a field. */
export function columnOf(field: FieldModel, { alias }: Place): Sql {
  return ident(alias, field.columnName)
}

/** Name of a field's second column, such as `price__currency`. */
export function partName(field: FieldModel, part: string): string {
  return `${field.columnName}__${part}`
}

/** Table of a multi_data_record field's links: (from_id, to_id, position). */
export function linkTable(field: FieldModel, schema: string): Sql {
  return ident(schema, `link_${field.id}`)
}
