/** Thumbnails: small, upright, without metadata, in a format that the browser accepts. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { filesApi } from '@muster/contract/files/files.api'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { aWorld, type TestWorld } from '../../../../test/a-world.ts'
import { type Client, clientOf, urlOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { tasksOf } from '../../../tasks.ts'
import { filesRoutes } from '../files.routes.ts'
import { NotDrawnYet, thumbnailerOf } from './thumbnailer.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-thumbnails-'))
  deps = await testDeps({ config: { dataDir: folder } })
  app = await testApp(deps, (bindTo) => bindTo(filesApi, filesRoutes(deps)))
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function uploaded(name: string, content: Buffer): Promise<{ id: string; thumbnail: string | null }> {
  const response = await admin.inject({
    method: 'POST',
    url: urlOf(filesApi.upload, { teamId: world.team.teamId }, { name }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const thumbnail = (file: { thumbnail: string | null }, size?: number, headers: Record<string, string> = {}) =>
  admin.inject({ method: 'GET', url: `${file.thumbnail}${size ? `?size=${size}` : ''}`, headers })

/** 800 × 400, left half red and right half blue, stored rotated, with a location. */
const photo = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: 'blue' } })
    .extend({ left: 400, background: 'red' })
    .jpeg({ quality: 95 })
    .withExif({
      IFD0: { Copyright: 'somebody', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

it('rotates a photo to the camera’s orientation, and removes its metadata', async () => {
  const content = await photo()
  expect((await sharp(content).metadata()).exif?.includes('somebody')).toBe(true)
  const file = await uploaded('photo.jpg', content)
  const small = await thumbnail(file, 320)
  const made = await sharp(small.rawPayload).metadata()
  expect(made).toMatchObject({ format: 'webp', width: 160, height: 320 })
  expect([made.exif, made.xmp, made.iptc, made.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  // Red was on the left; a quarter turn puts it on top.
  const { data } = await sharp(small.rawPayload).raw().toBuffer({ resolveWithObject: true })
  expect([data[0]! > 200, data[2]! < 60]).toEqual([true, true])
})

it('makes every size and format in the background, and sends one that the browser accepts', async () => {
  const file = await uploaded('photo.jpg', await photo())
  await deps.runJobs(tasksOf(deps))
  const avif = { accept: 'image/avif,image/webp,*/*' }
  const seen = []
  for (const [size, headers] of [
    [96, avif],
    [320, avif],
    [960, avif],
    [960, {}],
  ] as const) {
    const response = await thumbnail(file, size, headers)
    const { width, height } = await sharp(response.rawPayload).metadata()
    seen.push([response.headers['content-type'], width, height])
    expect(response.headers.vary).toContain('accept')
  }
  expect(seen).toEqual([
    ['image/webp', 48, 96],
    ['image/avif', 160, 320],
    ['image/avif', 400, 800],
    ['image/webp', 400, 800],
  ])
})

it('has an ETag and is cached', async () => {
  const file = await uploaded('photo.jpg', await photo())
  const first = await thumbnail(file)
  expect(first.headers['cache-control']).toBe('private, max-age=300')
  const again = await thumbnail(file, undefined, { 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('draws a picture later that took too long, and forgets one that cannot be drawn', async () => {
  const make = vi.spyOn(thumbnailerOf(deps.config), 'make')
  const slow = await uploaded(
    'slow.png',
    await sharp(await photo())
      .png()
      .toBuffer(),
  )
  make.mockRejectedValueOnce(new NotDrawnYet('timeout: 40% complete'))
  expect(await thumbnail(slow)).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  expect((await thumbnail(slow)).statusCode).toBe(200)
  // The last attempt of its job.
  const never = await uploaded(
    'never.png',
    await sharp(await photo())
      .flip()
      .png()
      .toBuffer(),
  )
  make.mockRejectedValueOnce(new NotDrawnYet('timeout: 40% complete'))
  await deps.runJobs(tasksOf(deps))
  expect((await thumbnail(never)).statusCode).toBe(404)
  make.mockRestore()
})

it('accepts only fixed sizes, and handles concurrent requests for a new thumbnail', async () => {
  const file = await uploaded(
    'photo.png',
    await sharp(await photo())
      .png()
      .toBuffer(),
  )
  expect((await thumbnail(file, 4000)).statusCode).toBe(400)
  const answers = await Promise.all(Array.from({ length: 8 }, () => thumbnail(file, 96)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const stranger = clientOf(app, await world.team.stranger())
  expect((await stranger.inject({ method: 'GET', url: file.thumbnail! })).statusCode).toBe(404)
})
