/** Chooses where the bytes of files are kept. */
import type { Config } from '../config.ts'
import type { Blobs } from './blobs.ts'
import { DiskBlobs } from './disk-blobs.ts'
import { S3Blobs } from './s3-blobs.ts'

const known = new WeakMap<Config, Blobs>()

/** One for a process: a client of S3 keeps its connections. */
export function blobsOf(config: Config): Blobs {
  const made = known.get(config)
  if (made) return made
  const blobs = config.s3 ? new S3Blobs(config.s3) : new DiskBlobs(config.dataDir)
  known.set(config, blobs)
  return blobs
}
