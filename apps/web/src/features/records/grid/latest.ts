/** The latest props and position, for the grid's event handlers. */
import type { GridSelection, Rectangle } from '@glideapps/glide-data-grid'
import type { CellRange, DataGridProps } from './port.ts'

export const rangeOf = ({ x, y, width, height }: Rectangle): CellRange => ({
  column: x,
  row: y,
  width,
  height,
})

export type Latest = DataGridProps & {
  current: GridSelection['current']
  /** With the empty row at the end. */
  rowTotal: number
}
