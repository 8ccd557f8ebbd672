import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { api } from '@muster/contract/api'
import { endpoint } from '@muster/contract/endpoint'
import { prerenderFile } from '@muster/contract/wizards/prerender'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { bareBinding } from '../../../test/bare-server.ts'
import { createLogger } from '../log.ts'
import { bind } from './bind.ts'
import { installDocs } from './docs.ts'
import { openApiOf } from './openapi.ts'
import type { MakeFirstLook } from './public-wizard-page.ts'
import { createServer } from './server.ts'
import { installWebApp } from './web-app.ts'

let app: FastifyInstance
let folder: string

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-pages-'))
  const config = { publicUrl: 'http://localhost:3000', logLevel: 'silent', trustProxy: false }
  app = await createServer(config as never, createLogger('silent'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await app.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress })

describe('the API documentation', () => {
  test('has every endpoint, and every reference can be resolved', () => {
    const document = openApiOf(api)
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
    expect(operations).toHaveLength(Object.values(api).flatMap((feature) => Object.values(feature)).length)
    const ids = operations.map((operation) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const text = JSON.stringify(document)
    const refs = [...text.matchAll(/"\$ref":"#\/components\/(schemas|parameters)\/([^"]+)"/g)]
    expect(refs.length).toBeGreaterThan(50)
    for (const [, kind, name] of refs) {
      expect(document.components[kind as 'schemas'], name).toHaveProperty([name!])
    }
    expect(text).not.toContain('#/$defs/')
  })

  test('says which endpoints API tokens may call, and with which scope', async () => {
    const { components, paths } = openApiOf(api)
    expect(components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } })
    const securityOf = (path: string, method: string) => paths[path]![method]!.security
    const records = '/teams/{teamId}/dataCollections/{dataCollectionId}/dataRecords'
    expect(securityOf(records, 'get')).toEqual([{ session: [] }, { token: ['read'] }])
    expect(securityOf(records, 'post')).toEqual([{ session: [] }, { token: ['write'] }])
    expect(securityOf('/teams/{teamId}/users', 'get')).toEqual([{ session: [] }])
    installDocs(app, api)
    const { body } = await get('/api/docs')
    expect(body).toContain('Authorization: Bearer mst_')
    expect(body).toContain('API tokens with the scope write.')
  })

  test('names access, errors and the idempotency key', () => {
    const { paths } = openApiOf(api)
    const invite = paths['/teams/{teamId}/invitations']!.post as Record<string, Record<string, unknown>>
    expect(invite.description).toBe('Team administrators and holders of team_admin_users.')
    expect(JSON.stringify(invite.parameters)).toContain('IdempotencyKey')
    expect(Object.keys(invite.responses!).sort()).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '429',
    ])
    expect(invite.responses!['409']).toMatchObject({
      'x-codes': [
        'already_done',
        'email_already_linked',
        'idempotency_key_reused',
        'request_running',
        'user_quota',
      ],
    })
    expect((paths['/auth/signIn']!.post as Record<string, unknown>).security).toEqual([])
  })

  test('is served as JSON and as a page without scripts', async () => {
    installDocs(app, api)
    expect((await get('/api/openapi.json')).json().openapi).toBe('3.1.0')
    const docs = await get('/api/docs')
    expect(docs.headers['content-type']).toContain('text/html')
    expect(docs.body).not.toMatch(/<script|src=/)
    for (const { path } of Object.values(api).flatMap((feature) => Object.values(feature))) {
      expect(docs.body).toContain(`<code>${path}</code>`)
    }
  })
})

