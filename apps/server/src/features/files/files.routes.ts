/** Files up and down, as streams. */
import { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { filesApi } from '@muster/contract/files/files.api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { isShown } from './file-kinds.ts'
import { disposition } from './file-name.ts'
import { type FileStore, maxFileSize, rangeOf } from './file-store.ts'
import type { StoredFile } from './files.repo.ts'
import { FilesService } from './files.service.ts'

/** An address names one content for ever; rights to it may end. */
const cacheControl = 'private, max-age=300'

export function filesRoutes(deps: Deps): Handlers<typeof filesApi> {
  const service = new FilesService(deps)
  return {
    upload: ({ query }, { teamUser, request }) => service.upload(teamUser, query.name, bodyOf(request)),
    async download({ params, query }, { teamUser, request, reply }) {
      const file = await service.find(teamUser, params.fileId)
      await send(request, reply, service.store, params.teamId, file, query.download === '1')
      return undefined
    },
  }
}

/** The raw body. Text is read by Fastify before it comes here; JSON it has taken apart, so that is refused. */
function bodyOf(request: FastifyRequest): Readable {
  if (Number(request.headers['content-length'] ?? 0) > maxFileSize) throw new AppError('payload_too_large')
  const { body } = request
  if (body instanceof Readable) return body
  if (body === undefined || body === null) throw new AppError('file_empty')
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Readable.from([Buffer.from(body)])
  throw new AppError('unsupported_file')
}

async function send(
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
  if (request.headers['if-none-match'] === etag) {
    await reply.code(304).send()
    return
  }
  const range = rangeOf(request.headers.range, file.size)
  if (range === null) {
    await reply.code(416).header('content-range', `bytes */${file.size}`).send()
    return
  }
  const bytes = await store.open(teamId, file.sha256, range)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  await reply.send(bytes)
}

/** Nothing in a file runs or loads. A sandbox would keep browsers from showing a PDF, which has its own. */
function policyOf({ kind }: StoredFile): string {
  return kind === 'pdf' ? "default-src 'none'; object-src 'self'" : "sandbox; default-src 'none'"
}
