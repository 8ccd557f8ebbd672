/**
 * Pictures at web addresses: fetched on first use, and kept as thumbnails. They are a cache: no files of the team, and
 * not part of backups.
 */
import crypto from 'node:crypto'
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import { type ThumbnailSize, thumbnailSizes, type WebPictureProblem } from '@muster/contract/files/pictures'
import type { Deps } from '../../../engine/public.ts'
import type { Config } from '../../../platform/config.ts'
import { FairSlots } from '../../../platform/fair-slots.ts'
import { teamSchema } from '../../../platform/migrate.ts'
import { scaledTimeout } from '../../../platform/scaled-timeout.ts'
import type { Blobs } from '../../../platform/storage/blobs.ts'
import { blobsOf } from '../../../platform/storage/blobs-of.ts'
import { detectType } from '../file-kinds.ts'
import { FileStore, type Received } from '../file-store.ts'
import { maxPixels, readableFormats } from '../thumbnails/formats.ts'
import { NotDrawnYet, type Thumbnailer, thumbnailerOf } from '../thumbnails/thumbnailer.ts'
import { fetchPicture, NoPicture } from './fetch-picture.ts'
import { allPictures, forgetPictures, knownPicture, notePicture } from './web-pictures.repo.ts'

const maxBytes = 30 * 1024 * 1024
const timeoutMs = 8_000
/** How long a request waits for its turn and its picture; others may get further with the answer that it is busy. */
const patienceMs = 25_000
/** New pictures of a team in this process, between two looks at the limit. */
const trimEvery = 100

export interface WebPicture {
  /** Of this picture in this size. */
  etag: string
  bytes: Readable
}

/** Fetches in progress of all teams in this process. */
const slots = new FairSlots<number>({ total: 16, perKey: 6, maxWaiting: 300 })
const underWay = new Map<string, Promise<WebPictureProblem | null>>()
const newOf = new Map<number, number>()

/** Waits for one of the team's turns to fetch. @throws AppError busy when the signal is aborted before */
export function takeTurn<Result>(
  teamId: number,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  return slots.run(teamId, () => signal, work)
}

export class WebPictures {
  private readonly deps: Pick<Deps, 'config' | 'pool' | 'log'>
  private readonly store: FileStore
  private readonly blobs: Blobs
  private readonly thumbnailer: Thumbnailer

  constructor(deps: Pick<Deps, 'config' | 'pool' | 'log'>) {
    this.deps = deps
    this.store = new FileStore(deps.config)
    this.blobs = blobsOf(deps.config)
    this.thumbnailer = thumbnailerOf(deps.config)
  }

  /** @throws AppError picture_unavailable with the reason, busy */
  async open(teamId: number, address: string, size: ThumbnailSize): Promise<WebPicture> {
    const hash = hashOf(address)
    const known = await this.known(teamId, hash, size)
    if (known) return known
    const problem = await this.inTime(this.fetchOnce(teamId, address, hash))
    if (problem) throw unavailable(problem)
    const fetched = await this.known(teamId, hash, size)
    if (!fetched) throw new AppError('busy')
    return fetched
  }

