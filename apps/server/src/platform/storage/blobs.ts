/** The interface of file storage: contents by key, on the local disk or in a bucket. */
import type { Readable } from 'node:stream'

/** Both ends are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Keys are names of lower-case letters, digits and `.-_`, separated by slashes. */
export interface Blobs {
  /** Moves a local file into storage atomically; replaces an existing object. */
  put(key: string, file: string, mimeType?: string): Promise<void>
  /** @throws AppError not_found when the key does not exist */
  open(key: string, range?: ByteRange): Promise<Readable>
  has(key: string): Promise<boolean>
  /** Does nothing when the key does not exist. */
  remove(key: string): Promise<void>
  /** @throws StartError when the storage cannot be used */
  check(): Promise<void>
}
