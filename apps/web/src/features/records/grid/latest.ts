/** What the grid's handlers look up when something happens: its newest props and where the person is. */
import type { GridSelection, Rectangle } from '@glideapps/glide-data-grid'
import type { CellRange, DataGridProps } from './port.ts'

export const rangeOf = ({ x, y, width, height }: Rectangle): CellRange => ({
  column: x,
  row: y,
  width,
  height,
})

export type Latest = DataGridProps & { current: GridSelection['current'] }
