/** ZIP files for tests, valid ones and malicious ones. */
import zlib from 'node:zlib'

export interface ZipPart {
  name: string
  content: Buffer
  /** A wrong size for the directory. */
  declaredBytes?: number
}

export function zipFile(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declaredBytes } of parts) {
    const packed = zlib.deflateRawSync(content)
    const crc = zlib.crc32(content)
    const fields = (buffer: Buffer, at: number) => {
      buffer.writeUInt16LE(20, at)
      buffer.writeUInt16LE(8, at + 4)
      buffer.writeUInt32LE(crc, at + 10)
      buffer.writeUInt32LE(packed.length, at + 14)
      buffer.writeUInt32LE(declaredBytes ?? content.length, at + 18)
      buffer.writeUInt16LE(name.length, at + 22)
    }
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    fields(local, 4)
    bodies.push(local, Buffer.from(name), packed)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    fields(central, 6)
    central.writeUInt32LE(offset, 42)
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, list, end])
}

/** A workbook with these sheets, in the format of spreadsheet programs. */
export function workbook(sheets: Record<string, string>, styles = ''): Buffer {
  const names = Object.keys(sheets)
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const part = (name: string, content: string): ZipPart => ({ name, content: Buffer.from(content) })
  return zipFile([
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${rels}"><sheets>${names
        .map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${names
        .map(
          (_, n) =>
            `<Relationship Id="rId${n + 1}" Type="${rels}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
    part(
      'xl/sharedStrings.xml',
      `<sst xmlns="${main}"><si><t>shared, "text"</t></si><si><r><t>two </t></r><r><t>runs</t></r></si></sst>`,
    ),
    part('xl/styles.xml', `<styleSheet xmlns="${main}">${styles}</styleSheet>`),
    ...names.map((name, n) =>
      part(
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ),
    ),
  ])
}
