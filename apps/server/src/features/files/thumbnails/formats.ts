/** The thumbnails of an image, and the choice among them for a request. */
import { type ThumbnailSize, thumbnailSizes } from '@muster/contract/files/pictures'

export type ThumbnailFormat = 'webp' | 'avif'

export interface Thumbnail {
  /** Longest side in pixels; a smaller image is not enlarged. */
  size: ThumbnailSize
  format: ThumbnailFormat
  /** File name. */
  name: string
}

const thumbnail = (size: ThumbnailSize, format: ThumbnailFormat): Thumbnail => ({
  size,
  format,
  name: `${size}.${format}`,
})

/** In the order they are made. The smallest gains nothing from AVIF, whose header alone is half its size. */
export const thumbnails: readonly Thumbnail[] = [
  ...thumbnailSizes.map((size) => thumbnail(size, 'webp')),
  ...thumbnailSizes.filter((size) => size > 96).map((size) => thumbnail(size, 'avif')),
]

export const thumbnailNames = thumbnails.map(({ name }) => name)

/** The best first: AVIF if the browser accepts it. */
export function wantedThumbnails(size: ThumbnailSize, accept: string | undefined): Thumbnail[] {
  const formats: ThumbnailFormat[] = /\bimage\/avif\b/.test(accept ?? '') ? ['avif', 'webp'] : ['webp']
  return formats.flatMap((format) => thumbnails.filter((one) => one.size === size && one.format === format))
}

/** Maximum pixels of an image, checked from its header before decoding. */
export const maxPixels = 64_000_000

/** sharp's names of the formats we decode, by file-type's MIME type. No other format reaches a decoder. */
export const readableFormats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
}
