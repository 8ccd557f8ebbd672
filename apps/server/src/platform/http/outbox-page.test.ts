import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { Authenticator, SessionUser } from './context.ts'
import { newOutboxToken, outboxLink } from './outbox-access.ts'
import { installOutboxPage } from './outbox-page.ts'
import { createServer } from './server.ts'

let app: FastifyInstance
let folder: string
const publicUrl = 'http://localhost:3000'
const evil = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'></iframe>'
const person: SessionUser = {
  userId: '1',
  sessionId: '1',
  name: 'Ada',
  email: 'a@example.org',
  isSysAdmin: false,
  seesTeamId: null,
}
const signedIn = (user: SessionUser | null): Authenticator => ({
  user: async () => user,
  teamUser: async () => null,
  seenAs: async (_user, admin) => admin,
})
const nobody = signedIn(null)
const sysAdmin = signedIn({ ...person, isSysAdmin: true })

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-outbox-'))
  const config = { publicUrl, logLevel: 'silent', trustProxy: false }
  app = await createServer(config as never, createLogger('silent'))
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

const outboxDir = () => path.join(folder, 'outbox')

function install(
  authenticator: Authenticator,
  { token, changes = {} }: { token?: string; changes?: object } = {},
) {
  const config = {
    smtpUrl: undefined,
    databaseUrl: undefined,
    environment: 'production' as const,
    dataDir: folder,
    secret: 'a secret of tests that has 32 characters',
    publicUrl,
    ...changes,
  }
  installOutboxPage(app, { config }, authenticator, token)
}

/** @returns the paths of the mails, newest first */
async function withMails(...subjects: string[]): Promise<string[]> {
  const mailer = createMailer({ outboxDir: outboxDir(), from: 'Muster <no-reply@example.org>' })
  for (const subject of subjects) {
    await mailer.send({
      to: 'ada@example.org',
      subject,
      html: `<p>${evil}</p>`,
      text: `Go: https://muster.example/x?a=1&b=2 ${evil}`,
    })
  }
  const { entries } = await createOutbox(outboxDir()).list({ limit: 1000 })
  return entries.map(({ id }) => `/dev/outbox/${id}`)
}

