/** Pictures at web addresses: shown to those who may read the address, fetched once, and from public sites only. */
import dns from 'node:dns'
import fs from 'node:fs'
import { filesApi } from '@muster/contract/files/files.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ForeignHost } from '../../../../test/foreign-host.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { addFields } from '../../../engine/model/add-fields.ts'
import { changeModel } from '../../../engine/public.ts'
import { ident, one, run, sql } from '../../../platform/db.ts'
import { recordsRoutes } from '../../records/records.routes.ts'
import { viewsRoutes } from '../../views/views.routes.ts'
import { filesRoutes } from '../files.routes.ts'
import { removeTeamFiles } from '../team-files.ts'
import { fetchPicture, NoPicture } from './fetch-picture.ts'
import { WebPictures } from './web-pictures.service.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(filesApi, filesRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(viewsApi, viewsRoutes(deps))
})
withWorld()

const host = new ForeignHost()
let png: Buffer
/** Ids of fields by column name. */
let fields: Record<string, number>

beforeAll(async () => {
  await host.start()
  png = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await changeModel(deps, world.team.teamId, (change) =>
    addFields(change, world.people, [
      { title: 'Portrait', columnName: 'portrait', dataType: 'url', settings: { showAs: 'picture' } },
      { title: 'Page', columnName: 'page', dataType: 'url' },
    ]),
  )
  fields = await world.fieldIds(world.people)
})
afterAll(() => host.stop())
afterEach(() => vi.restoreAllMocks())

let count = 0
/** A path that no other test uses. */
const path = () => `/${++count}`

async function person(values: Record<string, unknown>): Promise<number> {
  const { record } = await admin.ok(recordsApi.create, {
    params: { ...team(), dataCollectionId: world.people },
    body: { values: { name: 'Ada', ...values } },
  })
  return record.id
}

const urlFor = (dataRecordId: number, { field = 'portrait', size = 320 } = {}) =>
  `/api/teams/${world.team.teamId}/dataRecords/${dataRecordId}/pictures/${fields[field]}?size=${size}`

const show = (id: number, options: { field?: string; size?: number } = {}, client = admin, headers = {}) =>
  client.inject({ method: 'GET', url: urlFor(id, options), headers })

async function reasonFor(address: string): Promise<string> {
  const answer = await show(await person({ portrait: address }))
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'picture_unavailable'])
  return answer.json().params.reason
}

