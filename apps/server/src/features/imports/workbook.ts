/**
 * Workbooks: one sheet of an XLSX file becomes a CSV file that everything else reads. The file is unpacked and read
 * as a stream, so that its size is bounded by what is counted, not by what memory there is. Dates and numbers come
 * out as such, whatever they look like in the sheet.
 */
import fs from 'node:fs'
import { AppError } from '@muster/contract/errors'
import type { Import } from '@muster/contract/imports/imports.api'
import { readDateStyles, readRelations, readSharedStrings, readSheetList } from './workbook-parts.ts'
import { type SheetCell, writeSheet } from './workbook-sheet.ts'
import { openZip, type Zip } from './zip.ts'

export interface Workbook {
  sheets: NonNullable<Import['sheets']>
  /** The one that was written. */
  sheet: number
}

const zipMark = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Of the workbooks before XLSX, and of those that are locked by a password. */
const compoundMark = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/**
 * @param sheet place of the sheet; the first that has anything in it where left out
 * @returns null when the file is no workbook
 * @throws AppError file_old_workbook, file_workbook_broken, file_unpacks_too_large, file_empty
 */
export async function sheetToCsv(file: string, target: string, sheet?: number): Promise<Workbook | null> {
  const start = await firstBytes(file, compoundMark.length)
  if (start.equals(compoundMark)) throw new AppError('file_old_workbook')
  if (!start.subarray(0, zipMark.length).equals(zipMark)) return null
  const zip = await openZip(file)
  try {
    return await convert(zip, target, sheet)
  } finally {
    zip.close()
  }
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await fs.promises.open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function convert(zip: Zip, target: string, wanted: number | undefined): Promise<Workbook> {
  if (!zip.has('xl/workbook.xml')) throw new AppError('file_workbook_broken')
  const relations = await readRelations(zip)
  const book = await readSheetList(zip, relations)
  if (book.sheets.length === 0) throw new AppError('file_workbook_broken')
  const strings = await readSharedStrings(zip)
  const styles = await readDateStyles(zip)
  const context: SheetCell = { strings, styles, is1904: book.is1904 }
  const order = wanted === undefined ? book.sheets.map((_, n) => n) : [wanted]
  for (const sheet of order) {
    const found = book.sheets[sheet]
    if (!found) throw new AppError('not_found')
    const rows = await writeSheet(zip, found.path, context, target)
    if (rows > 0) return { sheets: book.sheets.map(({ name }) => ({ name })), sheet }
  }
  throw new AppError('file_empty')
}