describe('the pages', () => {
  test('show mails whose scripts cannot run', async () => {
    const [url] = await withMails(`Hi ${evil}`)
    install(sysAdmin)
    const list = await get('/dev/outbox')
    expect(list.body).toContain('ada@example.org')
    const mail = await get(url!)
    for (const page of [list, mail]) {
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
      expect(page.headers['cache-control']).toBe('no-store')
    }
    expect(mail.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(mail.body).toContain('<a href="https://muster.example/x?a=1&amp;b=2">')
    expect(mail.headers['content-security-policy']).toContain("script-src 'self'")
  })

  test('link from the newest mails to the oldest and back', async () => {
    await withMails(...Array.from({ length: 120 }, (_, index) => `No ${index}.`))
    install(sysAdmin)
    const subjects = (body: string) => [...body.matchAll(/>No (\d+)\.</g)].map(([, n]) => Number(n))
    const link = (body: string, label: string) =>
      new RegExp(`<a href="([^"]+)">[^<]*${label}`).exec(body)?.[1]?.replaceAll('&amp;', '&')
    const pages: number[][] = []
    let body = (await get('/dev/outbox')).body
    expect(link(body, 'Newer')).toBeUndefined()
    for (;;) {
      pages.push(subjects(body))
      const older = link(body, 'Older')
      if (!older) break
      body = (await get(older)).body
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20])
    expect(pages.flat()).toEqual(Array.from({ length: 120 }, (_, index) => 119 - index))
    body = (await get(link(body, 'Newer')!)).body
    expect(subjects(body)).toEqual(pages[1])
    body = (await get(link(body, 'Newer')!)).body
    expect(subjects(body)).toEqual(pages[0])
    expect(link(body, 'Newer')).toBeUndefined()
  })

  test('have a text for an empty outbox and for a search without results', async () => {
    install(sysAdmin)
    expect((await get('/dev/outbox')).body).toContain('No mail yet.')
    await withMails('One')
    expect((await get('/dev/outbox?to=ADA%40')).body).toContain('>One<')
    expect((await get('/dev/outbox?to=bea')).body).toContain('No mail to “bea”.')
    expect((await get('/dev/outbox?before=x&from=-1')).body).toContain('>One<')
  })

  test('offer the raw mail as a download', async () => {
    const [url] = await withMails('One')
    install(sysAdmin)
    const { headers, rawPayload } = await get(`${url}/mail.eml`)
    expect(headers).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="${path.basename(url!)}.eml"`,
    })
    expect(rawPayload).toEqual(await createOutbox(outboxDir()).raw(path.basename(url!)))
    expect((await get('/dev/outbox/20260101T000000000-00000000/mail.eml')).statusCode).toBe(404)
  })
})

describe('access', () => {
  async function expectNotFound(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
    const [url] = await createOutbox(outboxDir())
      .list()
      .then(({ entries }) => entries.map(({ id }) => `/dev/outbox/${id}`))
    for (const address of ['/dev/outbox', url!, `${url}/mail.eml`]) {
      const answer = await get(address, headers, remoteAddress)
      expect(answer.statusCode, address).toBe(404)
      expect(answer.json().code).toBe('not_found')
    }
  }

  test.each([
    ['on the same machine, or behind a proxy that adds no headers', {}, '127.0.0.1'],
    ['on another machine', {}, '10.0.0.7'],
    ['behind a proxy', { 'x-forwarded-for': '10.0.0.7' }, '127.0.0.1'],
    ['behind a proxy that forwards a local address', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    ['with another host name', { host: 'evil.example' }, '127.0.0.1'],
    ['with a forged cookie', { cookie: 'muster_outbox=99999999999999.abc' }, '127.0.0.1'],
  ])('is denied to a visitor %s', async (_how, headers: Record<string, string>, remoteAddress) => {
    await withMails('One')
    install(nobody, { token: newOutboxToken() })
    await expectNotFound(headers, remoteAddress)
  })

  test('is denied to signed-in people who are not system administrators', async () => {
    await withMails('One')
    install(signedIn(person))
    await expectNotFound()
  })

  test('is granted to a system administrator from any address', async () => {
    const [url] = await withMails('One')
    install(sysAdmin)
    expect((await get(url!, { 'x-forwarded-for': '10.0.0.7' }, '10.0.0.8')).statusCode).toBe(200)
  })

  test('is granted once by the printed link', async () => {
    const [url] = await withMails('One')
    const token = newOutboxToken()
    install(nobody, { token })
    const link = new URL(outboxLink(publicUrl, token)).pathname
    expect((await app.inject({ method: 'HEAD', url: link })).statusCode).toBe(404)
    expect((await get(`${link}x`)).statusCode).toBe(404)
    const first = await get(link)
    expect([first.statusCode, first.headers.location]).toEqual([303, '/dev/outbox'])
    const setCookie = String(first.headers['set-cookie'])
    expect(setCookie).toMatch(/; Max-Age=\d+; Path=\/dev\/outbox; HttpOnly; SameSite=Lax$/)
    const cookie = setCookie.split(';')[0]!
    for (const address of ['/dev/outbox', url!]) expect((await get(address, { cookie })).statusCode).toBe(200)
    const second = await get(link)
    expect([second.statusCode, second.headers['set-cookie']]).toEqual([404, undefined])
    expect((await get('/dev/outbox', { cookie })).statusCode).toBe(200)
  })

  test('by the link expires after eight hours', async () => {
    await withMails('One')
    const token = newOutboxToken()
    install(nobody, { token })
    const cookie = String((await get(`/dev/outbox/open/${token}`)).headers['set-cookie']).split(';')[0]!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 60 * 60 * 1000 })
    await expectNotFound({ cookie })
  })

  test('by the link uses a Secure cookie if the public URL is https', async () => {
    const token = newOutboxToken()
    install(nobody, { token, changes: { publicUrl: 'https://muster.example' } })
    expect((await get(`/dev/outbox/open/${token}`)).headers['set-cookie']).toContain('; Secure')
  })

  test.each([
    ['a mail server', { smtpUrl: 'smtp://localhost' }],
    ['an external database in production', { databaseUrl: 'postgres://localhost/x' }],
  ])('is impossible with %s: the page does not exist', async (_what, changes) => {
    await withMails('One')
    const token = newOutboxToken()
    install(sysAdmin, { token, changes })
    await expectNotFound()
    expect((await get(`/dev/outbox/open/${token}`)).statusCode).toBe(404)
  })
})
