/** Facts of pictures that pages need without the schemas of `files.api.ts`. */
import type { DataType } from '../fields/families.ts'

/** Longest side of a thumbnail in pixels. */
export const thumbnailSizes = [96, 320, 960] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** Why the picture at a web address is not shown. */
export const webPictureProblems = [
  /** An address that we do not fetch from: on a private network, or not of the web. */
  'refused',
  'missing',
  /** The site answers that we may not have it. */
  'denied',
  'unreachable',
  'too_large',
  'not_a_picture',
] as const
export type WebPictureProblem = (typeof webPictureProblems)[number]

/** A short name for an address: FNV-1a. */
export function versionOf(address: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < address.length; at++) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Types of the fields whose pictures can be fetched, and of those that can take them. */
export const pictureSources: readonly DataType[] = ['url']
export const pictureTargets: readonly DataType[] = ['single_image', 'multi_image']
