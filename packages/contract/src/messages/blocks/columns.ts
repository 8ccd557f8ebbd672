/** Columns side by side; on a phone one below the other. The children of `columns` are `column`s. */
import { z } from 'zod'
import { type BlockType, boxSettings, colorSchema } from './definition.ts'

/** The widths of the columns in percent, by their number in order. */
export const columnRatios = {
  '1-1': [50, 50],
  '1-2': [33, 67],
  '2-1': [67, 33],
  '1-1-1': [33, 34, 33],
  '1-1-1-1': [25, 25, 25, 25],
} as const
export type ColumnRatio = keyof typeof columnRatios
const ratios = Object.keys(columnRatios) as [ColumnRatio, ...ColumnRatio[]]

const columnsSettings = z.strictObject({
  ratio: z.enum(ratios).default('1-1'),
  stacksOnPhones: z.boolean().default(true),
  verticalAlign: z.enum(['top', 'middle', 'bottom']).default('top'),
  ...boxSettings,
})
export type ColumnsSettings = z.output<typeof columnsSettings>

const columnSettings = z.strictObject({ backgroundColor: colorSchema.nullable().default(null) })
export type ColumnSettings = z.output<typeof columnSettings>

export const columns: BlockType<ColumnsSettings> = {
  type: 'columns',
  settings: columnsSettings,
  isOffered: true,
  texts: () => [],
  check: () => [],
  toText: () => '',
}

export const column: BlockType<ColumnSettings> = {
  type: 'column',
  settings: columnSettings,
  isOffered: false,
  texts: () => [],
  check: () => [],
  toText: () => '',
}
