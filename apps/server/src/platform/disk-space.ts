/**
 * Rejects writes before the disk is full. PostgreSQL ends when it cannot write its WAL, so that reads would
 * fail too. The remaining space is enough for sign-ins and for PostgreSQL's own work.
 */
import fs from 'node:fs'
import { AppError } from '@muster/contract/errors'
import type { Logger } from './log.ts'
import type { Warnings } from './warnings.ts'

const checkEveryMs = 3000

export interface DiskWatch {
  /** Checks now, in addition to the check every three seconds. */
  check(): Promise<void>
  stop(): void
}

interface DiskOptions {
  folder: string
  minFreeBytes: number
  warnings: Warnings
  log: Logger
  /** Bytes that this process may still write. Default: the free bytes of the folder's file system. */
  freeBytes?: () => Promise<number>
}

/** Raises the warning `disk_full` while fewer than `minFreeBytes` are free. */
export async function watchDisk(options: DiskOptions): Promise<DiskWatch> {
  const { folder, minFreeBytes, warnings, log, freeBytes = () => freeBytesOf(folder) } = options
  const check = async () => {
    const free = await freeBytes()
    if (free < minFreeBytes) {
      if (warnings.raise('disk_full')) log.error({ folder, free, minFreeBytes }, 'the disk is full')
    } else if (warnings.clear('disk_full')) log.info({ folder, free }, 'the disk has room again')
  }
  await check()
  const timer = setInterval(() => {
    check().catch((error) => log.warn({ err: error, folder }, 'cannot read the free disk space'))
  }, checkEveryMs).unref()
  return { check, stop: () => clearInterval(timer) }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.promises.statfs(folder)
  return bavail * bsize
}

/** @throws AppError insufficient_storage while the disk is full */
export function requireDiskSpace(warnings: Warnings): void {
  if (warnings.has('disk_full')) throw new AppError('insufficient_storage')
}
