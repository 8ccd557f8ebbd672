/** The bytes of files, by their content: `<dataDir>/files/<team>/<first two of sha256>/<sha256>`. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@muster/contract/errors'

export const maxFileSize = 100 * 1024 * 1024

/** Written, and not yet in its place. */
export interface Received {
  path: string
  size: number
  sha256: string
}

export class FileStore {
  private readonly folder: string

  constructor(dataDir: string) {
    this.folder = path.join(dataDir, 'files')
  }

  /** Streams to disk, counting and hashing. @throws AppError payload_too_large, file_empty */
  async receive(teamId: number, body: Readable): Promise<Received> {
    const folder = path.join(this.folder, String(teamId), 'incoming')
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, crypto.randomUUID())
    const hash = crypto.createHash('sha256')
    let size = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        hash.update(chunk)
        done(size > maxFileSize ? new AppError('payload_too_large') : null, chunk)
      },
    })
    try {
      // Flushed: what was acknowledged is there after a power cut.
      await pipeline(body, meter, fs.createWriteStream(file, { mode: 0o600, flush: true }))
      if (size === 0) throw new AppError('file_empty')
    } catch (error) {
      await this.discard({ path: file })
      throw error
    }
    return { path: file, size, sha256: hash.digest('hex') }
  }

  /** Moves it where it stays; the same content twice is one file. */
  async keep(teamId: number, received: Received): Promise<void> {
    const place = this.pathOf(teamId, received.sha256)
    await fs.promises.mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
    await fs.promises.rename(received.path, place)
  }

  async discard({ path: file }: Pick<Received, 'path'>): Promise<void> {
    await fs.promises.rm(file, { force: true })
  }

  /** @throws AppError not_found when the bytes are gone */
  async open(teamId: number, sha256: string, range?: ByteRange): Promise<Readable> {
    const handle = await fs.promises
      .open(this.pathOf(teamId, sha256))
      .catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new AppError('not_found', { cause: error }) : error
      })
    return handle.createReadStream(range ?? {})
  }

  private pathOf(teamId: number, sha256: string): string {
    return path.join(this.folder, String(teamId), sha256.slice(0, 2), sha256)
  }
}

/** Both ends are in it. */
export interface ByteRange {
  start: number
  end: number
}

/** The one range a `Range` header asks for; undefined: all of it, null: none that there is. */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && start < size ? { start, end } : null
}
