/** How a field's values are stored in a team's tables: one module per storage, the only place with a column's SQL. */
import type { Storage } from '@muster/contract/fields/families'
import type { Operator } from '@muster/contract/filters/operators'
import { ident, type Sql } from '../../platform/db.ts'
import type { FieldModel } from '../model/model.ts'

export interface ColumnSql {
  name: string
  type: string
  /** Expression of a generated column; it is not written. */
  generated?: (schema: string) => string
}

/** Context of an expression: the team's schema, the alias of the typed table, the current time and zone. */
export interface Place {
  schema: string
  /** Alias of the typed table; its record_id is the record. */
  alias: string
}

/** A condition's surroundings: `now` is one instant for a whole request. */
export interface ConditionContext extends Place {
  now: Date
  timeZone: string
}

export interface StorageSql {
  readonly storage: Storage
  /** Columns of the typed table, the main one first; none for links, which have a table. */
  columns(field: FieldModel): readonly ColumnSql[]
  /** The value as PostgreSQL's JSON functions will write it: the JSON shape of the field's type, or null. */
  read(field: FieldModel, place: Place): Sql
  /** One expression per written column, from a jsonb expression that holds a checked value or null. */
  write(field: FieldModel, value: Sql): readonly Sql[]
  /** What to order by; empty when values have no order. Nulls last is the caller's. */
  sortKeys(field: FieldModel, place: Place): readonly Sql[]
  /** Whether the field is empty. */
  isEmpty(field: FieldModel, place: Place): Sql
  /** A boolean that is never null, for an operator checked by `checkFilter`. */
  condition(field: FieldModel, op: Operator, value: unknown, context: ConditionContext): Sql
}

/** The main column of a field. */
export function columnOf(field: FieldModel, { alias }: Place): Sql {
  return ident(alias, field.columnName)
}

/** A second column of a field: `price__currency`. */
export function partName(field: FieldModel, part: string): string {
  return `${field.columnName}__${part}`
}

/** Table of a multi_data_record field's links: (from_id, to_id, position). */
export function linkTable(field: FieldModel, schema: string): Sql {
  return ident(schema, `link_${field.id}`)
}
