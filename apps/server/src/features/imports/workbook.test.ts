/** Workbooks are converted to CSV by cell type, and malicious ones are rejected before unpacking. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { AppError } from '@muster/contract/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { workbook, zipFile } from '../../../test/zip-file.ts'
import { sheetToCsv } from './workbook.ts'
import { kindOf } from './workbook-parts.ts'
import { plainNumber } from './workbook-sheet.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-books-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function read(content: Buffer, sheet?: number) {
  const [file, target] = [path.join(folder, 'book.xlsx'), path.join(folder, 'book.csv')]
  fs.writeFileSync(file, content)
  const book = await sheetToCsv(file, target, sheet)
  return { book, text: book ? fs.readFileSync(target, 'utf8') : null }
}

const refusal = (content: Buffer) =>
  read(content).then(
    () => 'was read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="&quot;day&quot; 0.0"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/><xf numFmtId="21"/></cellXfs>'

describe('a workbook', () => {
  it('is converted with dates, numbers, texts and gaps', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="C1" t="s"><v>0</v></c></row>',
      '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>45351</v></c><c r="C3" s="2"><v>45351.4375</v></c></row>',
      '<row r="4"><c r="A4"><v>0.30000000000000004</v></c><c r="B4"><v>1e21</v></c><c r="C4" s="3"><v>0.125</v></c></row>',
      '<row r="5"><c r="A5" t="b"><v>1</v></c><c r="B5" t="str"><f>1+1</f><v>=1+1</v></c><c r="C5" s="4"><v>7</v></c><c r="D5" s="5"><v>0.5</v></c></row>',
      '<row r="6"><c r="A6" s="1"><v>1</v></c><c r="B6" s="1"><v>61</v></c></row>',
    ]
    const { book, text } = await read(workbook({ People: rows.join('') }, styles))
    expect(book).toEqual({ sheets: [{ name: 'People' }], sheet: 0 })
    expect(text?.split('\n')).toEqual([
      'name,,"shared, ""text"""',
      'two runs,2024-02-29,2024-02-29 10:30:00',
      '0.3,1000000000000000000000,12.5%',
      'true,=1+1,7,12:00:00',
      '1900-01-01,1900-03-01',
      '',
    ])
  })

  it('is read from the chosen sheet, else from the first that is not empty', async () => {
    const cell = (value: number) => `<row r="1"><c r="A1"><v>${value}</v></c></row>`
    const content = workbook({ Empty: '', First: cell(1), Second: cell(2) })
    expect((await read(content)).book).toMatchObject({ sheet: 1 })
    expect((await read(content, 2)).text).toBe('2\n')
    expect(await refusal(workbook({ Empty: '' }))).toBe('file_empty')
  })

  it('is recognised by its signature', async () => {
    expect((await read(Buffer.from('a,b\n1,2\n'))).book).toBeNull()
    expect(await refusal(Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'))).toBe('file_old_workbook')
    expect(await refusal(zipFile([{ name: 'photo.txt', content: Buffer.from('x') }]))).toBe(
      'file_workbook_broken',
    )
    expect(await refusal(workbook({ A: '<row><c><v>1</row>' }))).toBe('file_workbook_broken')
    expect(await refusal(workbook({ A: 'x' }).subarray(0, 200))).toBe('file_workbook_broken')
  })

  it('is rejected as a ZIP bomb, even if its directory lies', async () => {
    const before = process.memoryUsage().rss
    const zeros = Buffer.alloc(200 * 1024 ** 2, ' ')
    expect(await refusal(zipFile([{ name: 'xl/workbook.xml', content: zeros }]))).toBe(
      'file_unpacks_too_large',
    )
    const lie = zipFile([{ name: 'xl/workbook.xml', content: zeros, declaredBytes: 1000 }])
    expect(await refusal(lie)).toBe('file_workbook_broken')
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 ** 2)
    const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>'
    expect(await refusal(zipFile([{ name: 'xl/workbook.xml', content: Buffer.from(laughs) }]))).toBe(
      'file_workbook_broken',
    )
  })
})

it.each([
  ['General', 'number'],
  ['0.00', 'number'],
  ['0%', 'percent'],
  ['yyyy-mm-dd', 'date'],
  ['[$-409]d-mmm-yy;@', 'date'],
  ['mmm yy', 'date'],
  ['h:mm AM/PM', 'time'],
  ['[h]:mm:ss', 'time'],
  ['m/d/yy h:mm', 'dateTime'],
  ['"year" 0', 'number'],
  ['[Red]0.0', 'number'],
] as const)('the format %s shows a %s', (code, kind) => {
  expect(kindOf(code)).toBe(kind)
})

it.each([
  [0.1 + 0.2, '0.3'],
  [1e-7, '0.0000001'],
  [-1.5e22, '-15000000000000000000000'],
  [123456789012345680, '123456789012346000'],
])('%d is written %s', (value, text) => {
  expect(plainNumber(value)).toBe(text)
})
