/** Changes of many cells at once: paste, fill and clear, each one operation with one undo. */
import { Progress } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import { inSlices } from '../../../lib/slices.ts'
import { toast } from '../../../ui/toasts.ts'
import { type FieldContext, isEmptyValue } from '../../fields/public.ts'
import { operationEvents, useOperations } from '../../operations/public.ts'
import { changesOf } from '../data/changes.ts'
import { seriesOf } from '../data/fill.ts'
import type { Column } from '../data/layout.ts'
import {
  emptyPlan,
  maxPastedCells,
  maxPastedRows,
  type PastePlan,
  planPaste,
  type Rejected,
  spread,
  spreadSize,
} from '../data/paste.ts'
import { type NewItems, readersOf } from '../data/paste-readers.ts'
import { noteChanged, noteOwnWrite, recordEdits } from '../data/record-writes.ts'
import type { GridRows } from '../data/rows.ts'
import { createItems, sendPlan } from '../data/send-plan.ts'
import type { CellPlace, CellRange } from '../grid/port.ts'
import { type NewItemsAnswer, NewItemsDialog } from './NewItemsDialog.tsx'
import classes from './PasteReport.module.css'
import { PasteReport, type Placed } from './PasteReport.tsx'

interface PasteContext {
  teamId: number
  collection: DataCollection
  rows: GridRows
  columns: readonly Column[]
  context: FieldContext
  isReadOnly: boolean
  /** Waits for records that are being created. */
  idle(): Promise<unknown>
  titleOf(column: Column): string
  /** A cell's text as it is copied. */
  textOf(record: DataRecord, column: Column): string
  onGo(place: CellPlace): void
  /** Returns the focus to the grid when a dialog is answered. */
  onBack(): void
}

export interface PasteActions {
  paste(range: CellRange, texts: string[][]): void
  /** `isSeries`: continue numbers and dates instead of repeating them. */
  fill(source: CellRange, target: CellRange, isSeries: boolean): void
  /** Copies the first column of a range into the others. */
  fillRight(range: CellRange): void
  clear(range: CellRange): void
  /** Whether a cell's new value is being sent. */
  isPending(recordId: number, column: string): boolean
  /** The dialog, the progress, and the cells that could not be pasted. */
  report: ReactNode
}

const none = { cells: [], operationId: null }

interface Question {
  missing: readonly NewItems[]
  answer(answer: NewItemsAnswer): void
}

