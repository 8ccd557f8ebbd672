/** Files: downloads are identical to uploads, limited to authorized users, and never run. */

import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { filesApi } from '@muster/contract/files/files.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestPerson } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf, urlOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { cleanFileName, disposition } from './file-name.ts'
import { rangeOf } from './file-store.ts'
import { filesRoutes } from './files.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-files-'))
  deps = await testDeps({ config: { dataDir: folder, maxFileSize: 50 * 1024 * 1024 } })
  app = await testApp(deps, (bindTo) => {
    bindTo(filesApi, filesRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
  })
  world = await aWorld(deps)
  admin = clientOf(app, world.team.admin)
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const svg = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)
const html = Buffer.from('<!doctype html><script>alert(1)</script>')

function upload(name: string, content: Buffer | Readable, client = admin) {
  return client.inject({
    method: 'POST',
    url: urlOf(filesApi.upload, { teamId: world.team.teamId }, { name }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  })
}
async function uploaded(name: string, content: Buffer, client = admin) {
  const response = await upload(name, content, client)
  expect(response.statusCode).toBe(200)
  return response.json<{
    id: string
    kind: string
    mimeType: string
    url: string
    name: string
    size: number
  }>()
}
function download(fileId: string, client = admin, headers: Record<string, string> = {}) {
  const url = urlOf(filesApi.download, { teamId: world.team.teamId, fileId })
  return client.inject({ method: 'GET', url, headers })
}

it('returns an image unchanged, inline and unable to run scripts', async () => {
  const file = await uploaded('../../photo.png', png)
  expect(file).toMatchObject({ name: 'photo.png', kind: 'image', mimeType: 'image/png', size: png.length })
  const response = await download(file.id)
  expect(response.rawPayload.equals(png)).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    'content-disposition': `inline; filename="photo.png"; filename*=UTF-8''photo.png`,
  })
  const again = await download(file.id, admin, { 'if-none-match': String(response.headers.etag) })
  expect(again.statusCode).toBe(304)
  const part = await download(file.id, admin, { range: 'bytes=1-3' })
  expect([part.statusCode, part.body]).toEqual([206, 'PNG'])
})

it.each([
  ['drawing.svg', svg],
  ['page.html', html],
  ['photo.png', html],
])('never shows %s inline, because it could run', async (name, content) => {
  const file = await uploaded(name, content)
  expect(file.kind).toBe('other')
  const response = await download(file.id)
  expect(response.headers['content-type']).toBe('application/octet-stream')
  expect(response.headers['content-disposition']).toMatch(/^attachment;/)
  expect(response.headers['content-security-policy']).toContain('sandbox')
})

it('distinguishes tables from texts by name', async () => {
  expect((await uploaded('list.csv', Buffer.from('a,b\n1,2'))).kind).toBe('spreadsheet')
  expect((await uploaded('read.txt', Buffer.from('hello'))).kind).toBe('document')
})

it('rejects empty and too large files, and leaves nothing behind', async () => {
  expect((await upload('a.txt', Buffer.alloc(0))).json()).toMatchObject({ code: 'file_empty' })
  const chunk = Buffer.alloc(1024 * 1024)
  const large = Readable.from(
    (function* () {
      for (let n = 0; n <= 50; n++) yield chunk
    })(),
  )
  const problem = (await upload('a.bin', large)).json()
  expect(problem).toMatchObject({ code: 'file_too_large', title: 'The file is too large: at most 50 MB.' })
  expect(fs.readdirSync(path.join(folder, 'incoming'))).toEqual([])
})

it('is readable by its uploader, and by users who may read a value with it', async () => {
  const member = clientOf(app, world.team.member)
  const image = await uploaded('a.png', png)
  const other = await uploaded('b.png', png)
  expect((await download(image.id, member)).statusCode).toBe(404)
  const create = async (values: object, client = admin) =>
    client.call(recordsApi.create, {
      params: { teamId: world.team.teamId, dataCollectionId: world.people },
      body: { values: { ...values } },
    })
  // A user who cannot read a file cannot gain access by using its id.
  const stolen = await create({ photo: image.id }, member)
  expect(stolen.problem?.errors).toEqual([{ path: 'values.photo', code: 'unknown_file' }])

  const { body } = await create({ photo: image.id, papers: [{ id: other.id }] })
  expect(body.record.values.photo).toMatchObject({ id: image.id, url: image.url, name: 'a.png' })
  expect((await download(image.id, member)).statusCode).toBe(200)
  expect((await download(other.id, member)).statusCode).toBe(200)

  const model = await world.model()
  const photoId = model.collections.get(world.people)!.fieldsByColumn.get('photo')!.id
  const params = { teamId: world.team.teamId, dataRecordId: body.record.id }
  await world.team.setMemberGrants([{ permission: 'read_data_field_data', dataFieldId: photoId }])
  expect((await download(image.id, member)).statusCode).toBe(200)
  expect((await download(other.id, member)).statusCode).toBe(404)

  const changed = await admin.ok(recordsApi.update, { params, body: { values: { photo: null } } })
  expect((await download(image.id, member)).statusCode).toBe(404)
  await admin.ok(operationsApi.undo, {
    params: { teamId: world.team.teamId, operationId: changed.operation!.id },
  })
  expect((await download(image.id, member)).statusCode).toBe(200)
  const { items } = await admin.ok(recordsApi.logEvents, { params })
  expect(items[0]?.changes).toEqual([
    { field: 'photo', before: null, after: expect.objectContaining({ name: 'a.png', url: image.url }) },
  ])
  await admin.ok(recordsApi.remove, { params })
  expect((await download(image.id, member)).statusCode).toBe(404)
})

