/** Uploading a file, and getting at one that the caller may read. */

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
import { type Executor, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { type FileNature, natureOf, unreadable } from './file-kinds.ts'
import { cleanFileName } from './file-name.ts'
import { FileStore, type Received } from './file-store.ts'
import {
  endRemoval,
  fileUrl,
  holdContent,
  insertFile,
  type ListPlace,
  listFiles,
  readFile,
  type StoredFile,
} from './files.repo.ts'
import { maxPixels, readableFormats } from './thumbnails/formats.ts'
import { type Thumbnailer, thumbnailerOf } from './thumbnails/thumbnailer.ts'

const megabyte = 1024 * 1024

export class FilesService {
  private readonly deps: Deps
  private readonly thumbnailer: Thumbnailer
  readonly store: FileStore

  constructor(deps: Deps) {
    this.deps = deps
    this.store = new FileStore(deps.config)
    this.thumbnailer = thumbnailerOf(deps.config)
  }

  /** How much may come in for a field, or at all, in bytes. */
  async mostBytes(teamUser: TeamUser, dataFieldId: number | undefined): Promise<number> {
    const model = await this.deps.models.get(teamUser.teamId)
    const field = dataFieldId === undefined ? undefined : writableField(model, teamUser, dataFieldId)
    const own = field?.settings.maxSizeMb
    const { maxFileSize } = this.deps.config
    return typeof own === 'number' ? Math.min(maxFileSize, own * megabyte) : maxFileSize
  }

  /**
   * @param dataFieldId the field it is for, which then judges it here already
   * @throws AppError file_too_large, file_empty, image_too_large, validation_failed; nothing of the file stays then
   */
  async upload(
    teamUser: TeamUser,
    givenName: string,
    body: Readable,
    dataFieldId?: number,
  ): Promise<FileObject> {
    const { teamId } = teamUser
    const model = await this.deps.models.get(teamId)
    const field = dataFieldId === undefined ? undefined : writableField(model, teamUser, dataFieldId)
    const received = await this.store.receive(body, await this.mostBytes(teamUser, dataFieldId))
    try {
      const name = cleanFileName(givenName)
      const { nature, hasThumbnail } = await this.look(received, name)
      if (field) judge(field, { kind: nature.kind, size: received.size })
      const id = await this.keep(teamUser, model, { name, nature, hasThumbnail, received })
      // The first screen that shows it should not have to wait; if this fails, that screen makes it.
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
        ...nature,
        url,
        thumbnail: hasThumbnail ? `${url}/thumbnail` : null,
      }
    } finally {
      await this.store.discard(received)
    }
  }

  /** What it is by its bytes. A picture is asked for its size before anybody decodes it. */
  private async look(
    received: Received,
    name: string,
  ): Promise<{ nature: FileNature; hasThumbnail: boolean }> {
    const nature = await natureOf(received.path, name)
    const format = readableFormats[nature.mimeType]
    if (!format) return { nature, hasThumbnail: false }
    const found = await this.thumbnailer.look(received.path, format)
    // It begins like a picture and is none: whatever else it is, no browser shows it from here.
    if (!found) return { nature: unreadable, hasThumbnail: false }
    const pixels = found.width * found.height
    if (pixels > maxPixels) {
      throw new AppError('image_too_large', {
        params: { megapixels: Math.ceil(pixels / 1e6), max: maxPixels / 1e6 },
      })
    }
    return { nature, hasThumbnail: true }
  }

  private keep(
    { teamId, teamUserId }: TeamUser,
    model: TeamModel,
    file: { name: string; nature: FileNature; hasThumbnail: boolean; received: Received },
  ): Promise<string> {
    const { name, nature, hasThumbnail, received } = file
    return transaction(this.deps.pool, async (client) => {
      await holdContent(client, teamId, received.sha256, 'shared')
      await this.store.keep(teamId, received)
      await endRemoval(client, teamId, received.sha256)
      const { size, sha256 } = received
      return insertFile(client, model, { name, size, sha256, ...nature, hasThumbnail, createdBy: teamUserId })
    })
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

  /** Files to choose from, the newest first. @throws AppError cursor_invalid */
  async list(
    teamUser: TeamUser,
    query: ListFilesQuery,
  ): Promise<{ items: ListedFile[]; nextCursor: string | null }> {
    const model = await this.deps.models.get(teamUser.teamId)
    const place = query.cursor === undefined ? null : placeOf(query.cursor)
    const found = await listFiles(this.deps.pool, model, query, place, readableFiles(model, teamUser))
    const last = found.at(-1)
    return {
      items: found.map(({ at: _at, ...file }) => file),
      nextCursor: last && found.length === query.limit ? cursorOf({ at: last.at, id: last.id }) : null,
    }
  }
}

const cursorOf = (place: ListPlace) => Buffer.from(JSON.stringify(place)).toString('base64url')

function placeOf(cursor: string): ListPlace {
  try {
    const { at, id } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as ListPlace
    const isPlace = /^\d{4}-\d\d-\d\d [\d:.+-]+$/.test(at) && /^[0-9a-f-]{36}$/.test(id)
    if (isPlace) return { at, id }
  } catch {
    // As any other text that is no cursor.
  }
  throw new AppError('cursor_invalid')
}

/** @throws AppError not_found where the caller could not put the file anyway */
function writableField(model: TeamModel, teamUser: TeamUser, dataFieldId: number): FieldModel {
  const field = model.fields.get(dataFieldId)
  if (!field || field.deletedAt) throw new AppError('not_found')
  const access = homeAccess(model, teamUser, field.dataCollectionId).fields.get(field.columnName)
  if (!access || access.update === 'none') throw new AppError('not_found')
  return field
}

/** @throws AppError validation_failed */
function judge(field: FieldModel, facts: { kind: FileNature['kind']; size: number }): void {
  const judged = field.type.acceptsFile?.(field.settings, facts)
  if (!judged || judged.ok) return
  const { code, params } = judged
  throw new AppError('validation_failed', { errors: [{ path: 'file', code, ...(params ? { params } : {}) }] })
}

/** A file by its id, for callers who have found in another way that it may be read. */
export function storedFile(
  executor: Executor,
  model: TeamModel,
  id: string,
): Promise<StoredFile | undefined> {
  return readFile(executor, model, id)
}

export type { StoredFile }
