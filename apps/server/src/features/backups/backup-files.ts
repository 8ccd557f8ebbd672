/** The archives that the server keeps: in a folder, or in a bucket. */
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupLocation } from '@muster/contract/backups/backups.schema'
import type { Config } from '../../platform/config.ts'
import { DiskBlobs } from '../../platform/storage/disk-blobs.ts'
import { S3Blobs } from '../../platform/storage/s3-blobs.ts'

interface KeptFile {
  fileName: string
  location: BackupLocation
}

export class BackupFiles {
  /** Where new archives are kept. */
  readonly location: BackupLocation
  /** The same for people: a path, or the address of a bucket. */
  readonly place: string
  private readonly folder: string
  private readonly disk: DiskBlobs
  private readonly bucket: S3Blobs | undefined

  constructor({ backup: { folder, s3 } }: Pick<Config, 'backup'>) {
    this.location = s3 ? 'bucket' : 'disk'
    this.place = s3 ? `s3://${s3.bucket}/${s3.prefix}` : folder
    this.folder = folder
    this.disk = new DiskBlobs(folder)
    this.bucket = s3 && new S3Blobs(s3)
  }

  /** Makes the folder. @returns the path at which an archive is made, also one for the bucket */
  async begin(fileName: string): Promise<string> {
    await fs.promises.mkdir(this.folder, { recursive: true, mode: 0o700 })
    return path.join(this.folder, fileName)
  }

  /** @throws StartError when the bucket cannot be used */
  async check(): Promise<void> {
    await this.bucket?.check()
  }

  /** Moves a finished archive to the bucket, if there is one. */
  async store(fileName: string, onBytes: (count: number) => void): Promise<void> {
    await this.bucket?.put(fileName, path.join(this.folder, fileName), undefined, onBytes)
  }

  /** Whether an archive is there; of those in a bucket only that one is configured. */
  hasFile({ fileName, location }: KeptFile): boolean {
    return location === 'bucket' ? Boolean(this.bucket) : fs.existsSync(path.join(this.folder, fileName))
  }

  /** @throws AppError not_found when it is not there */
  open({ fileName, location }: KeptFile): Promise<Readable> {
    return (location === 'bucket' && this.bucket ? this.bucket : this.disk).open(fileName)
  }

  /** Nothing happens when it is not there. */
  async remove({ fileName, location }: KeptFile): Promise<void> {
    if (location === 'bucket') await this.bucket?.remove(fileName)
    else await this.disk.remove(fileName)
  }

  /** Removes what a backup that has not ended well has left on the disk. */
  async discard(fileName: string): Promise<void> {
    await this.disk.remove(fileName)
    await this.disk.remove(`${fileName}.unfinished`)
  }
}
