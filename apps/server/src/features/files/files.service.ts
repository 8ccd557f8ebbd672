/** Uploads files, and finds and lists those that the caller may read. */

import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { FileObject, ListedFile, ListFilesQuery } from '@muster/contract/files/files.api'
import {
  type Deps,
  type FieldModel,
  homeAccess,
  isFileReadable,
  readableFiles,
  type TeamModel,
} from '../../engine/public.ts'
import { type Executor, type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { type DetectedType, detectType, unknownType } from './file-kinds.ts'
import { cleanFileName } from './file-name.ts'
import { FileStore, type Received } from './file-store.ts'
import {
  endRemoval,
  type FileOwner,
  fileUrl,
  insertFile,
  type ListPosition,
  listFiles,
  lockContent,
  readFile,
  removeFile,
  type StoredFile,
} from './files.repo.ts'
import { removeContents } from './remove-contents.ts'
import { requireStorage } from './storage-quota.ts'
import { maxPixels, readableFormats } from './thumbnails/formats.ts'
import { type Thumbnailer, thumbnailerOf } from './thumbnails/thumbnailer.ts'

const megabyte = 1024 * 1024

/** What is known of an upload before it is stored. */
export interface UploadFacts {
  type: DetectedType
  /** In bytes. */
  size: number
  /** In pixels; null if it is no picture that we can decode. */
  imageSize: { width: number; height: number } | null
}

/** Who stores a file: a team user, or the visitor of a wizard's run, who has none. */
export interface Uploader {
  teamId: number
  teamUserId: number | null
  owner?: FileOwner
  /** Called in the transaction that stores the file; throws if it may not be stored. */
  admit?(client: Transaction): Promise<void>
}

export class FilesService {
  private readonly deps: Deps
  private readonly thumbnailer: Thumbnailer
  readonly store: FileStore

  constructor(deps: Deps) {
    this.deps = deps
    this.store = new FileStore(deps.config)
    this.thumbnailer = thumbnailerOf(deps.config)
  }

  /** The maximum size of an upload, for a field or in general, in bytes. */
  async maxBytes(teamUser: TeamUser, dataFieldId: number | undefined): Promise<number> {
    const model = await this.deps.models.get(teamUser.teamId)
    return this.maxBytesOf(
      dataFieldId === undefined ? undefined : writableField(model, teamUser, dataFieldId),
    )
  }

  /** The maximum size of an upload for a field, which the caller may write, or in general. */
  maxBytesOf(field: FieldModel | undefined): number {
    const own = field?.settings.maxSizeMb
    const { maxFileSize } = this.deps.config
    return typeof own === 'number' ? Math.min(maxFileSize, own * megabyte) : maxFileSize
  }

  /**
   * @param dataFieldId the field it is for, whose rules are then checked
   * @throws AppError file_too_large, file_empty, image_too_large, validation_failed, storage_quota; nothing is
   *   stored then
   */
  async upload(
    teamUser: TeamUser,
    givenName: string,
    body: Readable,
    dataFieldId?: number,
  ): Promise<FileObject> {
    const model = await this.deps.models.get(teamUser.teamId)
    const field = dataFieldId === undefined ? undefined : writableField(model, teamUser, dataFieldId)
    return this.uploadFor(teamUser, givenName, body, field)
  }

  /**
   * Stores a file for a field that the caller may write, as the caller of this has checked.
   *
   * @throws as `upload`
   */
  uploadFor(
    uploader: Uploader,
    givenName: string,
    body: Readable,
    field: FieldModel | undefined,
  ): Promise<FileObject> {
    return this.receive(uploader, givenName, body, this.maxBytesOf(field), ({ type, size }) => {
      if (field) checkAccepted(field, { kind: type.kind, size })
    })
  }

  /**
   * Stores a file that belongs to no field.
   *
   * @param check throws for a file that is not wanted, which is then not stored
   * @throws AppError file_too_large, file_empty, image_too_large, storage_quota
   */
  async receive(
    uploader: Uploader,
    givenName: string,
    body: Readable,
    maxBytes: number,
    check: (facts: UploadFacts) => void,
  ): Promise<FileObject> {
    const { teamId } = uploader
    const model = await this.deps.models.get(teamId)
    const received = await this.store.receive(body, maxBytes)
    try {
      const name = cleanFileName(givenName)
      const { type, imageSize } = await this.inspect(received, name)
      const hasThumbnail = imageSize !== null
      check({ type, size: received.size, imageSize })
      const id = await this.keep(uploader, model, { name, type, hasThumbnail, received })
      // So that the first screen with it need not wait; if this fails, the thumbnail is made on request.
      if (hasThumbnail) {
        await this.deps.jobs
          .add(
            'make_thumbnails',
            { teamId, fileId: id },
            { jobKey: `thumbnails ${teamId} ${received.sha256}` },
          )
          .catch((error: unknown) => this.deps.log.warn({ err: error }, 'no job for thumbnails'))
      }
      const url = fileUrl(teamId, id)
      return {
        id,
        name,
        size: received.size,
        ...type,
        url,
        thumbnail: hasThumbnail ? `${url}/thumbnail` : null,
      }
    } finally {
      await this.store.discard(received)
    }
  }

  /** Detects the type by the bytes. Checks an image's size before it is decoded. */
  private async inspect(received: Received, name: string): Promise<Pick<UploadFacts, 'type' | 'imageSize'>> {
    const type = await detectType(received.path, name)
    const format = readableFormats[type.mimeType]
    if (!format) return { type, imageSize: null }
    const imageSize = await this.thumbnailer.measure(received.path, format)
    // It starts like an image but is not one: make sure that browsers never show it.
    if (!imageSize) return { type: unknownType, imageSize: null }
    const pixels = imageSize.width * imageSize.height
    if (pixels > maxPixels) {
      throw new AppError('image_too_large', {
        params: { megapixels: Math.ceil(pixels / 1e6), max: maxPixels / 1e6 },
      })
    }
    return { type, imageSize }
  }

  private keep(
    uploader: Uploader,
    model: TeamModel,
    file: { name: string; type: DetectedType; hasThumbnail: boolean; received: Received },
  ): Promise<string> {
    const { name, type, hasThumbnail, received } = file
    const { teamId, teamUserId, owner = null } = uploader
    return transaction(this.deps.pool, async (client) => {
      await uploader.admit?.(client)
      await requireStorage(client, model, received)
      await lockContent(client, teamId, received.sha256, 'shared')
      await this.store.keep(teamId, received)
      await endRemoval(client, teamId, received.sha256)
      const { size, sha256 } = received
      const stored = { name, size, sha256, ...type, hasThumbnail, createdBy: teamUserId, owner }
      return insertFile(client, model, stored)
    })
  }

  /**
   * Another file with the same content, for another owner.
   *
   * @throws AppError not_found if the file has been removed meanwhile
   */
  async copy(uploader: Uploader, file: StoredFile): Promise<string> {
    const { teamId, teamUserId, owner = null } = uploader
    const model = await this.deps.models.get(teamId)
    return transaction(this.deps.pool, async (client) => {
      await lockContent(client, teamId, file.sha256, 'shared')
      if (!(await readFile(client, model, file.id))) throw new AppError('not_found')
      const hasThumbnail = file.thumbnail !== null
      return insertFile(client, model, { ...file, hasThumbnail, createdBy: teamUserId, owner })
    })
  }

  /** Deletes a file that no record uses, and its bytes unless another file has the same. */
  async remove(teamId: number, fileId: string): Promise<void> {
    const model = await this.deps.models.get(teamId)
    await transaction(this.deps.pool, (client) => removeFile(client, model, fileId))
    await removeContents(this.deps, model)
  }

  /** @throws AppError not_found, also when the caller may not read it */
  async find(teamUser: TeamUser, fileId: string): Promise<StoredFile> {
    const model = await this.deps.models.get(teamUser.teamId)
    const file = await readFile(this.deps.pool, model, fileId)
    if (!file) throw new AppError('not_found')
    const isOwn = teamUser.isTeamAdmin || file.createdBy === teamUser.teamUserId
    const context = { model, caller: teamUser, executor: this.deps.pool }
    if (isOwn || (await isFileReadable(context, fileId))) return file
    throw new AppError('not_found')
  }

  /** Files to choose from, newest first. @throws AppError cursor_invalid */
  async list(
    teamUser: TeamUser,
    query: ListFilesQuery,
  ): Promise<{ items: ListedFile[]; nextCursor: string | null }> {
    const model = await this.deps.models.get(teamUser.teamId)
    const position = query.cursor === undefined ? null : positionOf(query.cursor)
    const found = await listFiles(this.deps.pool, model, query, position, readableFiles(model, teamUser))
    const last = found.at(-1)
    return {
      items: found.map(({ at: _at, ...file }) => file),
      nextCursor: last && found.length === query.limit ? cursorOf({ at: last.at, id: last.id }) : null,
    }
  }
}

const cursorOf = (position: ListPosition) => Buffer.from(JSON.stringify(position)).toString('base64url')

function positionOf(cursor: string): ListPosition {
  try {
    const { at, id } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as ListPosition
    const isPosition = /^\d{4}-\d\d-\d\d [\d:.+-]+$/.test(at) && /^[0-9a-f-]{36}$/.test(id)
    if (isPosition) return { at, id }
  } catch {
    // Not JSON: invalid like any other text.
  }
  throw new AppError('cursor_invalid')
}

/** @throws AppError not_found for a field that the caller may not write */
function writableField(model: TeamModel, teamUser: TeamUser, dataFieldId: number): FieldModel {
  const field = model.fields.get(dataFieldId)
  if (!field || field.deletedAt) throw new AppError('not_found')
  const access = homeAccess(model, teamUser, field.dataCollectionId).fields.get(field.columnName)
  if (!access || access.update === 'none') throw new AppError('not_found')
  return field
}

/** @throws AppError validation_failed */
function checkAccepted(field: FieldModel, facts: { kind: DetectedType['kind']; size: number }): void {
  const result = field.type.acceptsFile?.(field.settings, facts)
  if (!result || result.ok) return
  const { code, params } = result
  throw new AppError('validation_failed', { errors: [{ path: 'file', code, ...(params ? { params } : {}) }] })
}

/** A file by its id, for callers that have checked the right to read it themselves. */
export function storedFile(
  executor: Executor,
  model: TeamModel,
  id: string,
): Promise<StoredFile | undefined> {
  return readFile(executor, model, id)
}

export type { StoredFile }