  /** @throws AppError picture_unavailable if that is known */
  private async known(teamId: number, hash: string, size: ThumbnailSize): Promise<WebPicture | undefined> {
    const known = await knownPicture(this.deps.pool, teamSchema(teamId), hash)
    if (!known) return undefined
    if (known.problem) throw unavailable(known.problem)
    const bytes = await this.blobs.open(keyOf(teamId, hash, size)).catch((error: unknown) => {
      // Storage that lost its cache: the picture is fetched again.
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
    return bytes && { bytes, etag: `"${hash.slice(0, 24)}-${known.fetched}-${size}"` }
  }

  /** Concurrent requests for the same picture share one fetch, which goes on without them. */
  private fetchOnce(teamId: number, address: string, hash: string): Promise<WebPictureProblem | null> {
    const key = `${teamId} ${hash}`
    const running = underWay.get(key)
    if (running) return running
    const patience = () => AbortSignal.timeout(scaledTimeout(patienceMs))
    const fetching = slots
      .run(teamId, patience, () => this.fetch(teamId, address, hash))
      .finally(() => underWay.delete(key))
    underWay.set(key, fetching)
    return fetching
  }

  private async inTime<Result>(work: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('busy')), scaledTimeout(patienceMs))
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  private async fetch(teamId: number, address: string, hash: string): Promise<WebPictureProblem | null> {
    try {
      const picture = await receivePicture(this.deps.config, address, maxBytes)
      try {
        await this.draw(teamId, hash, picture)
      } finally {
        await this.store.discard(picture)
      }
      return null
    } catch (error) {
      if (error instanceof NotDrawnYet) throw new AppError('busy', { cause: error })
      if (!(error instanceof NoPicture)) throw error
      const { problem } = error
      await notePicture(this.deps.pool, teamSchema(teamId), hash, { problem, bytes: 0 })
      return problem
    } finally {
      await this.trimSometimes(teamId)
    }
  }

  private async draw(teamId: number, hash: string, picture: Received): Promise<void> {
    await requirePicture(this.thumbnailer, picture)
    const outputs = await Promise.all(
      thumbnailSizes.map(async (size) => ({
        size,
        format: 'webp' as const,
        file: await this.store.temporaryPath(),
      })),
    )
    try {
      await this.thumbnailer.make(picture.path, outputs).catch((error: unknown) => {
        // Its header is valid and the rest is not.
        throw error instanceof NotDrawnYet ? error : new NoPicture('not_a_picture')
      })
      const sizes = await Promise.all(outputs.map(({ file }) => fs.promises.stat(file)))
      const bytes = sizes.reduce((sum, one) => sum + one.size, 0)
      // The row first: thumbnails without one would never be removed.
      await notePicture(this.deps.pool, teamSchema(teamId), hash, { problem: null, bytes })
      for (const { size, file } of outputs) {
        await this.blobs.put(keyOf(teamId, hash, size), file, 'image/webp')
      }
    } finally {
      for (const { file } of outputs) await this.store.discard({ path: file })
    }
  }

  private async trimSometimes(teamId: number): Promise<void> {
    const count = (newOf.get(teamId) ?? 0) + 1
    newOf.set(teamId, count % trimEvery)
    if (count < trimEvery) return
    await this.trim(teamId).catch((error: unknown) =>
      this.deps.log.warn({ err: error, teamId }, 'could not trim pictures of web addresses'),
    )
  }

  /** Forgets what is too old or beyond the limit. */
  async trim(teamId: number): Promise<number> {
    const forgotten = await forgetPictures(this.deps.pool, teamSchema(teamId))
    await this.removeThumbnails(teamId, forgotten)
    return forgotten.length
  }

  /** Before the team's schema is removed. */
  async removeAll(teamId: number): Promise<void> {
    await this.removeThumbnails(teamId, await allPictures(this.deps.pool, teamSchema(teamId)))
  }

  private async removeThumbnails(teamId: number, hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) {
      for (const size of thumbnailSizes) await this.blobs.remove(keyOf(teamId, hash, size))
    }
  }
}

/**
 * Fetches the bytes at an address to the local disk, where the caller deletes them.
 *
 * @throws NoPicture; AppError busy
 */
export async function receivePicture(config: Config, address: string, maxBytes: number): Promise<Received> {
  const store = new FileStore(config)
  const limits = { maxBytes, timeoutMs: scaledTimeout(timeoutMs), allowedHosts: config.webhookHosts }
  try {
    return await fetchPicture(address, limits, (bytes) => store.receive(bytes, maxBytes))
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_too_large') throw new NoPicture('too_large')
    if (error instanceof AppError && error.code === 'file_empty') throw new NoPicture('not_a_picture')
    throw error
  }
}

/** Judges the bytes, not what the site says about them. @throws NoPicture */
export async function requirePicture(thumbnailer: Thumbnailer, { path }: Received): Promise<void> {
  const { mimeType } = await detectType(path, '')
  const format = readableFormats[mimeType]
  const size = format ? await thumbnailer.measure(path, format) : null
  if (!size) throw new NoPicture('not_a_picture')
  if (size.width * size.height > maxPixels) throw new NoPicture('too_large')
}

const unavailable = (reason: WebPictureProblem) => new AppError('picture_unavailable', { params: { reason } })

const hashOf = (address: string) => crypto.createHash('sha256').update(address).digest('hex')

const keyOf = (teamId: number, hash: string, size: ThumbnailSize) =>
  `web-pictures/${teamId}/${hash.slice(0, 2)}/${hash}/${size}.webp`
