/** Detects the type of a file by its first bytes, or else by its name. */
import type { FileKind } from '@muster/contract/fields/families'
import { fileTypeFromFile } from 'file-type'

export interface DetectedType {
  kind: FileKind
  mimeType: string
}

/** Unknown bytes: never shown inline, only downloaded. */
export const unknownType: DetectedType = { kind: 'other', mimeType: 'application/octet-stream' }

/** Formats without a signature, except those a browser might run, which are only downloaded. */
const byExtension: Record<string, DetectedType> = {
  txt: { kind: 'document', mimeType: 'text/plain' },
  md: { kind: 'document', mimeType: 'text/markdown' },
  rtf: { kind: 'document', mimeType: 'application/rtf' },
  csv: { kind: 'spreadsheet', mimeType: 'text/csv' },
  tsv: { kind: 'spreadsheet', mimeType: 'text/tab-separated-values' },
  doc: { kind: 'document', mimeType: 'application/msword' },
  xls: { kind: 'spreadsheet', mimeType: 'application/vnd.ms-excel' },
  ppt: { kind: 'presentation', mimeType: 'application/vnd.ms-powerpoint' },
}

/** Container formats for many file types; the name tells which. */
const containers = new Set(['application/x-cfb', 'application/xml', 'text/xml'])

export async function detectType(path: string, name: string): Promise<DetectedType> {
  const sniffed = await fileTypeFromFile(path).catch(() => undefined)
  if (sniffed && !containers.has(sniffed.mime)) return { kind: kindOf(sniffed.mime), mimeType: sniffed.mime }
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
  return named ?? unknownType
}

function kindOf(mimeType: string): FileKind {
  const [family = '', format = ''] = mimeType.split('/')
  if (mimeType === 'application/pdf') return 'pdf'
  if (family === 'image' || family === 'video' || family === 'audio') return family
  if (/spreadsheet|ms-excel/.test(format)) return 'spreadsheet'
  if (/presentation|ms-powerpoint/.test(format)) return 'presentation'
  if (/opendocument\.text|wordprocessing|msword|rtf|epub/.test(format)) return 'document'
  return 'other'
}

/** Images that every browser can show and that cannot contain scripts. */
const inlineImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Whether a browser may show the file inline; all others are downloaded. */
export function isInlineType({ kind, mimeType }: DetectedType): boolean {
  if (kind === 'image') return inlineImages.has(mimeType)
  return kind === 'pdf' || kind === 'audio' || kind === 'video'
}
