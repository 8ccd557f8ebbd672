/** The content of a group header in each column. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type FieldContext, gridCellOf, isEmptyValue, textCell } from '../../fields/public.ts'
import type { GroupField, GroupRow } from '../data/groups.ts'
import type { Column, GridLayout } from '../data/layout.ts'
import { sumOfLeaves, sumText } from '../data/sums.ts'
import { weightOf } from '../data/use-grid-rows.ts'
import type { CellContent } from '../grid/port.ts'

export function groupCell(
  header: GroupRow,
  column: Column,
  isFirst: boolean,
  groups: readonly GroupField[],
  sums: GridLayout['sums'],
  fields: readonly DataField[],
  context: FieldContext,
  emptyText: string,
): CellContent {
  const { level, isFolded, key, count, leaves } = header
  const group = groups[level]
  const field = fields.find(({ columnName }) => columnName === group?.field)
  return {
    kind: 'group',
    isReadOnly: true,
    group: {
      level,
      isFolded,
      title:
        isFirst && field
          ? {
              cell: titleCell(field, key, group?.period, context, emptyText),
              count: context.format.number(count),
            }
          : null,
      sum: isFirst ? null : sumIn(column),
    },
  }

  function sumIn({ id, field: summed }: Column): string | null {
    const fn = sums[id]
    if (!fn || !summed) return null
    const value = sumOfLeaves(leaves, Object.keys(sums).indexOf(id), fn, weightOf(sums, id))
    return value === null ? null : sumText(summed, fn, value, context)
  }
}

function titleCell(
  field: DataField,
  key: unknown,
  period: GroupField['period'],
  context: FieldContext,
  display: string,
) {
  if (isEmptyValue(key)) return textCell(display, '')
  if (!period || typeof key !== 'string') return gridCellOf(field, key, context)
  return textCell(periodText(key, period, context), key)
}

/** A day as the period it begins: "March 2024", "2024", "Q1 2024". */
function periodText(
  day: string,
  period: NonNullable<GroupField['period']>,
  { format }: FieldContext,
): string {
  const date = new Date(`${day}T00:00:00Z`)
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(format.language, { timeZone: 'UTC', ...options }).format(date)
  switch (period) {
    case 'year':
      return text({ year: 'numeric' })
    case 'quarter':
      return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${text({ year: 'numeric' })}`
    case 'month':
      return text({ year: 'numeric', month: 'long' })
    case 'week': {
      const end = new Date(date.getTime() + 6 * 86_400_000)
      return new Intl.DateTimeFormat(format.language, { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(
        date,
        end,
      )
    }
    case 'day':
      return text({ dateStyle: 'medium' })
  }
}
