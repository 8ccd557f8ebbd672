/** How a file goes out: so that nothing in it runs, in ranges where a player asks for them, once where it is known. */
import type { ThumbnailSize } from '@muster/contract/files/files.api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isShown } from './file-kinds.ts'
import { disposition } from './file-name.ts'
import { type FileStore, rangeOf } from './file-store.ts'
import type { StoredFile } from './files.repo.ts'
import type { Thumbnails } from './thumbnails/thumbnails.service.ts'

/** An address names one content for ever; rights to it may end. */
const cacheControl = 'private, max-age=300'

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  teamId: number,
  file: StoredFile,
  isForSaving: boolean,
): Promise<void> {
  const isInline = isShown(file) && !isForSaving
  const etag = `"${file.sha256}"`
  reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policyOf(file))
    .header('content-disposition', disposition(isInline ? 'inline' : 'attachment', file.name))
    .header('accept-ranges', 'bytes')
    // What is not shown is only bytes, whatever it says it is.
    .type(isInline ? file.mimeType : 'application/octet-stream')
  if (isKnown(request, etag)) {
    await reply.code(304).send()
    return
  }
  // A part of another content would be joined to what the player has of that one.
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
  reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('vary', 'accept')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('content-disposition', 'inline')
    .type(`image/${found.format}`)
  if (isKnown(request, etag)) {
    found.bytes.destroy()
    await reply.code(304).send()
    return
  }
  await reply.send(found.bytes)
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag)
}

/**
 * Nothing in a file runs or loads, and only our own pages frame it. A sandbox would keep browsers from showing a PDF,
 * whose viewer has its own.
 */
function policyOf({ kind }: StoredFile): string {
  return kind === 'pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
    : "sandbox; default-src 'none'; frame-ancestors 'self'"
}
