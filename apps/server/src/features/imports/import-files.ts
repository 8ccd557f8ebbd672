/** Uploaded files and their rejects in the data directory. */
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@muster/contract/errors'

/** The product specification's limit for CSV files: 1 GB. */
export const maxFileBytes = 1024 ** 3

export class ImportFiles {
  private readonly folder: string

  constructor(dataDir: string) {
    this.folder = path.join(dataDir, 'imports')
  }

  upload(id: number): string {
    return path.join(this.folder, `${id}.csv`)
  }

  /** The converted sheet of a workbook. */
  sheet(id: number): string {
    return path.join(this.folder, `${id}.sheet.csv`)
  }

  /** The file to import: the upload itself, or the chosen sheet. */
  text({ id, sheet }: { id: number; sheet: number | null }): string {
    return sheet === null ? this.upload(id) : this.sheet(id)
  }

  rejects(id: number): string {
    return path.join(this.folder, `${id}.rejects.csv`)
  }

  /** Streams to disk. @returns bytes written @throws AppError payload_too_large, file_empty */
  async save(id: number, body: Readable): Promise<number> {
    await fs.promises.mkdir(this.folder, { recursive: true, mode: 0o700 })
    let bytes = 0
    const limited = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes > maxFileBytes) done(new AppError('payload_too_large', { params: { max: maxFileBytes } }))
        else done(null, chunk)
      },
    })
    await pipeline(body, limited, fs.createWriteStream(this.upload(id), { mode: 0o600 }))
    if (bytes === 0) throw new AppError('file_empty')
    return bytes
  }

  removeRejects(id: number): Promise<void> {
    return fs.promises.rm(this.rejects(id), { force: true })
  }

  async remove(id: number): Promise<void> {
    for (const file of [this.upload(id), this.sheet(id), this.rejects(id)])
      await fs.promises.rm(file, { force: true })
  }
}
