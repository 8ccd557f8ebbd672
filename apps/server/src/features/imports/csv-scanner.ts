/**
 * Walks through the bytes of a CSV file once: counts rows, checks quoting, finds the widest row. It builds no cells,
 * so that a file of a gigabyte is judged as fast as the disk gives it. RFC 4180, with LF, CRLF or CR.
 */
import { AppError } from '@muster/contract/errors'

const quote = 0x22
const lf = 0x0a
const cr = 0x0d

/** A row longer than this is no row but a broken file. */
export const maxRowBytes = 2 * 1024 * 1024

export interface ScanResult {
  /** Rows with anything in them, the header too. */
  rows: number
  /** Cells in the narrowest and in the widest row. */
  minCells: number
  maxCells: number
  /** Whether some rows are blank lines, which are no records. */
  hasBlankRows: boolean
  /** By column: whether a row after the first has anything in it. */
  isFilled: boolean[]
}

type State = 'cellStart' | 'plain' | 'quoted' | 'quoteInQuoted'

export class CsvScanner {
  private readonly delimiter: number
  private state: State = 'cellStart'
  private cells = 1
  private rowBytes = 0
  /** Line of the file, from 1; rows may span several. */
  private line = 1
  private quoteLine = 1
  private afterCr = false
  private readonly result: ScanResult = {
    rows: 0,
    minCells: Number.POSITIVE_INFINITY,
    maxCells: 0,
    hasBlankRows: false,
    isFilled: [],
  }

  /** @param delimiter one ASCII character */
  constructor(delimiter: string) {
    this.delimiter = delimiter.charCodeAt(0)
  }

  /** @throws AppError file_quoting, file_line_too_long with the line in `params` */
  write(chunk: Uint8Array): void {
    const { delimiter } = this
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (this.afterCr) {
        this.afterCr = false
        if (byte === lf) continue
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
            this.quoteLine = this.line
            this.noteFilled()
            continue
          }
          break
        default:
          if (byte === quote) throw this.badQuote(this.line)
      }
      if (byte === delimiter) {
        this.cells++
        this.state = 'cellStart'
      } else if (byte === lf || byte === cr) {
        this.afterCr = byte === cr
        this.endRow()
      } else if (this.state !== 'plain') {
        if (this.state === 'cellStart') this.noteFilled()
        this.state = 'plain'
      }
    }
  }

  /** @throws AppError file_quoting when a quoted cell was never closed */
  end(): ScanResult {
    if (this.state === 'quoted') throw this.badQuote(this.quoteLine)
    if (this.rowBytes > 0) this.endRow()
    return { ...this.result, minCells: Math.min(this.result.minCells, this.result.maxCells) }
  }

  private noteFilled(): void {
    if (this.result.rows > 0) this.result.isFilled[this.cells - 1] = true
  }

  private endRow(): void {
    const isBlank = this.cells === 1 && this.rowBytes <= 1 && this.state === 'cellStart'
    if (isBlank) this.result.hasBlankRows = true
    else {
      this.result.rows++
      if (this.cells < this.result.minCells) this.result.minCells = this.cells
      if (this.cells > this.result.maxCells) this.result.maxCells = this.cells
    }
    this.line++
    this.cells = 1
    this.rowBytes = 0
    this.state = 'cellStart'
  }

  private badQuote(line: number): AppError {
    return new AppError('file_quoting', { params: { line } })
  }
}