describe('a field that is shown as pictures', () => {
  test('gives a thumbnail of the picture at its address, fetched once for all sizes and records', async () => {
    const at = path()
    const id = await person({ portrait: host.serve(at, png) })
    const answers = await Promise.all([96, 320, 960].map((size) => show(id, { size })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const sizes = await Promise.all(answers.map(({ rawPayload }) => sharp(rawPayload).metadata()))
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 96, 48],
      ['webp', 320, 160],
      ['webp', 800, 400],
    ])
    const { etag, ...headers } = answers[1]!.headers
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect((await show(id, {}, admin, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await show(await person({ portrait: host.url(at) }))).statusCode).toBe(200)
    expect(host.asked.filter((one) => one === at)).toHaveLength(1)
    expect(host.headers.cookie).toBeUndefined()
    expect(host.headers.referer).toBeUndefined()
  })

  test('follows redirects', async () => {
    const id = await person({ portrait: host.redirect(path(), host.serve(path(), png)) })
    expect((await show(id)).statusCode).toBe(200)
    const around = path()
    expect(await reasonFor(host.redirect(around, around))).toBe('unreachable')
  })

  test('refuses private addresses: as text, by name, and after a redirect', async () => {
    expect(await reasonFor('http://10.1.2.3/a.png')).toBe('refused')
    expect(await reasonFor('http://169.254.169.254/latest/meta-data')).toBe('refused')
    expect(await reasonFor(`http://localhost:${host.port}${path()}`)).toBe('refused')
    expect(await reasonFor(host.redirect(path(), `http://localhost:${host.port}/secret`))).toBe('refused')
    expect(await reasonFor(host.redirect(path(), 'http://[::1]/'))).toBe('refused')
    expect(await reasonFor(host.redirect(path(), 'file:///etc/passwd'))).toBe('refused')
    expect(host.asked).not.toContain('/secret')
    const lookup = vi.spyOn(dns, 'lookup') as unknown as { mockImplementation(run: unknown): void }
    lookup.mockImplementation((_name: string, _options: object, callback: (...found: unknown[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }]),
    )
    expect(await reasonFor(`http://pictures.example:${host.port}/secret`)).toBe('refused')
    expect(host.asked).not.toContain('/secret')
  })

  test('judges the bytes, whatever the site says about them', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    expect(await reasonFor(host.serve(path(), svg, 'image/png'))).toBe('not_a_picture')
    expect(await reasonFor(host.serve(path(), `<?xml version="1.0"?>${svg}`, 'image/svg+xml'))).toBe(
      'not_a_picture',
    )
    expect(await reasonFor(host.serve(path(), '<!doctype html><p>Sign in'))).toBe('not_a_picture')
    expect(await reasonFor(host.serve(path(), png.subarray(0, 60)))).toBe('not_a_picture')
    expect(await reasonFor(host.serve(path(), ''))).toBe('not_a_picture')
    const id = await person({ portrait: host.serve(path(), png, 'text/html') })
    expect((await show(id)).statusCode).toBe(200)
  })

  test('says why a site gives no picture', async () => {
    const status = (code: number) => {
      const at = path()
      host.answers.set(at, (_request, response) => response.writeHead(code).end())
      return host.url(at)
    }
    expect(await reasonFor(host.url(path()))).toBe('missing')
    expect(await reasonFor(status(403))).toBe('denied')
    expect(await reasonFor(status(503))).toBe('unreachable')
    expect(await reasonFor('mailto:ada@example.org')).toBe('refused')
  })

  test('stops reading a body that is too large', async () => {
    let sent = 0
    const at = path()
    host.answers.set(at, (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      const chunk = Buffer.alloc(1024 * 1024)
      const more = () => {
        while (!response.destroyed && sent < 200 && response.write(chunk)) sent++
      }
      response.on('drain', more)
      more()
    })
    expect(await reasonFor(host.url(at))).toBe('too_large')
    expect(sent).toBeLessThan(100)
    const claims = path()
    host.answers.set(claims, (_request, response) =>
      response.writeHead(200, { 'content-length': 10 ** 12 }).write('x'),
    )
    expect(await reasonFor(host.url(claims))).toBe('too_large')
  })

  test('remembers a problem for a while, and a picture for longer', async () => {
    const at = path()
    const id = await person({ portrait: host.url(at) })
    expect((await show(id)).statusCode).toBe(422)
    host.serve(at, png)
    expect((await show(id)).statusCode).toBe(422)
    expect(host.asked.filter((one) => one === at)).toHaveLength(1)
    await age('61 minutes')
    expect((await show(id)).statusCode).toBe(200)
    await age('20 days')
    host.answers.delete(at)
    expect((await show(id)).statusCode).toBe(200)
    await age('11 days')
    expect((await show(id)).json().params).toEqual({ reason: 'missing' })
  })

  test('is fetched again when the storage has lost it', async () => {
    const at = path()
    const id = await person({ portrait: host.serve(at, png) })
    expect((await show(id)).statusCode).toBe(200)
    fs.rmSync(`${deps.config.dataDir}/web-pictures`, { recursive: true, force: true })
    fs.rmSync(`${deps.config.dataDir}/files/web-pictures`, { recursive: true, force: true })
    expect((await show(id)).statusCode).toBe(200)
  })

  test('shows many pictures of one site at once, of which few are fetched at a time', async () => {
    let [now, most] = [0, 0]
    const ids: number[] = []
    for (let n = 0; n < 50; n++) {
      const at = path()
      host.answers.set(at, (_request, response) => {
        now++
        most = Math.max(most, now)
        setTimeout(() => {
          now--
          response.end(png)
        }, 20)
      })
      ids.push(await person({ portrait: host.url(at) }))
    }
    const answers = await Promise.all(ids.map((id) => show(id, { size: 96 })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })

  test('is forgotten when it is old, and with the team', async () => {
    await person({ portrait: host.serve(path(), png) })
    await age('31 days')
    expect(await new WebPictures(deps).trim(world.team.teamId)).toBeGreaterThan(0)
    expect(await remembered()).toBe(0)
    const id = await person({ portrait: host.serve(path(), png) })
    expect((await show(id)).statusCode).toBe(200)
    await removeTeamFiles(deps, world.team.teamId, new AbortController().signal)
    const blobs = fs
      .readdirSync(deps.config.dataDir, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.parentPath.includes(`web-pictures/${world.team.teamId}/`))
    expect(blobs).toEqual([])
  })
})

describe('nobody gets the picture', () => {
  test('of a field that is a link, is empty, or is in another record', async () => {
    const id = await person({ page: host.serve(path(), png) })
    expect((await show(id, { field: 'page' })).statusCode).toBe(404)
    expect((await show(id)).statusCode).toBe(404)
    expect((await show(id, { field: 'photo' })).statusCode).toBe(404)
    expect((await show(world.placeIds[0]!)).statusCode).toBe(404)
    expect((await show(999_999_999)).statusCode).toBe(404)
  })

  test('who may not read the field', async () => {
    const at = path()
    const id = await person({ portrait: host.serve(at, png) })
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: fields.email! }])
    expect((await show(id, {}, member)).statusCode).toBe(404)
    const stranger = visitor.as(await world.team.stranger())
    expect((await show(id, {}, stranger)).statusCode).toBe(404)
    expect((await show(id, {}, visitor)).statusCode).toBe(401)
    expect(host.asked).not.toContain(at)
    await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: fields.portrait! }])
    expect((await show(id, {}, member)).statusCode).toBe(200)
  })

  test('of records and fields that a public view does not show', async () => {
    const view = await admin.ok(viewsApi.create, {
      params: team(),
      body: {
        dataCollectionId: world.people,
        type: 'list',
        internalName: 'Portraits',
        recordNameDataFieldId: fields.name,
        isVisibleExternally: true,
        displayOptions: { layout: 'gallery', imageDataFieldId: fields.portrait },
        filter: { field: 'score', op: 'lt', value: 50 },
      } as never,
    })
    const [ofView, others] = [
      await person({ portrait: host.serve(path(), png), score: 1 }),
      await person({ portrait: host.serve(path(), png), score: 99 }),
    ]
    const open = (id: number, field = 'portrait') =>
      visitor.inject({
        method: 'GET',
        url: `/api/public/teams/${world.team.teamId}/dataViews/${view.publicKey}/dataRecords/${id}/pictures/${fields[field]}`,
      })
    expect((await open(ofView)).headers['content-type']).toBe('image/webp')
    expect((await open(others)).statusCode).toBe(404)
    expect((await open(ofView, 'page')).statusCode).toBe(404)
  })
})

