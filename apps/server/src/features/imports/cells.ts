/**
 * Plain cells, which PostgreSQL may cast because their form is unambiguous: for them, `test` is true and
 * `value` is exactly the result of the contract's `fromText`. The contract parses all others, once per
 * distinct text.
 */

import type { DataType } from '@muster/contract/fields/families'
import { maxName } from '../../engine/public.sql.ts'
import type { FieldModel } from '../../engine/public.ts'
import { rawSql, type Sql, sql } from '../../platform/db.ts'
import type { PlainFacts } from './plain-cells.ts'

export interface PlainCell {
  /** A condition on the cell's text; null only if the text is. */
  test: Sql
  /** The value as jsonb. */
  value: Sql
  /** The value of the field's single column, without a detour through JSON. */
  column: Sql
}

type Reader = (cell: Sql, settings: Record<string, unknown>) => PlainCell | null

const matches = (cell: Sql, pattern: string): Sql => sql`${cell} collate "C" ~ ${rawSql(`'${pattern}'`)}`

function cast(cell: Sql, type: string): Pick<PlainCell, 'value' | 'column'> {
  const column = sql`${cell}${rawSql(`::${type}`)}`
  return { column, value: sql`to_jsonb(${column})` }
}

const day = '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'
const time = '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]([.][0-9][0-9]?[0-9]?)?'
const host = '[a-z0-9][a-z0-9.-]*[.][a-z]+'

const unbounded = ({ min, max }: Record<string, unknown>): boolean => min == null && max == null

/**
 * Counts bytes, which is cheaper than characters and never less. Bounds in a pattern would be ten times
 * slower.
 */
const isShort = (cell: Sql, bytes: number): Sql => sql`octet_length(${cell}) <= ${rawSql(String(bytes))}`

/** A character that is never trimmed: printable ASCII, or a letter below the first Unicode space. */
const isSolid = (character: Sql): Sql =>
  sql`(ascii(${character}) between 33 and 126 or ascii(${character}) between 192 and 5000)`

/** Host names have no empty labels, and none that begin or end with a hyphen. */
const isProperHost = (cell: Sql): Sql =>
  sql`position('..' in ${cell}) = 0 and position('-.' in ${cell}) = 0 and position('.-' in ${cell}) = 0`

/**
 * Whether a text in the form of a date is a valid one; rejects 29 February, which not every year has.
 * Comparing parts is several times faster than an equivalent pattern.
 */
const isDay = (cell: Sql): Sql => {
  const [year, month, dayOfMonth] = [
    sql`left(${cell}, 4)`,
    sql`substr(${cell}, 6, 2)`,
    sql`substr(${cell}, 9, 2)`,
  ]
  return sql`(${year} <> '0000' and ${month} between '01' and '12' and ${dayOfMonth} >= '01'
    and (${dayOfMonth} <= '28' or (${dayOfMonth} <= '30' and ${month} <> '02')
      or (${dayOfMonth} = '31' and ${month} in ('01', '03', '05', '07', '08', '10', '12'))))`
}

const asText = (cell: Sql): Pick<PlainCell, 'value' | 'column'> => ({
  value: sql`to_jsonb(${cell})`,
  column: cell,
})

const readers: Partial<Record<DataType, Reader>> = {
  plain_text: (cell, { minLength, maxLength, pattern }) =>
    pattern || Number(minLength) > 1
      ? null
      : {
          test: sql`(${isShort(cell, Number(maxLength))} and ${isSolid(cell)} and ${isSolid(sql`right(${cell}, 1)`)}
            and ascii(${cell}) <> 39 and position(e'\\r' in ${cell}) = 0)`,
          ...asText(cell),
        },
  email_address: (cell) => ({
    test: sql`(${isShort(cell, 60)} and ${matches(cell, `^[a-z0-9_][a-z0-9_.+-]*@${host}$`)}
      and ${isProperHost(cell)} and position('.@' in ${cell}) = 0)`,
    ...asText(cell),
  }),
  url: (cell) => ({
    test: sql`(${isShort(cell, 500)} and ${matches(cell, `^https?://${host}(/[A-Za-z0-9_~/-][A-Za-z0-9._~/-]*)?$`)}
      and ${isProperHost(cell)} and position('/' in substr(${cell}, 9)) <= 60)`,
    ...asText(cell),
  }),
  number: (cell, settings) =>
    unbounded(settings)
      ? {
          test: sql`(${isShort(cell, 15)} and ${matches(cell, '^(0|-?[1-9][0-9]*)$')})`,
          ...cast(cell, 'bigint'),
        }
      : null,
  decimal: (cell, settings) =>
    unbounded(settings) && settings.decimals == null
      ? {
          test: sql`(${isShort(cell, 15)} and ${matches(cell, '^-?(0|[1-9][0-9]*)([.][0-9]*[1-9])?$')})`,
          ...cast(cell, 'numeric'),
        }
      : null,
  date: (cell, settings) =>
    unbounded(settings)
      ? { test: sql`(${matches(cell, `^${day}$`)} and ${isDay(cell)})`, ...cast(cell, 'date') }
      : null,
  date_time: (cell) => ({
    test: sql`(${matches(cell, `^${day}T${time}Z$`)} and ${isDay(cell)} and substr(${cell}, 12, 2) <= '23')`,
    ...cast(cell, 'timestamptz'),
  }),
  boolean: (cell) => ({ test: sql`${cell} in ('true', 'false')`, ...cast(cell, 'boolean') }),
}

/** The plain form that all cells of a column must have, by type; see plain-cells.ts. */
const forms: Partial<Record<DataType, (facts: PlainFacts, settings: Record<string, unknown>) => boolean>> = {
  plain_text: ({ forms, maxBytes }, { maxLength }) => forms.includes('text') && maxBytes <= Number(maxLength),
  email_address: ({ forms }) => forms.includes('email'),
  url: ({ forms }) => forms.includes('url'),
  number: ({ forms }) => forms.includes('integer'),
  decimal: ({ forms }) => forms.includes('decimal'),
  date: ({ forms }) => forms.includes('day'),
  date_time: ({ forms }) => forms.includes('time'),
  boolean: ({ forms }) => forms.includes('boolean'),
}

/** Whether the scanner found all cells of a column to be plain, so that none has to be tested again. */
export function isPlainColumn(field: FieldModel, facts: PlainFacts | undefined): boolean {
  if (!facts || !readers[field.dataType]?.(rawSql('x'), field.settings)) return false
  return forms[field.dataType]?.(facts, field.settings) ?? false
}

/** Null if the contract has to parse every cell. */
export function plainCell(field: FieldModel, cell: Sql): PlainCell | null {
  return readers[field.dataType]?.(cell, field.settings) ?? null
}

/** Whether each text of a column, as the value of a name field, is the name of its record as it is. */
export const isNameColumn = (field: FieldModel, facts: PlainFacts | undefined): boolean =>
  field.dataType === 'plain_text' &&
  isPlainColumn(field, facts) &&
  facts?.forms.includes('line') === true &&
  facts.maxBytes <= maxName
