/** Columns of a table view. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Shown } from '../parts/blocks.ts'

/** Minimum width in pixels: what is a share of the line elsewhere is a share of one wide column here. */
export const columnWidths: Record<DataField['displayWidth'], number | undefined> = {
  full: undefined,
  half: 180,
  quarter: 100,
  third: 130,
  two_thirds: 240,
  three_quarters: 260,
  fifth: 80,
  two_fifths: 150,
  three_fifths: 210,
  four_fifths: 280,
}

/** Runs of neighbours with the same grouping key. */
export function headingsOf(columns: readonly Shown[]): { title: string; first: number; span: number }[] {
  const runs: { title: string; first: number; span: number }[] = []
  for (const { field, shown } of columns) {
    const last = runs.at(-1)
    if (last && last.title === shown.fieldGroupingKey) last.span++
    else runs.push({ title: shown.fieldGroupingKey, first: field.id, span: 1 })
  }
  return runs
}
