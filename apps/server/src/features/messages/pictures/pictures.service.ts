/** Pictures of the team in its mails. They belong to all of its mails, since contents are copied from one to another. */
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import { allBlocks } from '@muster/contract/messages/design'
import type { MessageContent } from '@muster/contract/messages/messages.schema'
import { maxPictureBytes, pictureTypes } from '@muster/contract/messages/pictures.api'
import type { Deps, TeamModel } from '../../../engine/public.ts'
import type { Executor } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { FilesService, readPictures, type StoredFile } from '../../files/public.ts'
import { mailOf } from '../mail-of.ts'
import { readPictureToken } from './picture-token.ts'

export class Pictures {
  readonly #deps: Deps
  readonly #files: FilesService

  constructor(deps: Deps) {
    this.#deps = deps
    this.#files = new FilesService(deps)
  }

  get store() {
    return this.#files.store
  }

  /** @throws AppError file_too_large, file_empty, image_too_large, unsupported_file, storage_quota */
  async add(teamUser: TeamUser, name: string, body: Readable): Promise<{ fileId: string }> {
    const { id } = await this.#files.receive(
      ownedByMails(teamUser),
      name,
      body,
      maxPictureBytes,
      ({ type, imageSize }) => {
        if (!imageSize || !pictureTypes.includes(type.mimeType)) throw new AppError('unsupported_file')
      },
    )
    return { fileId: id }
  }

  /**
   * A copy, so that the file itself stays as hidden as it is.
   *
   * @throws AppError not_found, also for a file that the caller may not read, file_too_large, unsupported_file
   */
  async copy(teamUser: TeamUser, fileId: string): Promise<{ fileId: string }> {
    const file = await this.#files.find(teamUser, fileId)
    if (!pictureTypes.includes(file.mimeType)) throw new AppError('unsupported_file')
    if (file.size > maxPictureBytes)
      throw new AppError('file_too_large', { params: { max: maxPictureBytes / 1024 / 1024 } })
    return { fileId: await this.#files.copy(ownedByMails(teamUser), file) }
  }

  /** @throws AppError not_found unless it is a picture of the team's mails */
  async find(teamId: number, fileId: string): Promise<StoredFile> {
    const [file] = await readPictures(this.#deps.pool, await this.#deps.models.get(teamId), [fileId])
    if (!file || !pictureTypes.includes(file.mimeType)) throw new AppError('not_found')
    return file
  }

  /** As `find`, of the address in a mail. */
  async findPublic(token: string): Promise<{ teamId: number; file: StoredFile }> {
    const named = readPictureToken(this.#deps.config.secret, token)
    if (!named) throw new AppError('not_found')
    const { teamId, fileId } = named
    return { teamId, file: await this.find(teamId, fileId) }
  }
}

const ownedByMails = ({ teamId, teamUserId }: TeamUser) => ({
  teamId,
  teamUserId,
  owner: { kind: 'message' as const },
})

/** Of the pictures of the team that the contents show, those that exist. */
export async function picturesIn(
  executor: Executor,
  model: TeamModel,
  contents: readonly MessageContent[],
): Promise<ReadonlySet<string>> {
  const ids = contents.flatMap((content) =>
    allBlocks(mailOf(content).design.blocks).flatMap((block) => {
      const source = block.type === 'image' ? block.settings.source : null
      return source?.kind === 'file' ? [source.fileId] : []
    }),
  )
  if (ids.length === 0) return new Set()
  return new Set((await readPictures(executor, model, ids)).map(({ id }) => id))
}
