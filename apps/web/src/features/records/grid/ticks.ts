/** Rows selected and deselected, as ranges. */
import type { CompactSelection } from '@glideapps/glide-data-grid'
import type { Latest } from './latest.ts'
import type { RowSpan } from './port.ts'

export function reportTicks(before: CompactSelection, after: CompactSelection, props: Latest): void {
  const isAll = props.rowCount > 0 && after.hasAll([0, props.rowCount])
  if (after.length === 0 || isAll) props.onTickAll(isAll)
  else props.onTick(spansOf(after, before), spansOf(before, after))
}

/** Rows in one selection and not in the other. */
function spansOf(selection: CompactSelection, without: CompactSelection): RowSpan[] {
  const spans: [number, number][] = []
  for (const row of selection) {
    if (without.hasIndex(row)) continue
    const last = spans.at(-1)
    if (last && last[1] === row) last[1] = row + 1
    else spans.push([row, row + 1])
  }
  return spans
}
