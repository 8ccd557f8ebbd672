/** Small real files for the sample: pictures as PNG, papers as PDF. Made here, so that nobody's rights are touched. */
import zlib from 'node:zlib'
import type { SampleFile } from './sample.ts'

type Color = readonly [number, number, number]

/** A picture of coloured bands behind a disc: easy to tell apart as a thumbnail. */
function png(background: Color, band: Color, disc: Color, width = 480, height = 320): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isDisc = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (height / 3) ** 2
      const isBand = Math.floor((x + y) / 40) % 2 === 0
      rows.set(isDisc ? disc : isBand ? band : background, y * (1 + width * 3) + 1 + x * 3)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits of red, green and blue each.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** One page with a heading and some lines. ASCII only: the font has no more. */
function pdf(heading: string, lines: readonly string[]): Uint8Array {
  const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')
  const content = `BT /F1 24 Tf 72 720 Td (${escaped(heading)}) Tj /F1 12 Tf 0 -36 Td 18 TL\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body, 'latin1')
}

const navy: Color = [30, 58, 138]
const sky: Color = [186, 216, 240]
const cream: Color = [254, 243, 199]
const brick: Color = [153, 27, 27]
const green: Color = [6, 95, 70]
const mint: Color = [209, 250, 229]
const plum: Color = [107, 33, 168]
const sand: Color = [245, 222, 179]

export const sampleFiles: readonly SampleFile[] = [
  { name: 'poster-suffrage.png', bytes: () => png(cream, sand, plum) },
  { name: 'poster-capitol.png', bytes: () => png(sky, cream, navy) },
  { name: 'poster-frontier.png', bytes: () => png(sand, cream, brick) },
  { name: 'gallery-east-wing.png', bytes: () => png(mint, sky, green) },
  { name: 'gallery-rotunda.png', bytes: () => png(sky, mint, plum) },
  {
    name: 'loan-agreement.pdf',
    bytes: () =>
      pdf('Loan agreement', [
        'Between the Civic Museum and the lender.',
        'Term: twelve months.',
        'Insured at full value.',
      ]),
  },
  {
    name: 'floor-plan.pdf',
    bytes: () =>
      pdf('Floor plan', ['Hall A: entrance and tickets', 'Hall B: main exhibition', 'Hall C: workshops']),
  },
  {
    name: 'teaching-guide.pdf',
    bytes: () =>
      pdf('Teaching guide', [
        'For grades 6 to 12.',
        'Before the visit: read the Constitution.',
        'After the visit: hold a debate.',
      ]),
  },
]
