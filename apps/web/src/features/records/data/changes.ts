/** A plan made from values instead of texts: the changes of a fill or a clear. */
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { inSlices } from '../../../lib/slices.ts'
import type { Column } from './layout.ts'
import { emptyPlan, type PastePlan } from './paste.ts'

/** Only cells that change; values that the server generates are skipped. */
export async function changesOf(
  records: readonly DataRecord[],
  columns: readonly Column[],
  pick: (column: Column, record: DataRecord) => unknown,
): Promise<PastePlan> {
  const plan = emptyPlan()
  const writable = columns.filter(
    ({ field }) => field && !fieldType(field.dataType).isAutomatic?.(field.settings),
  )
  await inSlices(steps())
  return plan

  function* steps(): Generator<void> {
    for (const [row, record] of records.entries()) {
      yield
      const values: Record<string, unknown> = {}
      for (const column of writable) {
        const next = pick(column, record) ?? null
        if (JSON.stringify(next) !== JSON.stringify(record.values[column.id] ?? null))
          values[column.id] = next
      }
      const count = Object.keys(values).length
      if (count === 0) continue
      plan.update.push({ id: record.id, values, version: record.version })
      plan.updateRows.push(row)
      plan.cells += count
    }
  }
}
