/** Pictures of the team in mails: anyone reads them by their address, for as long as a mail shows them. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { api } from '@muster/contract/api'
import { maxPictureBytes } from '@muster/contract/messages/pictures.api'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type Client, clientOf, urlOf } from '../../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../../test/test-deps.ts'
import { ident, one, rows, run, sql } from '../../../platform/db.ts'
import { purgeFiles } from '../../files/files.jobs.ts'
import { filesRoutes } from '../../files/files.routes.ts'
import { messagesRoutes } from '../messages.routes.ts'
import { aMessage } from '../messages.test-support.ts'
import { messageTemplatesRoutes } from '../templates.routes.ts'
import { pictureToken, readPictureToken } from './picture-token.ts'
import { messagePicturesRoutes } from './pictures.routes.ts'

const { messagePictures, messages, messageTemplates, files } = api

let deps: TestDeps
let app: FastifyInstance
let team: TestTeam
let author: Client
let authorId: number
let folder: string

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-pictures-'))
  deps = await testDeps({ config: { dataDir: folder } })
  app = await testApp(deps, (bindTo) => {
    bindTo(messagePictures, messagePicturesRoutes(deps))
    bindTo(messages, messagesRoutes(deps))
    bindTo(messageTemplates, messageTemplatesRoutes(deps))
    bindTo(files, filesRoutes(deps))
  })
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
  fs.rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  team = await aTeam(deps)
  const writer = await team.holderOf('outgoing_messages_user_emails')
  author = clientOf(app, writer)
  authorId = writer.teamUser.teamUserId
})

const params = () => ({ teamId: team.teamId })
const png = (color = 'teal') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
    .png()
    .toBuffer()
const post = (url: string, payload: Buffer, client = author) =>
  client.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/octet-stream' },
    payload,
  })
const upload = (payload: Buffer, name = 'harvest.png') =>
  post(urlOf(messagePictures.upload, params(), { name }), payload)
async function uploaded(color?: string): Promise<string> {
  const response = await upload(await png(color))
  expect(response.statusCode).toBe(200)
  return response.json<{ fileId: string }>().fileId
}
const publicly = (token: string) => app.inject({ url: urlOf(messagePictures.public, { token }) })
const tokenOf = (fileId: string) => pictureToken(deps.config.secret, { ...params(), fileId })
const fileCount = async () =>
  (await one<{ count: number }>(deps.pool, sql`select count(*) from ${ident(team.schema, 'file')}`))!.count

const showing = (fileId: string) => ({
  settings: {},
  blocks: [
    {
      id: 'a',
      type: 'image' as const,
      settings: { source: { kind: 'file' as const, fileId }, alt: 'Apples' },
    },
    { id: 'b', type: 'text' as const, settings: { html: '<a href="{{ system.unsubscribe_url }}">Stop</a>' } },
  ],
})

async function aMailWith(fileId: string): Promise<number> {
  const id = await aMessage(deps, { teamId: team.teamId, ownedBy: authorId })
  await author.ok(messages.saveContent, {
    params: { ...params(), outgoingMessageId: id, languageId: 'en' },
    body: { design: showing(fileId) },
  })
  return id
}

/** As the job does a few days after the uploads. */
async function purge(): Promise<void> {
  await run(deps.pool, sql`update ${ident(team.schema, 'file')} set created_at = now() - interval '3 days'`)
  await purgeFiles(deps, team.teamId)
}

it('are read by anyone from the address in the mail, and cannot run', async () => {
  const fileId = await uploaded()
  const id = await aMailWith(fileId)
  const { html } = await author.ok(messages.preview, {
    params: { ...params(), outgoingMessageId: id },
    body: { languageId: 'en' },
  })
  const [, address] = /<img[^>]* src="([^"]+)"/.exec(html) ?? []
  expect(address).toBe(`${deps.config.publicUrl}${urlOf(messagePictures.public, { token: tokenOf(fileId) })}`)
  const response = await app.inject({ url: new URL(address!).pathname })
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.equals(await png())).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    // Mail programs in browsers are on other sites.
    'cross-origin-resource-policy': 'cross-origin',
  })
})

it('have addresses that nobody can make or change', async () => {
  const fileId = await uploaded()
  const token = tokenOf(fileId)
  expect(readPictureToken(deps.config.secret, token)).toEqual({ ...params(), fileId })
  const other = await aTeam(deps)
  const [team_, file, mac] = token.split('-')
  for (const wrong of [
    `${other.teamId.toString(36)}-${file}-${mac}`,
    `${team_}-${file!.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}-${mac}`,
    `${team_}-${file}-${'0'.repeat(32)}`,
    `${team_}-${file}`,
    fileId,
    pictureToken('another secret', { ...params(), fileId }),
  ])
    expect((await publicly(wrong)).statusCode).toBe(404)
})

