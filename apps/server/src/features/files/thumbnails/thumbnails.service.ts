/** Thumbnails: made once per content by a job, or by the first request if that comes earlier. */

import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { ThumbnailSize } from '@muster/contract/files/pictures'
import type { Deps } from '../../../engine/public.ts'
import { FileStore } from '../file-store.ts'
import { clearThumbnails, readFile, type StoredFile } from '../files.repo.ts'
import { type Thumbnail, thumbnails, wantedThumbnails } from './formats.ts'
import { NotDrawnYet, type Thumbnailer, thumbnailerOf } from './thumbnailer.ts'

type Content = Pick<StoredFile, 'id' | 'sha256' | 'thumbnail'>

export class Thumbnails {
  private readonly deps: Deps
  private readonly store: FileStore
  private readonly thumbnailer: Thumbnailer
  /** In progress, so that concurrent requests for the same new image share one. */
  private readonly making = new Map<string, Promise<void>>()

  constructor(deps: Deps) {
    this.deps = deps
    this.store = new FileStore(deps.config)
    this.thumbnailer = thumbnailerOf(deps.config)
  }

  /**
   * Opens the best existing thumbnail; if there is none, makes the WebP at once and leaves AVIF to the job.
   *
   * @throws AppError not_found if the file has no thumbnails, busy if drawing one took too long
   */
  async open(
    teamId: number,
    file: Content,
    size: ThumbnailSize,
    accept: string | undefined,
  ): Promise<Thumbnail & { bytes: Readable }> {
    if (file.thumbnail === null) throw new AppError('not_found')
    const wanted = wantedThumbnails(size, accept)
    const stored = await this.stored(teamId, file, wanted)
    if (stored) return stored
    await this.make(teamId, file, wanted.slice(-1)).catch((error: unknown) => {
      throw error instanceof NotDrawnYet ? new AppError('busy', { cause: error }) : error
    })
    const made = await this.stored(teamId, file, wanted)
    if (!made) throw new AppError('not_found')
    return made
  }

  /**
   * Makes all missing thumbnails.
   *
   * @throws NotDrawnYet unless this is the last attempt, after which the file has no thumbnails
   */
  async makeAll(teamId: number, fileId: string, isLastAttempt: boolean): Promise<void> {
    const model = await this.deps.models.get(teamId)
    const file = await readFile(this.deps.pool, model, fileId)
    if (!file?.thumbnail) return
    const missing: Thumbnail[] = []
    for (const one of thumbnails) {
      if (!(await this.store.hasThumbnail(teamId, file.sha256, one.name))) missing.push(one)
    }
    if (missing.length === 0) return
    try {
      await this.make(teamId, file, missing)
    } catch (error) {
      if (!(error instanceof NotDrawnYet) || !isLastAttempt) throw error
      await this.forget(teamId, file, error)
    }
  }

  private async stored(teamId: number, { sha256 }: Content, wanted: readonly Thumbnail[]) {
    for (const one of wanted) {
      const bytes = await this.store.openThumbnail(teamId, sha256, one.name)
      if (bytes) return { ...one, bytes }
    }
    return undefined
  }

  private make(teamId: number, file: Content, wanted: readonly Thumbnail[]): Promise<void> {
    const key = `${teamId} ${file.sha256} ${wanted.map(({ name }) => name).join()}`
    const running = this.making.get(key)
    if (running) return running
    const made = this.create(teamId, file, wanted).finally(() => this.making.delete(key))
    this.making.set(key, made)
    return made
  }

  private async create(teamId: number, file: Content, wanted: readonly Thumbnail[]): Promise<void> {
    const { sha256 } = file
    const source = await this.store.copy(teamId, sha256)
    const outputs = await Promise.all(
      wanted.map(async (one) => ({ ...one, file: await this.store.temporaryPath() })),
    )
    try {
      await this.thumbnailer.make(
        source,
        outputs.map(({ size, format, file }) => ({ size, format, file })),
      )
      for (const { name, file: drawn } of outputs) {
        await this.store.keepThumbnail(teamId, sha256, name, drawn)
      }
    } catch (error) {
      if (error instanceof NotDrawnYet) throw error
      // Its header is valid and the rest is not: there is nothing to show, and retrying is useless.
      await this.forget(teamId, file, error)
    } finally {
      for (const path of [source, ...outputs.map((output) => output.file)]) await this.store.discard({ path })
    }
  }

  private async forget(teamId: number, { sha256 }: Content, error: unknown): Promise<void> {
    this.deps.log.warn({ err: error, teamId, sha256 }, 'an image cannot be decoded')
    await clearThumbnails(this.deps.pool, await this.deps.models.get(teamId), sha256)
  }
}
