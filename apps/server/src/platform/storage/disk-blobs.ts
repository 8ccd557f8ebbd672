/** Storage in the data folder, one file per key. */
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import { StartError } from '../start-error.ts'
import type { Blobs, ByteRange } from './blobs.ts'

export class DiskBlobs implements Blobs {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async put(key: string, file: string): Promise<void> {
    const target = this.pathOf(key)
    await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    await fs.promises.rename(file, target)
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await fs.promises.open(this.pathOf(key)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new AppError('not_found', { cause: error }) : error
    })
    return handle.createReadStream(range ?? {})
  }

  has(key: string): Promise<boolean> {
    return fs.promises.access(this.pathOf(key)).then(
      () => true,
      () => false,
    )
  }

  async remove(key: string): Promise<void> {
    await fs.promises.rm(this.pathOf(key), { force: true })
  }

  async check(): Promise<void> {
    await fs.promises.access(this.folder, fs.constants.W_OK).catch((error: Error) => {
      throw new StartError(`MUSTER_DATA_DIR cannot be written to (${error.message})`)
    })
  }

  private pathOf(key: string): string {
    if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(key)) throw new Error(`Not a key: ${key}`)
    return path.join(this.folder, key)
  }
}
