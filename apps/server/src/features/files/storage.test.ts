/** Files in a bucket: the same guarantees as on disk, tested with a server that speaks the S3 protocol. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { filesApi } from '@muster/contract/files/files.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf, urlOf } from '../../../test/client.ts'
import { type TestS3, testS3 } from '../../../test/s3.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import type { S3Config } from '../../platform/storage/config.ts'
import { S3Blobs } from '../../platform/storage/s3-blobs.ts'
import { tasksOf } from '../../tasks.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { purgeFiles } from './files.jobs.ts'
import { filesRoutes } from './files.routes.ts'

let folder: string
let s3: TestS3
let config: S3Config

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-storage-'))
  s3 = await testS3(path.join(folder, 's3'))
  config = s3.config
})
afterAll(async () => {
  await s3?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Keys of the objects in the bucket. */
const objects = () =>
  fs
    .readdirSync(path.join(folder, 's3', 'muster'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('._S3rver_object'))
    .map((name) => name.replace('._S3rver_object', ''))
    .sort()

describe('checking the bucket', () => {
  const check = (changes: Partial<S3Config>) => new S3Blobs({ ...config, ...changes }).check()
  it('succeeds if it can be used', () => expect(check({})).resolves.toBeUndefined())
  it('reports a missing bucket', () =>
    expect(check({ bucket: 'elsewhere' })).rejects.toThrow(/S3_BUCKET elsewhere at .* no such bucket/))
  it('reports keys without access', () =>
    expect(check({ credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' } })).rejects.toThrow(
      /the keys may not use it/,
    ))
  it('reports an unreachable server', () =>
    expect(check({ endpoint: 'http://127.0.0.1:9' })).rejects.toThrow(
      /S3_BUCKET muster at .* cannot be used/,
    ))
})

describe('a large file', () => {
  const upload = (name: string, size: number) => {
    const file = path.join(folder, name)
    // Each megabyte differs, so that parts in a wrong order would show.
    fs.writeFileSync(file, Buffer.concat(Array.from({ length: size }, (_, n) => Buffer.alloc(1_000_000, n))))
    return file
  }
  it('is uploaded in parts, and is the same afterwards', async () => {
    const file = upload('large', 40)
    const expected = fs.readFileSync(file)
    const sent: number[] = []
    const blobs = new S3Blobs(config)
    await blobs.put('large-file', file, undefined, (count) => sent.push(count))
    expect(sent.reduce((sum, count) => sum + count)).toBe(40_000_000)
    expect(sent.length).toBe(3)
    const chunks: Buffer[] = []
    for await (const chunk of await blobs.open('large-file')) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).equals(expected)).toBe(true)
    expect(fs.existsSync(file)).toBe(false)
    await blobs.remove('large-file')
  })
  it('stays on the disk when the upload breaks off, and nothing remains in the bucket', async () => {
    const file = upload('broken', 40)
    const broken = new S3Blobs(config).put('broken-file', file, undefined, () => {
      throw new Error('broken off')
    })
    await expect(broken).rejects.toThrow('broken off')
    expect(fs.existsSync(file)).toBe(true)
    expect(objects()).toEqual([])
  })
})

describe.each(['disk', 's3'])('on %s', (where) => {
  let deps: TestDeps
  let app: FastifyInstance
  let world: TestWorld
  let admin: Client

  beforeAll(async () => {
    const dataDir = path.join(folder, where)
    deps = await testDeps({ config: { dataDir, s3: where === 's3' ? config : undefined } })
    app = await testApp(deps, (bindTo) => {
      bindTo(filesApi, filesRoutes(deps))
      bindTo(recordsApi, recordsRoutes(deps))
    })
    world = await aWorld(deps)
    admin = clientOf(app, world.team.admin)
  })
  afterAll(async () => {
    await app?.close()
    await deps?.close()
  })

  async function upload(
    name: string,
    content: Buffer,
  ): Promise<{ id: string; url: string; thumbnail: string }> {
    const response = await admin.inject({
      method: 'POST',
      url: urlOf(filesApi.upload, { teamId: world.team.teamId }, { name }),
      headers: { 'content-type': 'application/octet-stream' },
      payload: content,
    })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  const get = (url: string, headers: Record<string, string> = {}) =>
    admin.inject({ method: 'GET', url, headers })
  const table = (name: string) => ident(world.team.schema, name)
  const tomorrow = () => Date.now() + 25 * 60 * 60 * 1000
  const picture = (background: string) =>
    sharp({ create: { width: 120, height: 80, channels: 3, background } })
      .png()
      .toBuffer()
  const stored = () =>
    where === 's3'
      ? objects()
      : ['files', 'thumbnails'].flatMap((part) =>
          fs
            .readdirSync(path.join(folder, where, part), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => entry.name),
        )

  it('returns uploads in full and in ranges, and stores thumbnails', async () => {
    const content = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, at) => at % 251))
    const film = await upload('film.bin', content)
    expect((await get(film.url)).rawPayload.equals(content)).toBe(true)
    const part = await get(film.url, { range: 'bytes=100000-100099' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 100000-100099/300000'])
    expect(part.rawPayload.equals(content.subarray(100_000, 100_100))).toBe(true)
    const image = await upload('photo.png', await picture('teal'))
    await deps.runJobs(tasksOf(deps))
    expect((await get(`${image.thumbnail}?size=96`)).headers['content-type']).toBe('image/webp')
    expect(fs.readdirSync(path.join(folder, where, 'incoming'))).toEqual([])
    // The film, the photo and its thumbnail; in a bucket, which may be shared, below one prefix.
    expect(stored().length).toBeGreaterThanOrEqual(3)
    const misplaced = where === 's3' ? stored().filter((key) => !key.startsWith('teams/')) : []
    expect(misplaced).toEqual([])
  })

  it('removes only files that no record uses after a day', async () => {
    await purgeFiles(deps, world.team.teamId, tomorrow())
    const before = stored()
    const bytes = await picture('red')
    const [used, twin, unused] = [
      await upload('used.png', bytes),
      await upload('twin.png', bytes),
      await upload('unused.png', await picture('green')),
    ]
    await deps.runJobs(tasksOf(deps))
    const { record } = await admin.ok(recordsApi.create, {
      params: { teamId: world.team.teamId, dataCollectionId: world.people },
      body: { values: { photo: used.id } },
    })
    expect(await purgeFiles(deps, world.team.teamId)).toBe(0)
    expect(await purgeFiles(deps, world.team.teamId, tomorrow())).toBe(2)
    expect((await get(unused.url)).statusCode).toBe(404)
    expect((await get(twin.url)).statusCode).toBe(404)
    expect((await get(used.url)).rawPayload.equals(bytes)).toBe(true)
    expect((await get(`${used.thumbnail}?size=96`)).statusCode).toBe(200)

    // A record in the trash still uses its file, until the record is purged.
    for (const name of ['data_record', (await world.access(world.team.admin.teamUser)).home.tableName]) {
      const key = ident(name === 'data_record' ? 'id' : 'record_id')
      await run(deps.pool, sql`update ${table(name)} set deleted_at = now() where ${key} = ${record.id}`)
    }
    expect(await purgeFiles(deps, world.team.teamId, tomorrow())).toBe(0)
    await run(deps.pool, sql`delete from ${table('data_record')} where id = ${record.id}`)
    expect(await purgeFiles(deps, world.team.teamId, tomorrow())).toBe(1)
    expect(await rows(deps.pool, sql`select from ${table('file')}`)).toEqual([])
    expect(stored()).toEqual(before)
    expect(await rows(deps.pool, sql`select from muster.file_removal`)).toEqual([])
  })

  it('completes an interrupted removal, and keeps contents uploaded again', async () => {
    const gone = await upload('gone.txt', Buffer.from('gone'))
    const back = await upload('back.txt', Buffer.from('back'))
    const shaOf = async ({ id }: { id: string }) =>
      (await one<{ sha256: string }>(
        deps.pool,
        sql`select sha256 from ${table('file')} where id = ${id}::uuid`,
      ))!.sha256
    const contents = [await shaOf(gone), await shaOf(back)]
    await run(deps.pool, sql`delete from ${table('file')} where sha256 = ${contents[0]}`)
    await run(
      deps.pool,
      sql`insert into muster.file_removal (team_id, sha256)
          select ${world.team.teamId}::bigint, unnest(${contents}::text[])`,
    )
    await purgeFiles(deps, world.team.teamId)
    expect((await get(back.url)).body).toBe('back')
    expect(stored().some((name) => name.includes(contents[0]!))).toBe(false)
  })

  it('lists files that the user may read, by name and kind, paginated', async () => {
    const member = clientOf(app, world.team.member)
    const names = ['Zoë plan.txt', 'zoe notes.txt', 'other.txt']
    const files = []
    for (const name of names) files.push(await upload(name, Buffer.from(name)))
    await admin.ok(recordsApi.create, {
      params: { teamId: world.team.teamId, dataCollectionId: world.people },
      body: { values: { papers: [files[0]!.id] } },
    })
    const list = async (query: object, client = admin) =>
      client.ok(filesApi.list, { params: { teamId: world.team.teamId }, query } as never)
    const found = await list({ search: 'ZOE' })
    expect(found.items.map(({ name }) => name)).toEqual(['zoe notes.txt', 'Zoë plan.txt'])
    expect((await list({ search: 'zoe', kinds: 'image' })).items).toEqual([])
    expect((await list({}, member)).items.map(({ name }) => name)).toEqual(['Zoë plan.txt'])
    await world.team.setMemberGrants([])
    expect((await list({}, member)).items).toEqual([])
    const first = await list({ search: 'zoe', limit: 1 })
    const second = await list({ search: 'zoe', limit: 1, cursor: first.nextCursor })
    expect([first, second].flatMap(({ items }) => items.map(({ name }) => name))).toEqual([
      'zoe notes.txt',
      'Zoë plan.txt',
    ])
    const bad = await admin.call(filesApi.list, {
      params: { teamId: world.team.teamId },
      query: { cursor: "x' or 1=1" },
    } as never)
    expect(bad.problem?.code).toBe('cursor_invalid')
  })
})
