/** The page of a team, which carries what its scripts ask for. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { positionHeader } from '@muster/contract/events/position'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../log.ts'
import type { Authenticator, SessionUser, TeamMember } from './context.ts'
import { createServer } from './server.ts'
import { installWebApp } from './web-app.ts'

const page = { accept: 'text/html,*/*' }
let app: FastifyInstance
let folder: string

const get = (url: string, headers: Record<string, string>) =>
  app.inject({ url, headers: { host: 'localhost:3000', ...headers } })

const session = '/api/auth/session'
const person = '/api/users/byAuthProvider/me?needData=1'
const ofTeam = [
  session,
  person,
  '/api/teams/3/dataCollections?countObjects=1',
  '/api/dataObjectTestings?idTeam=3',
  '/api/teams/3/user/settings/shell',
]
let user: Authenticator['user']
const authenticator: Authenticator = {
  user: (request) => user(request),
  teamUser: async (userId, teamId) => (userId === 'ada' && teamId === 3 ? ({} as TeamMember) : null),
  seenAs: async (_user, admin) => admin,
}

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-team-page-'))
  const config = { publicUrl: 'http://localhost:3000', logLevel: 'silent', trustProxy: false }
  app = await createServer(config as never, createLogger('silent'))
  fs.mkdirSync(path.join(folder, '.vite'))
  fs.writeFileSync(path.join(folder, 'public-wizard.html'), '<!doctype html><title>Wizard</title>')
  user = async () => ({ userId: 'ada' }) as SessionUser
  const built = (file: string, imports: string[] = [], css: string[] = []) => ({ file, imports, css })
  fs.writeFileSync(
    path.join(folder, '.vite', 'manifest.json'),
    JSON.stringify({
      'index.html': built('assets/app.js', ['_start.js'], ['assets/app.css']),
      '_start.js': built('assets/start.js'),
      '_grid.js': built('assets/grid.js', ['_start.js'], ['assets/grid.css']),
      'src/app/shell/Shell.tsx': built('assets/Shell.js', ['_start.js'], ['assets/app.css']),
      'src/features/teams/screens/TeamDashboard.tsx': built('assets/TeamDashboard.js'),
      'src/features/records/screens/CollectionRecords.tsx': built('assets/CollectionRecords.js', [
        '_grid.js',
      ]),
      'src/features/records/screens/RecordPage.tsx': built('assets/RecordPage.js'),
    }),
  )
  fs.writeFileSync(
    path.join(folder, 'index.html'),
    '<!doctype html><head><title>App</title></head><body><div id="root"></div></body>',
  )
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await app.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('names what its route will need, for its users', async () => {
  await installWebApp(app, { authenticator, folder })
  const linksOf = async (url: string, caching = 'no-store') => {
    const answer = await get(url, page)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': caching })
    expect(answer.body).toContain('<title>App</title>')
    return [...answer.body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'))
  }
  expect(await linksOf('/team-3/dashboard')).toEqual([
    '/assets/Shell.js',
    '/assets/TeamDashboard.js',
    ...ofTeam,
  ])
  expect(await linksOf('/team-3/data-collections/8/records?view=2')).toEqual([
    '/assets/grid.css',
    '/assets/Shell.js',
    // Before what imports it: the app runs them in this order.
    '/assets/grid.js',
    '/assets/CollectionRecords.js',
    ...ofTeam,
    '/api/teams/3/dataViews?dataCollectionId=8',
    '/api/teams/3/user/settings/views.8',
    '/api/teams/3/user/settings/grid.8',
  ])
  expect(await linksOf('/team-3/data-records/9')).toContain('/assets/RecordPage.js')
  expect(await linksOf('/team-3/admin/users', 'no-cache')).toEqual([])
  expect(await linksOf('/team-x/dashboard', 'no-cache')).toEqual([])
  expect(await linksOf('/team-4/dashboard', 'no-cache')).toEqual([])
  user = async () => null
  expect(await linksOf('/team-3/dashboard', 'no-cache')).toEqual([])
  user = () => Promise.reject(new Error('no database'))
  expect(await linksOf('/team-3/dashboard', 'no-cache')).toEqual([])
})

test('carries the answers to what its scripts will ask, and links to those that fail', async () => {
  const asked: unknown[] = []
  app.get('/api/auth/session', async ({ headers, ip }) => {
    asked.push([headers.cookie, headers['accept-encoding'], ip])
    return { name: '</script><script>alert(1)</script> $&' }
  })
  app.get('/api/users/byAuthProvider/me', async (_request, reply) => {
    void reply.header(positionHeader, 'K7.0')
    return { id: 1 }
  })
  app.get('/api/teams/3/dataCollections', async (_request, reply) => reply.code(500).send({ code: 'oh' }))
  await installWebApp(app, { authenticator, folder })
  const { body, headers } = await get('/team-3/dashboard', {
    ...page,
    cookie: 'session=7',
    'if-none-match': '"1"',
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(asked).toEqual([['session=7', undefined, '127.0.0.1']])
  const sent = [...body.matchAll(/<script type="application\/json" ([^>]+)>(.*?)<\/script>/g)]
  expect(sent.map(([, attributes, json]) => [attributes, JSON.parse(String(json))])).toEqual([
    [`data-answer="${session}"`, { name: '</script><script>alert(1)</script> $&' }],
    [`data-answer="${person}" data-position="K7.0"`, { id: 1 }],
  ])
  const links = [...body.matchAll(/<link rel="preload" as="fetch"[^>]* href="([^"]+)"/g)]
  expect(links.map(([, href]) => href)).toEqual(ofTeam.slice(2))
  expect(body).toMatch(/<div id="root"><\/div><script type="application\/json".*<\/body>/)
})

test.each(['br', 'gzip', 'identity'])(
  'names its scripts before the answers are there, as %s',
  async (encoding) => {
    let answer = (_json: unknown) => {}
    app.get(session, () => new Promise((resolve) => (answer = resolve)))
    await installWebApp(app, { authenticator, folder })
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { ...page, 'accept-encoding': encoding }
    const response = await fetch(`${origin}/team-3/dashboard`, { headers })
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const read = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await read()).toContain('href="/assets/TeamDashboard.js"')
    answer({ name: 'Ada' })
    expect(await read()).toContain('{"name":"Ada"}')
    await reader.cancel()
  },
)

test('does not wait for an answer that takes long', async () => {
  vi.stubEnv('MUSTER_PATIENCE', '1')
  app.get(session, () => new Promise(() => {}))
  await installWebApp(app, { authenticator, folder })
  const { statusCode, body } = await get('/team-3/dashboard', page)
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>App</title>')
  expect(body).not.toContain(`data-answer="${session}"`)
})
