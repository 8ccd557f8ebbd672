/**
 * Scans the bytes of a CSV file once: counts rows, checks quoting, finds the widest row, and determines which
 * columns have plain values only. It decodes no cells, so that it keeps up with uploads of a gigabyte. RFC
 * 4180, with LF, CRLF or CR.
 */
import { AppError } from '@muster/contract/errors'
import { bothFacts, PlainCells, type PlainFacts } from './plain-cells.ts'

const quote = 0x22
const lf = 0x0a
const cr = 0x0d
const lineEnd = Uint8Array.of(lf)

/** A longer row means that the file is broken. */
export const maxRowBytes = 2 * 1024 * 1024

export interface ScanResult {
  /** Rows that are not blank, including the header. */
  rows: number
  /** Cells in the narrowest and in the widest row. */
  minCells: number
  maxCells: number
  /** Whether there are blank lines, which are skipped. */
  hasBlankRows: boolean
  /** By column: whether a row after the first has a value. */
  isFilled: boolean[]
  /** Facts about a column's cells, with or without the first row. */
  factsOf(column: number, withFirstRow: boolean): PlainFacts
  /** The first row and others evenly spread over the file, each with its line end. */
  spread: Buffer[]
}

/** How many rows are kept of all of the file, and how many bytes of them. */
const maxSpread = 2000
const maxSpreadBytes = 8 * 1024 * 1024

type State = 'cellStart' | 'plain' | 'quoted' | 'quoteInQuoted'

export class CsvScanner {
  private readonly delimiter: number
  private state: State = 'cellStart'
  private cells = 1
  private rowBytes = 0
  /** Line of the file, from 1; a row may span several. */
  private line = 1
  private quoteLine = 1
  private afterCr = false
  /** Start of the current cell in the current chunk. */
  private from = 0
  private isQuoted = false
  /** Parts of the current cell in earlier chunks. */
  private earlier: Uint8Array[] = []
  /** Every `stride`th row is kept; when there are too many, every other one of them goes. */
  private spread: Buffer[] = []
  private spreadBytes = 0
  private stride = 1
  /** Start of the current row in the current chunk, and its parts in earlier ones. */
  private rowFrom = 0
  private rowParts: Uint8Array[] = []
  private readonly first = new PlainCells()
  private readonly body = new PlainCells()
  private readonly result = {
    rows: 0,
    minCells: Number.POSITIVE_INFINITY,
    maxCells: 0,
    hasBlankRows: false,
    isFilled: [] as boolean[],
  }

  /** @param delimiter one ASCII character */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0)
  }

  /** @throws AppError file_quoting, file_line_too_long with the line in `params` */
  write(chunk: Uint8Array): void {
    const { delimiter } = this
    const { length } = chunk
    this.from = 0
    this.rowFrom = 0
    for (let at = 0; at < length; at++) {
      const byte = chunk[at] as number
      if (this.afterCr) {
        this.afterCr = false
        if (byte === lf) {
          this.from = at + 1
          this.rowFrom = at + 1
          continue
        }
      }
      if (++this.rowBytes > maxRowBytes)
        throw new AppError('file_line_too_long', { params: { line: this.line } })
      switch (this.state) {
        case 'quoted':
          if (byte === quote) this.state = 'quoteInQuoted'
          else if (byte === lf) this.line++
          continue
        case 'quoteInQuoted':
          if (byte === quote) {
            this.state = 'quoted'
            continue
          }
          if (byte !== delimiter && byte !== lf && byte !== cr) throw this.badQuote(this.line)
          break
        case 'cellStart':
          if (byte === quote) {
            this.state = 'quoted'
            this.isQuoted = true
            this.quoteLine = this.line
            continue
          }
          break
        default:
          if (byte === quote) throw this.badQuote(this.line)
      }
      if (byte === delimiter) {
        this.endCell(chunk, at)
        this.cells++
      } else if (byte === lf || byte === cr) {
        this.endCell(chunk, at)
        this.afterCr = byte === cr
        this.keepRow(chunk, at)
        this.endRow(1)
      } else {
        this.state = 'plain'
      }
    }
    if (this.from < length) this.earlier.push(chunk.slice(this.from))
    if (this.isSpread && this.rowFrom < length) this.rowParts.push(chunk.slice(this.rowFrom))
  }

  private get isSpread(): boolean {
    return this.result.rows % this.stride === 0
  }

  /** Keeps a row that ends before `to`, if it is one of those that are spread over the file. */
  private keepRow(chunk: Uint8Array, to: number): void {
    if (this.isSpread) {
      const row = Buffer.concat([...this.rowParts, chunk.subarray(this.rowFrom, to), lineEnd])
      // A blank line does not count as a row: the next one takes its place.
      if (row.length > 1) {
        this.spread.push(row)
        this.spreadBytes += row.length
      }
      while (
        this.spread.length > 1 &&
        (this.spread.length > maxSpread || this.spreadBytes > maxSpreadBytes)
      ) {
        this.stride *= 2
        this.spread = this.spread.filter((_row, at) => at % 2 === 0)
        this.spreadBytes = this.spread.reduce((sum, { length }) => sum + length, 0)
      }
    }
    this.rowParts = []
    this.rowFrom = to + 1
  }

  /** @throws AppError file_quoting if a quoted cell is not closed */
  end(): ScanResult {
    if (this.state === 'quoted') throw this.badQuote(this.quoteLine)
    if (this.rowBytes > 0) {
      this.from = 0
      this.rowFrom = 0
      this.endCell(new Uint8Array(), 0)
      this.keepRow(new Uint8Array(), 0)
      this.endRow(0)
    }
    const { first, body } = this
    return {
      ...this.result,
      spread: this.spread,
      minCells: Math.min(this.result.minCells, this.result.maxCells),
      factsOf: (column, withFirstRow) =>
        withFirstRow ? bothFacts(first.facts(column), body.facts(column)) : body.facts(column),
    }
  }

  /** Records the cell that ends before `to`, and starts the next one. */
  private endCell(chunk: Uint8Array, to: number): void {
    let bytes = chunk
    let from = this.from
    let end = to
    if (this.earlier.length > 0) {
      bytes = Buffer.concat([...this.earlier, chunk.subarray(from, to)])
      from = 0
      end = bytes.length
      this.earlier = []
    }
    if (this.isQuoted) {
      bytes = unquoted(bytes, from + 1, end - 1)
      from = 0
      end = bytes.length
      this.isQuoted = false
    }
    if (end > from) {
      const isFirst = this.result.rows === 0
      if (!isFirst) this.result.isFilled[this.cells - 1] = true
      ;(isFirst ? this.first : this.body).note(this.cells - 1, bytes, from, end)
    }
    this.from = to + 1
    this.state = 'cellStart'
  }

  private endRow(endBytes: number): void {
    const isBlank = this.cells === 1 && this.rowBytes === endBytes
    if (isBlank) this.result.hasBlankRows = true
    else {
      this.result.rows++
      if (this.cells < this.result.minCells) this.result.minCells = this.cells
      if (this.cells > this.result.maxCells) this.result.maxCells = this.cells
    }
    this.line++
    this.cells = 1
    this.rowBytes = 0
  }

  private badQuote(line: number): AppError {
    return new AppError('file_quoting', { params: { line } })
  }
}

/** Unescapes the content of a quoted cell. */
function unquoted(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (!bytes.subarray(from, to).includes(quote)) return bytes.subarray(from, to)
  const content = new Uint8Array(to - from)
  let length = 0
  for (let at = from; at < to; at++) {
    content[length++] = bytes[at] as number
    if (bytes[at] === quote) at++
  }
  return content.subarray(0, length)
}
