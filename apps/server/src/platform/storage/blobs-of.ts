/** Chooses the storage of files. */
import type { Config } from '../config.ts'
import type { Blobs } from './blobs.ts'
import { DiskBlobs } from './disk-blobs.ts'
import { S3Blobs } from './s3-blobs.ts'

const cache = new WeakMap<Config, Blobs>()

/** One instance per process, because an S3 client keeps its connections. */
export function blobsOf(config: Config): Blobs {
  const cached = cache.get(config)
  if (cached) return cached
  const blobs = config.s3 ? new S3Blobs(config.s3) : new DiskBlobs(config.dataDir)
  cache.set(config, blobs)
  return blobs
}