describe('the web app', () => {
  const page = { accept: 'text/html,*/*' }

  beforeEach(() => {
    fs.mkdirSync(path.join(folder, 'assets'))
    fs.mkdirSync(path.join(folder, '.vite'))
    fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Muster</title>')
    fs.writeFileSync(path.join(folder, 'public-wizard.html'), '<!doctype html><title>Wizard</title>')
    fs.writeFileSync(path.join(folder, 'assets', 'main-1a2b.js'), `export const x = '${'x'.repeat(5000)}'`)
    fs.writeFileSync(path.join(folder, '.vite', 'manifest.json'), '{}')
  })

  test('a tab that was open before the last build gets its parts by their old names', async () => {
    const before = path.join(folder, 'assets-before')
    fs.mkdirSync(before)
    fs.writeFileSync(path.join(before, 'main-0z9y.js'), 'export const old = 1')
    await installWebApp(app, { folder })
    const { headers, body } = await get('/assets/main-0z9y.js')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(body).toBe('export const old = 1')
    expect((await get('/assets/main-1a2b.js')).body).toContain('export const x')
    expect((await get('/assets-before/main-0z9y.js')).statusCode).toBe(404)
  })

  test('assets are cached forever and compressed; the page is revalidated', async () => {
    await installWebApp(app, { folder })
    const asset = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
    })
    expect(zlib.brotliDecompressSync(asset.rawPayload).toString()).toContain('export const x')
    // A worker runs by the policy of its file; the rest of what a page says would be sent with each file in vain.
    expect(asset.headers).toMatchObject({
      'content-security-policy': "default-src 'self'; connect-src 'self'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(asset.headers).not.toHaveProperty('cross-origin-opener-policy')
    fs.writeFileSync(
      path.join(folder, 'assets', 'main-1a2b.js.br'),
      zlib.brotliCompressSync('export const compressed = 1'),
    )
    const before = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
    expect(before.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect(zlib.brotliDecompressSync(before.rawPayload).toString()).toBe('export const compressed = 1')
    const plain = await get('/assets/main-1a2b.js', {})
    expect(plain.body).toContain('export const x')
    const gone = { accept: '*/*' }
    expect((await get('/assets/main-0z9y.js', gone)).statusCode).toBe(404)
    for (const url of ['/', '/team-1/dashboard', '/login?redirect=%2F', '/team-1/data-records/2/tab-3']) {
      const answer = await get(url, page)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Muster</title>')
    }
    for (const url of [
      '/public/team-1/wizards/2?a=b',
      '/public/team-1/wizards/2/step-3',
      '/AuthPublicDataWizard/v1.x',
    ]) {
      const answer = await get(url, page)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.body).toContain('<title>Wizard</title>')
    }
  })

  test('the page of a public wizard names what its scripts will ask for, in the language of the visitor', async () => {
    fs.writeFileSync(
      path.join(folder, 'public-wizard.html'),
      '<!doctype html><head><title>Wizard</title></head>',
    )
    const texts = { en: 'assets/texts-en.js', es: 'assets/texts-es.js', fr: 'assets/texts-fr.js' }
    fs.writeFileSync(
      path.join(folder, '.vite', 'public-wizard-hints.json'),
      JSON.stringify({ texts, worker: 'assets/proof.js', stage: 'assets/stage.js', questionStyles: [] }),
    )
    await installWebApp(app, { folder })
    const linksOf = async (url: string, language?: string) => {
      const answer = await get(url, { ...page, ...(language && { 'accept-language': language }) })
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        vary: expect.stringContaining('accept-language'),
      })
      return [...answer.body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    }
    const challenge = ['/api/public/wizardChallenge', '/assets/proof.js']
    const wizard = '/api/public/teams/1/dataWizards/2'
    expect(await linksOf('/public/team-1/wizards/2', 'es-MX,es;q=0.9')).toEqual([
      '/assets/texts-es.js',
      `${wizard}?language=es`,
      ...challenge,
    ])
    expect(await linksOf('/public/team-1/wizards/2?language=fr', 'es')).toEqual([
      '/assets/texts-es.js',
      '/assets/texts-fr.js',
      `${wizard}?language=fr`,
      ...challenge,
    ])
    expect(await linksOf('/public/team-1/wizards/2?language="><script>', 'de')).toEqual([
      '/assets/texts-en.js',
      wizard,
      ...challenge,
    ])
    expect(await linksOf('/AuthPublicDataWizard/v1.x', 'en')).toEqual([
      '/assets/texts-en.js',
      '/assets/proof.js',
    ])
  })

  describe('what is prerendered of a public wizard', () => {
    const url = '/public/team-1/wizards/2'
    const wanted = { url, isNarrow: false, teamId: 1, wizard: {} as never, screen: null }
    const makeFirstLook: MakeFirstLook = (_request, render) => render(wanted)

    beforeEach(() => {
      fs.writeFileSync(
        path.join(folder, 'public-wizard.html'),
        '<!doctype html><head><title>Wizard</title></head><body><div id="root"></div></body>',
      )
      fs.writeFileSync(
        path.join(folder, '.vite', 'public-wizard-hints.json'),
        JSON.stringify({
          texts: { en: 'assets/texts.js' },
          worker: 'assets/proof.js',
          stage: 'assets/stage.js',
          questionStyles: ['assets/question.css'],
        }),
      )
    })

    /** @param answer what the thread says to a request `wanted` */
    function writeThread(answer: string): void {
      fs.mkdirSync(path.join(folder, path.dirname(prerenderFile)))
      fs.writeFileSync(
        path.join(folder, prerenderFile),
        `const { parentPort } = require('node:worker_threads')
         parentPort.on('message', (wanted) => ${answer})`,
      )
    }

    test('stands in front of the app, with the script that shows it and the styles of a question', async () => {
      // Dollar signs mean nothing.
      writeThread('parentPort.postMessage({ id: wanted.id, html: "<p>$& " + wanted.url + "</p>" })')
      await installWebApp(app, { makeFirstLook, folder })
      const { body, headers } = await get(url, page)
      expect(body).toContain(
        `<body><p>$& ${url}</p><script src="/assets/stage.js"></script><div id="root"></div></body>`,
      )
      expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/question.css">')
      expect(headers.vary).toContain('accept-language, user-agent')
    })

    test.each([
      ['fails', "parentPort.postMessage({ id: wanted.id, error: 'Oh' })"],
      ['ends', 'process.exit(1)'],
      ['throws', "{ throw new Error('Oh') }"],
      // It is ended, and started again for the next page.
      ['does not answer', '0'],
    ])('is left out when the thread %s', async (_how, answer) => {
      writeThread(answer)
      await installWebApp(app, { makeFirstLook, folder })
      for (let n = 0; n < 2; n++) {
        const { statusCode, body } = await get(url, page)
        expect(statusCode).toBe(200)
        expect(body).toContain('<body><div id="root"></div></body>')
        expect(body).not.toContain('question.css')
      }
    })

    test('is left out when it takes too long', async () => {
      vi.stubEnv('MUSTER_PATIENCE', '1')
      writeThread('')
      await installWebApp(app, { makeFirstLook: () => new Promise(() => {}), folder })
      expect((await get(url, page)).body).toContain('<body><div id="root"></div></body>')
    })

    test('is left out where it is not built, and when the wizard cannot be read', async () => {
      await installWebApp(app, { makeFirstLook, folder })
      expect((await get(url, page)).body).toContain('<body><div id="root"></div></body>')
      const other = await createServer(
        { publicUrl: 'http://localhost:3000' } as never,
        createLogger('silent'),
      )
      writeThread('parentPort.postMessage({ id: wanted.id, html: "<p>Look</p>" })')
      await installWebApp(other, { makeFirstLook: () => Promise.reject(new Error('no database')), folder })
      const answer = await other.inject({ url, headers: page })
      expect([answer.statusCode, answer.body.includes('<body><div id="root"></div></body>')]).toEqual([
        200,
        true,
      ])
      await other.close()
    })
  })

  test.each([
    ['/assets/gone-9z.js', page],
    ['/api/nothing', page],
    ['/dev/nothing', page],
    ['/team-1/dashboard', { accept: 'application/json' }],
    ['/.vite/manifest.json', { accept: '*/*' }],
    ['/..%2f..%2fetc%2fpasswd', { accept: '*/*' }],
  ])('%s is not found and does not return the page', async (url, headers) => {
    await installWebApp(app, { folder })
    const answer = await get(url, headers)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('<title>')
  })

  test('other sites may embed only public views in frames', async () => {
    await installWebApp(app, { folder })
    const ancestors = async (url: string) => {
      const { headers } = await get(url, page)
      const policy = String(headers['content-security-policy'])
      return [/frame-ancestors ([^;]+)/.exec(policy)?.[1], headers['x-frame-options']]
    }
    const view = `/public/team-1/views/${'7f'.repeat(32)}`
    for (const url of [view, `${view}/records/a%20b?embed=1`])
      expect(await ancestors(url), url).toEqual(['*', undefined])
    for (const url of [
      '/login',
      `/team-1/dashboard?x=${view}`,
      '/public/team-1/wizards/7/step-1',
      `${view}/records/1/more`,
      `${view}x`,
      '/public/team-1/views/7',
    ]) {
      expect(await ancestors(url), url).toEqual(["'none'", 'SAMEORIGIN'])
    }
  })

  test('other sites may load the widget, which is cached for a limited time', async () => {
    fs.writeFileSync(path.join(folder, 'widget.js'), '(() => {})()')
    await installWebApp(app, { folder })
    fs.writeFileSync(path.join(folder, 'widget.js.br'), zlib.brotliCompressSync('(() => {})()'))
    const { statusCode, headers } = await get('/widget.js', { accept: '*/*' })
    expect(statusCode).toBe(200)
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(headers['cache-control']).toContain('max-age=3600')
    expect(headers.etag).toBeTruthy()
    const compressed = await get('/widget.js', { accept: '*/*', 'accept-encoding': 'br' })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': headers['cache-control'],
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('answers with instructions when it is not built', async () => {
    await installWebApp(app, { folder: path.join(folder, 'missing') })
    const answer = await get('/', page)
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('npm start')
    expect((await get('/api/x', page)).json().code).toBe('not_found')
  })
})

describe('JSON responses', () => {
  const list = endpoint({
    method: 'GET',
    path: '/list',
    access: 'public',
    reads: [],
    summary: 'A list',
    query: z.object({ n: z.coerce.number() }),
    response: z.array(z.string()),
  })

  test('are compressed when they are large and the client accepts it', async () => {
    const handlers = {
      list: async ({ query }: { query: { n: number } }) => Array<string>(query.n).fill('some text'),
    }
    bind(app, bareBinding(), { list }, handlers)
    const accept = { 'accept-encoding': 'gzip, deflate, br' }
    const large = await get('/api/list?n=5000', accept)
    expect(large.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(JSON.parse(zlib.brotliDecompressSync(large.rawPayload).toString())).toHaveLength(5000)
    const gzip = await get('/api/list?n=5000', { 'accept-encoding': 'br;q=0, gzip' })
    expect(JSON.parse(zlib.gunzipSync(gzip.rawPayload).toString())).toHaveLength(5000)
    for (const plain of [await get('/api/list?n=5000'), await get('/api/list?n=5', accept)]) {
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.json()[0]).toBe('some text')
    }
  })
})