it('are no way to other files of the team', async () => {
  const response = await post(urlOf(files.upload, params(), { name: 'private.png' }), await png())
  const { id } = response.json<{ id: string }>()
  expect((await publicly(tokenOf(id))).statusCode).toBe(404)
  const get = await author.call(messagePictures.get, { params: { ...params(), fileId: id } })
  expect(get.status).toBe(404)
  const { html } = await author.ok(messages.preview, {
    params: { ...params(), outgoingMessageId: await aMailWith(id) },
    body: { languageId: 'en' },
  })
  expect(html).not.toContain('<img')
})

it.each([
  [
    'drawing.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    415,
  ],
  ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
  ['empty.png', Buffer.alloc(0), 422],
  ['large.png', Buffer.alloc(maxPictureBytes + 1), 413],
])('refuse %s', async (name, content, status) => {
  expect((await upload(content, name)).statusCode).toBe(status)
  expect(await fileCount()).toBe(0)
})

it('refuse formats that mail programs do not show', async () => {
  const webp = await sharp(await png())
    .webp()
    .toBuffer()
  expect((await upload(webp, 'a.webp')).statusCode).toBe(415)
})

it('are copied from files that the author may read, which stay hidden themselves', async () => {
  const colleague = clientOf(app, await team.holderOf('outgoing_messages_templates'))
  const url = urlOf(files.upload, params(), { name: 'mine.png' })
  const { id } = (await post(url, await png('plum'))).json<{ id: string }>()
  const refused = await colleague.call(messagePictures.copy, { params: params(), body: { fileId: id } })
  expect(refused.status).toBe(404)
  const { fileId } = await author.ok(messagePictures.copy, { params: params(), body: { fileId: id } })
  expect(fileId).not.toBe(id)
  expect((await publicly(tokenOf(fileId))).rawPayload.equals(await png('plum'))).toBe(true)
  expect((await publicly(tokenOf(id))).statusCode).toBe(404)
  // The copy is the mails': its author finds only the file to choose from.
  const { items } = await author.ok(files.list, { params: params(), query: {} })
  expect(items.map((item) => item.id)).toEqual([id])
})

it('stay while a message or a template shows them, and go with the last one', async () => {
  const [inMail, inTemplate, unused] = [
    await uploaded('red'),
    await uploaded('green'),
    await uploaded('blue'),
  ]
  const messageId = await aMailWith(inMail)
  const designer = clientOf(app, await team.holderOf('outgoing_messages_templates'))
  const { id: outgoingMessageTemplateId } = await designer.ok(messageTemplates.create, {
    params: params(),
    body: {
      internalName: 'Harvest',
      deliveryMethodId: 'EMAIL',
      usedFor: 'marketing_only',
      contentLanguageId: 'en',
    },
  })
  const save = (design: object) =>
    designer.ok(messageTemplates.saveContent, {
      params: { ...params(), outgoingMessageTemplateId, languageId: 'en' },
      body: { subjectLine: 'Harvest', design } as never,
    })
  await save(showing(inTemplate))
  await purge()
  const statuses = async () =>
    Promise.all([inMail, inTemplate, unused].map(async (id) => (await publicly(tokenOf(id))).statusCode))
  expect(await statuses()).toEqual([200, 200, 404])

  // A message that was sent keeps what its mails show, whatever becomes of the template.
  await designer.ok(messageTemplates.publish, { params: { ...params(), outgoingMessageTemplateId } })
  const sent = await author.ok(messages.create, {
    params: params(),
    body: {
      internalName: 'Sent',
      deliveryMethodId: 'EMAIL',
      contentTypeId: 'MARKETING',
      contentLanguageId: 'en',
      outgoingMessageTemplateId,
    } as never,
  })
  await run(deps.pool, sql`update muster.outgoing_message set status = 'SENT' where id = ${sent.id}`)
  await save({ settings: {}, blocks: [] })
  await author.ok(messages.remove, { params: { ...params(), outgoingMessageId: messageId } })
  await purge()
  expect(await statuses()).toEqual([404, 200, 404])
  expect(await fileCount()).toBe(1)
})

it('are missed where they are gone, before the mail is sent', async () => {
  const fileId = await uploaded()
  const outgoingMessageId = await aMailWith(fileId)
  const problems = async () =>
    (await author.ok(messages.get, { params: { ...params(), outgoingMessageId } })).problems
  expect(JSON.stringify(await problems())).not.toContain('image_missing')
  await run(deps.pool, sql`delete from ${ident(team.schema, 'file')}`)
  expect(await problems()).toContainEqual(
    expect.objectContaining({ code: 'content_invalid', isBlocking: true, detail: 'image_missing' }),
  )
})

it('belong to the mails, and to nobody’s own files', async () => {
  await uploaded()
  const found = await rows(deps.pool, sql`select owner from ${ident(team.schema, 'file')}`)
  expect(found).toEqual([{ owner: { kind: 'message' } }])
})