export function usePaste(given: PasteContext): PasteActions {
  const { teamId, collection, rows, columns, context, isReadOnly } = given
  const { t } = useTranslation(['records', 'common', 'errors'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const [rejected, setRejected] = useState<{ cells: readonly Placed[]; operationId: number | null }>(none)
  const [question, setQuestion] = useState<Question | null>(null)
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const pending = useRef(new Map<number, Readonly<Record<string, unknown>>>())
  const latest = useRef(given)
  latest.current = given

  // What was pasted is gone, and with it the reason to go through its cells.
  useEffect(
    () =>
      operationEvents.on('undone', ({ operationId }) => {
        setRejected((now) => (now.operationId === operationId ? none : now))
      }),
    [],
  )

  const columnsIn = ({ column, width }: CellRange) => columns.slice(column, column + width)
  const canWrite = (column: Column | undefined) => !isReadOnly && (column?.field?.canUpdate ?? false)
  const isTooMuch = (height: number, width: number): boolean => {
    if (height * width <= maxPastedCells && height <= maxPastedRows) return false
    const isLong = height > maxPastedRows
    const count = isLong ? maxPastedRows : maxPastedCells
    toast.error(t(isLong ? 'records:paste.tooManyRows' : 'records:paste.tooMany', { count }))
    return true
  }
  const ask = (missing: readonly NewItems[]): Promise<NewItemsAnswer> =>
    new Promise((resolve) => {
      const answer = (given: NewItemsAnswer) => {
        setQuestion(null)
        latest.current.onBack()
        resolve(given)
      }
      setQuestion({ missing, answer })
    })

  /** Values of a unique field wait for each other: what one record gives up, another may take. */
  const changesUnique = (plan: PastePlan): boolean => {
    const unique = collection.DataFields.filter(({ isUnique }) => isUnique)
    return plan.update.some(({ values }) => unique.some(({ columnName }) => columnName in values))
  }

  /** Shows the new values, sends them, reports what was done and what was not. */
  async function write(
    plan: PastePlan,
    firstRow: number,
    text: (count: number) => string,
    options: { continues?: OperationRef | null; textAt?: (row: number, column: string) => string } = {},
  ): Promise<void> {
    const place = (one: Rejected): Placed => ({
      ...one,
      gridRow: (one.recordId === null ? undefined : rows.indexOf(one.recordId)) ?? firstRow + one.row,
    })
    setRejected({ cells: plan.rejected.map(place), operationId: null })
    const total = plan.update.length + plan.create.length
    if (total === 0) {
      if (options.continues) operations.recordOperation(options.continues, text(0))
      return
    }
    const changes = new Map(plan.update.map(({ id, values }) => [id, values]))
    for (const [id, values] of changes) {
      noteOwnWrite(id)
      pending.current.set(id, values)
    }
    rows.source.cache.patchAll(changes.keys(), (row) => ({
      ...row,
      values: { ...row.values, ...changes.get(row.id) },
    }))
    const end = operations.beginOperation()
    const timer = setTimeout(() => setProgress((now) => now ?? { done: 0, total }), 600)
    const sent = await sendPlan({ teamId, dataCollectionId: collection.id }, plan, {
      continues: options.continues ?? null,
      isInOrder: changesUnique(plan),
      textAt: options.textAt ?? (() => ''),
      onProgress: (done) => setProgress((now) => (now || done < total ? { done, total } : null)),
    })
    clearTimeout(timer)
    setProgress(null)
    for (const id of changes.keys()) pending.current.delete(id)
    // Later edits must not count as edits of the previous value.
    rows.source.cache.patchAll(changes.keys(), (row) => ({ ...row, version: row.version + 1 }))
    end(sent.operation, text(plan.cells - sent.refused.length))
    const cells = [...plan.rejected, ...sent.refused].map(place).sort((a, b) => a.row - b.row)
    setRejected({ cells, operationId: sent.operation?.id ?? null })
    if (sent.error) toast.error(errorText(sent.error))
    noteChanged(teamId)
  }

  /** Texts into the records from a row on, parsed by each column's field. */
  async function writeTexts(
    texts: string[][],
    targets: readonly (Column | undefined)[],
    firstRow: number,
    canCreate: boolean,
    text: (count: number) => string,
  ): Promise<void> {
    await given.idle()
    const records = await rows.recordsFrom(firstRow, texts.length, [])
    const fields = targets.map((column) => (column && canWrite(column) ? column.field : null))
    const readers = await readersOf(teamId, fields, texts, context)
    let continues: OperationRef | null = null
    if (readers.missing.length > 0) {
      const answer = await ask(readers.missing)
      if (answer === 'cancel') return
      if (answer === 'create') {
        const { operation, made } = await createItems(teamId, readers.missing)
        for (const { listId, items } of made) {
          readers.learn(listId, items)
          for (const { id, label } of items) {
            rows.source.linked[id] = { name: label, avatar: null, dataCollectionId: listId }
          }
        }
        continues = operation
      }
    }
    const readable = targets.map((column, at) => ({ id: column?.id ?? '', read: readers.read[at] ?? null }))
    const plan = emptyPlan()
    await inSlices(planPaste(plan, texts, readable, records, canCreate))
    const at = new Map(targets.map((column, index) => [column?.id ?? '', index]))
    const textAt = (row: number, column: string) => texts[row]?.[at.get(column) ?? -1] ?? ''
    await write(plan, firstRow, text, { continues, textAt })
  }

  async function paste(range: CellRange, copied: string[][]): Promise<void> {
    const size = spreadSize(copied, range)
    if (isTooMuch(size.rows, size.columns)) return
    const texts = spread(copied, range)
    await writeTexts(
      texts,
      columnsIn({ ...range, width: size.columns }),
      range.row,
      collection.canCreate,
      (count) => t('records:paste.done', { count }),
    )
  }

  async function clear(range: CellRange): Promise<void> {
    const targets = columnsIn(range).filter(canWrite)
    if (targets.length === 0) return
    const only = range.width === 1 && range.height === 1 ? rows.recordAt(range.row) : undefined
    const [column] = targets
    if (only && column) {
      if (isEmptyValue(only.values[column.id])) return
      recordEdits(teamId).set(only.id, column.id, null, only.values[column.id], only.version)
      return
    }
    if (isTooMuch(range.height, targets.length)) return
    const records = await rows.records(range.row, range.height)
    const plan = await changesOf(records, targets, () => null)
    await write(plan, range.row, (count) => t('records:paste.cleared', { count }))
  }

  async function fill(from: CellRange, target: CellRange, isSeries: boolean): Promise<void> {
    if (from.column !== target.column || from.width !== target.width) return fillAcross(from, target)
    const targets = columnsIn(target).filter(canWrite)
    if (targets.length === 0 || isTooMuch(target.height, targets.length)) return
    const patterns = await rows.records(from.row, from.height)
    const isPattern = new Set(patterns.map(({ id }) => id))
    // Above the pattern, the nearest row is at distance -1.
    const isUp = target.row < from.row
    const found = await rows.records(target.row, target.height)
    const others = found.filter(({ id }) => !isPattern.has(id))
    const above = isUp ? found.findIndex(({ id }) => isPattern.has(id)) : -1
    const place = new Map(
      others.map(({ id }, at) => {
        const before = isUp && (above < 0 || at < above)
        return [
          id,
          before ? at - (above < 0 ? others.length : above) : patterns.length + at - Math.max(above, 0),
        ]
      }),
    )
    const series = new Map(
      targets.map((column) => [
        column.id,
        column.field
          ? seriesOf(
              column.field,
              patterns.map(({ values }) => values[column.id] ?? null),
              isSeries,
            )
          : () => null,
      ]),
    )
    const plan = await changesOf(others, targets, (column, row) =>
      series.get(column.id)?.(place.get(row.id) ?? 0),
    )
    await write(plan, target.row, (count) => t('records:paste.filled', { count }))
  }

  /** Columns into others, as copied text: fields of other types parse what they can. */
  async function fillAcross(from: CellRange, target: CellRange): Promise<void> {
    const places = Array.from({ length: target.width }, (_, n) => target.column + n).filter(
      (column) => column < from.column || column >= from.column + from.width,
    )
    if (places.length === 0 || isTooMuch(target.height, places.length)) return
    const records = await rows.records(target.row, target.height)
    const sourceOf = (column: number) =>
      from.column + ((((column - from.column) % from.width) + from.width) % from.width)
    const texts = records.map((record) =>
      places.map((place) => {
        const column = columns[sourceOf(place)]
        return column ? latest.current.textOf(record, column) : ''
      }),
    )
    const targets = places.map((place) => columns[place])
    await writeTexts(texts, targets, target.row, false, (count) => t('records:paste.filled', { count }))
  }

  const guarded = (work: Promise<void>) => void work.catch((error: unknown) => toast.error(errorText(error)))
  return {
    paste: (range, texts) => guarded(paste(range, texts)),
    fill: (from, target, isSeries) => guarded(fill(from, target, isSeries)),
    fillRight: (range) => guarded(fillAcross({ ...range, width: 1 }, range)),
    clear: (range) => guarded(clear(range)),
    isPending: (recordId, column) => Object.hasOwn(pending.current.get(recordId) ?? {}, column),
    report: (
      <>
        {question && <NewItemsDialog missing={question.missing} onAnswer={question.answer} />}
        {progress && (
          <div className={classes.progress} role="status">
            <span>{t('records:paste.working', progress)}</span>
            <Progress
              className={classes.bar}
              value={(100 * progress.done) / progress.total}
              aria-label={t('records:paste.working', progress)}
            />
          </div>
        )}
        {rejected.cells.length > 0 && (
          <PasteReport
            cells={rejected.cells}
            titleOf={(id) => {
              const column = columns.find((one) => one.id === id)
              return column ? given.titleOf(column) : id
            }}
            onGo={({ recordId, gridRow, column }) => {
              const row = (recordId === null ? undefined : rows.indexOf(recordId)) ?? gridRow
              given.onGo({ column: columns.findIndex(({ id }) => id === column), row })
            }}
            onClose={() => setRejected(none)}
            onGone={() => latest.current.onBack()}
          />
        )}
      </>
    ),
  }
}
