/** Reads the small parts of a workbook: its sheets, shared strings, and which formats are dates. */
import { AppError } from '@muster/contract/errors'
import type { SaxesTagPlain } from 'saxes'
import type { Zip } from './zip.ts'

/** Limit of the string table, which is kept in memory. */
const maxStringCharacters = 48 * 1024 ** 2

/** XML names in XLSX files may have namespace prefixes. */
const localName = ({ name }: SaxesTagPlain): string => name.slice(name.indexOf(':') + 1)

export async function readRelations(zip: Zip): Promise<Map<string, string>> {
  const relations = new Map<string, string>()
  await zip.readXml('xl/_rels/workbook.xml.rels', (parser) => {
    parser.on('opentag', (tag) => {
      const { Id, Target = '', Type = '' } = tag.attributes as Record<string, string>
      if (localName(tag) !== 'Relationship' || !Id || !Type.endsWith('/worksheet')) return
      relations.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`)
    })
  })
  return relations
}

/** Sheets in tab order, including hidden ones but not `veryHidden` ones. */
export async function readSheetList(zip: Zip, relations: ReadonlyMap<string, string>) {
  const sheets: { name: string; path: string }[] = []
  let is1904 = false
  await zip.readXml('xl/workbook.xml', (parser) => {
    parser.on('opentag', (tag) => {
      const attributes = tag.attributes as Record<string, string>
      if (localName(tag) === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (localName(tag) !== 'sheet' || attributes.state === 'veryHidden') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const path = id === undefined ? undefined : relations.get(id)
      if (path) sheets.push({ name: attributes.name ?? '', path })
    })
  })
  return { sheets, is1904 }
}

export async function readSharedStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = []
  let text = ''
  let characters = 0
  let inText = false
  let phonetic = 0
  await zip.readXml('xl/sharedStrings.xml', (parser) => {
    parser.on('opentag', (tag) => {
      const name = localName(tag)
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic++
      else if (name === 't') inText = phonetic === 0
    })
    parser.on('text', (part) => {
      if (inText) text += part
    })
    parser.on('closetag', (tag) => {
      const name = localName(tag)
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic--
      else if (name === 'si') {
        characters += text.length
        if (characters > maxStringCharacters) throw new AppError('file_unpacks_too_large')
        strings.push(text)
      }
    })
  })
  return strings
}

/** What a number of a cell style represents. */
export type NumberKind = 'number' | 'percent' | 'date' | 'dateTime' | 'time'

/** Built-in formats, which workbooks do not define. */
const builtIn: Record<number, NumberKind> = {
  9: 'percent',
  10: 'percent',
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'dateTime',
  45: 'time',
  46: 'time',
  47: 'time',
}

/** Number kinds by index of the cell style. */
export async function readDateStyles(zip: Zip): Promise<NumberKind[]> {
  const formats = new Map<number, NumberKind>()
  const styles: NumberKind[] = []
  let inCells = false
  await zip.readXml('xl/styles.xml', (parser) => {
    parser.on('opentag', (tag) => {
      const name = localName(tag)
      const { numFmtId, formatCode } = tag.attributes as Record<string, string>
      if (name === 'numFmt') formats.set(Number(numFmtId), kindOf(formatCode ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(numFmtId ?? 0)
        styles.push(formats.get(id) ?? builtIn[id] ?? 'number')
      }
    })
    parser.on('closetag', (tag) => {
      if (localName(tag) === 'cellXfs') inCells = false
    })
  })
  return styles
}

/** Classifies a format code by its first section, ignoring literals, colours and locales. */
export function kindOf(code: string): NumberKind {
  const first = (code.split(';')[0] ?? '')
    .replace(/"[^"]*"|\\.|_./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .toLowerCase()
  if (first === 'general' || first === '@') return 'number'
  const hasTime = /[hs]/.test(first)
  const hasDate = /[yd]/.test(first) || (/m/.test(first) && !hasTime)
  if (hasDate && hasTime) return 'dateTime'
  if (hasDate) return 'date'
  if (hasTime) return 'time'
  return first.includes('%') ? 'percent' : 'number'
}
