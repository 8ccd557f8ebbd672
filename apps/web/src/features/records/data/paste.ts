/**
 * What pasting a block of text into a grid would do: which cells of which records change, which records are new,
 * which texts do not fit. Pure: rows, columns and readers are given.
 */
import type { FieldErrorCode } from '@muster/contract/errors'

export interface PasteColumn {
  /** Column name. */
  id: string
  /** Null: its cells cannot be changed, and what falls on them is left out. */
  read: ((text: string) => { ok: true; value: unknown } | { ok: false; code: FieldErrorCode }) | null
}

export interface PasteRow {
  id: number
  version: number
}

export interface Rejected {
  /** From the top of the pasted block. */
  row: number
  column: string
  text: string
  code: FieldErrorCode | 'read_only'
}

export interface PastePlan {
  update: { id: number; values: Record<string, unknown>; version: number }[]
  create: { values: Record<string, unknown> }[]
  rejected: Rejected[]
  /** Cells that get a value. */
  cells: number
}

/** Pasting more than this is refused whole. */
export const maxPastedCells = 50_000

/**
 * The block a paste covers: the copied block repeated where the selected range is a whole number of times as large
 * (one value fills the range), else the copied block from the range's corner.
 */
export function spread(
  texts: readonly (readonly string[])[],
  range: { width: number; height: number },
): string[][] {
  const height = texts.length
  const width = Math.max(...texts.map((row) => row.length), 0)
  const isTiled =
    width > 0 && range.width % width === 0 && range.height % height === 0 && range.width * range.height > 1
  const rows = isTiled ? range.height : height
  const columns = isTiled ? range.width : width
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => texts[row % height]?.[column % width] ?? ''),
  )
}

/**
 * `rows` are the records from the paste's corner down; lines beyond them make new records (unless `canCreate` is
 * false), for which an empty text is no value rather than a cleared one.
 */
export function planPaste(
  texts: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
  rows: readonly PasteRow[],
  canCreate: boolean,
): PastePlan {
  const plan: PastePlan = { update: [], create: [], rejected: [], cells: 0 }
  texts.forEach((line, row) => {
    const record = rows[row]
    if (!record && !canCreate) return
    const values: Record<string, unknown> = {}
    line.forEach((text, at) => {
      const column = columns[at]
      if (!column) return
      if (!column.read) {
        if (text.trim() !== '') plan.rejected.push({ row, column: column.id, text, code: 'read_only' })
        return
      }
      const parsed = column.read(text)
      if (!parsed.ok) plan.rejected.push({ row, column: column.id, text, code: parsed.code })
      else if (record || parsed.value !== null) values[column.id] = parsed.value
    })
    const count = Object.keys(values).length
    if (count === 0) return
    plan.cells += count
    if (record) plan.update.push({ id: record.id, values, version: record.version })
    else plan.create.push({ values })
  })
  return plan
}
