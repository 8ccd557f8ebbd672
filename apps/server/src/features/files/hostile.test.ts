/** Malicious files: each is rejected with a clear message, or stored so that it is harmless. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { filesApi } from '@muster/contract/files/files.api'
import { recordsApi } from '@muster/contract/records/records.api'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf, urlOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { filesRoutes } from './files.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let admin: Client
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-hostile-'))
  deps = await testDeps({ config: { dataDir: folder, maxFileSize: 2 * 1024 * 1024 } })
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
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Uploaded {
  id: string
  name: string
  kind: string
  mimeType: string
  thumbnail: string | null
}

function upload(name: string, content: Buffer, dataFieldId?: number, mimeType = 'application/octet-stream') {
  return admin.inject({
    method: 'POST',
    url: urlOf(
      filesApi.upload,
      { teamId: world.team.teamId },
      { name, ...(dataFieldId ? { dataFieldId } : {}) },
    ),
    headers: { 'content-type': mimeType },
    payload: content,
  })
}
async function uploaded(name: string, content: Buffer): Promise<Uploaded> {
  const response = await upload(name, content)
  expect(response.statusCode).toBe(200)
  return response.json<Uploaded>()
}
const get = (url: string) => admin.inject({ method: 'GET', url })
const fileUrl = ({ id }: Uploaded) => `/api/teams/${world.team.teamId}/files/${id}`
const fieldId = async (columnName: string) =>
  (await world.model()).collections.get(world.people)!.fieldsByColumn.get(columnName)!.id

/** Checks that it is downloaded and never shown inline; no sniffing, no scripts. */
async function expectHarmless(file: Uploaded): Promise<void> {
  const { headers } = await get(fileUrl(file))
  expect(headers['content-type']).toBe('application/octet-stream')
  expect(headers['content-disposition']).toMatch(/^attachment;/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  expect(file.thumbnail).toBeNull()
  expect((await get(`${fileUrl(file)}/thumbnail`)).statusCode).toBe(404)
}

const script = '<script>fetch("/api/teams")</script>'

it.each([
  ['SVG with a script', 'logo.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
  [
    'SVG named .png',
    'logo.png',
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
  ],
  ['HTML', 'page.html', `<!doctype html>${script}`],
  ['HTML named .png', 'photo.png', `<!doctype html>${script}`],
  ['HTML named .pdf', 'paper.pdf', `<html>${script}%PDF-1.4</html>`],
  ['XML with an entity', 'data.xml', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>'],
  ['a script named .jpg', 'a.jpg', 'window.stolen = 1'],
])('%s is stored as bytes that nothing opens', async (_what, name, content) => {
  const file = await uploaded(name, Buffer.from(content))
  expect(file).toMatchObject({ kind: 'other', mimeType: 'application/octet-stream' })
  await expectHarmless(file)
  const problem = await admin.refused(recordsApi.create, {
    params: { teamId: world.team.teamId, dataCollectionId: world.people },
    body: { values: { photo: file.id } },
  })
  expect(problem.errors).toMatchObject([{ path: 'values.photo', code: 'file_kind' }])
})

it('a script that starts like a GIF is not treated as an image', async () => {
  const file = await uploaded('both.gif', Buffer.from(`GIF89a/*${' '.repeat(20)}*/=1;alert(1)//${script}`))
  expect(file).toMatchObject({ kind: 'other', mimeType: 'application/octet-stream' })
  await expectHarmless(file)
})

it('an image with appended HTML is shown as an image, and its thumbnail has only pixels', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = await uploaded('both.png', Buffer.concat([png, Buffer.from(`<html>${script}</html>`)]))
  const { headers } = await get(fileUrl(file))
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
  const small = await get(`${fileUrl(file)}/thumbnail`)
  expect(small.headers['content-type']).toBe('image/webp')
  expect(small.rawPayload.includes('script')).toBe(false)
})

it('a 10,000 × 10,000 image is rejected by its header, with its size and the limit', async () => {
  const bomb = await sharp({
    create: { width: 10_000, height: 10_000, channels: 3, background: 'black' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
  const response = await upload('bomb.png', bomb)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({
    code: 'image_too_large',
    title: 'The picture has 100 megapixels; at most 64 are allowed. Save it smaller and try again.',
    params: { megapixels: 100, max: 64 },
  })
  expect(fs.readdirSync(path.join(folder, 'incoming'))).toEqual([])
})

it('a truncated image loses its thumbnail, and the server keeps running', async () => {
  const noise = Buffer.alloc(200 * 200 * 3).map((_, at) => (at * at * 7919) % 251)
  const png = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer()
  const file = await uploaded('half.png', png.subarray(0, png.length / 2))
  expect(file.thumbnail).not.toBeNull()
  expect((await get(`${fileUrl(file)}/thumbnail`)).statusCode).toBe(404)
  const good = await uploaded('good.png', png)
  expect((await get(`${fileUrl(good)}/thumbnail`)).statusCode).toBe(200)
})

it.each([
  ['../../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system32\\cmd.exe', 'cmd.exe'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie_ x=1.txt'],
  ['a\0b.txt', 'ab.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['\u2066x\u2069.txt', 'x.txt'],
  ['....', 'file'],
  ['"><img src=x onerror=alert(1)>.txt', '___img src=x onerror=alert(1)_.txt'],
])('cleans the name %j to %j', async (name, clean) => {
  const file = await uploaded(name, Buffer.from('hello'))
  expect(file.name).toBe(clean)
  const disposition = String((await get(fileUrl(file))).headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.%!~*'()-]+$/)
  const unexpected = fs
    .readdirSync(folder)
    .filter((entry) => !['files', 'incoming', 'thumbnails'].includes(entry))
  expect(unexpected).toEqual([])
})

it('rejects a too large content-length before reading the body', async () => {
  const response = await upload('big.bin', Buffer.alloc(2 * 1024 * 1024 + 1))
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({ code: 'file_too_large', params: { max: 2 } })
})

it('accepts text and JSON as files', async () => {
  const text = Buffer.alloc(1_500_000, 'line of text\n')
  for (const mimeType of ['text/plain', 'application/json']) {
    const response = await upload('a.txt', text, undefined, mimeType)
    expect([mimeType, response.statusCode]).toEqual([mimeType, 200])
    expect(response.json()).toMatchObject({ size: text.length })
  }
})

it('the file’s field may reject it, and then nothing is stored', async () => {
  const response = await upload('notes.txt', Buffer.from('words'), await fieldId('photo'))
  expect(response.statusCode).toBe(400)
  expect(response.json().errors).toMatchObject([{ path: 'file', code: 'file_kind' }])
  expect((await upload('notes.txt', Buffer.from('words'), 99_999_999)).statusCode).toBe(404)
  expect(fs.readdirSync(path.join(folder, 'incoming'))).toEqual([])
})
