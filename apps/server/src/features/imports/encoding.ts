/**
 * Detects the encoding of a file: by BOM, else UTF-8 if it is valid or nearly so, else Windows-1252. A single stray byte
 * in a long file is damage, not another encoding.
 */
import { isUtf8 } from 'node:buffer'
import fs from 'node:fs'
import { AppError } from '@muster/contract/errors'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']

/** Bytes examined to distinguish text from binary files. */
const sampleBytes = 256 * 1024
/** Bytes that are undefined in Windows-1252. */
const undefinedBytes = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/**
 * @throws AppError file_empty, file_not_text, file_encoding (with the line, if no encoding fits)
 */
export async function detectEncoding(
  file: string,
): Promise<{ encoding: Encoding; oddBytes: OddBytes | null }> {
  const of = (encoding: Encoding, oddBytes: OddBytes | null = null) => ({ encoding, oddBytes })
  const sample = await readStart(file, sampleBytes)
  if (sample.length === 0) throw new AppError('file_empty')
  const marked = byBom(sample)
  if (marked) return of(marked)
  if (looksBinary(sample)) throw new AppError('file_not_text')
  const wrongLine = await firstInvalidLine(file)
  if (wrongLine === null) return of('utf-8')
  const { valid, invalid } = await countSequences(file)
  if (valid > 0 && invalid * nearlyAll <= valid) return of('utf-8', { count: invalid, line: wrongLine })
  const odd = sample.filter((byte) => undefinedBytes.has(byte)).length
  // A text may have a few undefined bytes, but not more.
  if (odd > sample.length / 10_000) throw new AppError('file_encoding', { params: { line: wrongLine } })
  return of('windows-1252')
}

/** Of a file that is read in an encoding that somebody chose. */
export async function oddBytesOf(file: string, encoding: Encoding): Promise<OddBytes | null> {
  const line = encoding === 'utf-8' ? await firstInvalidLine(file) : null
  return line === null ? null : { count: (await countSequences(file)).invalid, line }
}

/** Bytes that are not valid UTF-8, in a file that otherwise is. */
export interface OddBytes {
  count: number
  /** Of the first, from 1. */
  line: number
}

/** At least so many characters beyond ASCII must be valid UTF-8 for each byte that is not. */
const nearlyAll = 10

/** Characters beyond ASCII that are valid UTF-8, and bytes that belong to none. */
async function countSequences(file: string): Promise<{ valid: number; invalid: number }> {
  let valid = 0
  let invalid = 0
  for await (const text of decoded(file)) {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === 0xfffd) invalid++
      else if (unit > 0x7f && (unit < 0xdc00 || unit > 0xdfff)) valid++
    }
  }
  return { valid, invalid }
}

/** A file as UTF-8, where each invalid byte is a replacement character. */
async function* decoded(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of fs.createReadStream(file, { highWaterMark: 1 << 18 }))
    yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

async function readStart(file: string, bytes: number): Promise<Buffer> {
  const handle = await fs.promises.open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function byBom(start: Buffer): Encoding | null {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return null
}

/** Texts have no zero bytes and few control characters. */
function looksBinary(sample: Buffer): boolean {
  let control = 0
  for (const byte of sample) {
    if (byte === 0) return true
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) control++
  }
  return control > sample.length / 1000
}

/**
 * The line of the first invalid UTF-8, null if there is none. LF never occurs inside a multi-byte character.
 */
async function firstInvalidLine(file: string): Promise<number | null> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of fs.createReadStream(file)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer)
    const end = bytes.lastIndexOf(lf) + 1
    // A line longer than a chunk is checked in part only; the scanner will reject it anyway.
    const whole = end > 0 ? bytes.subarray(0, end) : bytes.subarray(0, 0)
    if (!isUtf8(whole)) return line + linesBefore(whole)
    line += countLines(whole)
    rest = bytes.subarray(end)
    if (rest.length > maxRest) return isUtf8Start(rest) ? null : line
  }
  return isUtf8(rest) ? null : line
}

const lf = 0x0a
const maxRest = 4 * 1024 * 1024

/** Whether bytes that may end within a character are valid UTF-8 so far. */
function isUtf8Start(bytes: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)))
}

function linesBefore(bytes: Buffer): number {
  for (let from = 0, lines = 0; from < bytes.length; lines++) {
    const next = bytes.indexOf(lf, from)
    if (!isUtf8(bytes.subarray(from, next + 1))) return lines
    from = next + 1
  }
  return 0
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (const byte of bytes) if (byte === lf) lines++
  return lines
}

/**
 * The file converted to UTF-8 without BOM.
 *
 * @param isMended whether bytes that are not valid UTF-8 become replacement characters
 * @throws AppError file_encoding
 */
export async function* utf8Chunks(
  file: string,
  encoding: Encoding,
  isMended = false,
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8' && isMended) {
    for await (const text of decoded(file)) if (text) yield Buffer.from(text)
    return
  }
  const stream = fs.createReadStream(file, { highWaterMark: 1 << 18 })
  if (encoding === 'utf-8') {
    let isFirst = true
    for await (const chunk of stream) {
      const bytes = chunk as Buffer
      yield isFirst && byBom(bytes) === 'utf-8' ? bytes.subarray(3) : bytes
      isFirst = false
    }
    return
  }
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'windows-1252' })
  try {
    for await (const chunk of stream) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (text) yield Buffer.from(text)
    }
    const rest = decoder.decode()
    if (rest) yield Buffer.from(rest)
  } catch (error) {
    if (error instanceof TypeError) throw new AppError('file_encoding', { cause: error })
    throw error
  }
}
