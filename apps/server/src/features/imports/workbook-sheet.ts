/** Writes a sheet as CSV. */

import { once } from 'node:events'
import fs from 'node:fs'
import { AppError } from '@muster/contract/errors'
import type { SaxesTagPlain } from 'saxes'
import type { NumberKind } from './workbook-parts.ts'
import { maxUnpackedBytes, type Zip } from './zip.ts'

/** The parts of the workbook that cells refer to. */
export interface SheetContext {
  strings: readonly string[]
  styles: readonly NumberKind[]
  is1904: boolean
}

const maxColumns = 1000
const flushAt = 256 * 1024

/** @returns rows written. @throws AppError */
export async function writeSheet(
  zip: Zip,
  part: string,
  context: SheetContext,
  target: string,
): Promise<number> {
  const file = fs.createWriteStream(target, { mode: 0o600 })
  const lines = new LineWriter(file)
  try {
    await zip.readXml(part, (parser) => {
      let row: string[] = []
      let at = 0
      let type = ''
      let style = 0
      let text = ''
      let inValue = false
      const local = ({ name }: SaxesTagPlain) => name.slice(name.indexOf(':') + 1)
      parser.on('opentag', (tag) => {
        const name = local(tag)
        const attributes = tag.attributes as Record<string, string>
        if (name === 'row') {
          row = []
          at = 0
        } else if (name === 'c') {
          at = attributes.r ? columnOf(attributes.r) : at + 1
          type = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          text = ''
        } else if (name === 'v' || name === 't') inValue = true
      })
      parser.on('text', (piece) => {
        if (inValue) text += piece
      })
      parser.on('closetag', (tag) => {
        const name = local(tag)
        if (name === 'v' || name === 't') inValue = false
        else if (name === 'c') {
          const value = cellText(type, context.styles[style] ?? 'number', text, context)
          if (value === '' || at > maxColumns) return
          while (row.length < at - 1) row.push('')
          row[at - 1] = value
        } else if (name === 'row') lines.write(row)
      })
    })
    await lines.end()
    return lines.count
  } catch (error) {
    file.destroy()
    throw error
  }
}

/** Buffers lines for a file. */
class LineWriter {
  count = 0
  private bytes = 0
  private buffer = ''
  private readonly file: fs.WriteStream

  constructor(file: fs.WriteStream) {
    this.file = file
  }

  /** Skips empty rows. */
  write(row: readonly string[]): void {
    if (row.length === 0) return
    this.count++
    this.buffer += `${row.map(quoted).join()}\n`
    if (this.buffer.length > flushAt) this.flush()
  }

  private flush(): void {
    this.bytes += this.buffer.length
    // A sheet can repeat one long shared string a million times.
    if (this.bytes > maxUnpackedBytes) throw new AppError('file_unpacks_too_large')
    this.file.write(this.buffer)
    this.buffer = ''
  }

  async end(): Promise<void> {
    this.flush()
    this.file.end()
    await once(this.file, 'finish')
  }
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** `AB12` is column 28. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const code = letter.charCodeAt(0)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column
}

function cellText(type: string, kind: NumberKind, text: string, { strings, is1904 }: SheetContext): string {
  switch (type) {
    case 's':
      return strings[Number(text)] ?? ''
    case 'b':
      return text === '1' ? 'true' : text === '0' ? 'false' : text
    case 'n':
      return text === '' ? '' : numberText(Number(text), kind, is1904)
    // ISO 8601, in strict OOXML workbooks.
    case 'd':
      return text.replace(/T00:00:00(\.0+)?Z?$/, '').replace('T', ' ')
    default:
      return text
  }
}

const dayMs = 86_400_000

function numberText(value: number, kind: NumberKind, is1904: boolean): string {
  if (!Number.isFinite(value)) return ''
  if (kind === 'percent') return `${plainNumber(value * 100)}%`
  if (kind === 'number') return plainNumber(value)
  const ms = Math.round((value * dayMs) / 1000) * 1000
  if (kind === 'time' && value < 1) return new Date(ms).toISOString().slice(11, 19)
  // Excel's day 60 is 29 February 1900, which did not exist.
  const shifted = is1904 ? ms + 1462 * dayMs : value < 60 ? ms + dayMs : ms
  const date = new Date(shifted + Date.UTC(1899, 11, 30))
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return plainNumber(value)
  const iso = date.toISOString()
  return kind === 'date' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}

/** Fifteen digits, as spreadsheets show; further ones are floating-point error. */
export function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', first = '', rest = '', power = '0'] = match
  const digits = first + rest
  const exponent = Number(power)
  return exponent < 0
    ? `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
    : `${sign}${digits}${'0'.repeat(Math.max(0, exponent - rest.length))}`
}
