/** Uploading a file, and getting at one that the caller may read. */
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { FileObject } from '@muster/contract/files/files.api'
import type { Deps } from '../../platform/deps.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { isFileReadable } from './file-access.ts'
import { natureOf } from './file-kinds.ts'
import { cleanFileName } from './file-name.ts'
import { FileStore } from './file-store.ts'
import { insertFile, readFile, type StoredFile } from './files.repo.ts'

export class FilesService {
  private readonly deps: Deps
  readonly store: FileStore

  constructor(deps: Deps) {
    this.deps = deps
    this.store = new FileStore(deps.config.dataDir)
  }

  /** @throws AppError payload_too_large, file_empty */
  async upload(teamUser: TeamUser, givenName: string, body: Readable): Promise<FileObject> {
    const { teamId, teamUserId } = teamUser
    const model = await this.deps.models.get(teamId)
    const received = await this.store.receive(teamId, body)
    try {
      const name = cleanFileName(givenName)
      const nature = await natureOf(received.path, name)
      await this.store.keep(teamId, received)
      const { size, sha256 } = received
      const id = await insertFile(this.deps.pool, model, {
        name,
        size,
        sha256,
        ...nature,
        createdBy: teamUserId,
      })
      return { id, name, size, ...nature, url: `/api/teams/${teamId}/files/${id}`, thumbnail: null }
    } catch (error) {
      await this.store.discard(received)
      throw error
    }
  }

  /** @throws AppError not_found, also when the caller may not read it */
  async find(teamUser: TeamUser, fileId: string): Promise<StoredFile> {
    const model = await this.deps.models.get(teamUser.teamId)
    const file = await readFile(this.deps.pool, model, fileId)
    if (!file) throw new AppError('not_found')
    const isOwn = teamUser.isTeamAdmin || file.createdBy === teamUser.teamUserId
    if (isOwn || (await isFileReadable(this.deps.pool, model, teamUser, fileId))) return file
    throw new AppError('not_found')
  }
}
