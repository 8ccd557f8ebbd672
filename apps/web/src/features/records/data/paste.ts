/**
 * What pasting a block of text into a grid would do: which cells of which records change, which records are new,
 * which texts do not fit. Pure: rows, columns and readers are given.
 */
import type { FieldErrorCode } from '@muster/contract/errors'

export interface PasteColumn {
  /** Column name. */
  id: string
  /** Null: its cells cannot be changed, and values for them are skipped. */
  read: ((text: string) => { ok: true; value: unknown } | { ok: false; code: FieldErrorCode }) | null
}

export interface PasteRow {
  id: number
  version: number
}

/** A cell that is not changed, and why. */
export interface Rejected {
  /** The record, or null for one that was not created. */
  recordId: number | null
  /** Line of the pasted block. */
  row: number
  column: string
  text: string
  code: string
}

export interface PastePlan {
  update: { id: number; values: Record<string, unknown>; version: number }[]
  create: { values: Record<string, unknown> }[]
  /** Lines of the block that `update` and `create` come from. */
  updateRows: number[]
  createRows: number[]
  rejected: Rejected[]
  /** Number of cells that get a value. */
  cells: number
}

export const emptyPlan = (): PastePlan => ({
  update: [],
  create: [],
  updateRows: [],
  createRows: [],
  rejected: [],
  cells: 0,
})

/** Larger pastes are refused as a whole. */
export const maxPastedCells = 300_000
/** The maximum number of records in one request. */
export const maxPastedRows = 50_000

/** The size of a paste, without planning it. */
export function spreadSize(
  texts: readonly (readonly string[])[],
  range: { width: number; height: number },
): { rows: number; columns: number } {
  const height = texts.length
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0)
  const isTiled =
    width > 0 && range.width % width === 0 && range.height % height === 0 && range.width * range.height > 1
  return { rows: isTiled ? range.height : height, columns: isTiled ? range.width : width }
}

/**
 * The block that a paste covers: the copied block repeated where the selected range is an exact multiple of its size
 * (one value fills the range), else the copied block from the range's corner.
 */
export function spread(
  texts: readonly (readonly string[])[],
  range: { width: number; height: number },
): string[][] {
  const height = texts.length
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0)
  const { rows, columns } = spreadSize(texts, range)
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => texts[row % height]?.[column % width] ?? ''),
  )
}

/**
 * `rows` are the records from the paste's corner down; lines beyond them create records (unless `canCreate` is
 * false), for which an empty text is no value rather than a cleared one. One step per line, so that a long paste can
 * be planned in slices; the plan is complete when the steps are done.
 */
export function* planPaste(
  plan: PastePlan,
  texts: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
  rows: readonly PasteRow[],
  canCreate: boolean,
): Generator<void> {
  for (const [row, line] of texts.entries()) {
    const record = rows[row]
    if (!record && !canCreate) return
    planLine(plan, row, line, columns, record)
    yield
  }
}

function planLine(
  plan: PastePlan,
  row: number,
  line: readonly string[],
  columns: readonly PasteColumn[],
  record: PasteRow | undefined,
): void {
  const recordId = record?.id ?? null
  const values: Record<string, unknown> = {}
  line.forEach((text, at) => {
    const column = columns[at]
    if (!column) return
    if (!column.read) {
      if (text.trim() !== '')
        plan.rejected.push({ recordId, row, column: column.id, text, code: 'read_only' })
      return
    }
    const parsed = column.read(text)
    if (!parsed.ok) plan.rejected.push({ recordId, row, column: column.id, text, code: parsed.code })
    else if (record || parsed.value !== null) values[column.id] = parsed.value
  })
  const count = Object.keys(values).length
  if (count === 0) return
  plan.cells += count
  if (record) {
    plan.update.push({ id: record.id, values, version: record.version })
    plan.updateRows.push(row)
  } else {
    plan.create.push({ values })
    plan.createRows.push(row)
  }
}

/** A part of a plan small enough for one request. */
export interface PastePart {
  update: PastePlan['update']
  create: PastePlan['create']
  updateRows: readonly number[]
  createRows: readonly number[]
}

/** The changes, in their order. @param firstSize of the first part */
export function* updatesOf(plan: PastePlan, size: number, firstSize = size): Generator<PastePart> {
  for (let at = 0, end = firstSize; at < plan.update.length; at = end, end += size) {
    yield {
      update: plan.update.slice(at, end),
      updateRows: plan.updateRows.slice(at, end),
      create: [],
      createRows: [],
    }
  }
}

/** The new records, in their order. */
export function* createsOf(plan: PastePlan, size: number): Generator<PastePart> {
  for (let at = 0; at < plan.create.length; at += size) {
    yield {
      update: [],
      updateRows: [],
      create: plan.create.slice(at, at + size),
      createRows: plan.createRows.slice(at, at + size),
    }
  }
}

/**
 * A cell that the server refused: `update.3.values.email`, `create.0.values.name`, or a record as a whole, `update.3`,
 * which is each of its cells.
 */
export function refusedCells(
  { path, code }: { path: string; code: string },
  part: PastePart,
  textAt: (row: number, column: string) => string,
): Rejected[] {
  const [kind, at = '', , column] = path.split('.')
  const index = Number(at)
  const isNew = kind === 'create'
  const values = (isNew ? part.create[index] : part.update[index])?.values ?? {}
  const row = (isNew ? part.createRows[index] : part.updateRows[index]) ?? 0
  const recordId = isNew ? null : (part.update[index]?.id ?? null)
  return (column === undefined ? Object.keys(values) : [column]).map((one) => ({
    recordId,
    row,
    column: one,
    text: textAt(row, one),
    code,
  }))
}