describe('a download in progress', () => {
  /** Starts to download a file that is much larger than the buffers between server and reader. */
  async function begun(fileId: string, reader: TestPerson) {
    const { port } = app.server.address() as AddressInfo
    const url = urlOf(filesApi.download, { teamId: world.team.teamId, fileId })
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .get({ port, path: url, headers: { cookie: reader.cookie, connection: 'close' } }, resolve)
        .on('error', reject)
    })
    expect(response.statusCode).toBe(200)
    response.pause()
    response.on('error', () => {})
    const closed = new Promise((resolve) => response.once('close', resolve))
    /** Reads the rest. @returns whether it is complete */
    const isComplete = async () => {
      response.resume()
      await closed
      return response.complete
    }
    /** Waits until the server has ended it. */
    const ended = () =>
      vi.waitFor(async () => {
        const count = await new Promise<number>((resolve) =>
          app.server.getConnections((_error, connections) => resolve(connections)),
        )
        expect(count).toBe(0)
      }, 10_000)
    return { isComplete, ended }
  }

  it('ends when the file may no longer be read, and when the reader is deactivated', async () => {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
    const user = await world.team.user()
    const file = await uploaded('large.bin', Buffer.alloc(48 * 1024 * 1024, 1))
    await admin.ok(recordsApi.create, {
      params: { teamId: world.team.teamId, dataCollectionId: world.people },
      body: { values: { papers: [{ id: file.id }] } },
    })
    const { papers } = await world.fieldIds(world.people)
    const grant = { permission: 'read_data_field_data', dataFieldId: papers! } as const

    await world.team.setMemberGrants([grant])
    const untouched = await begun(file.id, user)
    await world.team.setMemberGrants([grant, { ...grant, permission: 'update_data_field_data' }])
    expect(await untouched.isComplete()).toBe(true)
    await untouched.ended()

    const narrowed = await begun(file.id, user)
    await world.team.setMemberGrants([])
    await narrowed.ended()
    expect(await narrowed.isComplete()).toBe(false)

    await world.team.setMemberGrants([grant])
    const deactivated = await begun(file.id, user)
    await run(
      deps.pool,
      sql`update muster.team_user set deactivated_as_of = now() where id = ${user.teamUserId}`,
    )
    await deps.live.invalidate({ user: user.userId })
    await deactivated.ended()
    expect(await deactivated.isComplete()).toBe(false)
  })
})

it('accepts only the file kinds of the field', async () => {
  const text = await uploaded('a.txt', Buffer.from('hello'))
  const problem = await admin.refused(recordsApi.create, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
    body: { values: { photo: text.id } },
  })
  expect(problem.errors).toMatchObject([{ path: 'values.photo', code: 'file_kind' }])
})

it('cleans names and writes safe headers', () => {
  expect(cleanFileName('C:\\temp\\report.pdf')).toBe('report.pdf')
  expect(cleanFileName('\u202egnp.exe\r\nX: y')).toBe('gnp.exeX_ y')
  expect(cleanFileName('..')).toBe('file')
  expect(cleanFileName(`${'x'.repeat(300)}.pdf`)).toMatch(/^x{196}\.pdf$/)
  expect(disposition('attachment', 'Zoë "1".pdf')).toBe(
    `attachment; filename="Zo_ _1_.pdf"; filename*=UTF-8''Zo%C3%AB%20%221%22.pdf`,
  )
})

it('parses ranges', () => {
  expect(rangeOf(undefined, 10)).toBeUndefined()
  expect(rangeOf('bytes=2-', 10)).toEqual({ start: 2, end: 9 })
  expect(rangeOf('bytes=-3', 10)).toEqual({ start: 7, end: 9 })
  expect(rangeOf('bytes=2-99', 10)).toEqual({ start: 2, end: 9 })
  expect(rangeOf('bytes=10-', 10)).toBeNull()
})
