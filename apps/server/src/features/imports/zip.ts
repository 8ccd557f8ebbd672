/** Reads ZIP files: checks the directory before unpacking, then streams entries. */
import { AppError } from '@muster/contract/errors'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'

/** Total size of all entries when unpacked. */
export const maxUnpackedBytes = 1024 ** 3
const harmlessBytes = 32 * 1024 ** 2
/** Compression ratio above which an entry larger than `harmlessBytes` counts as a ZIP bomb. */
const maxRatio = 150
const maxEntries = 5000
/** XML between two tags; no cell is longer. */
const maxTextBytes = 4 * 1024 ** 2

export interface Zip {
  has(name: string): boolean
  /** Parses an entry as XML; does nothing if it does not exist. @throws AppError */
  readXml(name: string, listen: (parser: SaxesParser) => void): Promise<void>
  close(): void
}

const broken = (cause: unknown): AppError =>
  cause instanceof AppError ? cause : new AppError('file_workbook_broken', { cause })

/** @throws AppError file_workbook_broken, file_unpacks_too_large */
export async function openZip(file: string): Promise<Zip> {
  const zip = await open(file)
  try {
    const entries = await directory(zip)
    return {
      has: (name) => entries.has(name),
      readXml: (name, listen) => readXml(zip, entries.get(name), listen),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw broken(error)
  }
}

function open(file: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(broken(error)) : resolve(zip),
    )
  })
}

/** All entries by name. yauzl enforces their declared sizes when unpacking. */
function directory(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > maxEntries) throw new AppError('file_unpacks_too_large')
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    let unpacked = 0
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: yauzl.Entry) => {
      unpacked += entry.uncompressedSize
      const isBomb =
        entry.uncompressedSize > harmlessBytes && entry.uncompressedSize > entry.compressedSize * maxRatio
      if (isBomb || unpacked > maxUnpackedBytes) {
        reject(new AppError('file_unpacks_too_large'))
        return
      }
      entries.set(entry.fileName.replace(/^\/+/, ''), entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

async function readXml(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  listen: (parser: SaxesParser) => void,
): Promise<void> {
  if (!entry) return
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => (error ? reject(broken(error)) : resolve(opened)))
  })
  const parser = new SaxesParser()
  let sinceTag = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', () => {
    throw new AppError('file_workbook_broken')
  })
  listen(parser)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer
      sinceTag = bytes.includes(0x3c) ? 0 : sinceTag + bytes.length
      if (sinceTag > maxTextBytes) throw new AppError('file_unpacks_too_large')
      parser.write(decoder.decode(bytes, { stream: true }))
    }
    parser.close()
  } catch (error) {
    throw broken(error)
  }
}
