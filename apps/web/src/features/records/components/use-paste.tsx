/** Changes of many cells at once: paste, fill and clear, each one operation with one undo. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toasts.ts'
import { type FieldContext, isEmptyValue } from '../../fields/public.ts'
import { useOperations } from '../../operations/public.ts'
import type { Column } from '../data/layout.ts'
import { maxPastedCells, type PastePlan, planPaste, type Rejected, spread } from '../data/paste.ts'
import { readersOf } from '../data/paste-readers.ts'
import type { RecordSource } from '../data/record-source.ts'
import { noteChanged, noteOwnWrite, recordEdits } from '../data/record-writes.ts'
import type { CellRange } from '../grid/port.ts'
import { PasteReport } from './PasteReport.tsx'

interface PasteContext {
  teamId: number
  collection: DataCollection
  source: RecordSource
  columns: readonly Column[]
  context: FieldContext
  rowAt(row: number): DataRecord | undefined
  isReadOnly: boolean
  titleOf(column: Column): string
}

export interface PasteActs {
  paste(range: CellRange, texts: string[][]): void
  fill(source: CellRange, target: CellRange): void
  clear(range: CellRange): void
  /** What could not be pasted. */
  report: ReactNode
}

export function usePaste(given: PasteContext): PasteActs {
  const { teamId, collection, source, columns, context, isReadOnly } = given
  const { t } = useTranslation(['records', 'common', 'errors'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const [rejected, setRejected] = useState<{ firstRow: number; cells: readonly Rejected[] } | null>(null)

  const columnsIn = ({ column, width }: CellRange) => columns.slice(column, column + width)
  const canWrite = (column: Column | undefined) => !isReadOnly && (column?.field?.canUpdate ?? false)

  /** Shows the new values, sends them, tells what was done and what was not. */
  async function write(plan: PastePlan, firstRow: number, text: (count: number) => string): Promise<void> {
    if (plan.update.length + plan.create.length === 0) {
      if (plan.rejected.length > 0) setRejected({ firstRow, cells: plan.rejected })
      return
    }
    for (const { id, values } of plan.update) {
      noteOwnWrite(id)
      source.cache.patch(id, (row) => ({ ...row, values: { ...row.values, ...values } }))
    }
    try {
      const { operation, rejected: refused } = await call(api.records.bulk, {
        params: { teamId, dataCollectionId: collection.id },
        body: { update: plan.update, create: plan.create, skipBad: true },
      })
      const bad = [...plan.rejected, ...refused.map((one) => placeOf(one, plan))]
      operations.did(operation, text(plan.cells - refused.length))
      if (bad.length > 0) setRejected({ firstRow, cells: bad })
    } catch (error) {
      toast.error(errorText(error))
    }
    noteChanged(teamId)
  }

  async function paste(range: CellRange, copied: string[][]): Promise<void> {
    const texts = spread(copied, range)
    const width = texts[0]?.length ?? 0
    if (texts.length * width > maxPastedCells) {
      toast.error(t('records:paste.tooMany', { count: maxPastedCells }))
      return
    }
    try {
      const rows = await source.rows(range.row, texts.length)
      const targets = columnsIn({ ...range, width })
      const readers = await readersOf(
        targets.map((column) => (canWrite(column) ? column.field : null)),
        texts,
        context,
      )
      const readable = targets.map((column, at) => ({ id: column.id, read: readers[at] ?? null }))
      const plan = planPaste(texts, readable, rows, collection.canCreate)
      await write(plan, range.row, (count) => t('records:paste.done', { count }))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  async function clear(range: CellRange): Promise<void> {
    const targets = columnsIn(range).filter(canWrite)
    if (targets.length === 0) return
    const only = range.width === 1 && range.height === 1 ? given.rowAt(range.row) : undefined
    const [column] = targets
    if (only && column) {
      if (isEmptyValue(only.values[column.id])) return
      recordEdits(teamId).set(only.id, column.id, null, only.values[column.id], only.version)
      return
    }
    if (range.height * targets.length > maxPastedCells) {
      toast.error(t('records:paste.tooMany', { count: maxPastedCells }))
      return
    }
    const rows = await source.rows(range.row, range.height)
    await write(
      changesOf(rows, targets, () => null),
      range.row,
      (count) => t('records:paste.cleared', { count }),
    )
  }

  async function fill(from: CellRange, target: CellRange): Promise<void> {
    const targets = columnsIn(target).filter(canWrite)
    const patterns = await source.rows(from.row, from.height)
    const rows = await source.rows(target.row, target.height)
    const isPattern = new Set(patterns.map(({ id }) => id))
    const offset = target.row - from.row
    const plan = changesOf(
      rows.filter(({ id }) => !isPattern.has(id)),
      targets,
      (column, row) => {
        const at = rows.findIndex(({ id }) => id === row.id)
        const index = (((at + offset) % from.height) + from.height) % from.height
        return patterns[index]?.values[column.id] ?? null
      },
    )
    await write(plan, target.row, (count) => t('records:paste.filled', { count }))
  }

  const guarded = (work: Promise<void>) => void work.catch((error: unknown) => toast.error(errorText(error)))
  return {
    paste: (range, texts) => guarded(paste(range, texts)),
    fill: (from, target) => guarded(fill(from, target)),
    clear: (range) => guarded(clear(range)),
    report: rejected && (
      <PasteReport
        {...rejected}
        titleOf={(id) => {
          const column = columns.find((one) => one.id === id)
          return column ? given.titleOf(column) : id
        }}
        onClose={() => setRejected(null)}
      />
    ),
  }
}

/** Only cells that change. */
function changesOf(
  rows: readonly DataRecord[],
  columns: readonly Column[],
  pick: (column: Column, row: DataRecord) => unknown,
): PastePlan {
  const plan: PastePlan = { update: [], create: [], rejected: [], cells: 0 }
  for (const row of rows) {
    const values: Record<string, unknown> = {}
    for (const column of columns) {
      if (!column.field || fieldType(column.field.dataType).isAutomatic?.(column.field.settings)) continue
      const next = pick(column, row)
      if (JSON.stringify(next) !== JSON.stringify(row.values[column.id] ?? null)) values[column.id] = next
    }
    const count = Object.keys(values).length
    if (count === 0) continue
    plan.update.push({ id: row.id, values, version: row.version })
    plan.cells += count
  }
  return plan
}

/** A cell the server refused: `update.3.values.email`, `create.0.values.name`. */
function placeOf({ path, code }: { path: string; code: string }, plan: PastePlan): Rejected {
  const [kind, at = '0', , column = ''] = path.split('.')
  const index = Number(at)
  const values = kind === 'create' ? plan.create[index]?.values : plan.update[index]?.values
  const value = values?.[column]
  return {
    row: kind === 'create' ? plan.update.length + index : index,
    column,
    text:
      value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    code: code as Rejected['code'],
  }
}
