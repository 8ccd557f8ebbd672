/** Files as values: the object the API tells, or only the id of one. */
import type { FileObject, FileValue } from '@muster/contract/fields/types/shared/files'

export type { FileObject, FileValue }

export const fileOf = (value: FileValue): FileObject | null => (typeof value === 'string' ? null : value)
export const fileIdOf = (value: FileValue): string => (typeof value === 'string' ? value : value.id)

/** The address that saves a file instead of showing it. */
export const downloadUrl = (file: FileObject): string =>
  `${file.url}${file.url.includes('?') ? '&' : '?'}download=1`

const glyphs: Record<FileObject['kind'], string> = {
  audio: 'far fa-file-audio',
  document: 'far fa-file-word',
  image: 'far fa-file-image',
  other: 'far fa-file',
  pdf: 'far fa-file-pdf',
  presentation: 'far fa-file-powerpoint',
  spreadsheet: 'far fa-file-excel',
  video: 'far fa-file-video',
}
export const fileIcon = (kind: FileObject['kind'] | undefined): string => glyphs[kind ?? 'other']

/** What a browser's file dialog shows first. */
const accepted: Record<FileObject['kind'], string> = {
  audio: 'audio/*',
  document: '.doc,.docx,.odt,.rtf,.txt,.md',
  image: 'image/*',
  other: '',
  pdf: 'application/pdf',
  presentation: '.ppt,.pptx,.odp,.key',
  spreadsheet: '.xls,.xlsx,.ods,.csv',
  video: 'video/*',
}
export function acceptOf(kinds: readonly FileObject['kind'][]): string | undefined {
  return kinds.length === 0 || kinds.includes('other')
    ? undefined
    : kinds.map((kind) => accepted[kind]).join(',')
}
