/**
 * Cells that PostgreSQL may read by itself, because they are written the one way of which there is no doubt: for
 * them `test` is true and `value` is exactly what the contract's `fromText` would make. All others go through the
 * contract, once for each different text.
 */
import type { DataType } from '@muster/contract/fields/families'
import { fixed, type Sql, sql } from '../../platform/db.ts'
import type { FieldModel } from '../../platform/model/model.ts'

export interface PlainCell {
  /** A condition over the cell's text: never null for a text. */
  test: Sql
  /** jsonb of the value. */
  value: Sql
  /** The values of the field's one column, where it has one; saves the way through JSON. */
  column: Sql
}

type Reader = (cell: Sql, settings: Record<string, unknown>) => PlainCell | null

const matches = (cell: Sql, pattern: string): Sql => sql`${cell} collate "C" ~ ${fixed(`'${pattern}'`)}`

function cast(cell: Sql, type: string): Pick<PlainCell, 'value' | 'column'> {
  const column = sql`${cell}${fixed(`::${type}`)}`
  return { column, value: sql`to_jsonb(${column})` }
}

const day = '[0-9]{3}[1-9]-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])'
const time = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,3})?'
const label = '[a-z0-9]+(-[a-z0-9]+)*'
const host = `(${label}[.])+[a-z]{2,24}`

const unbounded = ({ min, max }: Record<string, unknown>): boolean => min == null && max == null

const readers: Partial<Record<DataType, Reader>> = {
  plain_text: (cell, { minLength, maxLength, pattern }) =>
    pattern
      ? null
      : {
          test: sql`(length(${cell}) between ${fixed(String(Number(minLength)))} and ${fixed(String(Number(maxLength)))}
            and ${matches(cell, '^[^[:space:][:cntrl:]]([^[:cntrl:]]*[^[:space:][:cntrl:]])?$')})`,
          value: sql`to_jsonb(${cell})`,
          column: cell,
        },
  email_address: (cell) => ({
    test: sql`(length(${cell}) <= 100 and ${matches(cell, `^[A-Za-z0-9_+-]{1,60}([.][A-Za-z0-9_+-]+)?@${host}$`)}
      and position('@' in ${cell}) <= 65)`,
    value: sql`to_jsonb(${cell})`,
    column: cell,
  }),
  url: (cell) => ({
    test: sql`(length(${cell}) <= 500 and ${matches(cell, `^https?://${host}(/[A-Za-z0-9._~/-]*)?$`)})`,
    value: sql`to_jsonb(${cell})`,
    column: cell,
  }),
  number: (cell, settings) =>
    unbounded(settings) ? { test: matches(cell, '^(0|-?[1-9][0-9]{0,14})$'), ...cast(cell, 'bigint') } : null,
  decimal: (cell, settings) =>
    unbounded(settings) && settings.decimals == null
      ? { test: matches(cell, '^-?(0|[1-9][0-9]{0,8})([.][0-9]{0,4}[1-9])?$'), ...cast(cell, 'numeric') }
      : null,
  date: (cell, settings) =>
    unbounded(settings) ? { test: matches(cell, `^${day}$`), ...cast(cell, 'date') } : null,
  date_time: (cell) => ({ test: matches(cell, `^${day}T${time}Z$`), ...cast(cell, 'timestamptz') }),
  boolean: (cell) => ({ test: sql`${cell} in ('true', 'false')`, ...cast(cell, 'boolean') }),
}

/** Null where every cell has to go through the contract. */
export function plainCell(field: FieldModel, cell: Sql): PlainCell | null {
  return readers[field.dataType]?.(cell, field.settings) ?? null
}
