/** How files are presented: icons, addresses, the types that a file dialog offers. */
import type { FileObject } from '@muster/contract/fields/types/common/files'
import { type ThumbnailSize, thumbnailSizes } from '@muster/contract/files/pictures'

export type { FileObject }

type Kind = FileObject['kind']

/** The address that saves a file instead of showing it. */
export const downloadUrl = (file: Pick<FileObject, 'url'>): string =>
  `${file.url}${file.url.includes('?') ? '&' : '?'}download=1`

/** The address of a thumbnail whose longest side has this many pixels; null where there is none. */
export const thumbnailUrl = (file: Pick<FileObject, 'thumbnail'>, size: ThumbnailSize): string | null =>
  file.thumbnail === null ? null : `${file.thumbnail}${file.thumbnail.includes('?') ? '&' : '?'}size=${size}`

/** The `srcset` of an image of it. */
export const thumbnailSet = (file: Pick<FileObject, 'thumbnail'>): string =>
  thumbnailSizes.map((size) => `${thumbnailUrl(file, size)} ${size}w`).join(', ')

/** Whether a file can be read as plain text, by its name: the server knows no kind for that. */
export const isText = ({ name }: Pick<FileObject, 'name'>): boolean =>
  /\.(txt|csv|tsv|tab|md|log|json|xml|ya?ml|ics|vcf)$/i.test(name)

const icons: Record<Kind, string> = {
  audio: 'far fa-file-audio',
  document: 'far fa-file-word',
  image: 'far fa-file-image',
  other: 'far fa-file',
  pdf: 'far fa-file-pdf',
  presentation: 'far fa-file-powerpoint',
  spreadsheet: 'far fa-file-excel',
  video: 'far fa-file-video',
}
export const fileIcon = (kind: Kind | undefined): string => icons[kind ?? 'other']

/** The types that a browser's file dialog shows first. */
const accepted: Record<Kind, string> = {
  audio: 'audio/*',
  document: '.doc,.docx,.odt,.rtf,.txt,.md',
  image: 'image/*',
  other: '',
  pdf: 'application/pdf',
  presentation: '.ppt,.pptx,.odp,.key',
  spreadsheet: '.xls,.xlsx,.ods,.csv',
  video: 'video/*',
}
export function acceptOf(kinds: readonly Kind[]): string | undefined {
  return kinds.length === 0 || kinds.includes('other')
    ? undefined
    : kinds.map((kind) => accepted[kind]).join(',')
}
