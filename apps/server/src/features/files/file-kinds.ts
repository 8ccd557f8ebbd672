/** What a file is: by its first bytes, and where those say nothing, by its name. */
import type { FileKind } from '@muster/contract/fields/families'
import { fileTypeFromFile } from 'file-type'

export interface FileNature {
  kind: FileKind
  mimeType: string
}

/** Bytes that we know nothing of: never shown, only saved. */
export const unreadable: FileNature = { kind: 'other', mimeType: 'application/octet-stream' }

/** Formats without a signature. What a browser might run is kept as something it only saves. */
const byExtension: Record<string, FileNature> = {
  txt: { kind: 'document', mimeType: 'text/plain' },
  md: { kind: 'document', mimeType: 'text/markdown' },
  rtf: { kind: 'document', mimeType: 'application/rtf' },
  csv: { kind: 'spreadsheet', mimeType: 'text/csv' },
  tsv: { kind: 'spreadsheet', mimeType: 'text/tab-separated-values' },
  doc: { kind: 'document', mimeType: 'application/msword' },
  xls: { kind: 'spreadsheet', mimeType: 'application/vnd.ms-excel' },
  ppt: { kind: 'presentation', mimeType: 'application/vnd.ms-powerpoint' },
}

/** Files of these are shells for many formats; the name says which. */
const shells = new Set(['application/x-cfb', 'application/xml', 'text/xml'])

export async function natureOf(path: string, name: string): Promise<FileNature> {
  const sniffed = await fileTypeFromFile(path).catch(() => undefined)
  if (sniffed && !shells.has(sniffed.mime)) return { kind: kindOf(sniffed.mime), mimeType: sniffed.mime }
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const named = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined
  return named ?? unreadable
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

/** Images that every browser shows and that can hold no script. */
const shownImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Whether a browser may show it in its own right; everything else it saves. */
export function isShown({ kind, mimeType }: FileNature): boolean {
  if (kind === 'image') return shownImages.has(mimeType)
  return kind === 'pdf' || kind === 'audio' || kind === 'video'
}
