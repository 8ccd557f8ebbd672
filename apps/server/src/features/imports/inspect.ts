/** Inspects an uploaded file: determines its delimiter, header, columns, types and size, or its error. */
import { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import { guessSettings, guessType } from '@muster/contract/fields/guess'
import { delimiters, type Import } from '@muster/contract/imports/imports.api'
import { parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { CsvScanner, type ScanResult } from './csv-scanner.ts'
import { detectEncoding, type Encoding, type OddBytes, oddBytesOf, utf8Chunks } from './encoding.ts'
import type { PlainFacts } from './plain-cells.ts'

export type Delimiter = (typeof delimiters)[number]

export interface Reading {
  encoding: Encoding
  /** Bytes that are not valid UTF-8 in a file that is read as such; they are replaced. */
  oddBytes: OddBytes | null
  delimiter: Delimiter
  hasHeader: boolean
}

/** What a person chose about the reading of a file. */
export type Wanted = Partial<Omit<Reading, 'oddBytes'>>

export interface Inspection extends Reading {
  columns: Import['columns']
  preview: string[][]
  rowCount: number
  /**
   * Every row has as many cells as the widest, and none is blank, so that COPY can read the file directly.
   */
  isEven: boolean
  /** Facts about the cells, by column. */
  facts: PlainFacts[]
}

const sampleRows = 1000
const previewRows = 10
const maxSamples = 5
const maxColumns = 500
const maxCell = 200

/**
 * @param wanted the user's choices, which replace detection
 * @throws AppError of the `file_` codes
 */
export async function inspect(file: string, wanted: Wanted = {}): Promise<Inspection> {
  const text = wanted.encoding
    ? { encoding: wanted.encoding, oddBytes: await oddBytesOf(file, wanted.encoding) }
    : await detectEncoding(file)
  const chunks = () => utf8Chunks(file, text.encoding, text.oddBytes !== null)
  const delimiter = wanted.delimiter ?? (await detectDelimiter(chunks()))
  const scan = await scanFile(chunks(), delimiter)
  if (scan.rows === 0) throw new AppError('file_empty')
  const rows = await firstRows(chunks(), delimiter, sampleRows)
  const hasHeader = wanted.hasHeader ?? looksLikeHeader(rows)
  const width = Math.min(scan.maxCells, maxColumns)
  const body = hasHeader ? rows.slice(1) : rows
  return {
    ...text,
    delimiter,
    hasHeader,
    // Decimals, or a word among numbers, may come late in a file: types are those of rows from all of it.
    columns: columnsOf(width, hasHeader ? (rows[0] ?? []) : [], body, scan, spreadRows(scan, delimiter)),
    preview: body
      .slice(0, previewRows)
      .map((row) => row.slice(0, width).map((cell) => cell.slice(0, maxCell))),
    rowCount: scan.rows - (hasHeader ? 1 : 0),
    facts: Array.from({ length: width }, (_, column) => scan.factsOf(column, !hasHeader)),
    isEven: scan.minCells === scan.maxCells && scan.maxCells === width && !scan.hasBlankRows,
  }
}

/** @throws AppError file_quoting, file_line_too_long, file_encoding */
async function scanFile(chunks: AsyncIterable<Uint8Array>, delimiter: string): Promise<ScanResult> {
  const scanner = new CsvScanner(delimiter)
  for await (const chunk of chunks) scanner.write(chunk)
  return scanner.end()
}

/** The delimiter that splits the first lines into the most columns of equal number. */
async function detectDelimiter(chunks: AsyncIterable<Uint8Array>): Promise<Delimiter> {
  const start = await startOf(chunks)
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const widths = rowsOf(start, delimiter).map((row) => row.length)
    const [first = 1] = widths
    const alike = widths.filter((width) => width === first).length / Math.max(1, widths.length)
    const score = first > 1 ? alike * 100 + Math.min(first, 50) : 0
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

async function startOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > 64 * 1024) break
  }
  return text
}

const lenient = { relaxColumnCount: true, relaxQuotes: true, skipEmptyLines: true } as const

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parseSync(text, { ...lenient, delimiter, to: 50 }) as string[][]
  } catch {
    return []
  }
}

/** Rows from all of the file, without its first one. */
function spreadRows({ spread }: ScanResult, delimiter: string): string[][] {
  try {
    return parseSync(Buffer.concat(spread.slice(1)), { ...lenient, delimiter }) as string[][]
  } catch {
    return []
  }
}

async function firstRows(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  count: number,
): Promise<string[][]> {
  const parser = Readable.from(chunks, { objectMode: false }).pipe(
    parse({ ...lenient, delimiter, to: count }),
  )
  const rows: string[][] = []
  for await (const row of parser) rows.push(row as string[])
  return rows
}

/** A first row of distinct, filled, textual cells is a header. */
function looksLikeHeader([first = [], ...body]: readonly string[][]): boolean {
  const cells = first.map((cell) => cell.trim())
  if (cells.some((cell) => cell === '' || cell.length > 100) || new Set(cells).size < cells.length)
    return false
  if (cells.some((cell) => guessType([cell], '') !== 'plain_text' && !/[a-z]/i.test(cell))) return false
  if (body.length === 0) return true
  const typeOf = (index: number): string =>
    guessType(
      body.slice(0, 50).map((row) => row[index] ?? ''),
      '',
    )
  const isTyped = cells.some(
    (cell, index) => typeOf(index) !== 'plain_text' && guessType([cell], '') === 'plain_text',
  )
  return isTyped || cells.every((cell) => /^[\p{L}_][\p{L}\p{N}\s_()./#-]*$/u.test(cell))
}

function columnsOf(
  width: number,
  header: readonly string[],
  body: readonly string[][],
  { isFilled, factsOf }: ScanResult,
  spread: readonly string[][],
): Import['columns'] {
  return Array.from({ length: width }, (_, index) => {
    const filled = body.map((row) => row[index]?.trim() ?? '').filter(Boolean)
    const title = (header[index] ?? '').trim().slice(0, maxCell)
    const cells = [...filled, ...spread.map((row) => row[index]?.trim() ?? '').filter(Boolean)]
    // One address of thousands that is none would be rejected: what the scanner saw of all cells is decisive.
    const guess = guessType(cells, title)
    const guessedType = guess === 'url' && !factsOf(index, false).forms.includes('web') ? 'plain_text' : guess
    const guessedSettings = guessSettings(guessedType, cells, title)
    return {
      index,
      header: title,
      guessedType,
      ...(guessedSettings && { guessedSettings }),
      samples: [...new Set(filled)].slice(0, maxSamples).map((cell) => cell.slice(0, maxCell)),
      // A column that is empty in the sample may be filled in later rows.
      filled: filled.length || (isFilled[index] ? 1 : 0),
    }
  })
}
