/**
 * Converts one sheet of an XLSX workbook to a CSV file, which is then imported. The file is unpacked as a
 * stream, so that counters limit its size rather than memory. Dates and numbers are written in standard form,
 * regardless of their format in the sheet.
 */
import fs from 'node:fs'
import { AppError } from '@muster/contract/errors'
import type { Import } from '@muster/contract/imports/imports.api'
import { readDateStyles, readRelations, readSharedStrings, readSheetList } from './workbook-parts.ts'
import { type SheetContext, writeSheet } from './workbook-sheet.ts'
import { openZip, type Zip } from './zip.ts'

export interface Workbook {
  sheets: NonNullable<Import['sheets']>
  /** Index of the converted sheet. */
  sheet: number
}

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Used by workbooks older than XLSX and by password-protected ones. */
const compoundSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/**
 * @param sheet index of the sheet; default: the first that is not empty
 * @returns null if the file is not a workbook
 * @throws AppError file_old_workbook, file_workbook_broken, file_unpacks_too_large, file_empty
 */
export async function sheetToCsv(file: string, target: string, sheet?: number): Promise<Workbook | null> {
  const start = await firstBytes(file, compoundSignature.length)
  if (start.equals(compoundSignature)) throw new AppError('file_old_workbook')
  if (!start.subarray(0, zipSignature.length).equals(zipSignature)) return null
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
  const context: SheetContext = { strings, styles, is1904: book.is1904 }
  const order = wanted === undefined ? book.sheets.map((_, n) => n) : [wanted]
  for (const sheet of order) {
    const found = book.sheets[sheet]
    if (!found) throw new AppError('not_found')
    const rows = await writeSheet(zip, found.path, context, target)
    if (rows > 0) return { sheets: book.sheets.map(({ name }) => ({ name })), sheet }
  }
  throw new AppError('file_empty')
}
