/** Bytes under keys, on this disk or in a bucket, behind one interface. */
import type { Readable } from 'node:stream'

/** Both ends are in it. */
export interface ByteRange {
  start: number
  end: number
}

/** Keys are names of small letters, digits and `.-_` with slashes between them. */
export interface Blobs {
  /** Moves a local file into storage, completely or not at all; replaces what the key held. */
  put(key: string, file: string, mimeType?: string): Promise<void>
  /** @throws AppError not_found when there is nothing under the key */
  open(key: string, range?: ByteRange): Promise<Readable>
  has(key: string): Promise<boolean>
  /** What is not there is no mistake. */
  remove(key: string): Promise<void>
  /** @throws StartError in a sentence for the operator, when nothing can be kept here */
  check(): Promise<void>
}
