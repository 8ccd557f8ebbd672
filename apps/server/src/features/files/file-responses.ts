/** Sends files so that nothing in them runs, with support for ranges and for browser caches. */
import type { Readable } from 'node:stream'
import type { ThumbnailSize } from '@muster/contract/files/pictures'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isInlineType } from './file-kinds.ts'
import { disposition } from './file-name.ts'
import { type FileStore, rangeOf } from './file-store.ts'
import type { StoredFile } from './files.repo.ts'
import type { Thumbnails } from './thumbnails/thumbnails.service.ts'
import type { WebPicture } from './web-pictures/web-pictures.service.ts'

/** The content of a URL never changes, but rights to it may end. */
const cacheControl = 'private, max-age=300'

/** For pictures that anyone may read for as long as they exist. */
export const keptForLong = 'public, max-age=31536000, immutable'

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  teamId: number,
  file: StoredFile,
  isDownload: boolean,
  caching = cacheControl,
): Promise<void> {
  const isInline = isInlineType(file) && !isDownload
  const etag = `"${file.sha256}"`
  reply
    .header('cache-control', caching)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policyOf(file))
    .header('content-disposition', disposition(isInline ? 'inline' : 'attachment', file.name))
    .header('accept-ranges', 'bytes')
    // Files that are not shown inline are sent as plain bytes, whatever type they claim.
    .type(isInline ? file.mimeType : 'application/octet-stream')
  if (matchesEtag(request, etag)) {
    await reply.code(304).send()
    return
  }
  // Otherwise a player would join parts of two different contents.
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isSame ? rangeOf(request.headers.range, file.size) : undefined
  if (range === null) {
    await reply.code(416).header('content-range', `bytes */${file.size}`).send()
    return
  }
  const bytes = await store.open(teamId, file.sha256, range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  await reply.send(bytes)
}

export async function sendThumbnail(
  request: FastifyRequest,
  reply: FastifyReply,
  thumbnails: Thumbnails,
  teamId: number,
  file: StoredFile,
  size: ThumbnailSize,
): Promise<void> {
  const found = await thumbnails.open(teamId, file, size, request.headers.accept)
  const etag = `"${file.sha256.slice(0, 32)}-${found.name}"`
  reply.header('vary', 'accept').type(`image/${found.format}`)
  await sendDrawn(request, reply, found.bytes, etag)
}

export async function sendWebPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: WebPicture,
): Promise<void> {
  await sendDrawn(request, reply.type('image/webp'), bytes, etag)
}

/** Bytes that our own picture process wrote. */
async function sendDrawn(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Readable,
  etag: string,
): Promise<void> {
  reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', 'inline')
  if (matchesEtag(request, etag)) {
    bytes.destroy()
    await reply.code(304).send()
    return
  }
  await reply.send(bytes)
}

function matchesEtag(request: FastifyRequest, etag: string): boolean {
  const etags = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return etags.includes(etag)
}

/**
 * Lets nothing in a file run or load, and only our own pages frame it. PDFs have no sandbox, because it would
 * keep browsers from showing them; their viewer has its own.
 */
function policyOf({ kind }: StoredFile): string {
  return kind === 'pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "sandbox; default-src 'none'; frame-ancestors 'self'"
}
