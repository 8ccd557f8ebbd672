/** The logos of a team: pictures of fixed shapes that anyone may read. */

import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import {
  hasLogoShape,
  type LogoName,
  logoTypes,
  maxLogoBytes,
  type TeamAccount,
} from '@muster/contract/teams/account.schema'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { FilesService, type StoredFile, storedFile } from '../files/public.ts'
import { isLogo, setLogo } from './account.repo.ts'
import { account, accountChanged } from './account.service.ts'

export class Logos {
  private readonly deps: Deps
  private readonly files: FilesService

  constructor(deps: Deps) {
    this.deps = deps
    this.files = new FilesService(deps)
  }

  get store() {
    return this.files.store
  }

  /**
   * Replaces a logo and deletes the file of the previous one.
   *
   * @throws AppError file_too_large, file_empty, image_too_large, unsupported_file, validation_failed for a picture
   * of another shape
   */
  async replace(teamUser: TeamUser, logo: LogoName, name: string, body: Readable): Promise<TeamAccount> {
    const { id } = await this.files.receive(teamUser, name, body, maxLogoBytes, ({ type, imageSize }) => {
      if (!imageSize || !logoTypes.includes(type.mimeType)) throw new AppError('unsupported_file')
      if (hasLogoShape(logo, imageSize)) return
      throw new AppError('validation_failed', { errors: [{ path: logo, code: 'logo_shape' }] })
    })
    return this.set(teamUser, logo, id)
  }

  remove(teamUser: TeamUser, logo: LogoName): Promise<TeamAccount> {
    return this.set(teamUser, logo, null)
  }

  private async set({ teamId }: TeamUser, logo: LogoName, fileId: string | null): Promise<TeamAccount> {
    const previous = await transaction(this.deps.pool, async (client) => {
      const { name, previous } = await setLogo(client, teamId, logo, fileId)
      await audit(client, {
        teamId,
        subject: 'team',
        subjectId: teamId,
        name,
        action: 'updated',
        before: { [logo]: previous },
        after: { [logo]: fileId },
      })
      return previous
    })
    await accountChanged(this.deps, teamId)
    // If this fails, the nightly removal of unused files does it.
    if (previous) await this.files.remove(teamId, previous)
    return account(this.deps, teamId)
  }

  /** @throws AppError not_found unless it is a present logo of the team */
  async find(teamId: number, fileId: string): Promise<StoredFile> {
    const file = (await isLogo(this.deps.pool, teamId, fileId))
      ? await storedFile(this.deps.pool, await this.deps.models.get(teamId), fileId)
      : undefined
    if (!file) throw new AppError('not_found')
    return file
  }
}
