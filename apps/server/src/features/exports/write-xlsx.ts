/**
 * Writes records as a workbook, streaming the sheets' XML into the zip as rows arrive, so that a million rows
 * take no more memory than a thousand. Texts are stored as strings, which no spreadsheet runs as formulas.
 */
import fs from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@muster/contract/errors'
import type pg from 'pg'
import yazl from 'yazl'
import { batchSize, rowsOf } from './rows.ts'
import type { ExportColumn, ExportStatement } from './statement.ts'
import type { Target } from './write-csv.ts'
import { columnName, escapeXml, workbookParts } from './xlsx-parts.ts'

/** A sheet can have 1,048,576 rows including its header; batches are not split. */
const recordsPerSheet = Math.floor((1_048_576 - 1) / batchSize) * batchSize
const maxCellLength = 32_767

const isoDay = /^\d{4}-\d\d-\d\d$/
const dayZero = Date.UTC(1899, 11, 30)
/** Workbooks have no days before 1900, and a non-existent 29 February of that year. */
const firstDay = '1900-03-01'

export async function writeXlsx(
  client: pg.PoolClient,
  { columns, rows }: ExportStatement,
  { title, total }: { title: string; total: number },
  target: Target,
): Promise<void> {
  const zip = new yazl.ZipFile()
  const sheetCount = Math.max(1, Math.ceil(total / recordsPerSheet))
  for (const [path, xml] of workbookParts(title, sheetCount)) zip.addBuffer(Buffer.from(xml), path)
  const source = rowsOf(client, rows)
  const written = pipeline(zip.outputStream, fs.createWriteStream(target.path, { mode: 0o600 }), {
    signal: target.signal,
  })
  // A sheet that fails must end the zip, which would otherwise wait for it forever.
  const failed = new Promise<never>((_resolve, reject) => {
    for (let sheet = 1; sheet <= sheetCount; sheet++) {
      const xml = Readable.from(sheetXml(columns, source, target))
      xml.on('error', reject)
      zip.addReadStream(xml, `xl/worksheets/sheet${sheet}.xml`)
    }
    zip.end()
  })
  await Promise.race([written, failed]).catch((error: unknown) => {
    ;(zip.outputStream as Readable).destroy()
    throw error
  })
}

async function* sheetXml(
  columns: readonly ExportColumn[],
  source: AsyncGenerator<(string | null)[][]>,
  { onRows }: Target,
): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    '<sheetData>'
  const names = columns.map((_, n) => columnName(n))
  yield `<row r="1">${columns.map(({ header }, n) => textCell(`${names[n]}1`, header, ' s="2"')).join('')}</row>`
  let row = 1
  while (row <= recordsPerSheet) {
    // One batch at a time, so that the next sheet continues where this one ends.
    const { value: batch, done } = await source.next()
    if (done) break
    let xml = ''
    for (const texts of batch) {
      row += 1
      xml += `<row r="${row}">`
      for (const [n, text] of texts.entries())
        if (text !== null) xml += cell(columns[n]!, `${names[n]}${row}`, text)
      xml += '</row>'
    }
    yield xml
    onRows(batch.length)
  }
  yield '</sheetData></worksheet>'
}

function cell({ kind, finish }: ExportColumn, at: string, text: string): string {
  // Spreadsheets keep fifteen digits; a longer number is kept complete as text.
  if (kind === 'number' && text.length <= 15) return `<c r="${at}"><v>${text.replace(',', '.')}</v></c>`
  if (kind === 'date' && isoDay.test(text) && text >= firstDay) {
    return `<c r="${at}" s="1"><v>${(Date.parse(text) - dayZero) / 86_400_000}</v></c>`
  }
  return textCell(at, finish ? finish(text) : text)
}

function textCell(at: string, text: string, style = ''): string {
  if (text.length > maxCellLength) throw new AppError('cell_too_long', { params: { cell: at } })
  return `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}