test('a site that is too slow is given up', async () => {
  const at = path()
  host.answers.set(at, (_request, response) => response.writeHead(200).write(png.subarray(0, 10)))
  const limits = { maxBytes: 1000, timeoutMs: 50, allowedHosts: ['127.0.0.1'] }
  const take = (bytes: NodeJS.ReadableStream) =>
    new Promise((resolve, reject) => bytes.on('end', resolve).on('error', reject).resume())
  await expect(fetchPicture(host.url(at), limits, take)).rejects.toEqual(new NoPicture('unreachable'))
  const silent = path()
  host.answers.set(silent, () => {})
  await expect(fetchPicture(host.url(silent), limits, take)).rejects.toEqual(new NoPicture('unreachable'))
})

test('a site that keeps failing is left alone for a while', async () => {
  const broken = new ForeignHost()
  await broken.start()
  broken.answers.set('/', (request) => request.socket.destroy())
  const limits = { maxBytes: 1000, timeoutMs: 5_000, allowedHosts: ['127.0.0.1'] }
  const take = () => Promise.resolve()
  for (let n = 0; n < 6; n++) {
    await expect(fetchPicture(broken.url('/'), limits, take)).rejects.toEqual(new NoPicture('unreachable'))
  }
  expect(broken.asked).toHaveLength(3)
  await broken.stop()
})

/** Makes all that is remembered older. */
async function age(by: string): Promise<void> {
  const table = ident(world.team.schema, 'web_picture')
  await run(deps.pool, sql`update ${table} set fetched_at = fetched_at - ${by}::interval`)
}

async function remembered(): Promise<number> {
  const table = ident(world.team.schema, 'web_picture')
  const row = await one<{ count: number }>(deps.pool, sql`select count(*)::int as count from ${table}`)
  return row!.count
}
