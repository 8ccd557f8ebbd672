/** What the server and its picture process say to each other. */
import type { ThumbnailFormat } from './formats.ts'

export type Ask =
  /** Reads the head only. */
  | { id: number; kind: 'look'; file: string; format: string; maxPixels: number }
  | { id: number; kind: 'make'; file: string; maxPixels: number; outputs: readonly Output[] }

export interface Output {
  size: number
  format: ThumbnailFormat
  file: string
}

export interface Look {
  width: number
  height: number
}

export interface Told {
  id: number
  look?: Look
  /** Why the picture cannot be read. */
  error?: string
  /** Nothing was found out: the process has ended. */
  hasEnded?: boolean
}
