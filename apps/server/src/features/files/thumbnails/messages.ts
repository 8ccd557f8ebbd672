/** Messages between the server and its image process. */
import type { ThumbnailFormat } from './formats.ts'

export type ImageRequest =
  /** Reads only the header. */
  | { id: number; kind: 'measure'; file: string; format: string; maxPixels: number }
  | { id: number; kind: 'make'; file: string; maxPixels: number; outputs: readonly Output[] }

export interface Output {
  size: number
  format: ThumbnailFormat
  file: string
}

export interface ImageSize {
  width: number
  height: number
}

export interface ImageResponse {
  id: number
  size?: ImageSize
  /** Why the image cannot be decoded. */
  error?: string
  /** The error is temporary: drawing took too long. */
  isTemporary?: boolean
  /** The process has ended without a result. */
  hasEnded?: boolean
}
