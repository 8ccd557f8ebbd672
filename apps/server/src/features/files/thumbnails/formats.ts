/** Which thumbnails there are of a picture, and which of them answers a request. */
import { type ThumbnailSize, thumbnailSizes } from '@muster/contract/files/files.api'

export type ThumbnailFormat = 'webp' | 'avif'

export interface Thumbnail {
  /** Longest side in pixels; a smaller picture stays as it is. */
  size: ThumbnailSize
  format: ThumbnailFormat
  /** Of its file. */
  name: string
}

const thumbnail = (size: ThumbnailSize, format: ThumbnailFormat): Thumbnail => ({
  size,
  format,
  name: `${size}.${format}`,
})

/** In the order they are made in. The smallest gains nothing by AVIF, whose head alone is half of it. */
export const thumbnails: readonly Thumbnail[] = [
  ...thumbnailSizes.map((size) => thumbnail(size, 'webp')),
  ...thumbnailSizes.filter((size) => size > 96).map((size) => thumbnail(size, 'avif')),
]

export const thumbnailNames = thumbnails.map(({ name }) => name)

/** The best first: AVIF where the browser says it reads it. */
export function wantedThumbnails(size: ThumbnailSize, accept: string | undefined): Thumbnail[] {
  const formats: ThumbnailFormat[] = /\bimage\/avif\b/.test(accept ?? '') ? ['avif', 'webp'] : ['webp']
  return formats.flatMap((format) => thumbnails.filter((one) => one.size === size && one.format === format))
}

/** Pixels that a picture may have: what its bytes say before any is decoded. */
export const maxPixels = 64_000_000

/** What we read, as sharp calls it, by what file-type calls it. Nothing else is ever given to a decoder. */
export const readableFormats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
}
