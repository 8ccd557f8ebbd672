/**
 * Stores files by content: `files/<team>/<first two of sha256>/<sha256>` in the storage, and their thumbnails
 * below `thumbnails/`. Uploads are written to the local disk first, whatever the storage is.
 */

import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@muster/contract/errors'
import type { Config } from '../../platform/config.ts'
import type { Blobs, ByteRange } from '../../platform/storage/blobs.ts'
import { blobsOf } from '../../platform/storage/blobs-of.ts'

/** An upload on the local disk, not stored yet. */
export interface Received {
  path: string
  size: number
  sha256: string
}

const dayMs = 24 * 60 * 60 * 1000

export class FileStore {
  private readonly incoming: string
  private readonly blobs: Blobs

  constructor(config: Config) {
    this.incoming = path.join(config.dataDir, 'incoming')
    this.blobs = blobsOf(config)
  }

  /** Streams to disk, counting and hashing. @throws AppError file_too_large, file_empty */
  async receive(body: Readable, maxSize: number): Promise<Received> {
    const file = await this.temporaryPath()
    const hash = crypto.createHash('sha256')
    let size = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        hash.update(chunk)
        done(size > maxSize ? tooLarge(maxSize) : null, chunk)
      },
    })
    try {
      // Flushed, so that an acknowledged upload survives a power cut.
      await pipeline(body, meter, fs.createWriteStream(file, { mode: 0o600, flush: true }))
      if (size === 0) throw new AppError('file_empty')
    } catch (error) {
      await this.discard({ path: file })
      throw error
    }
    return { path: file, size, sha256: hash.digest('hex') }
  }

  /** A path for a temporary file on the local disk, which the caller must delete. */
  async temporaryPath(): Promise<string> {
    await fs.promises.mkdir(this.incoming, { recursive: true, mode: 0o700 })
    return path.join(this.incoming, crypto.randomUUID())
  }

  /** Moves an upload to the storage; identical contents share one file. */
  async keep(teamId: number, received: Received): Promise<void> {
    await this.blobs.put(keyOf(teamId, received.sha256), received.path)
  }

  async discard({ path: file }: Pick<Received, 'path'>): Promise<void> {
    await fs.promises.rm(file, { force: true })
  }

  /** @throws AppError not_found when the bytes are missing */
  open(teamId: number, sha256: string, range?: ByteRange): Promise<Readable> {
    return this.blobs.open(keyOf(teamId, sha256), range)
  }

  /** Copies to the local disk; delete it with `discard`. @throws AppError not_found */
  async copy(teamId: number, sha256: string): Promise<string> {
    const bytes = await this.open(teamId, sha256)
    const file = await this.temporaryPath()
    await pipeline(bytes, fs.createWriteStream(file, { mode: 0o600 }))
    return file
  }

  /** @returns undefined when it does not exist yet */
  openThumbnail(teamId: number, sha256: string, name: string): Promise<Readable | undefined> {
    return this.blobs.open(thumbnailKeyOf(teamId, sha256, name)).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
  }

  hasThumbnail(teamId: number, sha256: string, name: string): Promise<boolean> {
    return this.blobs.has(thumbnailKeyOf(teamId, sha256, name))
  }

  async keepThumbnail(teamId: number, sha256: string, name: string, file: string): Promise<void> {
    await this.blobs.put(thumbnailKeyOf(teamId, sha256, name), file, `image/${name.split('.')[1]}`)
  }

  /** Removes the bytes and thumbnails of a content that no file has any more. */
  async remove(teamId: number, sha256: string, thumbnails: readonly string[]): Promise<void> {
    for (const name of thumbnails) await this.blobs.remove(thumbnailKeyOf(teamId, sha256, name))
    await this.blobs.remove(keyOf(teamId, sha256))
  }

  /** Deletes temporary files of uploads that a crash interrupted. */
  async sweep(now = Date.now()): Promise<number> {
    const names = await fs.promises.readdir(this.incoming).catch(() => [] as string[])
    let swept = 0
    for (const name of names) {
      const file = path.join(this.incoming, name)
      const stat = await fs.promises.stat(file).catch(() => undefined)
      if (!stat || now - stat.mtimeMs < dayMs) continue
      await fs.promises.rm(file, { force: true })
      swept += 1
    }
    return swept
  }
}

export function tooLarge(maxSize: number): AppError {
  return new AppError('file_too_large', { params: { max: Math.floor(maxSize / 1024 / 1024) } })
}

/** The storage key of a content. */
export const keyOf = (teamId: number, sha256: string) => `files/${teamId}/${sha256.slice(0, 2)}/${sha256}`
const thumbnailKeyOf = (teamId: number, sha256: string, name: string) =>
  `thumbnails/${teamId}/${sha256.slice(0, 2)}/${sha256}/${name}`

/** The single range that a `Range` header requests; undefined: the whole file, null: not satisfiable. */
export function rangeOf(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && start < size ? { start, end } : null
}
